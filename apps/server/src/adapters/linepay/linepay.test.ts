import { parseAmount } from '@suanpan/money/amount';
import { linePaySandboxChannel } from '@suanpan/signing/line-pay';
import { afterAll, expect, test } from 'vitest';
import { startLinePayPeer } from '../../../test/linepay-peer.ts';
import { NoAnswer } from '../../modules/channels/port.ts';
import type {
  ChannelAccount,
  CollectionRequest,
  Exchange,
  ExchangeRequest,
} from '../../modules/channels/port.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { linepay } from './index.ts';

const peer = await startLinePayPeer();
const outbound = createOutbound({ trustedOrigins: [peer.origin], allowHttp: true });
afterAll(async () => {
  await outbound.close();
  await peer.close();
});
const sent: ExchangeRequest[] = [];
const exchange: Exchange = async (request) => {
  sent.push(request);
  const result = await outbound.send(request);
  if (result.kind === 'failed') throw new NoAnswer(result.reason, result.mayHaveArrived);
  return { status: result.status, body: result.body.toString('utf8') };
};
const account: ChannelAccount = {
  id: 7n,
  driver: 'linepay',
  name: 'LINE Pay',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: peer.origin,
  credentials: {
    channel_id: linePaySandboxChannel.channelId,
    channel_secret: linePaySandboxChannel.channelSecret,
  },
  latePayment: 'credit',
};
let serial = 0;
const requestOf = (): CollectionRequest => ({
  orderNo: `C2611230000000${(serial += 1)}`,
  amount: parseAmount('250', 'TWD'),
  currency: 'TWD',
  methodType: 'redirect',
  notifyUrl: 'https://pay.example/api/notify/7',
  returnUrl: null,
  payerName: null,
  expiresAt: new Date('2026-11-23T01:20:00Z'),
  simulate: null,
  checkoutUrl: 'https://pay.example/pay/#/checkout?t=t',
  formUrl: 'https://pay.example/api/checkout/t/form',
  destination: null,
});
async function create() {
  const request = requestOf();
  const answer = await linepay.createCollection(account, request, exchange);
  if (answer.outcome !== 'accepted') throw new Error(answer.reason);
  return { request, transactionId: answer.value.providerOrderNo ?? '', payment: answer.value.payment };
}
const ask = (
  { orderNo }: CollectionRequest,
  providerOrderNo: string | null,
  amount = parseAmount('250', 'TWD'),
  isOpen = true,
) => linepay.queryCollection(account, orderNo, exchange, { amount, providerOrderNo, isOpen });
const asked = (since: number): string[] =>
  sent.slice(since).map(({ method, url }) => `${method} ${new URL(url).pathname.replaceAll(/\d{19}/g, '#')}`);

test('an order is a page, and its transaction keeps all nineteen digits', async () => {
  const { payment, request, transactionId } = await create();
  expect(transactionId).toMatch(/^20261123\d{11}$/);
  expect(payment).toEqual({ type: 'redirect', url: expect.stringContaining('/web/') });
  expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({
    amount: 250,
    currency: 'TWD',
    orderId: request.orderNo,
    packages: [
      {
        id: request.orderNo,
        amount: 250,
        name: request.orderNo,
        products: [{ name: request.orderNo, quantity: 1, price: 250 }],
      },
    ],
    redirectUrls: { confirmUrl: request.checkoutUrl, cancelUrl: request.checkoutUrl },
    options: { payment: { capture: true } },
  });
});

test('what nobody agreed to waits; what the payer agreed to is confirmed once, and then read', async () => {
  const { request, transactionId } = await create();
  let from = sent.length;
  expect(await ask(request, transactionId)).toMatchObject({ state: { status: 'pending' } });
  expect(asked(from)).toEqual(['GET /v3/payments/requests/#/check']);
  peer.pay(request.orderNo);
  from = sent.length;
  const paid = { status: 'paid', paidAmount: parseAmount('250', 'TWD'), providerOrderNo: transactionId };
  expect(await ask(request, transactionId)).toMatchObject({ state: paid });
  expect(asked(from)).toEqual([
    'GET /v3/payments/requests/#/check',
    'POST /v3/payments/#/confirm',
    'GET /v3/payments',
  ]);
  expect(sent[from + 1]).toMatchObject({ body: '{"amount":250,"currency":"TWD"}', timeoutMs: 45_000 });
  from = sent.length;
  expect(await ask(request, transactionId)).toMatchObject({ state: paid });
  expect(asked(from)).not.toContain('POST /v3/payments/#/confirm');
});

