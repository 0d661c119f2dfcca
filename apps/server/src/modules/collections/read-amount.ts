import { Refusal } from '@suanpan/domain/errors';
import { AmountFormatError, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

/** Minor units of a sum that a person typed. Refuses `invalidAmount` for nothing and for more decimals than the currency has. */
export function readAmount(text: string, currency: Currency): bigint {
  try {
    const amount = parseAmount(text, currency);
    if (amount > 0n) return amount;
  } catch (error) {
    if (!(error instanceof AmountFormatError)) throw error;
  }
  throw new Refusal('invalidAmount');
}
