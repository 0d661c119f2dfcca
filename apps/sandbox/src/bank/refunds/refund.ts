import { formatDecimal } from '../../decimal.ts';

/** Money that the bank pays back to a payer. Amounts are micro units. */
export interface Refund {
  readonly id: bigint;
  readonly bankNo: string;
  readonly refundNo: string;
  readonly requestHash: string;
  readonly amountMicro: bigint;
  readonly currency: string;
  readonly status: 'processing' | 'paid' | 'failed';
}

/** What a merchant reads of it. */
export const presentRefund = (refund: Refund) => ({
  bank_no: refund.bankNo,
  refund_no: refund.refundNo,
  status: refund.status,
  amount: formatDecimal(refund.amountMicro),
  currency: refund.currency,
});
