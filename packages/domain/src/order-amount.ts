import { formatMerchant, parseSignedLedger } from '@suanpan/money/amount';
import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import { powerOfTen } from '@suanpan/money/round';
import { Refusal } from './errors.ts';
import { orderMostAmount } from './limits.ts';
import { typedAmount } from './typed-amount.ts';

/** Refuses `amountOutOfRange` for an amount, in minor units, that no order may have, whatever its channel. */
export function refuseOrderAmount(amount: bigint, currency: Currency): void {
  const { inputScale, ledgerScale } = currencies[currency];
  const most = parseSignedLedger(orderMostAmount[currency], currency);
  if (amount > 0n && amount <= most) return;
  const least = powerOfTen(ledgerScale - inputScale);
  throw new Refusal('amountOutOfRange', {
    params: { min: formatMerchant(least, currency), max: formatMerchant(most, currency) },
    fields: { amount: ['-'] },
  });
}

/**
 * Minor units of a sum that a person typed. Refuses `invalidAmount` for nothing and for more decimals than the currency has, and
 * `amountOutOfRange` for more than any movement of it may be (domain §10.1).
 */
export function readOrderAmount(text: string, currency: Currency): bigint {
  const amount = typedAmount(text, currency);
  if (amount === 0n) throw new Refusal('invalidAmount');
  refuseOrderAmount(amount, currency);
  return amount;
}
