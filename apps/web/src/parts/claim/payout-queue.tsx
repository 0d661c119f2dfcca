import { searchPayouts, type PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { useMemo, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { useWords } from '../../lib/use-words.ts';
import { payoutColumns, payoutPresets } from '../payout/columns.tsx';
import { payoutSums } from '../payout/sums.tsx';
import { usePayoutActions } from '../payout/use-payout-actions.tsx';

type E = typeof searchPayouts;
const rowKey = (row: PayoutListRow): string => row.id;
/** What nobody sends on by itself: it waits, a person pays it, or its outcome is not known. */
const waiting = ['queued', 'claimed', 'unknown'] as const;

/** Payouts that wait for a person, the oldest first; what he may do with them is the payouts' own. */
export function PayoutQueue({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('payouts');
  const o = useWords('orders');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const columns = useMemo(() => payoutColumns({ t, statuses, currency: undefined }), [t, statuses]);
  const presets = useMemo(() => payoutPresets(common, { isAcrossTenants: false }), [common]);
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.numbers('numbers', o('filters.number'), { placeholder: o('filters.numberPlaceholder') }),
      f.amounts('amount', o('filters.amount'), { placeholder: o('filters.amountPlaceholder') }),
    ];
  }, [o]);
  const toInput = useMemo(() => {
    const ask = inputOf(searchPayouts, fields);
    return (...asked: Parameters<typeof ask>) => ({
      sort: 'created_at' as const,
      ...ask(...asked),
      status: ['processing' as const],
      stage: [...waiting],
    });
  }, [fields]);
  const { actionsOf, dialog } = usePayoutActions();
  return (
    <ListScreen<E>
      endpoint={searchPayouts}
      name="claimOrder"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      headActions={choice}
      sums={(data) => payoutSums(t, data)}
      actions={actionsOf}
    >
      {dialog}
    </ListScreen>
  );
}
