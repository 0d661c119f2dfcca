import { commissionGroups, payoutCommissions } from '@suanpan/contract/endpoints/data-screens';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useEarningFields } from '../../parts/data/data-fields.ts';
import { DataScreen } from '../../parts/data/data-screen.tsx';

const inAll = ['payoutsPaid', 'paidAmount', 'payoutCommission'] as const;
const ofEach = ['payoutAmount', 'orderCommission'] as const;
const sorts = ['-payoutCommission', 'payoutCommission', '-paidAmount', 'paidAmount'] as const;

const dimensions: Readonly<Record<(typeof commissionGroups)[number], readonly DataDimension[]>> = {
  subAgent: ['sub_agent'],
  'subAgent.merchant': ['sub_agent', 'customer'],
  'subAgent.day': ['day', 'sub_agent'],
  payout: ['day', 'order', 'sub_agent', 'customer'],
};
const groupAt = (search: FlatSearch) =>
  commissionGroups.find((one) => one === textAt(search, 'group')) ?? 'subAgent';
const about = (search: FlatSearch): readonly DataDimension[] => dimensions[groupAt(search)];
const figuresAt = (search: FlatSearch) => (groupAt(search) === 'payout' ? ofEach : inAll);

/** What general agents earned of payouts, in all and of each. */
export function PayoutCommissions() {
  const fields = useEarningFields(commissionGroups, 'subAgent');
  return (
    <DataScreen<typeof payoutCommissions>
      endpoint={payoutCommissions}
      kind="index.subagentPaymentFees"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figuresAt}
    />
  );
}
