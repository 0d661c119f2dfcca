import { AmountFormatError, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

/** An amount as somebody types it, in minor units, or null for what is none in this currency. */
export function readAmount(text: string, currency: Currency): bigint | null {
  try {
    const amount = parseAmount(text, currency);
    return amount > 0n ? amount : null;
  } catch (error) {
    if (error instanceof AmountFormatError) return null;
    throw error;
  }
}
