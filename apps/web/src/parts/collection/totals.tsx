import type { OutputOf } from '@suanpan/contract/endpoint';
import type { CollectionRow, searchCollections } from '@suanpan/contract/endpoints/collections';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { TFunction } from 'i18next';
import { Money } from '../../kit/money.tsx';
import type { GridTotals } from '../../kit/grid/grid-column.ts';

type Answer = OutputOf<typeof searchCollections>;
type Amount = 'order_amount' | 'actual_amount' | 'accounted_amount' | 'fee';
const amounts: readonly Amount[] = ['order_amount', 'actual_amount', 'accounted_amount', 'fee'];

/** The sum of one column over the rows shown, in one currency and at ledger scale. */
function pageSum(rows: readonly CollectionRow[], key: Amount): string {
  const currency = rows[0]?.currency ?? 'TWD';
  const sum = rows.reduce((total, row) => {
    const value = row[key];
    return value === null ? total : total + parseSignedLedger(value, currency);
  }, 0n);
  return formatLedger(sum, currency);
}

/** This page and the whole filter, a line per currency: currencies are never added to each other. */
export function collectionTotals(t: TFunction<'orders'>, data: Answer): readonly GridTotals[] {
  const onPage = new Set(data.items.map((row) => row.currency));
  const currencies = data.summary.by_currency
    .map((sum) => sum.currency)
    .filter((currency) => onPage.has(currency));
  const mark = (currency: string): string => (data.summary.by_currency.length > 1 ? ` ${currency}` : '');
  return [
    ...currencies.map((currency) => {
      const rows = data.items.filter((row) => row.currency === currency);
      return {
        key: `page ${currency}`,
        label: `${t('summary.page')}${mark(currency)} · ${t('summary.count', { count: rows.length })}`,
        cells: Object.fromEntries(
          amounts.map((key) => [key, <Money key={key} value={pageSum(rows, key)} isExact={key === 'fee'} />]),
        ),
      };
    }),
    ...data.summary.by_currency.map((sum) => ({
      key: `all ${sum.currency}`,
      label: `${t('summary.total')}${mark(sum.currency)} · ${t('summary.count', { count: sum.count })}`,
      cells: {
        order_amount: <Money value={sum.amount} />,
        actual_amount: <Money value={sum.actual} />,
        accounted_amount: <Money value={sum.accounted} />,
        fee: <Money value={sum.fee} isExact />,
      },
    })),
  ];
}
