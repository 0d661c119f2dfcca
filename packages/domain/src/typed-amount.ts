import { readAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { Refusal } from './errors.ts';

/** Minor units of a sum that a person typed, nothing included. Refuses `invalidAmount` for more decimals than the currency has. */
export function typedAmount(text: string, currency: Currency): bigint {
  const amount = readAmount(text, currency);
  if (amount === null) throw new Refusal('invalidAmount');
  return amount;
}
