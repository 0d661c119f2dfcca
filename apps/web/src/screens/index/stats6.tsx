import { generalGroups, generalResults } from '@suanpan/contract/endpoints/data-screens';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { merchantNames, subAgentNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
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
  const t = useWords('data');
  const isAbove = useMay()('index.general.get');
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof generalResults>();
    return [
      shared.range,
      shared.group(generalGroups, 'subAgent.day'),
      ...(isAbove ? [f.pick('sub_agent_id', t('columns.sub_agent'), subAgentNames)] : []),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      shared.currency,
      shared.compare,
    ];
  }, [isAbove, shared, t]);
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
