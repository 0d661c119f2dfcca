import { parseAmount } from '@suanpan/money/amount';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import type { Charge } from '../../../../test/fake-bank.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { prove } from '../../ledger/index.ts';
import { allocateCollection } from '../send/allocate-collection.ts';
import type { OrderRow } from '../collections.queries.ts';
import { recheckCollections } from '../expire/recheck-collections.ts';
import { receiveNotice } from './receive-notice.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});
beforeEach(() => {
  bank.takeCreates = 'answer';
  bank.takeQueries = 'answer';
  bank.nextCreates = [];
  bank.answerAfterMs = 0;
});
afterEach(async () => {
  const proof = await prove(database);
  expect(proof.checks.filter((check) => !check.passed)).toEqual([]);
});

const refusal = (name: string) => expect.objectContaining({ refusal: name });
const allocate = (orderId: bigint, by = collections) =>
  allocateCollection(by, orderId, { method: null, payerName: null });

/** The bank tells of one of its charges at the account by which it was made. */
async function tell(requestNo: string, news = {}): Promise<string> {
  const { rows } = await admin.query<{ channel_account_id: bigint }>(
    'SELECT channel_account_id FROM collection_attempt WHERE request_no = $1',
    [requestNo],
  );
  const channelAccountId = rows[0]?.channel_account_id ?? 0n;
  const notice = bank.notice(channelAccountId, requestNo, news);
  const answer = await receiveNotice(collections, {
    channelAccountId,
    notice,
    ip: '203.0.113.9',
    requestId: 'r',
  });
  expect(answer.status).toBe(200);
  return (
    await admin.query<{ outcome: string }>(
      'SELECT outcome FROM channel_notice WHERE order_no = $1 ORDER BY id DESC LIMIT 1',
      [requestNo],
    )
  ).rows[0]!.outcome;
}

async function pay(requestNo: string, how = {}): Promise<string> {
  bank.pay(requestNo, how);
  return tell(requestNo);
}

async function recheckNow(): Promise<void> {
  await admin.query("UPDATE collection_check SET next_at = now() - interval '1 second'");
  await recheckCollections(collections);
}

async function receiptsOf(orderId: bigint): Promise<unknown[]> {
  const { rows } = await admin.query(
    'SELECT reason, channel_account_id, provider_ref, amount FROM receipt WHERE order_id = $1 ORDER BY id',
    [orderId],
  );
  return rows;
}

async function flagsOf(orderId: bigint): Promise<unknown[]> {
  const { rows } = await admin.query(
    "SELECT payload ->> 'reason' AS reason FROM outbox WHERE kind = 'collection.flagged' AND subject = $1 ORDER BY id",
    [`collection:${orderId}`],
  );
  return rows.map(({ reason }) => reason);
}

/** What stands on the accounts of one real channel, trimmed to major units. */
async function booksOf(channelAccountId: bigint): Promise<Record<string, bigint>> {
  const { rows } = await admin.query<{ kind: string; total: bigint }>(
    `SELECT a.kind, sum(p.amount)::bigint AS total FROM posting p JOIN account a ON a.id = p.account_id
     WHERE a.channel_account_id = $1 GROUP BY a.kind`,
    [channelAccountId],
  );
  return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]));
}

interface SentTwice {
  readonly order: OrderRow;
  readonly merchantId: bigint;
  readonly first: { readonly requestNo: string; readonly accountId: bigint; readonly channelId: bigint };
  readonly second: { readonly requestNo: string; readonly accountId: bigint };
}

/** An order that its first provider took and said it did not, so that it went to a second one. */
async function sentTwice(): Promise<SentTwice> {
  const merchantId = await tenant.user('customer');
  const dear = await tenant.channel({
    merchants: [merchantId],
    channel: { priority: 1 },
    method: { merchant_pct: '3', merchant_per_item: 0n },
  });
  const cheap = await tenant.channel({ merchants: [merchantId], channel: { priority: 2 } });
  const { orderId, orderNo } = await rooms.create(merchantId);
  bank.nextCreates = ['deny'];
  await allocate(orderId);
  const order = await rooms.order(orderId);
  expect(order.channel_account_id).toBe(cheap.channelAccountId);
  return {
    order,
    merchantId,
    first: { requestNo: orderNo, accountId: dear.channelAccountId, channelId: dear.channelId },
    second: { requestNo: `${orderNo}R2`, accountId: cheap.channelAccountId },
  };
}

const amount = parseAmount('10000', 'TWD');

test('what was paid by a channel that the order has left settles it there, with that channel and its fees', async () => {
  const { first, merchantId, order, second } = await sentTwice();
  expect(await pay(first.requestNo)).toBe('accepted');
  expect(await rooms.order(order.id)).toMatchObject({
    status: 'success',
    channel_account_id: first.accountId,
    channel_id: first.channelId,
    provider_order_no: bank.charge(first.requestNo).chargeNo,
    fee: parseAmount('300', 'TWD'),
  });
  expect(await booksOf(first.accountId)).toEqual({ A100: -amount, L260: parseAmount('152', 'TWD') });
  expect(await booksOf(second.accountId)).toEqual({});
  expect(await rooms.balances(merchantId)).toEqual({ L210: '9700.00' });
  expect(await receiptsOf(order.id)).toEqual([]);
});

