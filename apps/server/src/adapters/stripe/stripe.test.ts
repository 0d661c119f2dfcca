import { parseAmount } from '@suanpan/money/amount';
import { signStripe, stripeSandboxAccount } from '@suanpan/signing/stripe';
import Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { startStripePeer } from '../../../test/stripe-peer.ts';
import { BadSignature, NoAnswer } from '../../modules/channels/port.ts';
import type { ChannelAccount, CollectionRequest, Exchange } from '../../modules/channels/port.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { stripe } from './index.ts';

const { secretKey, webhookSecret } = stripeSandboxAccount;
const peer = await startStripePeer();
const outbound = createOutbound({ trustedOrigins: [peer.origin], allowHttp: true });
afterAll(async () => {
  await outbound.close();
  await peer.close();
});
const exchange: Exchange = async (request) => {
  const result = await outbound.send(request);
  if (result.kind === 'failed') throw new NoAnswer(result.reason, result.mayHaveArrived);
  return { status: result.status, body: result.body.toString('utf8') };
};
const account: ChannelAccount = {
  id: 7n,
  driver: 'stripe',
  name: 'Stripe',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: peer.origin,
  credentials: { secret_key: secretKey, webhook_secret: webhookSecret },
  latePayment: 'credit',
};
let serial = 0;
const requestOf = (more: Partial<CollectionRequest> = {}): CollectionRequest => ({
  orderNo: `C2611230000000${(serial += 1)}`,
  amount: parseAmount('1500.50', 'TWD'),
  currency: 'TWD',
  methodType: 'card',
  notifyUrl: 'https://pay.example/api/notify/7',
  returnUrl: null,
  payerName: null,
  expiresAt: new Date('2026-11-23T01:20:00Z'),
  simulate: null,
  checkoutUrl: 'https://pay.example/pay/#/checkout?t=t',
  formUrl: 'https://pay.example/api/checkout/t/form',
  destination: null,
  ...more,
});
const { port } = new URL(peer.origin);
/** Stripe's own library, against the same peer. */
const sdk = new Stripe(secretKey, { host: '127.0.0.1', port: Number(port), protocol: 'http' });

test('an order is a page in hundredths, under a key of its own', async () => {
  const request = requestOf();
  const answer = await stripe.createCollection(account, request, exchange);
  const { chargeNo, request: asked } = peer.charge(request.orderNo);
  expect(answer).toEqual({
    outcome: 'accepted',
    value: {
      providerOrderNo: `cs_${chargeNo}`,
      payment: { type: 'redirect', url: `${peer.origin}/c/pay/cs_${chargeNo}` },
    },
  });
  expect(asked).toMatchObject({
    mode: 'payment',
    client_reference_id: request.orderNo,
    'line_items[0][price_data][unit_amount]': '150050',
    'line_items[0][price_data][currency]': 'twd',
    success_url: request.checkoutUrl,
    expires_at: String(Date.parse('2026-11-23T01:51:00Z') / 1000),
  });
});

test('Stripe’s own library asks for the same page in the same words, and reads the same payment', async () => {
  const [ours, theirs] = [requestOf(), requestOf()];
  await stripe.createCollection(account, ours, exchange);
  const page = await sdk.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: theirs.orderNo,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'twd', unit_amount: 150_050, product_data: { name: theirs.orderNo } },
        },
      ],
      metadata: { order_no: theirs.orderNo, notify_url: theirs.notifyUrl },
      payment_intent_data: { metadata: { order_no: theirs.orderNo } },
      success_url: theirs.checkoutUrl,
      cancel_url: theirs.checkoutUrl,
      expires_at: Math.floor(theirs.expiresAt.getTime() / 1000) + 31 * 60,
    },
    { idempotencyKey: theirs.orderNo },
  );
  const named = (orderNo: string) =>
    Object.entries(peer.charge(orderNo).request)
      .map(([name, value]) => `${name}=${value.replaceAll(orderNo, 'NO')}`)
      .toSorted();
  expect(named(ours.orderNo)).toEqual(named(theirs.orderNo));

  peer.pay(theirs.orderNo);
  const paid = await sdk.checkout.sessions.retrieve(page.id, { expand: ['payment_intent.latest_charge'] });
  const state = await stripe.queryCollection(account, theirs.orderNo, exchange, {
    amount: theirs.amount,
    providerOrderNo: page.id,
    isOpen: true,
  });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  expect(state).toMatchObject({
    outcome: 'found',
    state: { status: 'paid', providerOrderNo: intent.id, paidAmount: BigInt(intent.amount_received) * 100n },
  });
});

