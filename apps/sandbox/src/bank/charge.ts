/** How a payer is asked to pay. */
export const chargeKinds = ['bank_transfer', 'qr', 'redirect', 'cvs'] as const;
export type ChargeKind = (typeof chargeKinds)[number];

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
}

/** What the outside sees: a pending charge past its expiry is expired, without anything having to happen. */
export type ShownStatus = Charge['status'] | 'expired';

export const shownStatus = (charge: Charge, nowMs: number): ShownStatus =>
  charge.status === 'pending' && charge.expiresAt.getTime() <= nowMs ? 'expired' : charge.status;
