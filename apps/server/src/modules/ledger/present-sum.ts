import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { countOf } from '../../platform/db/count-of.ts';

/** How many rows of a currency there are, and what they come to in minor units. */
export interface AmountSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly amount: bigint;
}

export const presentSum = ({ amount, count, currency }: AmountSum) => ({
  currency,
  count: countOf(count),
  amount: formatLedger(amount, currency),
});