test.each(['first', 'second'] as const)(
  'an order that is paid twice, %s by the channel it went to first, is credited once; the other money lies in L250 and people are told',
  async (which) => {
    const { first, order, second } = await sentTwice();
    const [one, other] = which === 'first' ? [first, second] : [second, first];
    await pay(one.requestNo);
    expect(await pay(other.requestNo)).toBe('accepted');
    await tell(other.requestNo, { eventId: `${other.requestNo}-again` });
    await tell(one.requestNo, { eventId: `${one.requestNo}-again` });
    expect(await rooms.order(order.id)).toMatchObject({
      status: 'success',
      channel_account_id: one.accountId,
    });
    expect(await receiptsOf(order.id)).toEqual([
      {
        reason: 'paid_twice',
        channel_account_id: other.accountId,
        provider_ref: bank.charge(other.requestNo).chargeNo,
        amount,
      },
    ]);
    expect(await flagsOf(order.id)).toEqual(['paid_twice']);
    expect((await booksOf(other.accountId))['A100']).toBe(-amount);
  },
);

test('both payments told at once and by two servers come to one credit and one receipt', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { first, order, second } = await sentTwice();
    bank.pay(first.requestNo);
    bank.pay(second.requestNo);
    await Promise.all(
      [first, second, first, second].map(({ requestNo }, index) =>
        tell(requestNo, { eventId: `${requestNo}-${index}` }),
      ),
    );
    await recheckNow();
    expect((await rooms.order(order.id)).status).toBe('success');
    expect(await receiptsOf(order.id)).toEqual([expect.objectContaining({ reason: 'paid_twice' })]);
  }
});

test('where the merchant has the channel no more, its money lies in L250 and the order goes on waiting', async () => {
  const { first, order, second } = await sentTwice();
  await admin.query('DELETE FROM customer_method WHERE channel_id = $1', [first.channelId]);
  await pay(first.requestNo);
  await tell(first.requestNo, { eventId: 'once more' });
  expect((await rooms.order(order.id)).status).toBe('pending');
  expect(await receiptsOf(order.id)).toEqual([expect.objectContaining({ reason: 'paid_elsewhere', amount })]);
  expect(await flagsOf(order.id)).toEqual(['paid_elsewhere']);
  await pay(second.requestNo);
  expect((await rooms.order(order.id)).status).toBe('success');
  expect(await receiptsOf(order.id)).toHaveLength(1);
});

test('money that lies in L250 is not credited as well when its channel may be used again', async () => {
  const { first, order } = await sentTwice();
  await admin.query('UPDATE customer_method SET merchant_per_item = $1 WHERE channel_id = $2', [
    2n * amount,
    first.channelId,
  ]);
  await pay(first.requestNo);
  await admin.query('UPDATE customer_method SET merchant_per_item = 0 WHERE channel_id = $1', [
    first.channelId,
  ]);
  await tell(first.requestNo, { eventId: 'later' });
  expect((await rooms.order(order.id)).status).toBe('pending');
  expect(await receiptsOf(order.id)).toEqual([expect.objectContaining({ reason: 'paid_elsewhere' })]);
});

test('another sum by a channel that the order has left lies in L250 and the order goes on waiting', async () => {
  const { first, order } = await sentTwice();
  await pay(first.requestNo, { amount: '9999.00' });
  expect((await rooms.order(order.id)).status).toBe('pending');
  expect(await receiptsOf(order.id)).toEqual([
    expect.objectContaining({ reason: 'paid_elsewhere', amount: parseAmount('9999', 'TWD') }),
  ]);
});

test('what a left channel says cannot be confirmed yet is asked again there, whatever the order does', async () => {
  const { first, order, second } = await sentTwice();
  bank.pay(first.requestNo);
  bank.takeQueries = 'cut';
  expect(await tell(first.requestNo)).toBe('unanswered');
  bank.takeQueries = 'answer';
  await pay(second.requestNo);
  expect((await rooms.order(order.id)).status).toBe('success');
  await recheckNow();
  expect(await receiptsOf(order.id)).toEqual([expect.objectContaining({ reason: 'paid_twice' })]);
  expect((await admin.query('SELECT FROM collection_check WHERE order_id = $1', [order.id])).rowCount).toBe(
    0,
  );
});

test('that a left channel closed its payment says nothing of the order', async () => {
  const { first, order } = await sentTwice();
  bank.charge(first.requestNo).status = 'failed';
  expect(await tell(first.requestNo, { status: 'failed' })).toBe('accepted');
  expect(await rooms.order(order.id)).toMatchObject({ status: 'pending', payment: expect.anything() });
});

