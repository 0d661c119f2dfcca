import { generalGroups, generalResults } from '@suanpan/contract/endpoints/data-screens';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useEarningFields } from '../../parts/data/data-fields.ts';
import { DataScreen } from '../../parts/data/data-screen.tsx';

const figures = [
  'orders',
  'success',
  'amount',
  'actual',
  'commission',
  'payouts',
  'paidAmount',
  'payoutCommission',
] as const;
const leaving = ['success', 'amount'] as const;
const sorts = [
  '-actual',
  'actual',
  '-orders',
  'orders',
  '-commission',
  'commission',
  '-paidAmount',
  'paidAmount',
  '-payoutCommission',
  'payoutCommission',
] as const;

const dimensions: Readonly<Record<(typeof generalGroups)[number], readonly DataDimension[]>> = {
  'subAgent.day': ['day', 'sub_agent'],
  subAgent: ['sub_agent'],
  'subAgent.merchant': ['sub_agent', 'customer'],
  day: ['day'],
};

function about(search: FlatSearch): readonly DataDimension[] {
  return dimensions[generalGroups.find((one) => one === textAt(search, 'group')) ?? 'subAgent.day'];
}

/** What came through the merchants of general agents, and what these earned of it. */
export function GeneralResults() {
  const fields = useEarningFields(generalGroups, 'subAgent.day');
  return (
    <DataScreen<typeof generalResults>
      endpoint={generalResults}
      kind="index.stats6"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figures}
      leaving={leaving}
    />
  );
}
