import { merchantStats, statsGroups } from '@suanpan/contract/endpoints/data-screens';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { collectionChannelNames, merchantNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
import { DataScreen } from '../../parts/data/data-screen.tsx';

const figures = [
  'orders',
  'success',
  'failed',
  'successRate',
  'amount',
  'actual',
  'fee',
  'accounted',
  'meanTicket',
  'timeToPay',
] as const;
const leaving = ['failed', 'meanTicket', 'timeToPay'] as const;
const sorts = [
  '-amount',
  'amount',
  '-orders',
  'orders',
  '-success',
  'success',
  '-actual',
  'actual',
  '-fee',
  'fee',
] as const;

const dimensions: Readonly<Record<(typeof statsGroups)[number], readonly DataDimension[]>> = {
  merchant: ['customer'],
  channel: ['channel'],
  day: ['day'],
  'merchant.channel': ['customer', 'channel'],
  'merchant.day': ['day', 'customer'],
  'channel.day': ['day', 'channel'],
};

function about(search: FlatSearch): readonly DataDimension[] {
  const group = statsGroups.find((one) => one === textAt(search, 'group')) ?? 'merchant';
  return dimensions[group];
}

/** What merchants took in, by merchant, channel and day. */
export function MerchantStats() {
  const t = useWords('data');
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof merchantStats>();
    return [
      shared.range,
      shared.group(statsGroups, 'merchant'),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      shared.currency,
      shared.compare,
      f.pick('channel', t('columns.channel'), collectionChannelNames),
      shared.agent,
    ];
  }, [shared, t]);
  return (
    <DataScreen<typeof merchantStats>
      endpoint={merchantStats}
      kind="index.stats"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figures}
      leaving={leaving}
    />
  );
}
