import { Refusal } from '@suanpan/domain/errors';
import { refuseOrderAmount } from '@suanpan/domain/order-amount';
import { AmountFormatError, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

/**
 * Minor units of an amount that a person typed. Refuses `invalidAmount` for nothing and for more decimals than the currency has,
 * and `amountOutOfRange` for more than any movement of it may be (domain §10.1).
 */
export function amountOf(text: string, currency: Currency): bigint {
  let amount = 0n;
  try {
    amount = parseAmount(text, currency);
  } catch (error) {
    if (!(error instanceof AmountFormatError)) throw error;
  }
  if (amount === 0n) throw new Refusal('invalidAmount');
  refuseOrderAmount(amount, currency);
  return amount;
}
