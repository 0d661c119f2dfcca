import { payoutGroups, payoutStats } from '@suanpan/contract/endpoints/data-screens';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { merchantNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
import { DataScreen } from '../../parts/data/data-screen.tsx';

const byMaking = [
  'payouts',
  'payoutsPaid',
  'payoutsFailed',
  'payoutRate',
  'payoutAmount',
  'payoutTime',
  'payoutTime95',
] as const;
const figures = [...byMaking, 'paidAmount', 'payoutFee'] as const;
const leaving = ['payoutsFailed', 'payoutTime95', 'payoutFee'] as const;
const sorts = ['-payoutAmount', 'payoutAmount', '-payouts', 'payouts'] as const;

const dimensions: Readonly<Record<(typeof payoutGroups)[number], readonly DataDimension[]>> = {
  status: ['status'],
  failure: ['failure'],
  channel: ['channel'],
  bank: ['bank'],
  'day.hour': ['day', 'hour'],
  merchant: ['customer'],
  day: ['day'],
};
const groupAt = (search: FlatSearch) =>
  payoutGroups.find((one) => one === textAt(search, 'group')) ?? 'status';
const about = (search: FlatSearch): readonly DataDimension[] => dimensions[groupAt(search)];
/** Banks and hours are counted by the day of a payout's making alone. */
const figuresAt = (search: FlatSearch) =>
  groupAt(search) === 'bank' || groupAt(search) === 'day.hour' ? byMaking : figures;

/** What was paid out, by outcome, channel, bank and hour. */
export function PayoutStats() {
  const t = useWords('data');
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof payoutStats>();
    return [
      shared.range,
      shared.group(payoutGroups, 'status'),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      shared.currency,
      shared.compare,
      shared.agent,
    ];
  }, [shared, t]);
  return (
    <DataScreen<typeof payoutStats>
      endpoint={payoutStats}
      kind="index.payment"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figuresAt}
      leaving={leaving}
    />
  );
}
