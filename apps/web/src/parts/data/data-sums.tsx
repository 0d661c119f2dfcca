import type { DataRow, DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { figures, isOfQuote, type FigureName } from '@suanpan/domain/reports/figures';
import type { Currency } from '@suanpan/money/currency';
import type { TFunction } from 'i18next';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { pageSum } from '../page-sum.ts';
import { Figure } from './figure.tsx';
import { figureText } from './figure-text.ts';

interface Summed {
  readonly items: readonly DataRow[];
  readonly summary: DataSummary;
}

/** What the whole question comes to, by the server, and what the rows of the page add up to. */
export function dataSums(
  t: TFunction<'data'>,
  shown: readonly FigureName[],
  { items, summary }: Summed,
): readonly CurrencySums[] {
  const { currency, exchange } = summary;
  return [
    sumsIn(
      currency,
      shown.filter((name) => !isOfQuote(name)),
    ),
    ...(exchange && shown.some(isOfQuote) ? [sumsIn(exchange.quote, shown.filter(isOfQuote))] : []),
  ];

  function sumsIn(of: Currency, names: readonly FigureName[]): CurrencySums {
    return {
      currency: of,
      filter: {
        count: items.length,
        figures: names
          .filter((name) => (summary.figures[name] ?? null) !== null)
          .map((name) => ({ label: t(`figures.${name}`), value: <Figure name={name} of={summary} /> })),
      },
      page: {
        count: items.length,
        figures: names.filter(isSum).map((name) => ({
          label: t(`figures.${name}`),
          value: <span className="num">{figureText(t, name, addUp(name, of))}</span>,
        })),
      },
    };
  }

  function addUp(name: FigureName, of: Currency): string | number {
    const values = items.map(({ figures: told }) => told[name] ?? 0);
    if (figures[name].kind === 'count') return values.reduce<number>((sum, one) => sum + Number(one), 0);
    return pageSum(
      values.map((value) => ({ value: String(value) })),
      'value',
      of,
    );
  }
}

/** A mean, a rate or a median is not added up. */
function isSum(name: FigureName): boolean {
  const { kind } = figures[name];
  return kind === 'count' || (kind === 'money' && name !== 'meanTicket');
}
