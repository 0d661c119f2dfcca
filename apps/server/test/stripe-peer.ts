import { signStripe, stripeSandboxAccount } from '@suanpan/signing/stripe';
import { startPeer } from './dialect-peer.ts';
import type { PeerAnswer, PeerDialect } from './dialect-peer.ts';
import type { Charge, FakeBank } from './fake-bank.ts';

const account = stripeSandboxAccount;
const prefix = 'line_items[0][price_data]';
const types: Readonly<Record<string, string>> = {
  paid: 'payment_intent.succeeded',
  failed: 'checkout.session.expired',
};

/** An amount of the test's in hundredths; what is none stays as it is. */
function centsOf(text: string | null | undefined): unknown {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text ?? '');
  return match === null ? text : Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
}
const missing: PeerAnswer = {
  status: 404,
  body: '{"error":{"type":"invalid_request_error","code":"resource_missing"}}',
};

const dialect: PeerDialect = {
  driver: 'stripe',
  credentials: { secret_key: account.secretKey, webhook_secret: account.webhookSecret },
  refusal: { status: 402, body: '{"error":{"type":"card_error"}}' },
  read({ body, headers, path, query }, charges) {
    if (headers.authorization !== `Bearer ${account.secretKey}`) return undefined;
    if (path === '/v1/checkout/sessions') {
      const fields = Object.fromEntries(new URLSearchParams(body));
      const cents = fields[`${prefix}[unit_amount]`] ?? '';
      const charge = {
        ...fields,
        amount: `${cents.slice(0, -2) || '0'}.${cents.padStart(2, '0').slice(-2)}`,
        currency: (fields[`${prefix}[currency]`] ?? '').toUpperCase(),
      };
      return { operation: 'create', orderNo: String(headers['idempotency-key']), charge };
    }
    const asked = /"order_no"\]:"(.+)"/.exec(new URLSearchParams(query).get('query') ?? '')?.[1];
    const number = path.split('_').at(-1) ?? '';
    const named = [...charges].find(([, charge]) => charge.chargeNo === number)?.[0];
    if (asked !== undefined) return { operation: 'query', orderNo: asked, by: 'search' };
    return { operation: 'query', orderNo: named ?? number, by: path.includes('/pi_') ? 'payment' : 'page' };
  },
  answerCreate: (orderNo, charge, origin) => ({
    body: JSON.stringify({ ...pageOf(orderNo, charge), url: `${origin}/c/pay/cs_${charge.chargeNo}` }),
  }),
  answerQuery(orderNo, charge, by) {
    const page = charge && pageOf(orderNo, charge);
    // Before anybody has paid there is no payment that could be found.
    if (by === 'search') {
      return {
        body: JSON.stringify({
          object: 'search_result',
          data: page?.payment_intent ? [page.payment_intent] : [],
        }),
      };
    }
    const found = by === 'payment' ? page?.payment_intent : page;
    return found ? { body: JSON.stringify(found) } : missing;
  },
  tell(orderNo, charge, { eventId, secret, status = 'paid' }) {
    const body = JSON.stringify({
      id: eventId ?? `evt_${charge?.chargeNo}_${status}`,
      object: 'event',
      type: types[status] ?? 'checkout.session.completed',
      data: { object: { metadata: { order_no: orderNo } } },
    });
    const signature = signStripe(body, Math.floor(Date.now() / 1000), secret ?? account.webhookSecret);
    return { body, headers: { 'stripe-signature': signature } };
  },
};

function pageOf(orderNo: string, charge: Charge) {
  const isPaid = charge.status === 'paid';
  const currency = charge.request['currency']?.toLowerCase();
  return {
    id: `cs_${charge.chargeNo}`,
    object: 'checkout.session',
    client_reference_id: orderNo,
    status: isPaid ? 'complete' : charge.status === 'failed' ? 'expired' : 'open',
    payment_status: isPaid ? 'paid' : 'unpaid',
    amount_total: centsOf(charge.request['amount']),
    currency,
    livemode: !charge.simulated,
    payment_intent: !isPaid
      ? null
      : {
          id: `pi_${charge.chargeNo}`,
          object: 'payment_intent',
          status: 'succeeded',
          amount: centsOf(charge.request['amount']),
          amount_received: centsOf(charge.paidAmount),
          currency,
          livemode: !charge.simulated,
          metadata: { order_no: orderNo },
          latest_charge: charge.paidAt && {
            refunded: false,
            created: Math.floor(charge.paidAt.getTime() / 1000),
          },
        },
  };
}

/** Stripe with an account of our own. */
export const startStripePeer = (): Promise<FakeBank> => startPeer(dialect);
