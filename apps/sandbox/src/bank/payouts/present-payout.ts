import { formatDecimal } from '../../decimal.ts';
import type { Payout } from './payout.ts';

/** What creating and querying a payout answer. */
export function presentPayout(payout: Payout) {
  return {
    payout_no: payout.payoutNo,
    merchant_order_no: payout.merchantOrderNo,
    status: payout.status,
    amount: formatDecimal(payout.amountMicro),
    currency: payout.currency,
    returned_amount: payout.returnedMicro === null ? null : formatDecimal(payout.returnedMicro),
  };
}
