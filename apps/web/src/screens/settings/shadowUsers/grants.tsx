import { Button } from '@mantine/core';
import { revokeShadowGrant, shadowGrants, type ShadowGrant } from '@suanpan/contract/endpoints/impersonation';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { FilterBar } from '../../../kit/filter/filter-bar.tsx';
import type { FilterField } from '../../../kit/filter/filter-field.ts';
import { DataGrid } from '../../../kit/grid/data-grid.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../../kit/grid/grid-layout.ts';
import { GridSettings } from '../../../kit/grid/grid-settings.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { pagerOf, pagingOf, textAt } from '../../../lib/list-paging.ts';
import { useMay } from '../../../lib/own-user.ts';
import { platformZone } from '../../../lib/platform-time.ts';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { toasts } from '../../../lib/toast.ts';
import { useList } from '../../../lib/use-list.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Instant } from '../../../kit/instant.tsx';
import styles from './shadow-users.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const GrantDialog = lazy(async () => ({ default: (await import('./grant-dialog.tsx')).GrantDialog }));

const states = ['live', 'expired', 'revoked'] as const;
const tones = { live: 'ok', expired: 'idle', revoked: 'reversed' } as const;
const part = { part: 'grants' };

/** Who may act for whom, with who gave it and until when; what has ended stays in the list. */
export function Grants({ choice }: { choice: ReactNode }) {
  const t = useWords('personal');
  const place = useScreenPlace();
  const may = useMay();
  const client = useQueryClient();
  const [asked, setAsked] = useState<ShadowGrant | 'new' | null>(null);
  const columns = useColumns();
  const fields = useFields();
  const layout = useGridLayout('settings.shadowUsers.grants', columns);
  const list = useList(shadowGrants, place.search, (search) => {
    const state = states.find((name) => name === textAt(search, 'state'));
    return { ...pagingOf(search), ...(state === undefined ? {} : { state }) };
  });
  const { part: _part, page: _page, rows: _rows, ...filters } = place.search;
  const reload = () => client.invalidateQueries({ queryKey: list.key.slice(0, 1) });
  const mayRevoke = may('settings.shadowUsers.revoke');
  return (
    <ListPage
      title={place.title}
      actions={
        <>
          {choice}
          {may('settings.shadowUsers.create') && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsked('new')}>
              {t('shadow.create')}
            </Button>
          )}
        </>
      }
      filters={
        <FilterBar
          fields={fields}
          value={filters}
          onSubmit={(next) => place.setSearch({ ...part, ...next }, true)}
          isBusy={list.isBusy}
        />
      }
      toolbar={<span className={styles.hint}>{t('shadow.grantsHint')}</span>}
      settings={<GridSettings columns={columns} control={layout} />}
      pager={pagerOf(place, list.data)}
    >
      <DataGrid
        label={t('shadow.grants')}
        columns={columns}
        layout={layout}
        rows={list.fault ? [] : list.data?.items}
        rowKey={(row) => row.id}
        isStale={list.isStale}
        message={
          list.fault ? (
            <Fault fault={list.fault} onRetry={list.reload} />
          ) : filters['state'] === undefined ? (
            <EmptyState kind="none" text={t('shadow.noGrants')} />
          ) : (
            <EmptyState kind="noMatch" />
          )
        }
        {...(mayRevoke && {
          actions: (row: ShadowGrant) =>
            row.state === 'live'
              ? [{ key: 'revoke', label: t('shadow.revoke'), isDangerous: true, run: () => setAsked(row) }]
              : [],
        })}
      />
      <Suspense fallback={null}>
        {asked === 'new' && <GrantDialog onDone={reload} onClose={() => setAsked(null)} />}
        {asked !== null && asked !== 'new' && (
          <Confirm
            title={t('shadow.revokeTitle')}
            effect={t('shadow.revokeEffect', {
              grantee: asked.grantee.username,
              target: asked.target.username,
            })}
            confirmLabel={t('shadow.revoke')}
            isDangerous
            act={async () => {
              const { ended } = await call(revokeShadowGrant, { id: asked.id });
              toasts.emit({ tone: 'ok', title: t('shadow.revoked', { count: ended }) });
              await reload();
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

function useFields(): readonly FilterField[] {
  const t = useWords('personal');
  return useMemo(
    () => [
      {
        kind: 'choice',
        key: 'state',
        label: t('shadow.state'),
        options: states.map((state) => ({ value: state, label: t(`shadow.states.${state}`) })),
      },
    ],
    [t],
  );
}

function useColumns(): readonly GridColumn<ShadowGrant>[] {
  const t = useWords('personal');
  const s = useWords('statuses');
  return useMemo(
    () => [
      {
        key: 'grantee',
        title: t('shadow.grantee'),
        width: 190,
        cell: (row) => `${row.grantee.username} · ${s(`role.${row.grantee.role_name}`)}`,
      },
      {
        key: 'target',
        title: t('shadow.target'),
        width: 220,
        cell: (row) => `${row.target.username} · ${row.target.id} · ${s(`role.${row.target.role_name}`)}`,
      },
      {
        key: 'state',
        title: t('shadow.state'),
        width: 100,
        card: 'head',
        cell: (row) => <StatusTag tone={tones[row.state]} label={t(`shadow.states.${row.state}`)} />,
      },
      { key: 'reason', title: t('shadow.reason'), width: 240, card: 'line', cell: (row) => row.reason },
      {
        key: 'expires',
        title: `${t('shadow.expires')} (${platformZone})`,
        width: 180,
        card: 'line',
        cell: (row) => <Instant at={row.revoked_at ?? row.expires_at} />,
      },
      { key: 'granted_by', title: t('shadow.grantedBy'), width: 130, cell: (row) => row.granted_by },
      {
        key: 'granted_at',
        title: `${t('shadow.grantedAt')} (${platformZone})`,
        width: 180,
        cell: (row) => <Instant at={row.granted_at} />,
      },
    ],
    [t, s],
  );
}
