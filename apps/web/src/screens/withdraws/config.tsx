import { Button } from '@mantine/core';
import { withdrawConfig } from '@suanpan/contract/endpoints/withdrawal-rules';
import type { WithdrawConfigRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { filterOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { limitColumns } from '../../parts/withdrawal/limit-columns.tsx';
import { windowsToText } from '../../parts/withdrawal/rule-texts.ts';

const ConfigDialog = lazy(async () => ({
  default: (await import('./config/config-dialog.tsx')).ConfigDialog,
}));
const HolidaysDialog = lazy(async () => ({
  default: (await import('./config/holidays-dialog.tsx')).HolidaysDialog,
}));

/** The configuration has no pages. */
const toInput = filterOf(withdrawConfig, []);
const rowKey = (row: WithdrawConfigRow): string => `${row.role} ${row.currency}`;
const work = [
  'role',
  'currency',
  'min',
  'max',
  'daily_amount',
  'daily_count',
  'per_card_daily',
  'card_usage_limit',
  'auto_approve_max',
] as const;

/** What holds for owners without rules of their own: limits, hours, holidays, and what one person may approve. */
export function WithdrawalConfiguration() {
  const t = useWords('withdrawals');
  const may = useMay();
  const client = useQueryClient();
  const [editing, setEditing] = useState<WithdrawConfigRow | null>(null);
  const [isPlanning, setPlanning] = useState(false);
  const columns = useMemo(() => configColumns(t), [t]);
  const presets = useWorkAndAll<WithdrawConfigRow>(
    {
      columns: work.filter((key) => key !== 'per_card_daily'),
      pinned: ['role', 'currency'],
      leaving: ['card_usage_limit', 'auto_approve_max', 'daily_count'],
    },
    {
      columns: [...work, 'window', 'holidays_closed', 'settle_accounts_max', 'account_rest_h', 'rate_lock_s'],
      pinned: ['role', 'currency'],
    },
  );
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [withdrawConfig.path] });
  return (
    <ListScreen<typeof withdrawConfig>
      endpoint={withdrawConfig}
      name="withdraws.config"
      columns={columns}
      presets={presets}
      fields={[]}
      toInput={toInput}
      rowKey={rowKey}
      headActions={
        may('withdraws.config.update') && (
          <Button size="xs" variant="default" onClick={() => setPlanning(true)}>
            {t('acts.editHolidays')}
          </Button>
        )
      }
      actions={(row) =>
        may('withdraws.config.update')
          ? [{ key: 'update', label: t('acts.editConfig'), run: () => setEditing(row) }]
          : []
      }
    >
      <Suspense fallback={null}>
        {editing && <ConfigDialog row={editing} onDone={changed} onClose={() => setEditing(null)} />}
        {isPlanning && <HolidaysDialog onDone={changed} onClose={() => setPlanning(false)} />}
      </Suspense>
    </ListScreen>
  );
}

function configColumns(t: TFunction<'withdrawals'>): readonly GridColumn<WithdrawConfigRow>[] {
  const c = columnsOf<WithdrawConfigRow>();
  return [
    c.said('role', t('columns.role'), (row) => t(`roles.${row.role}`), {
      width: 112,
      least: 104,
      card: 1,
    }),
    c.text('currency', t('columns.currency'), { width: 72, card: 1 }),
    ...limitColumns<WithdrawConfigRow>(t, (row) => row),
    c.money('auto_approve_max', t('rules.autoApproveMax'), { width: 136 }),
    c.said('window', t('rules.open'), (row) => windowsToText(row.window) || t('rules.always'), {
      width: 168,
    }),
    c.said(
      'holidays_closed',
      t('rules.holidaysClosed'),
      (row) => t(row.holidays_closed ? 'rules.yes' : 'rules.no'),
      {
        width: 112,
      },
    ),
    c.count('settle_accounts_max', t('rules.settleAccountsMax'), { width: 104 }),
    c.count('account_rest_h', t('rules.accountRestH'), { width: 136 }),
    c.count('rate_lock_s', t('rules.rateLockS'), { width: 128 }),
  ];
}
