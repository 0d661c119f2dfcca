import { commissionGroups, payoutCommissions } from '@suanpan/contract/endpoints/data-screens';
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
  const t = useWords('data');
  const isAbove = useMay()('index.general.get');
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof payoutCommissions>();
    return [
      shared.range,
      shared.group(commissionGroups, 'subAgent'),
      ...(isAbove ? [f.pick('sub_agent_id', t('columns.sub_agent'), subAgentNames)] : []),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      shared.currency,
      shared.compare,
    ];
  }, [isAbove, shared, t]);
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
