import { wholeUnits } from '../../decimal.ts';
import type { Charge } from '../charge.ts';

/** Hundredths of a major unit, as Stripe counts. */
const cents = (micro: bigint): number => Number(wholeUnits(micro * 100n));
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export const sessionId = (charge: Charge): string => `cs_${charge.chargeNo}`;
const paymentId = (charge: Charge): string => `pi_${charge.chargeNo}`;

/** The payment of a page, null before anybody paid. */
export function paymentOf(charge: Charge) {
  if (charge.status === 'pending' || charge.status === 'failed') return null;
  return {
    id: paymentId(charge),
    object: 'payment_intent',
    status: 'succeeded',
    amount: cents(charge.amountMicro),
    amount_received: cents(charge.paidMicro ?? 0n),
    currency: charge.currency.toLowerCase(),
    livemode: !charge.simulated,
    metadata: { order_no: charge.merchantOrderNo },
    latest_charge: {
      id: `ch_${charge.chargeNo}`,
      object: 'charge',
      refunded: charge.status === 'reversed',
      created: seconds(charge.paidAt ?? charge.createdAt),
    },
  };
}

/** The page that a payer is sent to. */
export function sessionOf(charge: Charge, publicBase: string, nowMs: number) {
  const payment = paymentOf(charge);
  const isOver = charge.status === 'failed' || charge.expiresAt.getTime() <= nowMs;
  return {
    id: sessionId(charge),
    object: 'checkout.session',
    client_reference_id: charge.merchantOrderNo,
    url: `${publicBase}/pay/${charge.chargeNo}`,
    status: payment === null ? (isOver ? 'expired' : 'open') : 'complete',
    payment_status: payment === null ? 'unpaid' : 'paid',
    amount_total: cents(charge.amountMicro),
    currency: charge.currency.toLowerCase(),
    livemode: !charge.simulated,
    metadata: { order_no: charge.merchantOrderNo },
    payment_intent: payment,
    expires_at: seconds(charge.expiresAt),
  };
}
