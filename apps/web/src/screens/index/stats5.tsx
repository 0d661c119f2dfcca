import { accountGroups, channelAccountsData, type DataRow } from '@suanpan/contract/endpoints/data-screens';
import { displayExact, displayCount } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
import { DataScreen } from '../../parts/data/data-screen.tsx';
import { toldColumn } from '../../parts/data/told-column.tsx';

const figures = {
  collection: ['orders', 'success', 'successRate', 'amount', 'actual', 'fee', 'endpointCost', 'margin'],
  payout: [
    'payouts',
    'payoutsPaid',
    'payoutRate',
    'payoutAmount',
    'paidAmount',
    'payoutFee',
    'payoutEndpointCost',
    'payoutMargin',
  ],
} as const;
const work = {
  collection: ['orders', 'successRate', 'actual', 'endpointCost', 'margin'],
  payout: ['payouts', 'payoutRate', 'paidAmount', 'payoutEndpointCost', 'payoutMargin'],
} as const;
const ownWork = [
  'account.clearing',
  'account.difference',
  'account.create_ms',
  'account.error_rate',
] as const;
const leaving = ['account.difference', 'account.create_ms', 'endpointCost', 'payoutEndpointCost'] as const;
const sorts = ['-amount', 'amount', '-orders', 'orders', '-fee', 'fee'] as const;

const dimensions: Readonly<Record<(typeof accountGroups)[number], readonly DataDimension[]>> = {
  account: ['channel_account'],
  'account.day': ['day', 'channel_account'],
};
const about = (search: FlatSearch): readonly DataDimension[] =>
  dimensions[accountGroups.find((one) => one === textAt(search, 'group')) ?? 'account'];
const directionAt = (search: FlatSearch) =>
  textAt(search, 'direction') === 'payout' ? 'payout' : 'collection';
const figuresAt = (search: FlatSearch) => figures[directionAt(search)];
const workAt = (search: FlatSearch) => work[directionAt(search)];

/** Accounts at providers: what came or went by them, what it cost, what lies there, and how their providers answered. */
export function ChannelAccounts() {
  const t = useWords('data');
  const own = useMemo(() => accountColumns(t), [t]);
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof channelAccountsData>();
    return [
      shared.range,
      f.choice(
        'direction',
        t('filters.direction'),
        { collection: t('filters.collection'), payout: t('filters.payout') },
        'collection',
      ),
      shared.group(accountGroups, 'account'),
      shared.currency,
      shared.compare,
      shared.agent,
    ];
  }, [shared, t]);
  return (
    <DataScreen<typeof channelAccountsData>
      endpoint={channelAccountsData}
      kind="index.stats5"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figuresAt}
      work={workAt}
      own={own}
      ownWork={ownWork}
      leaving={leaving}
    />
  );
}

function accountColumns(t: TFunction<'data'>): readonly GridColumn<DataRow>[] {
  const own = (
    key: string,
    width: number,
    tell: (account: NonNullable<DataRow['account']>) => string | null,
    hint?: (account: NonNullable<DataRow['account']>) => string | undefined,
  ): GridColumn<DataRow> =>
    toldColumn({
      key: `account.${key}`,
      title: t(`columns.${key as 'clearing'}`),
      width,
      tell: ({ account }) => account && tell(account),
      hint: ({ account }) => account && hint?.(account),
    });
  // To the last digit: what does not agree may be a fraction of a cent.
  const money = (value: string | null): string | null => (value === null ? null : displayExact(value));
  const saidAt = ({ checked_at: at }: NonNullable<DataRow['account']>): string | undefined =>
    at === null ? undefined : t('states.saidAt', { time: showInstant(at) });
  const calls = ({ calls: many }: NonNullable<DataRow['account']>): string | undefined =>
    many === null ? undefined : t('states.calls', { calls: displayCount(many) });
  return [
    own('clearing', 112, ({ clearing }) => displayExact(clearing)),
    own('provider', 112, ({ provider }) => money(provider), saidAt),
    own('difference', 104, ({ difference }) => money(difference), saidAt),
    own('create_ms', 132, (a) => a.create_ms && t('states.latency', a.create_ms), calls),
    own('query_ms', 132, (a) => a.query_ms && t('states.latency', a.query_ms), calls),
    own('error_rate', 84, (a) => a.error_rate && `${a.error_rate} %`, calls),
    own('trips', 72, ({ trips }) => String(trips)),
  ];
}
