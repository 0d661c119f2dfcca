/**
 * Stripe Checkout: the payer is sent to a page of Stripe's. Promises: repeating a create is the same create; notices count
 * only with their signature over the raw body, in their time; what a test key did is a test and credits nothing; before
 * there is a payment an order goes by its page's number, afterwards by its payment's.
 */
import { verifyStripe } from '@suanpan/signing/stripe';
import type { ChannelAdapter, CollectionRequest, Notice } from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { readAs } from '../../platform/read-json.ts';
import { call } from './call.ts';
import { toCents } from './cents.ts';
import { stateOfPayment, stateOfSession } from './state.ts';
import { event, paymentIntent, refusal, searched, session } from './wire.ts';

/** A page lives for half an hour at the least; what is paid after the order's end is a late payment. */
const longestWaitMs = 31 * 60_000;

const meaning: Readonly<Record<string, Notice['status']>> = {
  'checkout.session.async_payment_succeeded': 'paid',
  'payment_intent.succeeded': 'paid',
  'checkout.session.async_payment_failed': 'failed',
  'checkout.session.expired': 'failed',
  'charge.refunded': 'reversed',
  'charge.dispute.created': 'reversed',
};

export const stripe: ChannelAdapter = {
  driver: 'stripe',
  sandbox: false,
  capabilities: {
    queryMinDelayMs: 60_000,
    notFoundIsFinal: false,
    heardFromPayer: false,
    confirmsWithinMs: 60_000,
    integerOnly: false,
    currencies: ['TWD', 'USD', 'CNY'],
    countsUnknownOrders: false,
    askedEveryMs: null,
    createIsRepeatable: true,
    testsToldByNotice: false,
  },
  credentialFields: [
    { name: 'secret_key', secret: true },
    { name: 'webhook_secret', secret: true },
  ],
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' },

  async createCollection(account, request, exchange) {
    const cents = toCents(request.amount);
    if (cents === null) return { outcome: 'refused', reason: 'parts of a hundredth' };
    const { status, body } = await call(account, exchange, 'create', '/v1/checkout/sessions', {
      fields: sessionFields(request, cents),
      key: request.orderNo,
    });
    if (status !== 200) {
      // Other words under a number that it has: that says nothing of the first.
      const isOther = readAs(body, refusal)?.error.type === 'idempotency_error';
      const isRefused = status >= 400 && status < 500 && !isOther;
      return { outcome: isRefused ? 'refused' : 'unknown', reason: `HTTP ${status}` };
    }
    const page = readAs(body, session);
    if (page?.client_reference_id !== request.orderNo || typeof page.url !== 'string') {
      return { outcome: 'unknown', reason: 'unreadable answer' };
    }
    return {
      outcome: 'accepted',
      value: { providerOrderNo: page.id, payment: { type: 'redirect', url: page.url } },
    };
  },

  async queryCollection(account, orderNo, exchange, known) {
    const number = known?.providerOrderNo ?? '';
    const id = encodeURIComponent(number);
    const path = number.startsWith('cs_')
      ? `/v1/checkout/sessions/${id}?expand[]=payment_intent.latest_charge`
      : number.startsWith('pi_')
        ? `/v1/payment_intents/${id}?expand[]=latest_charge`
        : `/v1/payment_intents/search?query=${encodeURIComponent(`metadata["order_no"]:"${orderNo}"`)}&expand[]=data.latest_charge`;
    const { status, body } = await call(account, exchange, 'query', path);
    if (status === 404 && readAs(body, refusal)?.error.code === 'resource_missing')
      return { outcome: 'notFound' };
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const page = readAs(body, session);
    if (page !== undefined) return stateOfSession(page);
    const payment = readAs(body, paymentIntent);
    if (payment !== undefined) return stateOfPayment(payment);
    const found = readAs(body, searched);
    if (found === undefined) return { outcome: 'unknown', reason: 'unreadable answer' };
    // Of several payments the one that went through counts.
    const best = found.data.find((each) => each.status === 'succeeded') ?? found.data[0];
    return best === undefined ? { outcome: 'notFound' } : stateOfPayment(best);
  },

  parseNotice(account, raw, nowMs) {
    const secret = account.credentials['webhook_secret'] ?? '';
    if (!verifyStripe(raw.body, raw.headers['stripe-signature'], secret, Math.floor(nowMs / 1000))) {
      throw new BadSignature('stripe-signature');
    }
    const told = readAs(raw.body.toString('utf8'), event);
    if (told === undefined) throw new BadSignature('unreadable body');
    const { object } = told.data;
    const isPaid = told.type === 'checkout.session.completed' && object.payment_status === 'paid';
    return {
      eventId: told.id,
      // News that are not about an order of ours are kept under their own number.
      orderNo: object.client_reference_id ?? object.metadata?.order_no ?? told.id,
      status: isPaid ? 'paid' : (meaning[told.type] ?? 'pending'),
    };
  },
};

/** The page as Stripe takes it. Where notices go is set in its dashboard; the address stands here for who looks there. */
function sessionFields(request: CollectionRequest, cents: string): Record<string, string> {
  const { checkoutUrl, currency, expiresAt, notifyUrl, orderNo } = request;
  return {
    mode: 'payment',
    client_reference_id: orderNo,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': cents,
    'line_items[0][price_data][product_data][name]': orderNo,
    'metadata[order_no]': orderNo,
    'metadata[notify_url]': notifyUrl,
    'payment_intent_data[metadata][order_no]': orderNo,
    success_url: checkoutUrl,
    cancel_url: checkoutUrl,
    expires_at: String(Math.floor((expiresAt.getTime() + longestWaitMs) / 1000)),
  };
}
