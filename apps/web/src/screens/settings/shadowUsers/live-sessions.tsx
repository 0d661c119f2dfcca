import { Button } from '@mantine/core';
import {
  endShadowSession,
  shadowSessions,
  type ShadowSession,
} from '@suanpan/contract/endpoints/impersonation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { DataGrid } from '../../../kit/grid/data-grid.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../../kit/grid/grid-layout.ts';
import { GridSettings } from '../../../kit/grid/grid-settings.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { call } from '../../../lib/api.ts';
import { now } from '../../../lib/clock.ts';
import { useMay } from '../../../lib/own-user.ts';
import { platformZone } from '../../../lib/platform-time.ts';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Instant } from '../../../kit/instant.tsx';
import styles from './shadow-users.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const LogInAs = lazy(async () => ({ default: (await import('./log-in-as.tsx')).LogInAs }));

const key = ['settings.shadowUsers', 'live'];
const refreshMs = 15_000;
const minuteMs = 60_000;

/** Sessions in another's name, with reason and time left; ending one signs its tab out within seconds. */
export function LiveSessions({ choice }: { choice: ReactNode }) {
  const t = useWords('personal');
  const { title } = useScreenPlace();
  const may = useMay();
  const client = useQueryClient();
  const [asked, setAsked] = useState<ShadowSession | 'new' | null>(null);
  const columns = useColumns();
  const layout = useGridLayout('settings.shadowUsers.live', columns);
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(shadowSessions, {}, { signal }),
    refetchInterval: refreshMs,
  });
  return (
    <ListPage
      title={title}
      actions={
        <>
          {choice}
          {may('users.list.impersonate') && (
            <Button onClick={() => setAsked('new')}>{t('impersonate.action')}</Button>
          )}
        </>
      }
      toolbar={<span className={styles.hint}>{t('shadow.liveHint')}</span>}
      settings={<GridSettings columns={columns} control={layout} />}
    >
      <DataGrid
        label={t('shadow.live')}
        columns={columns}
        layout={layout}
        rows={list.error ? [] : list.data?.items}
        rowKey={(row) => row.id}
        message={
          list.error ? (
            <Fault fault={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <EmptyState kind="none" text={t('shadow.noLive')} />
          )
        }
        {...(may('settings.shadowUsers.revoke') && {
          actions: (row: ShadowSession) => [
            { key: 'end', label: t('shadow.end'), isDangerous: true, run: () => setAsked(row) },
          ],
        })}
      />
      <Suspense fallback={null}>
        {asked === 'new' && <LogInAs onClose={() => setAsked(null)} />}
        {asked !== null && asked !== 'new' && (
          <Confirm
            title={t('shadow.endTitle')}
            effect={t('shadow.endEffect', { operator: asked.operator.username, user: asked.user.username })}
            confirmLabel={t('shadow.end')}
            isDangerous
            act={async () => {
              await call(endShadowSession, { id: asked.id });
              toasts.emit({ tone: 'ok', title: t('shadow.ended') });
              await client.invalidateQueries({ queryKey: key });
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

function useColumns(): readonly GridColumn<ShadowSession>[] {
  const t = useWords('personal');
  const s = useWords('statuses');
  return useMemo(
    () => [
      {
        key: 'operator',
        title: t('shadow.operator'),
        width: 150,
        cell: (row) => `${row.operator.username} · ${s(`role.${row.operator.role_name}`)}`,
      },
      {
        key: 'user',
        title: t('shadow.user'),
        width: 180,
        cell: (row) => `${row.user.username} · ${row.user.id} · ${s(`role.${row.user.role_name}`)}`,
      },
      { key: 'reason', title: t('shadow.reason'), width: 180, card: 'line', cell: (row) => row.reason },
      {
        key: 'left',
        title: t('shadow.left'),
        width: 92,
        isFigure: true,
        card: 'head',
        cell: (row) => t('shadow.minutes', { count: minutesLeft(row.expires_at) }),
      },
      {
        key: 'basis',
        title: t('shadow.basis'),
        width: 112,
        cell: (row) =>
          row.grant_id === null ? t('shadow.byRight') : t('shadow.byGrant', { id: row.grant_id }),
      },
      {
        key: 'started',
        title: `${t('shadow.started')} (${platformZone})`,
        width: 170,
        card: 'line',
        cell: (row) => <Instant at={row.started_at} />,
      },
      {
        key: 'ip',
        title: t('shadow.address'),
        width: 128,
        cell: (row) => <span className="num">{row.ip}</span>,
      },
    ],
    [t, s],
  );
}

/** Begun minutes count: "1 min" until the end. */
function minutesLeft(expiresAt: string): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now()) / minuteMs));
}
