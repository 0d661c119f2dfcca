import { searchWithdrawals, type WithdrawalRow } from '@suanpan/contract/endpoints/withdrawals';
import { useMemo, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { useWords } from '../../lib/use-words.ts';
import { currencySums } from '../currency-sums.tsx';
import { withdrawalColumns, withdrawalPresets } from '../withdrawal/columns.tsx';
import { useWithdrawalActions } from '../withdrawal/use-withdrawal-actions.tsx';
import { useWithdrawalList } from '../withdrawal/use-withdrawal-list.ts';

type E = typeof searchWithdrawals;
const rowKey = (row: WithdrawalRow): string => row.id;
/** What nobody decided yet: it waits for a hand, or is in one. */
const open = ['pending', 'processing'] as const;

/** Withdrawals that wait for a person, the oldest first; what he may do with them is the withdrawals' own. */
export function WithdrawalQueue({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('withdrawals');
  const claims = useWords('claims');
  const common = useWords('common');
  const columns = useMemo(() => withdrawalColumns(t), [t]);
  const presets = useMemo(() => withdrawalPresets(common), [common]);
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.number('no', t('columns.no')),
      f.amounts('amount', t('columns.amount')),
      f.currency(t('columns.currency')),
    ];
  }, [t]);
  const toInput = useMemo(() => {
    const ask = inputOf(searchWithdrawals, fields);
    return (...asked: Parameters<typeof ask>) => ({
      sort: 'created_at' as const,
      ...ask(...asked),
      status: [...open],
    });
  }, [fields]);
  const list = useWithdrawalList(toInput);
  const { actionsOf, dialog } = useWithdrawalActions();
  const held = list.data?.summary.held;
  return (
    <ListFrame<E>
      list={list}
      name="claimOrder"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={claims('noWithdrawal')}
      headActions={choice}
      toolbar={
        held ? (
          <span className="num">{claims('held', { open: held.open, most: held.most })}</span>
        ) : (
          held === null && <span>{claims('followed.withdrawals')}</span>
        )
      }
      sums={(shown) => currencySums(shown, [{ label: t('columns.amount'), sum: 'amount', row: 'amount' }])}
      actions={actionsOf}
    >
      {dialog}
    </ListFrame>
  );
}