/** Every charge that the bank was paid is credited or lies in L250; every order that was paid is credited. */
async function expectNothingLost(charges: readonly (readonly [string, Charge])[]): Promise<void> {
  const { rows } = await admin.query<{ ref: string }>(
    `SELECT provider_order_no AS ref FROM collection_order WHERE status = 'success'
     UNION ALL SELECT provider_ref FROM receipt`,
  );
  const found = new Set(rows.map(({ ref }) => ref));
  expect(charges.filter(([, { chargeNo }]) => !found.has(chargeNo))).toEqual([]);
}

test('two servers with different bodies allocate the same orders at once at a bank in trouble: no payment is lost', async () => {
  const other = rooms.second('https://another-name.example');
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId] });
  await tenant.channel({ merchants: [merchantId] });
  const manners = ['answer', 'cut', 'error', 'lost', 'deny', 'garbage', 'refuse'] as const;
  const outcomes = await Promise.all(Array.from({ length: 28 }, () => rooms.create(merchantId)));
  const before = new Set(bank.charges.keys());
  bank.nextCreates = Array.from({ length: 56 }, (_, index) => manners[(index * 5) % manners.length]!);
  await Promise.allSettled(outcomes.flatMap(({ orderId }) => [allocate(orderId), allocate(orderId, other)]));
  bank.nextCreates = [];
  await recheckNow();
  const charges = [...bank.charges].filter(([requestNo]) => !before.has(requestNo));
  expect(charges.length).toBeGreaterThan(0);
  for (const [requestNo] of charges) bank.pay(requestNo);
  await Promise.all(charges.map(([requestNo]) => tell(requestNo)));
  await recheckNow();
  await expectNothingLost(charges);
  const paid = new Set(charges.map(([requestNo]) => requestNo.replace(/R\d+$/, '')));
  for (const { orderId, orderNo } of outcomes) {
    if (paid.has(orderNo)) expect((await rooms.order(orderId)).status).toBe('success');
  }
});

test('a server that takes over from one that fell silent asks first, in the same words, and both answer one payment', async () => {
  const other = rooms.second('https://another-name.example');
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId] });
  await tenant.channel({ merchants: [merchantId] });
  const { orderId, orderNo } = await rooms.create(merchantId);
  bank.answerAfterMs = 400;
  const slow = allocate(orderId);
  await expect.poll(() => bank.creates(orderNo)).toBe(1);
  await admin.query(
    "UPDATE collection_attempt SET asking_until = now() - interval '1 second' WHERE order_id = $1",
    [orderId],
  );
  const [one, two] = await Promise.all([slow, allocate(orderId, other)]);
  expect(one).toEqual(two);
  expect(bank.calls.filter((call) => call.orderNo === orderNo).map(({ operation }) => operation)).toEqual([
    'create',
    'query',
    'create',
  ]);
  expect([...bank.charges.keys()].filter((number) => number.startsWith(orderNo))).toEqual([orderNo]);
});

test('a refusal that comes back after another server asked too proves nothing: the order stays where it may be paid', async () => {
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId] });
  await tenant.channel({ merchants: [merchantId] });
  const { orderId, orderNo } = await rooms.create(merchantId);
  bank.answerAfterMs = 400;
  bank.nextCreates = ['deny', 'cut'];
  // Whichever ends first, somebody waits for it.
  const slow = allocate(orderId).catch((error: unknown) => error);
  await expect.poll(() => bank.creates(orderNo)).toBe(1);
  await admin.query(
    "UPDATE collection_attempt SET asking_until = now() - interval '1 second' WHERE order_id = $1",
    [orderId],
  );
  const quick = allocate(orderId, rooms.second()).catch((error: unknown) => error);
  await expect.poll(() => bank.creates(orderNo)).toBe(2);
  const timeout = refusal('channelTimeout');
  expect(await Promise.all([slow, quick])).toEqual([timeout, timeout]);
  expect((await rooms.order(orderId)).channel_account_id).not.toBeNull();
  await pay(orderNo);
  expect((await rooms.order(orderId)).status).toBe('success');
});

test('a provider that never had the order is left only after three answers far apart', async () => {
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId] });
  await tenant.channel({ merchants: [merchantId] });
  const { orderId, orderNo } = await rooms.create(merchantId, { lifetimeS: 86_400 });
  bank.takeCreates = 'lost';
  await expect(allocate(orderId)).rejects.toEqual(refusal('channelTimeout'));
  const { channel_account_id: first } = await rooms.order(orderId);
  const tenMinutesLater = async (): Promise<void> => {
    await admin.query(
      `UPDATE collection_attempt SET asked_at = asked_at - interval '10 minutes',
         not_found_at = not_found_at - interval '10 minutes' WHERE order_id = $1`,
      [orderId],
    );
    await recheckNow();
  };
  // Twice it is asked for the payment again, which starts the count anew; then only what it knows.
  for (let look = 0; look < 4; look += 1) {
    await tenMinutesLater();
    expect((await rooms.order(orderId)).channel_account_id).toBe(first);
  }
  bank.takeCreates = 'answer';
  await tenMinutesLater();
  const order = await rooms.order(orderId);
  expect(order.channel_account_id).not.toBe(first);
  expect(order.payment).not.toBeNull();
  expect(bank.charge(`${orderNo}R2`).status).toBe('pending');
});
