import { formatMerchant, parseSignedLedger } from '@suanpan/money/amount';
import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import { powerOfTen } from '@suanpan/money/round';
import { Refusal } from './errors.ts';
import { orderMostAmount } from './limits.ts';

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
