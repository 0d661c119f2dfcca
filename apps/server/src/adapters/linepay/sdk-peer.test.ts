import { createRequire } from 'node:module';
import { signLinePay } from '@suanpan/signing/line-pay';
import { createLinePayClient } from 'line-pay-merchant';
import { beforeEach, expect, test } from 'vitest';
import type { ChannelAccount, Exchange, ExchangeRequest } from '../../modules/channels/port.ts';
import { linepay } from './index.ts';

// What merchants use instead of us. Its addresses are fixed, so that what it sends is caught where it leaves for the network.

interface Sent {
  readonly url: string;
  readonly data?: string;
  readonly headers: Readonly<Record<string, string>>;
}
const sent: Sent[] = [];
let answer = '{}';
const { defaults } = createRequire(import.meta.resolve('line-pay-merchant'))('axios') as {
  defaults: { adapter: (config: Sent) => Promise<unknown> };
};
defaults.adapter = async (config) => {
  sent.push(config);
  return { status: 200, statusText: 'OK', data: answer, headers: {}, config };
};
const [channelId, channelSecret] = ['1656000000', 'a917ab6a2367b536f8e5a6e2977e06f4'];
const theirs = createLinePayClient({ channelId, channelSecretKey: channelSecret, env: 'development' });

const ours: ExchangeRequest[] = [];
const exchange: Exchange = async (request) => {
  ours.push(request);
  return { status: 200, body: answer };
};
const account: ChannelAccount = {
  id: 7n,
  driver: 'linepay',
  name: 'LINE Pay',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: 'https://sandbox-api-pay.line.me',
  credentials: { channel_id: channelId, channel_secret: channelSecret },
  latePayment: 'credit',
};
const transactionId = '2018082512345678919';
const page = `{"returnCode":"0000","returnMessage":"Success.","info":{"transactionId":${transactionId},"paymentUrl":{"web":"https://web.example","app":"line://pay"}}}`;

beforeEach(() => {
  sent.length = 0;
  ours.length = 0;
});

test('it signs what it sends as we would', async () => {
  answer = page;
  await theirs.confirm.send({ transactionId, body: { amount: 250, currency: 'TWD' } });
  await theirs.paymentDetails.send({ params: { orderId: ['C1'] } });
  expect(sent).toHaveLength(2);
  for (const { data, headers, url } of sent) {
    const [path = '', query = ''] = url.split('?');
    const nonce = headers['X-LINE-Authorization-Nonce'] ?? '';
    const text = data ?? (query === '' ? 'orderId=C1' : query);
    expect(headers['X-LINE-Authorization']).toBe(signLinePay({ path, text, nonce }, channelSecret));
  }
});

test('it asks for the same page in the same words, and both read all digits of the transaction', async () => {
  answer = page;
  const made = await linepay.createCollection(
    account,
    {
      orderNo: 'C26112300000000001',
      amount: 2_500_000n,
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
    },
    exchange,
  );
  const body = ours[0]?.body ?? '';
  const told = await theirs.request.send({ body: JSON.parse(body) });
  expect(sent[0]?.data).toBe(body);
  expect(new URL(ours[0]?.url ?? '').pathname).toBe(sent[0]?.url);
  expect(made).toMatchObject({ value: { providerOrderNo: transactionId } });
  expect(told.body.info.transactionId).toBe(transactionId);
});
