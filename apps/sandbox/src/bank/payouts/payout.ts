/** A payout that the bank makes for a merchant. Amounts are micro units; times are the bank's clock. */
export interface Payout {
  readonly id: bigint;
  readonly payoutNo: string;
  readonly merchantNo: string;
  readonly merchantOrderNo: string;
  readonly requestHash: string;
  readonly amountMicro: bigint;
  readonly currency: string;
  readonly bankCode: string;
  readonly accountNo: string;
  readonly accountName: string;
  readonly notifyUrl: string;
  readonly createdAt: Date;
  readonly scenario: string | null;
  readonly status: 'processing' | 'paid' | 'failed' | 'returned';
  readonly returnedMicro: bigint | null;
}
