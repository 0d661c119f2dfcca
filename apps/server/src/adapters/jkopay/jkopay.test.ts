import { parseAmount } from '@suanpan/money/amount';
import { jkopaySandboxStore, signJkopay } from '@suanpan/signing/jkopay';
import { expect, test } from 'vitest';
import { BadSignature } from '../../modules/channels/port.ts';
import type {
  ChannelAccount,
  CollectionRequest,
  Exchange,
  ExchangeRequest,
} from '../../modules/channels/port.ts';
import { jkopay } from './index.ts';

const { apiKey, secretKey, storeId } = jkopaySandboxStore;
const account: ChannelAccount = {
  id: 7n,
  driver: 'jkopay',
  name: 'JKoPay',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: 'https://onlinepay.example',
  credentials: { store_id: storeId, api_key: apiKey, secret_key: secretKey },
  latePayment: 'credit',
};
const request: CollectionRequest = {
  orderNo: 'C26112300000000001',
  amount: parseAmount('1500', 'TWD'),
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
};
const sent: ExchangeRequest[] = [];
const answering =
  (body: object): Exchange =>
  async (asked) => {
    sent.push(asked);
    return { status: 200, body: JSON.stringify(body) };
  };

test('an order is asked for in one body, signed as it is sent, and its page may be long', async () => {
  const url = `https://test-onlinepay.jkopay.app/r?x=${'y'.repeat(400)}`;
  const exchange = answering({ result: '000', message: null, result_object: { payment_url: url } });
  expect(await jkopay.createCollection(account, request, exchange)).toEqual({
    outcome: 'accepted',
    value: { providerOrderNo: null, payment: { type: 'redirect', url } },
  });
  const { body = '', headers, url: asked } = sent.at(-1) ?? { headers: {}, url: '' };
  expect(asked).toBe('https://onlinepay.example/platform/entry');
  expect(headers).toMatchObject({ 'api-key': apiKey, digest: signJkopay(body, secretKey) });
  expect(JSON.parse(body)).toEqual({
    platform_order_id: request.orderNo,
    store_id: storeId,
    currency: 'TWD',
    total_price: 1500,
    final_price: 1500,
    valid_time: '2026-11-23 09:20:00',
    result_url: request.notifyUrl,
    result_display_url: request.checkoutUrl,
  });
});

test.each([
  ['200', 'refused'],
  ['101', 'unknown'],
  ['999', 'unknown'],
])('a create that is answered %s is %s', async (result, outcome) => {
  const answer = await jkopay.createCollection(account, request, answering({ result, message: 'no' }));
  expect(answer.outcome).toBe(outcome);
});

const transaction = {
  platform_order_id: request.orderNo,
  status: 0,
  tradeNo: 'JKO1',
  trans_time: '2026-11-23 09:06:07',
  currency: 'TWD',
  final_price: '1500',
};
const ask = (more: object) =>
  jkopay.queryCollection(
    account,
    request.orderNo,
    answering({ result: '000', result_object: { transactions: [{ ...transaction, ...more }] } }),
    { amount: request.amount, providerOrderNo: null, isOpen: true },
  );

test('a question is signed over its query as it stands in the address', async () => {
  await ask({});
  const { headers, url } = sent.at(-1) ?? { headers: {}, url: '' };
  expect(url).toBe(`https://onlinepay.example/platform/inquiry?platform_order_ids=${request.orderNo}`);
  expect(headers).toMatchObject({ digest: signJkopay(`platform_order_ids=${request.orderNo}`, secretKey) });
});

test('what it says of an order is told by its status alone', async () => {
  expect(await ask({})).toMatchObject({
    outcome: 'found',
    state: {
      status: 'paid',
      providerOrderNo: 'JKO1',
      paidAmount: request.amount,
      paidAt: new Date('2026-11-23T01:06:07Z'),
    },
  });
  expect(await ask({ status: 1 })).toMatchObject({ state: { status: 'pending' } });
  expect(await ask({ status: 101 })).toMatchObject({ state: { status: 'pending', paidAmount: 0n } });
  expect(await ask({ status: 100 })).toMatchObject({ state: { status: 'failed', paidAmount: 0n } });
  expect(await ask({ status: 102 })).toEqual({ outcome: 'notFound' });
  for (const odd of [{ status: 7 }, { currency: 'JPY' }, { tradeNo: null }, { final_price: '1,500' }])
    expect((await ask(odd)).outcome).toBe('unknown');
});

test('a notice counts with the digest of its own bytes alone', () => {
  const body = Buffer.from(JSON.stringify({ transaction }));
  const raw = (digest: string | undefined) => ({ method: 'POST', path: '/', body, headers: { digest } });
  expect(jkopay.parseNotice?.(account, raw(signJkopay(body, secretKey)), 0)).toEqual({
    eventId: 'JKO1-paid',
    orderNo: request.orderNo,
    status: 'paid',
  });
  for (const digest of [
    undefined,
    '',
    signJkopay(body, 'another'),
    signJkopay(`${body.toString()} `, secretKey),
  ])
    expect(() => jkopay.parseNotice?.(account, raw(digest), 0)).toThrow(BadSignature);
});
