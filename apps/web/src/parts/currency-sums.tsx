import type { Currency } from '@suanpan/money/currency';
import type { ReactNode } from 'react';
import type { CurrencySums, SumLine } from '../kit/list-sums.tsx';
import { Money } from '../kit/money.tsx';
import { pageSum } from './page-sum.ts';

type MoneyKey<Of> = { [Key in keyof Of]: Of[Key] extends string | null ? Key : never }[keyof Of] & string;

interface Priced {
  readonly currency: Currency;
}

/** One figure of the sums: what the server says of the whole filter, and the column that it sums. */
interface SumFigure<Sum, Row> {
  readonly label: string;
  readonly sum: MoneyKey<Sum>;
  readonly row: MoneyKey<Row>;
  /** Which of the rows it counts, where it is not all of them. */
  readonly among?: (row: Row) => boolean;
  readonly isExact?: boolean;
}

/** The whole filter and this page, a line a currency: currencies are never added to each other. */
export function currencySums<Sum extends Priced & { readonly count: number }, Row extends Priced>(
  data: { readonly items: readonly Row[]; readonly summary: { readonly by_currency: readonly Sum[] } },
  figures: readonly SumFigure<Sum, Row>[],
): readonly CurrencySums[] {
  const line = (count: number, valueOf: (figure: SumFigure<Sum, Row>) => unknown): SumLine => ({
    count,
    figures: figures.map((figure) => ({
      label: figure.label,
      value: <Money value={valueOf(figure) as string} isExact={figure.isExact ?? false} />,
    })),
  });
  return data.summary.by_currency.map((sum) => {
    const rows = data.items.filter((row) => row.currency === sum.currency);
    return {
      currency: sum.currency,
      filter: line(sum.count, (figure) => sum[figure.sum]),
      page: line(rows.length, ({ among, row }) =>
        sumOf(among === undefined ? rows : rows.filter(among), row, sum.currency),
      ),
    };
  });
}

/** What some rows come to, currency by currency. */
export function sumsOfRows<Row extends Priced>(rows: readonly Row[], key: MoneyKey<Row>): ReactNode {
  const found = [...new Set(rows.map((row) => row.currency))];
  return found.map((currency) => (
    <span key={currency}>
      {' '}
      <Money
        currency={currency}
        value={sumOf(
          rows.filter((row) => row.currency === currency),
          key,
          currency,
        )}
      />
    </span>
  ));
}

function sumOf<Row extends Priced>(rows: readonly Row[], key: MoneyKey<Row>, currency: Currency): string {
  return pageSum(rows as readonly Row[] & readonly Record<typeof key, string | null>[], key, currency);
}
