import { merchantStats, statsGroups } from '@suanpan/contract/endpoints/data-screens';
import { comparisons, dataMaxDays } from '@suanpan/domain/reports/figures';
import { useMemo } from 'react';
import { fields as fieldsOf, wordsOf } from '../../kit/filter/field-factory.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { agentNames, collectionChannelNames, merchantNames } from '../../lib/names.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
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
  const orders = useWords('orders');
  const isPlatform = useSelf().agent_id === undefined;
  const fields = useMemo(() => {
    const f = fieldsOf<typeof merchantStats>();
    return [
      f.days(t('filters.range'), { fallback: 'today', maxDays: dataMaxDays }),
      f.choice(
        'group',
        t('filters.group'),
        wordsOf(statsGroups, (one) => t(`groups.${one}`)),
        'merchant',
      ),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      f.currency(t('columns.currency')),
      f.choice(
        'compare',
        t('filters.compare'),
        wordsOf(comparisons, (one) => t(`compare.${one}`)),
      ),
      f.pick('channel', t('columns.channel'), collectionChannelNames),
      ...(isPlatform
        ? [f.pick('agent_id', t('columns.agent'), agentNames, { mistake: orders('filters.agentMistake') })]
        : []),
    ];
  }, [isPlatform, orders, t]);
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
