import type { TFunction } from 'i18next';
import { isExactFigure } from './figure-columns.tsx';

/** Amounts of a report that are added up, each with the word of its column. */
const words = {
  amount: 'amount',
  actual: 'actual',
  fee: 'fee',
  accounted: 'accounted',
  refunds: 'refunds',
  payout_amount: 'payoutAmount',
  payout_fee: 'payoutFee',
} as const;

/** The figures that `currencySums` adds up, in the order of their names. */
export function reportFigures(names: readonly (keyof typeof words)[]) {
  return (t: TFunction<'reports'>) =>
    names.map((name) => ({
      label: t(`columns.${words[name]}`),
      sum: name,
      row: name,
      isExact: isExactFigure(name),
    }));
}

/** A sum of a report with the number of its rows, as `currencySums` takes it. */
export const counted = <Sum extends { readonly rows: number }>(sum: Sum) => ({ ...sum, count: sum.rows });
