import {
  closeReconciliationDay,
  matchReconciliationDay,
  reconciliationDays,
  type ReconciliationDayRow,
} from '@suanpan/contract/endpoints/reconciliation';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf } from '../../../kit/filter/field-factory.ts';
import type { GridAction } from '../../../kit/grid/grid-column.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { channelAccountNames } from '../../../lib/names.ts';
import { useMay } from '../../../lib/own-user.ts';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { currencySums } from '../../../parts/currency-sums.tsx';
import { reconciliationChanged } from './changed.ts';
import { dayColumns, dayPresets } from './day-columns.tsx';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const StandingsDialog = lazy(async () => ({
  default: (await import('../../../parts/standings/standings-dialog.tsx')).StandingsDialog,
}));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

type E = typeof reconciliationDays;
const rowKey = (row: ReconciliationDayRow): string => row.id;

/** Business days of channel accounts: what was imported, what of it differs, and whether the day is closed. */
export function ReconciliationDays({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('reconciliation');
  const common = useWords('common');
  const may = useMay();
  const { setSearch } = useScreenPlace();
  const [importing, setImporting] = useState<ReconciliationDayRow | 'new' | null>(null);
  const [standing, setStanding] = useState<ReconciliationDayRow['channel_account'] | null>(null);
  const [closing, setClosing] = useState<ReconciliationDayRow | null>(null);
  const columns = useMemo(() => dayColumns(t), [t]);
  const presets = useMemo(() => dayPresets(common), [common]);
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.pick('channel_account_id', t('columns.account'), channelAccountNames),
      f.choice('state', t('columns.state'), {
        open: t('dayStates.open'),
        closed: t('dayStates.closed'),
      }),
    ];
  }, [t]);
  const match = async ({ channel_account: account, day }: ReconciliationDayRow): Promise<void> => {
    const text = `${account.name} ${day}`;
    try {
      const { open } = await call(matchReconciliationDay, { account: account.id, day });
      toasts.emit({ tone: 'ok', title: t('said.matched', { open }), text });
    } catch (fault) {
      if (!(fault instanceof CallFault)) throw fault;
      toasts.emit({ tone: 'fail', title: fault.message, text });
    }
    await reconciliationChanged();
  };
  const run = {
    import: (row: ReconciliationDayRow) => setImporting(row),
    match: (row: ReconciliationDayRow) => void match(row),
    close: (row: ReconciliationDayRow) => setClosing(row),
  } as const;
  // What leads on: to what differs, or, where nothing does, to the day's end.
  const actionsOf = (row: ReconciliationDayRow): readonly GridAction[] => {
    const day = {
      key: 'day',
      label: t('acts.day'),
      run: () =>
        setSearch({
          channel_account_id: row.channel_account.id,
          day: row.day,
          state: row.open > 0 ? 'open' : 'resolved',
        }),
    };
    const canClose = row.open === 0 && row.actions.includes('close');
    const acts = row.actions.map((act) => ({ key: act, label: t(`acts.${act}`), run: () => run[act](row) }));
    const balances = {
      key: 'balances',
      label: t('acts.balances'),
      run: () => setStanding(row.channel_account),
    };
    return canClose
      ? [
          ...acts.filter(({ key }) => key === 'close'),
          day,
          ...acts.filter(({ key }) => key !== 'close'),
          balances,
        ]
      : [day, ...acts, balances];
  };
  return (
    <ListScreen<E>
      endpoint={reconciliationDays}
      name="admin.reconciliation.days"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('noDays')}
      headActions={choice}
      create={
        may('admin.reconciliation.create')
          ? { label: t('acts.import'), run: () => setImporting('new') }
          : undefined
      }
      sums={(data) =>
        currencySums(data, [
          { label: t('columns.ours'), sum: 'ours', row: 'ours' },
          { label: t('columns.theirs'), sum: 'theirs', row: 'theirs' },
          { label: t('columns.difference'), sum: 'difference', row: 'difference' },
        ])
      }
      actions={actionsOf}
    >
      <Suspense fallback={null}>
        {importing !== null && (
          <ImportDialog
            {...(importing !== 'new' && { accountId: importing.channel_account.id, day: importing.day })}
            onClose={() => setImporting(null)}
          />
        )}
        {standing !== null && <StandingsDialog account={standing} onClose={() => setStanding(null)} />}
        {closing !== null && (
          <Confirm
            title={t('acts.close')}
            effect={t('effects.close', { account: closing.channel_account.name, day: closing.day })}
            confirmLabel={t('acts.close')}
            asks={['reason', 'payment_password', 'one_code']}
            act={async ({ once, reason, stepUp }) => {
              const { channel_account: account, day } = closing;
              await call(closeReconciliationDay, { account: account.id, day, reason, ...stepUp }, once);
              toasts.emit({ tone: 'ok', title: t('said.closed'), text: `${account.name} ${day}` });
              await reconciliationChanged();
            }}
            onClose={() => setClosing(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}
