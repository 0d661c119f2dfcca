import { parseAmount } from '@suanpan/money/amount';
import { simpayHeaders } from '@suanpan/signing/simpay';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeBank } from '../../../test/fake-bank.ts';
import type { Manner } from '../../../test/fake-bank.ts';
import { guardAdapter } from '../../modules/channels/index.ts';
import { BadSignature, NoAnswer } from '../../modules/channels/port.ts';
import type { ChannelAccount, CollectionRequest, Exchange } from '../../modules/channels/port.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { simpay as bare } from './index.ts';

// As the product speaks with it: behind the rules that hold for every provider.
const simpay = guardAdapter(bare);
const bank = await startFakeBank();
const outbound = createOutbound({ trustedOrigins: [bank.origin], allowHttp: true });
afterAll(async () => {
  await outbound.close();
  await bank.close();
});
beforeEach(() => {
  bank.takeCreates = 'answer';
  bank.takeQueries = 'answer';
});

const account: ChannelAccount = {
  id: 7n,
  driver: 'simpay',
  name: 'Account',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: bank.origin,
  credentials: { merchant_no: bank.merchantNo, secret: bank.secret },
  latePayment: 'credit',
};

const exchange: Exchange = async (request) => {
  const result = await outbound.send(request);
  if (result.kind === 'failed') throw new NoAnswer(result.reason, result.mayHaveArrived);
  return { status: result.status, body: result.body.toString('utf8') };
};

let serial = 0;
function orderOf(more: Partial<CollectionRequest> = {}): CollectionRequest {
  serial += 1;
  return {
    orderNo: `C260101${String(serial).padStart(10, '0')}`,
    amount: parseAmount('1500.50', 'TWD'),
    currency: 'TWD',
    methodType: 'bank_transfer',
    notifyUrl: 'http://127.0.0.1:3000/api/notify/7',
    returnUrl: null,
    payerName: null,
    expiresAt: new Date('2030-01-01T00:00:00Z'),
    simulate: null,
    checkoutUrl: 'http://127.0.0.1:3000/pay/#/checkout?t=token',
    formUrl: 'http://127.0.0.1:3000/api/checkout/token/form',
    destination: null,
    ...more,
  };
}
const create = (request: CollectionRequest, with_ = account) =>
  simpay.createCollection(with_, request, { first: true }, exchange);
const query = (orderNo: string, with_ = account) => simpay.queryCollection(with_, orderNo, exchange);

test('an order becomes a charge of exactly its amount, with a way to pay and a code that bank apps read', async () => {
  const request = orderOf();
  expect(await create(request)).toEqual({
    outcome: 'accepted',
    value: {
      providerOrderNo: bank.charge(request.orderNo).chargeNo,
      payment: {
        type: 'bank_account',
        bank_code: '004',
        bank_name: 'Bank of Taiwan',
        branch: 'Main',
        account_no: '0123456789012',
        holder: 'Suanpan',
        qr: `TWQRP://004NTTransfer/158/02/V1?D6=0000123456789012&D5=004&D10=901&D1=150050&D9=${request.orderNo}`,
      },
    },
  });
  expect(bank.charge(request.orderNo).request).toEqual({
    merchant_order_no: request.orderNo,
    amount: '1500.50',
    currency: 'TWD',
    kind: 'bank_transfer',
    notify_url: request.notifyUrl,
    expires_at: '2030-01-01T00:00:00.000Z',
  });
  expect(bank.unverified).toEqual([]);
});

test('asked again for the same order, the bank answers the same charge', async () => {
  const request = orderOf();
  expect(await create(request)).toEqual(await create(request));
});

test.each<[Manner, 'refused' | 'unknown']>([
  ['refuse', 'refused'],
  ['cut', 'unknown'],
  ['error', 'unknown'],
  ['garbage', 'unknown'],
  ['lost', 'unknown'],
])('a create that is taken so: %s, is %s', async (manner, outcome) => {
  bank.takeCreates = manner;
  expect((await create(orderOf())).outcome).toBe(outcome);
});

test('a create that cannot have arrived was surely not accepted; a question that did not arrive says nothing', async () => {
  const nowhere = { ...account, baseUrl: 'http://127.0.0.1:1' };
  const closed = createOutbound({ trustedOrigins: ['http://127.0.0.1:1'], allowHttp: true });
  const through: Exchange = async (request) => {
    const result = await closed.send(request);
    if (result.kind === 'failed') throw new NoAnswer(result.reason, result.mayHaveArrived);
    return { status: result.status, body: '' };
  };
  expect((await simpay.createCollection(nowhere, orderOf(), { first: true }, through)).outcome).toBe(
    'refused',
  );
  expect((await simpay.queryCollection(nowhere, 'C1', through)).outcome).toBe('unknown');
  await closed.close();
});

test.each([408, 429, 500, 502, 503])('an answer of %s leaves the outcome open', async (status) => {
  const answering: Exchange = async () => ({ status, body: '{}' });
  expect((await simpay.createCollection(account, orderOf(), { first: true }, answering)).outcome).toBe(
    'unknown',
  );
  expect((await simpay.queryCollection(account, 'C1', answering)).outcome).toBe('unknown');
});

