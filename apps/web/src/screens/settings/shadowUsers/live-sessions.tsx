import { Button } from '@mantine/core';
import {
  endShadowSession,
  shadowSessions,
  type ShadowSession,
} from '@suanpan/contract/endpoints/impersonation';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { AutoRefreshControl } from '../../../kit/auto-refresh-control.tsx';
import { filterOf, type FieldOf } from '../../../kit/filter/field-factory.ts';
import type { GridAction } from '../../../kit/grid/grid-column.ts';
import { ListFrame } from '../../../kit/list-frame.tsx';
import { call } from '../../../lib/api.ts';
import { isDialogOpen } from '../../../lib/keys.ts';
import { useMay } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useAutoRefresh } from '../../../lib/use-auto-refresh.ts';
import { useScreenList } from '../../../lib/use-screen-list.ts';
import { useWords } from '../../../lib/use-words.ts';
import { sessionColumns, sessionPresets } from './session-columns.tsx';
import styles from './shadow-users.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const LogInAs = lazy(async () => ({ default: (await import('./log-in-as.tsx')).LogInAs }));

const rowKey = (row: ShadowSession): string => row.id;
const fields: readonly FieldOf<typeof shadowSessions>[] = [];
const toInput = filterOf(shadowSessions, fields);

/** Sessions in another's name, with reason and time left; ending one signs its tab out within seconds. */
export function LiveSessions({ choice }: { choice: ReactNode }) {
  const t = useWords('personal');
  const common = useWords('common');
  const may = useMay();
  const [asked, setAsked] = useState<ShadowSession | 'new' | null>(null);
  const columns = useMemo(() => sessionColumns(t), [t]);
  const presets = useMemo(() => sessionPresets(common), [common]);
  const list = useScreenList(shadowSessions, toInput);
  const refresh = useAutoRefresh(list.refresh, isDialogOpen);
  const mayEnd = may('settings.shadowUsers.revoke');
  const actionsOf = (row: ShadowSession): readonly GridAction[] => [
    { key: 'end', label: t('shadow.end'), isDangerous: true, run: () => setAsked(row) },
  ];
  return (
    <ListFrame<typeof shadowSessions>
      list={list}
      name="settings.shadowUsers.live"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('shadow.noLive')}
      headActions={
        <>
          {choice}
          {may('users.list.impersonate') && (
            <Button onClick={() => setAsked('new')}>{t('impersonate.action')}</Button>
          )}
        </>
      }
      toolbar={
        <>
          <span className={styles.hint}>{t('shadow.liveHint')}</span>
          <AutoRefreshControl engine={refresh} />
        </>
      }
      {...(mayEnd && { actions: actionsOf })}
    >
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
              list.reload();
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}
