/** How a payer is asked to pay. */
export const chargeKinds = ['bank_transfer', 'qr', 'redirect', 'cvs'] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** The providers whose languages the bank speaks besides its own. */
export const dialectNames = ['simpay', 'ecpay', 'newebpay', 'stripe', 'linepay', 'jkopay'] as const;
export type DialectName = (typeof dialectNames)[number];

/** What the payer is shown. */
export type Payment =
  | {
      type: 'bank_account';
      bank_code: string;
      bank_name: string;
      branch: string;
      account_no: string;
      holder: string;
    }
  | { type: 'qr'; content: string }
  | { type: 'redirect'; url: string }
  | { type: 'cvs_code'; code: string; store: string };

/** What is stored about a charge; amounts in micro units. */
export interface Charge {
  id: bigint;
  chargeNo: string;
  merchantNo: string;
  merchantOrderNo: string;
  requestHash: string;
  amountMicro: bigint;
  currency: string;
  kind: ChargeKind;
  notifyUrl: string;
  returnUrl: string | null;
  payerName: string | null;
  expiresAt: Date;
  createdAt: Date;
  scenario: string | null;
  status: 'pending' | 'paid' | 'failed' | 'reversed';
  paidMicro: bigint | null;
  paidAt: Date | null;
  simulated: boolean;
  payment: Payment;
  /** Whose language it is spoken of in. */
  dialect: DialectName;
  /** What that language repeats of the order. */
  told: Readonly<Record<string, string>>;
}

/** What a merchant is told of. */
export type ChargeEvent = 'paid' | 'failed' | 'reversed' | 'stranger';

/** What the outside sees: a pending charge past its expiry is expired, without anything having to happen. */
export type ShownStatus = Charge['status'] | 'expired';

export const shownStatus = (charge: Charge, nowMs: number): ShownStatus =>
  charge.status === 'pending' && charge.expiresAt.getTime() <= nowMs ? 'expired' : charge.status;