test('a wrong key is refused by the bank, and nothing is made', async () => {
  const request = orderOf();
  const wrong = { ...account, credentials: { ...account.credentials, secret: 'wrong' } };
  expect((await create(request, wrong)).outcome).toBe('refused');
  expect(bank.charges.has(request.orderNo)).toBe(false);
  // A key that was changed at the bank must not make paid orders look unpaid.
  expect((await query(request.orderNo, wrong)).outcome).toBe('unknown');
  bank.unverified.length = 0;
});

test('what the bank answers to a question is read exactly', async () => {
  const request = orderOf();
  await create(request);
  const state = {
    orderNo: request.orderNo,
    providerOrderNo: bank.charge(request.orderNo).chargeNo,
    status: 'pending',
    amount: parseAmount('1500.50', 'TWD'),
    paidAmount: 0n,
    currency: 'TWD',
    paidAt: null,
    simulated: false,
  };
  expect(await query(request.orderNo)).toEqual({ outcome: 'found', state });
  bank.pay(request.orderNo, { amount: '1500.49', simulated: true });
  expect(await query(request.orderNo)).toEqual({
    outcome: 'found',
    state: {
      ...state,
      status: 'paid',
      paidAmount: parseAmount('1500.49', 'TWD'),
      paidAt: expect.any(Date),
      simulated: true,
    },
  });
  bank.charge(request.orderNo).status = 'expired';
  expect(await query(request.orderNo)).toMatchObject({ state: { status: 'failed' } });
  expect((await query('C-UNKNOWN')).outcome).toBe('notFound');
});

test.each([
  '1,500.50',
  '1500.505',
  '-1500.50',
  '1e3',
  ' 1500.50',
  '١٥٠٠',
  'NaN',
  '1234567890123',
  '',
  '0',
  '0.00',
])('a paid amount of "%s" is not taken for money', async (amount) => {
  const request = orderOf();
  await create(request);
  bank.pay(request.orderNo, { amount });
  expect((await query(request.orderNo)).outcome).toBe('unknown');
});

test('an answer about another order, or in a currency that we do not know, concludes nothing', async () => {
  const request = orderOf();
  await create(request);
  Object.assign(bank.charge(request.orderNo).request, { currency: 'XYZ' });
  expect((await query(request.orderNo)).outcome).toBe('unknown');
  const about: Exchange = async () => ({
    status: 200,
    body: JSON.stringify({
      charge_no: 'CH-1',
      merchant_order_no: 'ANOTHER',
      status: 'paid',
      amount: '1.00',
      paid_amount: '1.00',
      currency: 'TWD',
      paid_at: null,
      simulated: false,
    }),
  });
  expect((await simpay.queryCollection(account, request.orderNo, about)).outcome).toBe('unknown');
});

const nowMs = () => Date.now();

test('a notice is believed only with our key, on its raw bytes, at its own address and within five minutes', async () => {
  const request = orderOf();
  await create(request);
  const notice = bank.notice(7n, request.orderNo);
  expect(simpay.parseNotice?.(account, notice, nowMs())).toEqual({
    eventId: `${request.orderNo}-paid`,
    orderNo: request.orderNo,
    status: 'paid',
  });
  // The same JSON in other bytes is another message.
  const bytes = Buffer.from(`${notice.body.toString('utf8')} `);
  expect(() => simpay.parseNotice?.(account, { ...notice, body: bytes }, nowMs())).toThrow(BadSignature);
  expect(() => simpay.parseNotice?.(account, { ...notice, path: '/api/notify/8' }, nowMs())).toThrow(
    BadSignature,
  );
  expect(() => simpay.parseNotice?.(account, { ...notice, method: 'PUT' }, nowMs())).toThrow(BadSignature);
  expect(() => simpay.parseNotice?.(account, { ...notice, headers: {} }, nowMs())).toThrow(BadSignature);
  const late = nowMs() + 301_000;
  expect(() => simpay.parseNotice?.(account, notice, late)).toThrow(BadSignature);
  const other = { ...account, credentials: { ...account.credentials, secret: 'other' } };
  expect(() => simpay.parseNotice?.(other, notice, nowMs())).toThrow(BadSignature);
});

test('signed nonsense is refused like a forgery', () => {
  for (const body of [
    '',
    '[]',
    '{}',
    '{"event_id":"1"}',
    'null',
    '{"event_id":"","merchant_order_no":"C1","status":"paid"}',
  ]) {
    const timestamp = String(Math.floor(nowMs() / 1000));
    const path = '/api/notify/7';
    const headers = simpayHeaders({ method: 'POST', path, timestamp, body }, bank.merchantNo, bank.secret);
    const raw = { method: 'POST', path, body: Buffer.from(body), headers };
    expect(() => simpay.parseNotice?.(account, raw, nowMs())).toThrow(BadSignature);
  }
});
