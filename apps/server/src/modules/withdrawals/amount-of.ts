import { Refusal } from '@suanpan/domain/errors';
import { refuseOrderAmount } from '@suanpan/domain/order-amount';
import { typedAmount } from '@suanpan/domain/typed-amount';
import { readSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

/**
 * Minor units of what somebody wants to withdraw. Refuses `withdrawalAmountZero` for nothing, `invalidAmount` for more decimals
 * than the currency has, and `amountOutOfRange` for more than any movement of it may be.
 */
export function wantedAmount(text: string, currency: Currency): bigint {
  const amount = typedAmount(text, currency);
  if (amount === 0n) throw new Refusal('withdrawalAmountZero');
  refuseOrderAmount(amount, currency);
  return amount;
}

/** Minor units of a limit, which may be nothing, with as many decimals as the ledger has. */
export function limitOf(text: string, currency: Currency): bigint {
  const amount = readSignedLedger(text, currency);
  if (amount === null) throw new Refusal('invalidAmount');
  return amount;
}
