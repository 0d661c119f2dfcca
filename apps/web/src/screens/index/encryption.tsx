import {
  cryptoData,
  cryptoGroups,
  cryptoQuotes,
  type DataRow,
} from '@suanpan/contract/endpoints/data-screens';
import { displayExact } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { fields as fieldsOf, wordsOf } from '../../kit/filter/field-factory.ts';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
import { DataScreen, type Answer } from '../../parts/data/data-screen.tsx';
import { toldColumn } from '../../parts/data/told-column.tsx';
import { ExchangeRates } from './encryption/exchange-rates.tsx';

const figures = {
  account: ['orders', 'success', 'successRate', 'actual', 'fee', 'payouts', 'payoutsPaid', 'paidAmount'],
  withdrawal: [
    'withdrawals',
    'withdrawalsPaid',
    'withdrawalAmount',
    'withdrawalPaid',
    'withdrawalSent',
    'withdrawalFee',
    'lockedRate',
    'lockedLow',
    'lockedHigh',
    'withdrawalMargin',
  ],
} as const;
const work = {
  account: ['orders', 'successRate', 'actual', 'payouts', 'paidAmount'],
  withdrawal: ['withdrawals', 'withdrawalAmount', 'withdrawalPaid', 'withdrawalSent', 'lockedRate'],
} as const;
const ownWork = ['crypto.clearing', 'crypto.difference', 'crypto.addresses'] as const;
const leaving = ['crypto.difference', 'payouts', 'withdrawalPaid'] as const;
const sorts = [
  '-actual',
  'actual',
  '-paidAmount',
  'paidAmount',
  '-withdrawalAmount',
  'withdrawalAmount',
] as const;

const dimensions: Readonly<Record<(typeof cryptoGroups)[number], readonly DataDimension[]>> = {
  account: ['channel_account'],
  'account.day': ['day', 'channel_account'],
  withdrawal: ['day', 'withdrawal', 'owner'],
  'withdrawal.day': ['day'],
};
const groupAt = (search: FlatSearch): (typeof cryptoGroups)[number] =>
  cryptoGroups.find((one) => one === textAt(search, 'group')) ?? 'account';
const kindAt = (search: FlatSearch) => (groupAt(search).startsWith('account') ? 'account' : 'withdrawal');
const about = (search: FlatSearch): readonly DataDimension[] => dimensions[groupAt(search)];
const figuresAt = (search: FlatSearch) => figures[kindAt(search)];
const workAt = (search: FlatSearch) => work[kindAt(search)];
const picture = ({ summary }: Answer) => <ExchangeRates summary={summary} />;
const none: readonly GridColumn<DataRow>[] = [];

/** USDT: its accounts with what came, went and lies there, what was withdrawn to chains and by which rates. */
export function Crypto() {
  const t = useWords('data');
  const { search } = useScreenPlace();
  const ofAccounts = kindAt(search) === 'account';
  const own = useMemo(() => (ofAccounts ? accountColumns(t) : none), [ofAccounts, t]);
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof cryptoData>();
    return [
      shared.range,
      shared.group(cryptoGroups, 'account'),
      f.choice(
        'quote',
        t('columns.quote'),
        wordsOf(cryptoQuotes, (one) => one),
        'TWD',
      ),
      shared.compare,
      shared.agent,
    ];
  }, [shared, t]);
  return (
    <DataScreen<typeof cryptoData>
      endpoint={cryptoData}
      kind="index.encryption"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figuresAt}
      work={workAt}
      own={own}
      ownWork={ofAccounts ? ownWork : []}
      leaving={leaving}
      picture={picture}
    />
  );
}

function accountColumns(t: TFunction<'data'>): readonly GridColumn<DataRow>[] {
  type Of = NonNullable<DataRow['crypto']>;
  const own = (
    key: 'clearing' | 'provider' | 'difference' | 'addresses',
    width: number,
    tell: (crypto: Of) => string | null,
    hint?: (crypto: Of) => string | undefined,
  ): GridColumn<DataRow> =>
    toldColumn({
      key: `crypto.${key}`,
      title: t(`columns.${key}`),
      width,
      tell: ({ crypto }) => crypto && tell(crypto),
      hint: ({ crypto }) => crypto && hint?.(crypto),
    });
  // To the last digit: what does not agree may be a fraction of a cent.
  const money = (value: string | null): string | null => (value === null ? null : displayExact(value));
  const saidAt = ({ checked_at: at }: Of): string | undefined =>
    at === null ? undefined : t('states.saidAt', { time: showInstant(at) });
  return [
    own('clearing', 112, ({ clearing }) => displayExact(clearing)),
    own('provider', 112, ({ provider }) => money(provider), saidAt),
    own('difference', 104, ({ difference }) => money(difference), saidAt),
    own(
      'addresses',
      112,
      ({ addresses }) =>
        addresses && [addresses.used, addresses.of].filter((one) => one !== undefined).join(' / '),
      ({ addresses }) => (addresses ? t('exchange.waiting', { waiting: addresses.waiting }) : undefined),
    ),
  ];
}
