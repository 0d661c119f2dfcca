import type { OutputOf } from '@suanpan/contract/endpoint';
import type { CollectionRow, searchCollections } from '@suanpan/contract/endpoints/collections';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { CurrencySums, SumLine } from '../../kit/list-sums.tsx';
import { Money } from '../../kit/money.tsx';

type Answer = OutputOf<typeof searchCollections>;
type Amount = 'order_amount' | 'actual_amount' | 'accounted_amount' | 'fee';
type Currency = CollectionRow['currency'];

/** The sum of one column over rows of one currency, at ledger scale. */
function sumOf(rows: readonly CollectionRow[], key: Amount, currency: Currency): string {
  const sum = rows.reduce((total, row) => {
    const value = row[key];
    return value === null ? total : total + parseSignedLedger(value, currency);
  }, 0n);
  return formatLedger(sum, currency);
}

/** The whole filter and this page, a line a currency: currencies are never added to each other. */
export function collectionSums(t: TFunction<'orders'>, data: Answer): readonly CurrencySums[] {
  const line = (count: number, amounts: Readonly<Record<Amount, string>>): SumLine => ({
    count,
    figures: [
      { label: t('sums.order'), value: <Money value={amounts.order_amount} /> },
      { label: t('sums.actual'), value: <Money value={amounts.actual_amount} /> },
      { label: t('sums.accounted'), value: <Money value={amounts.accounted_amount} /> },
      { label: t('columns.fee'), value: <Money value={amounts.fee} isExact /> },
    ],
  });
  return data.summary.by_currency.map(({ currency, count, amount, actual, accounted, fee }) => {
    const rows = data.items.filter((row) => row.currency === currency);
    const onPage = (key: Amount): string => sumOf(rows, key, currency);
    return {
      currency,
      filter: line(count, { order_amount: amount, actual_amount: actual, accounted_amount: accounted, fee }),
      page: line(rows.length, {
        order_amount: onPage('order_amount'),
        actual_amount: onPage('actual_amount'),
        accounted_amount: onPage('accounted_amount'),
        fee: onPage('fee'),
      }),
    };
  });
}

/** What some orders come to, currency by currency. */
export function orderedSum(rows: readonly CollectionRow[]): ReactNode {
  const currencies = [...new Set(rows.map((row) => row.currency))];
  return currencies.map((currency) => (
    <span key={currency}>
      {' '}
      <Money
        currency={currency}
        value={sumOf(
          rows.filter((row) => row.currency === currency),
          'order_amount',
          currency,
        )}
      />
    </span>
  ));
}
