import { signStripe, stripeSandboxAccount } from '@suanpan/signing/stripe';
import type { ChargeEvent } from '../charge.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { paymentOf, sessionId } from './stripe-objects.ts';

const types: Readonly<Record<ChargeEvent, string>> = {
  paid: 'payment_intent.succeeded',
  failed: 'checkout.session.expired',
  reversed: 'charge.refunded',
  stranger: 'payment_intent.succeeded',
};

/** Stripe's language: a JSON event, signed anew in the header of each attempt, acknowledged by any 2xx. */
export const stripeDialect: Dialect = {
  tell: (charge, event) => {
    const orderNo = event === 'stranger' ? `UNKNOWN-${charge.merchantOrderNo}` : charge.merchantOrderNo;
    const about = {
      ...(paymentOf(charge) ?? { id: sessionId(charge), object: 'checkout.session' }),
      client_reference_id: orderNo,
      metadata: { order_no: orderNo },
    };
    const id = `evt_${charge.chargeNo}_${event}`;
    return {
      eventId: id,
      body: JSON.stringify({ id, object: 'event', type: types[event], data: { object: about } }),
    };
  },
  seal: ({ body, isWrong, timestamp }) => {
    const { webhookSecret } = stripeSandboxAccount;
    const signature = signStripe(body, Number(timestamp), isWrong ? `${webhookSecret}-wrong` : webhookSecret);
    return {
      headers: { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' },
      signature,
    };
  },
  isAcknowledged: (httpStatus) => httpStatus !== null && httpStatus >= 200 && httpStatus < 300,
};
