import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseAmount } from '@suanpan/money/amount';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { ensureDatabase } from '../../platform/db/prepare.ts';
import { freePort, superviseProgram } from '../../demo/sandbox-programs.ts';
import { guardAdapter } from '../../modules/channels/index.ts';
import { NoAnswer } from '../../modules/channels/port.ts';
import type { ChannelAccount, CollectionRequest, Exchange, RawNotice } from '../../modules/channels/port.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { simpay as bare } from './index.ts';

const simpay = guardAdapter(bare);

// The real bank of apps/sandbox in a process of its own, so that the two sides of the dialect cannot drift apart.
const { adminUrl, log } = await testDatabase();
const credentials = { merchant_no: 'M-77', secret: 'a secret of the sandbox' };
const port = await freePort();
const bank = superviseProgram(
  'bank',
  port,
  {
    SANDBOX_PORT: String(port),
    SANDBOX_HOST: '127.0.0.1',
    DATABASE_URL: await ensureDatabase(adminUrl, `sandbox_bank_${process.pid}`),
    SANDBOX_MERCHANTS: JSON.stringify([credentials]),
    SANDBOX_SPEED: '60',
    SANDBOX_PUBLIC_BASE: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
  },
  log,
);
await bank.healthy;

const notices: RawNotice[] = [];
const ours = createServer((request, response) => {
  void readAll(request).then((body) => {
    const headers = request.headers as Record<string, string>;
    notices.push({ method: request.method ?? '', path: request.url ?? '', body, headers });
    response.writeHead(200).end('OK');
  });
});
await new Promise<void>((resolve) => ours.listen(0, '127.0.0.1', resolve));
const notifyUrl = `http://127.0.0.1:${(ours.address() as AddressInfo).port}/api/notify/7`;

const outbound = createOutbound({ trustedOrigins: [bank.origin], allowHttp: true });
afterAll(async () => {
  await bank.stop();
  await outbound.close();
  ours.closeAllConnections();
  ours.close();
});

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const account: ChannelAccount = {
  id: 7n,
  driver: 'simpay',
  name: 'Account',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: bank.origin,
  credentials,
  latePayment: 'credit',
};
const exchange: Exchange = async (request) => {
  const result = await outbound.send(request);
  if (result.kind === 'failed') throw new NoAnswer(result.reason, result.mayHaveArrived);
  return { status: result.status, body: result.body.toString('utf8') };
};

let serial = 0;
async function place(more: Partial<CollectionRequest> = {}): Promise<CollectionRequest> {
  serial += 1;
  const request: CollectionRequest = {
    orderNo: `C-BANK-${process.pid}-${serial}`,
    // Ends outside the scenarios, so it waits.
    amount: parseAmount('1550', 'TWD'),
    currency: 'TWD',
    methodType: 'bank_transfer',
    notifyUrl,
    returnUrl: null,
    payerName: null,
    expiresAt: new Date(Date.now() + 900_000),
    simulate: null,
    checkoutUrl: 'http://127.0.0.1:3000/pay/#/checkout?t=token',
    formUrl: 'http://127.0.0.1:3000/api/checkout/token/form',
    destination: null,
    ...more,
  };
  expect(await simpay.createCollection(account, request, { first: true }, exchange)).toMatchObject({
    outcome: 'accepted',
  });
  return request;
}
const query = (request: CollectionRequest) => simpay.queryCollection(account, request.orderNo, exchange);

const noticed = (request: CollectionRequest) =>
  notices
    .map((notice) => simpay.parseNotice?.(account, notice, Date.now()))
    .filter((notice) => notice.orderNo === request.orderNo);

test.each(['bank_transfer', 'qr', 'redirect', 'cvs'])(
  'the bank gives a way to pay by %s that we can read',
  async (methodType) => {
    const request = await place({ methodType });
    expect(await query(request)).toMatchObject({
      outcome: 'found',
      state: { status: 'pending', paidAmount: 0n },
    });
  },
);

test('the same order is the same charge, and another body under its number says nothing of it', async () => {
  const request = await place();
  const again = await simpay.createCollection(account, request, { first: true }, exchange);
  expect(again).toEqual(await simpay.createCollection(account, request, { first: true }, exchange));
  const other = { ...request, amount: parseAmount('1551', 'TWD') };
  expect((await simpay.createCollection(account, other, { first: true }, exchange)).outcome).toBe('unknown');
});

test('a payment is told with a signature that we accept, and confirmed when asked', async () => {
  const request = await place({ simulate: '00' });
  await expect.poll(() => noticed(request), { timeout: 10_000 }).toMatchObject([{ status: 'paid' }]);
  expect(await query(request)).toMatchObject({
    outcome: 'found',
    state: { status: 'paid', paidAmount: request.amount, currency: 'TWD', simulated: false },
  });
});

