import { Refusal } from '@suanpan/domain/errors';
import { AmountFormatError, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

/** Minor units of a sum that a person typed, nothing included. Refuses `invalidAmount` for more decimals than the currency has. */
export function readAmount(text: string, currency: Currency): bigint {
  try {
    return parseAmount(text, currency);
  } catch (error) {
    if (error instanceof AmountFormatError) throw new Refusal('invalidAmount');
    throw error;
  }
}