test('an order is found by its page, by its payment, and by our number where neither was told', async () => {
  const request = requestOf();
  await stripe.createCollection(account, request, exchange);
  const { chargeNo } = peer.charge(request.orderNo);
  const ask = (providerOrderNo: string | null) =>
    stripe.queryCollection(account, request.orderNo, exchange, {
      amount: request.amount,
      providerOrderNo,
      isOpen: true,
    });
  expect(await ask(null)).toEqual({ outcome: 'notFound' });
  expect(await ask(`cs_${chargeNo}`)).toMatchObject({ state: { status: 'pending', simulated: false } });
  peer.pay(request.orderNo, { simulated: true });
  for (const number of [null, `cs_${chargeNo}`, `pi_${chargeNo}`]) {
    expect(await ask(number)).toMatchObject({
      state: { orderNo: request.orderNo, providerOrderNo: `pi_${chargeNo}`, status: 'paid', simulated: true },
    });
  }
  expect(await ask('cs_unknown')).toEqual({ outcome: 'notFound' });
});

test.each([
  [{ status: 'succeeded', latest_charge: { refunded: true, created: 1 } }, 'reversed'],
  [{ status: 'canceled' }, 'failed'],
  [{ status: 'requires_payment_method' }, 'pending'],
])('a payment that is %o is read as %s', async (more, status) => {
  const payment = {
    id: 'pi_1',
    amount: 150_050,
    amount_received: 150_050,
    currency: 'twd',
    livemode: true,
    metadata: { order_no: 'C1' },
    ...more,
  };
  const answering: Exchange = async () => ({ status: 200, body: JSON.stringify(payment) });
  const known = { amount: 1n, providerOrderNo: 'pi_1', isOpen: true };
  expect(await stripe.queryCollection(account, 'C1', answering, known)).toMatchObject({ state: { status } });
});

test('other words under a number that Stripe has prove nothing of the first', async () => {
  const error = { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used …' };
  const answering: Exchange = async () => ({ status: 400, body: JSON.stringify({ error }) });
  expect((await stripe.createCollection(account, requestOf(), answering)).outcome).toBe('unknown');
});

const nowMs = Date.parse('2026-11-23T01:05:00Z');
const noticeOf = (body: string, header = signStripe(body, nowMs / 1000, webhookSecret)) => ({
  method: 'POST',
  path: '/api/notify/7',
  headers: { 'stripe-signature': header },
  body: Buffer.from(body),
});
const told = (type: string, object: object) => JSON.stringify({ id: 'evt_1', type, data: { object } });

test.each([
  ['checkout.session.completed', { client_reference_id: 'C1', payment_status: 'paid' }, 'paid'],
  ['checkout.session.completed', { client_reference_id: 'C1', payment_status: 'unpaid' }, 'pending'],
  ['payment_intent.succeeded', { metadata: { order_no: 'C1' } }, 'paid'],
  // A card that was declined may be followed by one that is not.
  ['payment_intent.payment_failed', { metadata: { order_no: 'C1' } }, 'pending'],
  ['checkout.session.expired', { client_reference_id: 'C1' }, 'failed'],
  ['charge.dispute.created', { metadata: { order_no: 'C1' } }, 'reversed'],
])('an event %s is news of an order', (type, object, status) => {
  expect(stripe.parseNotice?.(account, noticeOf(told(type, object)), nowMs)).toEqual({
    eventId: 'evt_1',
    orderNo: 'C1',
    status,
  });
});

test('signatures are those of Stripe’s own library, both ways', () => {
  const body = told('payment_intent.succeeded', { metadata: { order_no: 'C1' } });
  const theirs = sdk.webhooks.generateTestHeaderString({
    payload: body,
    secret: webhookSecret,
    timestamp: nowMs / 1000,
  });
  expect(stripe.parseNotice?.(account, noticeOf(body, theirs), nowMs)).toMatchObject({ orderNo: 'C1' });
  const nowS = Math.floor(Date.now() / 1000);
  expect(sdk.webhooks.constructEvent(body, signStripe(body, nowS, webhookSecret), webhookSecret).id).toBe(
    'evt_1',
  );
  expect(() => stripe.parseNotice?.(account, noticeOf(body), nowMs + 301_000)).toThrow(BadSignature);
  expect(() => stripe.parseNotice?.(account, noticeOf('[]'), nowMs)).toThrow(BadSignature);
});

test('an event of something that is no order of ours is kept under its own number', () => {
  expect(stripe.parseNotice?.(account, noticeOf(told('payout.paid', {})), nowMs)).toMatchObject({
    orderNo: 'evt_1',
  });
});