test.each([
  ['05', { status: 'paid', paidAmount: parseAmount('1549', 'TWD') }],
  ['06', { status: 'paid', paidAmount: parseAmount('1551', 'TWD') }],
  ['01', { status: 'failed', paidAmount: 0n }],
  ['13', { status: 'paid', paidAmount: parseAmount('1550', 'TWD') }],
  ['14', { status: 'paid', simulated: true }],
  ['09', { status: 'reversed', paidAmount: parseAmount('1550', 'TWD') }],
])('scenario %s is read as what it is', async (simulate, expected) => {
  const request = await place({ simulate });
  await expect
    .poll(async () => query(request), { timeout: 10_000 })
    .toMatchObject({ outcome: 'found', state: expected });
});

test('a course is taken on an order that waits', async () => {
  const request = await place();
  const taken = await simpay.simulateCollection?.(account, request.orderNo, 'paid', null, exchange);
  expect(taken).toEqual({ outcome: 'accepted', value: null });
  await expect
    .poll(async () => query(request), { timeout: 10_000 })
    .toMatchObject({ state: { status: 'paid' } });
});

test('a question with a key that is not ours says nothing; an order that is not there is not found', async () => {
  const wrong = { ...account, credentials: { ...credentials, secret: 'another secret' } };
  expect((await simpay.queryCollection(wrong, 'C-NONE', exchange)).outcome).toBe('unknown');
  expect((await simpay.queryCollection(account, 'C-NONE', exchange)).outcome).toBe('notFound');
});

describe('paid back by the bank itself', () => {
  const refunds = simpay.refunds;
  if (refunds === undefined) throw new Error('The bank pays nothing back');
  const paidOrder = async () => {
    const request = await place({ simulate: '00' });
    await expect
      .poll(async () => query(request), { timeout: 10_000 })
      .toMatchObject({ state: { status: 'paid' } });
    return request;
  };
  const back = (request: CollectionRequest, major: string, refundNo = `R-${request.orderNo}`) => ({
    refundNo,
    orderNo: request.orderNo,
    amount: parseAmount(major, 'TWD'),
    currency: 'TWD' as const,
  });
  const read = (refundNo: string) => refunds.queryRefund(account, refundNo, exchange);

  test.each([
    ['1550', 'paid'],
    ['1501', 'failed'],
    ['1504', 'processing'],
  ])('%s is %s when it is asked about', async (major, status) => {
    const wanted = back(await paidOrder(), major);
    expect(await read(wanted.refundNo)).toEqual({ outcome: 'notFound' });
    const taken = await refunds.createRefund(account, wanted, { first: true }, exchange);
    expect(taken.outcome).toBe('accepted');
    expect(await read(wanted.refundNo)).toMatchObject({
      outcome: 'found',
      state: { orderNo: wanted.refundNo, status, amount: wanted.amount },
    });
    // The same once more is the same refund.
    expect(await refunds.createRefund(account, wanted, { first: true }, exchange)).toEqual(taken);
  });

  test('never more than was paid, and nothing of an order that is not', async () => {
    const request = await paidOrder();
    expect(
      (await refunds.createRefund(account, back(request, '1551'), { first: true }, exchange)).outcome,
    ).toBe('refused');
    const part = back(request, '1000', `R1-${request.orderNo}`);
    expect((await refunds.createRefund(account, part, { first: true }, exchange)).outcome).toBe('accepted');
    const rest = back(request, '600', `R2-${request.orderNo}`);
    expect((await refunds.createRefund(account, rest, { first: true }, exchange)).outcome).toBe('refused');
    const open = await place();
    expect((await refunds.createRefund(account, back(open, '100'), { first: true }, exchange)).outcome).toBe(
      'refused',
    );
  });
});

test('a course is taken on a payout that the bank has, and on none that it has not', async () => {
  const orderNo = `P-BANK-${process.pid}`;
  const request = {
    orderNo,
    // Left with the bank until somebody asks.
    amount: parseAmount('1504', 'TWD'),
    currency: 'TWD' as const,
    bankCode: '004',
    branch: null,
    accountNo: '0901560501232',
    accountName: '王小明',
    memo: null,
    notifyUrl,
    simulate: null,
  };
  const { payouts } = simpay;
  if (payouts === undefined) throw new Error('The bank pays nobody');
  const of = { ...account, direction: 'payout' as const };
  expect((await payouts.createPayout(of, request, { first: true }, exchange)).outcome).toBe('accepted');
  expect(await simpay.simulatePayout?.(of, orderNo, '00', exchange)).toEqual({
    outcome: 'accepted',
    value: null,
  });
  await expect
    .poll(async () => payouts.queryPayout(of, orderNo, exchange), { timeout: 10_000 })
    .toMatchObject({ outcome: 'found', state: { status: 'paid', amount: request.amount } });
  expect((await simpay.simulatePayout?.(of, 'P-NONE', '00', exchange))?.outcome).toBe('refused');
  expect((await simpay.simulatePayout?.(of, orderNo, 'none such', exchange))?.outcome).toBe('refused');
});

test('when the bank is gone a create was surely not taken, and a question stays open', async () => {
  const request = await place();
  await bank.stop();
  expect((await query(request)).outcome).toBe('unknown');
  expect(
    (await simpay.createCollection(account, { ...request, orderNo: 'C-LATER' }, { first: true }, exchange))
      .outcome,
  ).toBe('refused');
});
