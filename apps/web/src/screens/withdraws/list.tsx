import {
  releaseWithdrawal,
  searchWithdrawals,
  takeWithdrawal,
} from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawalRow } from '@suanpan/contract/endpoints/withdrawals';
import { withdrawalStatuses } from '@suanpan/domain/states/withdrawal';
import { currencies, type Currency } from '@suanpan/money/currency';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { AutoRefreshControl } from '../../kit/auto-refresh-control.tsx';
import type { BulkAct } from '../../kit/bulk-bar.tsx';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { call } from '../../lib/api.ts';
import { isDialogOpen } from '../../lib/keys.ts';
import { ownerNames } from '../../lib/names.ts';
import { useAutoRefresh } from '../../lib/use-auto-refresh.ts';
import { useWords } from '../../lib/use-words.ts';
import { isBlocked } from '../../parts/approval/is-blocked.ts';
import { currencySums, sumsOfRows } from '../../parts/currency-sums.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { useWatchOffer } from '../../parts/watch/use-watch-offer.tsx';
import { withdrawalColumns, withdrawalPresets } from '../../parts/withdrawal/columns.tsx';
import { useWithdrawalActions } from '../../parts/withdrawal/use-withdrawal-actions.tsx';
import { useWithdrawalList } from '../../parts/withdrawal/use-withdrawal-list.ts';

type E = typeof searchWithdrawals;
/** What needs no proof, and is taken back as easily. */
const together = { take: takeWithdrawal, release: releaseWithdrawal } as const;
const nameOf = (row: WithdrawalRow): string => row.no;
const isPaid = (row: WithdrawalRow): boolean => row.status === 'paid';
const rowKey = (row: WithdrawalRow): string => row.id;

/** Withdrawals: what waits, who has it in hand, and for whoever may, what is to be decided. Kept fresh every 30 seconds. */
export function WithdrawalList() {
  const t = useWords('withdrawals');
  const common = useWords('common');
  const client = useQueryClient();
  const columns = useMemo(() => withdrawalColumns(t), [t]);
  const presets = useMemo(() => withdrawalPresets(common), [common]);
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.number('no', t('columns.no')),
      f.choices(
        'status',
        t('columns.status'),
        wordsOf(withdrawalStatuses, (status) => t(`status.${status}`)),
      ),
      f.amounts('amount', t('columns.amount')),
      f.currency(t('columns.currency')),
      f.choice(
        'target_currency',
        t('columns.targetCurrency'),
        wordsOf(Object.keys(currencies) as Currency[], (one) => one),
      ),
      f.pick('owner', t('columns.owner'), ownerNames),
      f.number('third_party_no', t('columns.thirdPartyNo')),
      f.dates('created', t('fields.range'), {
        fallback: 'all',
        queueUnless: ['no', 'third_party_no', 'owner', 'status'],
      }),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(searchWithdrawals, fields), [fields]);
  const list = useWithdrawalList(toInput);
  const watch = useWatchOffer('withdraws.list', fields, toInput);
  const { actionsOf, dialog } = useWithdrawalActions();
  const isMenuOpen = useRef(false);
  const refresh = useAutoRefresh(list.refresh, () => isMenuOpen.current || isDialogOpen());
  const bulk = useMemo(
    () =>
      (['take', 'release'] as const).map((act): BulkAct<WithdrawalRow> => ({
        key: act,
        label: t(`acts.${act}`),
        allows: (row) => row.actions.includes(act) && !isBlocked(row, act),
        effect: () => t(`hints.${act}`),
        run: async (row, once) => {
          await call(together[act], { id: row.id }, once);
          void client.invalidateQueries({ queryKey: [searchWithdrawals.path] });
        },
      })),
    [t, client],
  );
  return (
    <ListFrame<E>
      list={list}
      name="withdraws.list"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      noMatch={{ text: t('states.empty') }}
      moreOfViews={watch.offer}
      headActions={<ExportButton kind="withdraws.list" endpoint={searchWithdrawals} toInput={toInput} />}
      toolbar={<AutoRefreshControl engine={refresh} />}
      sums={(shown) =>
        currencySums(shown, [
          { label: t('columns.amount'), sum: 'amount', row: 'amount' },
          { label: t('columns.paid'), sum: 'paid_amount', row: 'amount', among: isPaid },
        ])
      }
      bulk={{ nameOf, sum: (rows) => sumsOfRows(rows, 'amount'), acts: bulk }}
      actions={actionsOf}
      grid={{ onMenu: (isOpen) => (isMenuOpen.current = isOpen) }}
    >
      {dialog}
      {watch.dialog}
    </ListFrame>
  );
}
