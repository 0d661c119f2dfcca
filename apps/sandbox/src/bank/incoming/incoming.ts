/** What a sender sent straight to an account or an address, without any order of ours. */
export interface Incoming {
  id: bigint;
  /** Told as its number: the same however often it is told. */
  ref: string;
  destination: string;
  amountMicro: bigint;
  currency: string;
  payerName: string | null;
  payerAccount: string | null;
  memo: string | null;
  /** Of a chain: whose coin it is; null at a bank. */
  token: string | null;
  sentAt: Date;
  /** From then on it stands; null where it never will. */
  finalAt: Date | null;
}