test('another sum than was ordered is never confirmed', async () => {
  const { request, transactionId } = await create();
  peer.pay(request.orderNo);
  expect(await ask(request, transactionId, parseAmount('251', 'TWD'))).toEqual({
    outcome: 'unknown',
    reason: 'confirm 1124',
  });
  expect(await ask(request, transactionId)).toMatchObject({ state: { status: 'paid' } });
});

test('nobody is charged for an order that is over, and what was paid in time is read all the same', async () => {
  const { request, transactionId } = await create();
  const askEnded = () => ask(request, transactionId, parseAmount('250', 'TWD'), false);
  peer.pay(request.orderNo);
  const from = sent.length;
  expect(await askEnded()).toMatchObject({ state: { status: 'pending', paidAmount: 0n } });
  expect(asked(from)).toEqual(['GET /v3/payments/requests/#/check']);
  await ask(request, transactionId);
  expect(await askEnded()).toMatchObject({
    state: { status: 'paid', paidAmount: parseAmount('250', 'TWD') },
  });
});

test('a page that the payer turned away from leads to no payment', async () => {
  const { request, transactionId } = await create();
  Object.assign(peer.charge(request.orderNo), { status: 'failed' });
  expect(await ask(request, transactionId)).toMatchObject({ state: { status: 'failed', paidAmount: 0n } });
});

test('without the number of its page an order is found by its own, once it is paid, and nothing is confirmed', async () => {
  const { request, transactionId } = await create();
  peer.pay(request.orderNo);
  expect(await ask(request, null)).toEqual({ outcome: 'notFound' });
  await ask(request, transactionId);
  expect(await ask(request, null)).toMatchObject({ state: { status: 'paid', orderNo: request.orderNo } });
});

test.each([
  ['1104', 'refused'],
  ['2101', 'refused'],
  ['1172', 'unknown'],
  ['1198', 'unknown'],
  ['9000', 'unknown'],
])('a create that is answered %s is %s', async (returnCode, outcome) => {
  const answer = await linepay.createCollection(account, requestOf(), async () => ({
    status: 200,
    body: JSON.stringify({ returnCode, returnMessage: '' }),
  }));
  expect(answer.outcome).toBe(outcome);
});

const telling =
  (info: object): Exchange =>
  async () => ({ status: 200, body: JSON.stringify({ returnCode: '0000', info: [info] }) });
const payment = {
  transactionId: '2026112300000000001',
  orderId: 'C1',
  currency: 'TWD',
  payStatus: 'CAPTURE',
  payInfo: [
    { method: 'CREDIT_CARD', amount: 200 },
    { method: 'POINT', amount: 50 },
  ],
};
const read = (more: object) =>
  linepay.queryCollection(account, 'C1', telling({ ...payment, ...more }), {
    amount: 0n,
    providerOrderNo: null,
    isOpen: true,
  });

test('a payment is all that it was paid by, and gone once all of it was given back', async () => {
  const paid = parseAmount('250', 'TWD');
  expect(await read({})).toMatchObject({ state: { status: 'paid', paidAmount: paid } });
  expect(await read({ refundList: [{ refundAmount: -100 }] })).toMatchObject({ state: { status: 'paid' } });
  expect(await read({ refundList: [{ refundAmount: -100 }, { refundAmount: -150 }] })).toMatchObject({
    state: { status: 'reversed' },
  });
  expect(await read({ payStatus: 'VOIDED_AUTHORIZATION' })).toMatchObject({
    state: { status: 'failed', paidAmount: 0n },
  });
  expect((await read({ currency: 'JPY' })).outcome).toBe('unknown');
  expect((await read({ payInfo: [{ amount: 2.5 }] })).outcome).toBe('unknown');
});
