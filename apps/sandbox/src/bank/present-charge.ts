import { formatDecimal } from '../decimal.ts';
import { shownStatus } from './charge.ts';
import type { Charge, ChargeEvent } from './charge.ts';

/** What the query of a charge answers; `paid_amount` is "0.00" until it is paid. */
export function presentCharge(charge: Charge, nowMs: number) {
  return {
    charge_no: charge.chargeNo,
    merchant_order_no: charge.merchantOrderNo,
    status: shownStatus(charge, nowMs),
    amount: formatDecimal(charge.amountMicro),
    paid_amount: formatDecimal(charge.paidMicro ?? 0n),
    currency: charge.currency,
    paid_at: charge.paidAt?.toISOString() ?? null,
    simulated: charge.simulated,
    payment: charge.payment,
    expires_at: charge.expiresAt.toISOString(),
  };
}

/** What a notify says about an event of a charge. */
export function presentEvent(charge: Charge, event: ChargeEvent) {
  const stranger = event === 'stranger';
  const isPaid = event === 'paid' || event === 'reversed';
  return {
    // The same event keeps its id however often it is told.
    event_id: `${charge.chargeNo}-${event}`,
    charge_no: stranger ? `${charge.chargeNo}X` : charge.chargeNo,
    merchant_order_no: stranger ? `UNKNOWN-${charge.merchantOrderNo}`.slice(0, 64) : charge.merchantOrderNo,
    status: stranger ? 'paid' : event,
    amount: formatDecimal(charge.amountMicro),
    paid_amount: formatDecimal(stranger ? charge.amountMicro : isPaid ? (charge.paidMicro ?? 0n) : 0n),
    currency: charge.currency,
    paid_at: stranger
      ? charge.createdAt.toISOString()
      : isPaid
        ? (charge.paidAt?.toISOString() ?? null)
        : null,
    simulated: !stranger && charge.simulated,
  };
}
