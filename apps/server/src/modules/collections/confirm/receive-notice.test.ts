import { forgeriesKeptPerMinute } from '@suanpan/domain/limits';
import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { RawNotice } from '../../channels/index.ts';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import { prove } from '../../ledger/index.ts';
import { closeCollection } from '../expire/close-collection.ts';
import { bindCollections } from '../collections.routes.ts';
import type { OrderRow } from '../collections.queries.ts';
import { confirmCollection } from './confirm-collection.ts';
import { createExpiry } from '../expire/expire-collections.ts';
import { recheckCollections } from '../expire/recheck-collections.ts';
import { releaseWork } from '../release/release-collections.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;
const { app } = openHttp(base);
bindCollections(app, collections, async () => []);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});

const hourMs = 3_600_000;
const acknowledged = { status: 200, body: 'OK' };

async function noticesOf(
  orderNo: string,
): Promise<{ outcome: string; raw: Buffer; event_id: string | null }[]> {
  const { rows } = await admin.query(
    'SELECT outcome, raw, event_id FROM channel_notice WHERE position($1 in convert_from(raw, $2)) > 0 ORDER BY id',
    [orderNo, 'UTF8'],
  );
  return rows;
}

async function eventsOf(order: OrderRow, kind: string): Promise<unknown[]> {
  const { rows } = await admin.query('SELECT payload FROM outbox_event WHERE subject = $1 AND kind = $2', [
    `collection:${order.id}`,
    kind,
  ]);
  return rows.map((row) => row.payload);
}

async function receiptsOf(order: OrderRow): Promise<unknown[]> {
  const { rows } = await admin.query('SELECT reason, currency, amount FROM receipt WHERE order_id = $1', [
    order.id,
  ]);
  return rows;
}

const hasCheck = async (order: OrderRow): Promise<boolean> =>
  (await admin.query('SELECT FROM collection_check WHERE order_id = $1', [order.id])).rowCount === 1;

async function recheckNow(): Promise<void> {
  await admin.query("UPDATE collection_check SET next_at = now() - interval '1 second'");
  await recheckCollections(collections);
}

/** An order whose time is over and whose provider said that it was not paid. */
async function expired(own: Tenant = tenant): Promise<OrderRow> {
  const order = await rooms.place(own.merchantId, { lifetimeS: 60 });
  await moveBusinessClock(database, 61_000);
  await createExpiry(collections).run(new Date(order.expires_at.getTime() + 1_000));
  const ended = await rooms.order(order.id);
  expect(ended.status).toBe('expired');
  return ended;
}

const queriesOf = (order: OrderRow): number =>
  bank.calls.filter((call) => call.operation === 'query' && call.orderNo === order.order_no).length;

test('a notice of a payment that the bank confirms credits the order and is acknowledged', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  expect(await rooms.tell(order)).toMatchObject(acknowledged);
  expect(await rooms.order(order.id)).toMatchObject({
    status: 'success',
    provider_order_no: bank.charge(order.order_no).chargeNo,
  });
  const [notice] = await noticesOf(order.order_no);
  expect(notice?.outcome).toBe('accepted');
});

test('what a notice says of money is never believed: the amount that counts is the one the bank answers', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no, { amount: '10000.00' });
  await rooms.tell(order, { paidAmount: '99999.00' });
  expect((await rooms.order(order.id)).actual_amount).toBe(parseAmount('10000', 'TWD'));
});

const forgeries: readonly (readonly [string, (order: OrderRow) => RawNotice])[] = [
  ['signed with another key', (order) => noticeOf(order, { secret: 'not ours' })],
  ['of ten minutes ago', (order) => noticeOf(order, { ageS: 600 })],
  [
    'whose body was changed on its way',
    (order) => {
      const notice = noticeOf(order);
      return {
        ...notice,
        body: Buffer.from(notice.body.toString('utf8').replace('pending', 'paid').replace('"TWD"', '"TWD" ')),
      };
    },
  ],
  ['without a signature', (order) => ({ ...noticeOf(order), headers: {} })],
  [
    'signed for the address of another account',
    (order) => ({ ...bank.notice(999n, order.order_no), path: noticeOf(order).path }),
  ],
  ['signed, but no JSON', (order) => ({ ...noticeOf(order), body: Buffer.from('hello') })],
];

function noticeOf(order: OrderRow, news = {}): RawNotice {
  return bank.notice(order.channel_account_id ?? 0n, order.order_no, news);
}

async function deliver(notice: RawNotice): Promise<{ status: number; body: string; type: unknown }> {
  const response = await app.inject({
    method: 'POST',
    url: notice.path,
    headers: { 'content-type': 'application/json', ...notice.headers } as Record<string, string>,
    payload: notice.body,
  });
  return { status: response.statusCode, body: response.body, type: response.headers['content-type'] };
}

test.each(forgeries)('a notice %s is answered 401, kept, reported, and credits nothing', async (_, forge) => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  const forged = forge(order);
  const { rows: before } = await admin.query(
    "SELECT count(*) FROM outbox WHERE kind = 'channel.notice_refused'",
  );
  expect(await deliver(forged)).toMatchObject({ status: 401 });
  expect(queriesOf(order)).toBe(0);
  expect((await rooms.order(order.id)).status).toBe('pending');
  const { rows: kept } = await admin.query(
    'SELECT outcome, raw, event_id FROM channel_notice ORDER BY id DESC LIMIT 1',
  );
  expect(kept).toEqual([{ outcome: 'bad_signature', raw: forged.body, event_id: null }]);
  const { rows: after } = await admin.query(
    "SELECT count(*), max(payload ->> 'channel_account_id') AS account FROM outbox WHERE kind = 'channel.notice_refused'",
  );
  expect(after[0]).toEqual({ count: before[0].count + 1n, account: String(order.channel_account_id) });
});

test('a notice from where its provider sends none is answered 401, kept, and credits nothing, however well it is signed', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  const set = (networks: string[]) =>
    admin.query('UPDATE channel_account SET notify_networks = $2 WHERE id = $1', [
      order.channel_account_id,
      networks,
    ]);
  try {
    for (const networks of [['203.0.113.0/24'], ['2001:db8::/32', '198.51.100.7']]) {
      await set(networks);
      expect(await deliver(noticeOf(order))).toMatchObject({ status: 401 });
      const { rows } = await admin.query('SELECT outcome FROM channel_notice ORDER BY id DESC LIMIT 1');
      expect([rows, queriesOf(order)]).toEqual([[{ outcome: 'foreign_address' }], 0]);
    }
    await set(['203.0.113.0/24', '127.0.0.1']);
    expect(await deliver(noticeOf(order))).toMatchObject(acknowledged);
    expect((await rooms.order(order.id)).status).toBe('success');
  } finally {
    await set([]);
  }
});

test('strangers fill no disk with forgeries: of a thousand a number is kept, all are refused, and the true one counts', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  const { rows: before } = await admin.query('SELECT count(*)::int AS n FROM channel_notice');
  const forged = { ...noticeOf(order), body: Buffer.alloc(60_000, 'x') };
  for (let n = 0; n < 1_000; n += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(forged)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  }
  const { rows: after } = await admin.query('SELECT count(*)::int AS n FROM channel_notice');
  expect(after[0].n - before[0].n).toBeLessThanOrEqual(forgeriesKeptPerMinute);
  expect(await deliver(noticeOf(order))).toMatchObject(acknowledged);
  expect((await rooms.order(order.id)).status).toBe('success');
});

test('a true notice over HTTP is acknowledged in the words of the bank', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  expect(await deliver(noticeOf(order))).toEqual({
    status: 200,
    body: 'OK',
    type: 'text/plain; charset=utf-8',
  });
  expect((await rooms.order(order.id)).status).toBe('success');
});

test('a notice to an account that does not exist is answered 404', async () => {
  for (const account of ['999999', 'abc', '0', '99999999999999999999']) {
    const notice = bank.notice(1n, 'whatever');
    expect((await deliver({ ...notice, path: `/api/notify/${account}` })).status).toBe(404);
  }
});

test('a true notice whose payment the bank does not confirm credits nothing and has the order looked at again', async () => {
  const order = await rooms.place(tenant.merchantId);
  expect(await rooms.tell(order, { status: 'paid', paidAmount: '10000.00' })).toMatchObject(acknowledged);
  expect((await rooms.order(order.id)).status).toBe('pending');
  expect((await noticesOf(order.order_no)).map((notice) => notice.outcome)).toEqual(['not_confirmed']);
  expect(await hasCheck(order)).toBe(true);
  // The notice had been faster than the bank's own books.
  bank.pay(order.order_no);
  await recheckNow();
  expect((await rooms.order(order.id)).status).toBe('success');
  expect(await hasCheck(order)).toBe(false);
});

test.each(['cut', 'error', 'garbage'] as const)(
  'a notice that cannot be confirmed because the bank answers nothing usable (%s) credits nothing until it does',
  async (manner) => {
    const order = await rooms.place(tenant.merchantId);
    bank.pay(order.order_no);
    bank.takeQueries = manner;
    try {
      expect(await rooms.tell(order)).toMatchObject(acknowledged);
      expect((await rooms.order(order.id)).status).toBe('pending');
      await recheckNow();
      expect((await rooms.order(order.id)).status).toBe('pending');
    } finally {
      bank.takeQueries = 'answer';
    }
    await recheckNow();
    expect((await rooms.order(order.id)).status).toBe('success');
  },
);

test('an event that is told ten times at once takes effect once, and every raw body is kept', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  const answers = await Promise.all(Array.from({ length: 10 }, () => rooms.tell(order)));
  for (const answer of answers) expect(answer).toMatchObject(acknowledged);
  await rooms.tell(order);
  const kept = await noticesOf(order.order_no);
  expect(kept).toHaveLength(11);
  expect(kept.filter((notice) => notice.outcome === 'accepted')).toHaveLength(1);
  expect(kept.filter((notice) => notice.outcome === 'duplicate')).toHaveLength(10);
  expect(await eventsOf(order, 'collection.succeeded')).toHaveLength(1);
  const { rows } = await admin.query(
    "SELECT FROM journal WHERE event = 'collection.settle' AND ref_id = $1",
    [order.id],
  );
  expect(rows).toHaveLength(1);
});

test('an event that took effect before is acknowledged without asking the bank again', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  await rooms.tell(order);
  const asked = queriesOf(order);
  await rooms.tell(order);
  expect(queriesOf(order)).toBe(asked);
});

test('a notice of an order that we do not have is kept and acknowledged', async () => {
  const answer = await deliver(bank.notice(tenant.channelAccountId, 'C-UNKNOWN-1'));
  expect(answer).toMatchObject(acknowledged);
  expect((await noticesOf('C-UNKNOWN-1')).map((notice) => notice.outcome)).toEqual(['unknown_order']);
});

test('a notice that arrives at another account than the order went through is an unknown order there', async () => {
  const order = await rooms.place(tenant.merchantId);
  const { channelAccountId } = await tenant.channel();
  bank.pay(order.order_no);
  expect(await deliver(bank.notice(channelAccountId, order.order_no))).toMatchObject(acknowledged);
  expect((await noticesOf(order.order_no)).map((notice) => notice.outcome)).toEqual(['unknown_order']);
  expect((await rooms.order(order.id)).status).toBe('pending');
});

test.each([
  ['less', '9999.99'],
  ['more', '10000.01'],
])('%s than was asked for is set aside whole (L250) and credits nobody', async (_, paid) => {
  const own = await createTenant(base, { provider: bank });
  const before = (await rooms.house())['L250'] ?? '0.00';
  const order = await rooms.place(own.merchantId);
  bank.pay(order.order_no, { amount: paid });
  await Promise.all([rooms.tell(order), rooms.tell(order), rooms.tell(order, { eventId: 'another' })]);
  expect(await rooms.order(order.id)).toMatchObject({
    status: 'amount_mismatch',
    actual_amount: parseAmount(paid, 'TWD'),
    accounted_amount: null,
    fee: null,
  });
  expect(await receiptsOf(order)).toEqual([
    { reason: 'amount_mismatch', currency: 'TWD', amount: parseAmount(paid, 'TWD') },
  ]);
  const gained = parseAmount((await rooms.house())['L250'] ?? '0.00', 'TWD') - parseAmount(before, 'TWD');
  expect(gained).toBe(parseAmount(paid, 'TWD'));
  for (const party of [own.merchantId, own.agentId, own.subAgentId, own.middlemanId]) {
    expect(await rooms.balances(party)).toEqual({});
  }
  expect(await eventsOf(order, 'collection.amount_mismatch')).toHaveLength(1);
  expect(await eventsOf(order, 'collection.succeeded')).toHaveLength(0);
});

test('money in another currency than was asked for is set aside in that currency', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  Object.assign(bank.charge(order.order_no).request, { currency: 'USD' });
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('amount_mismatch');
  expect(await receiptsOf(order)).toEqual([
    { reason: 'amount_mismatch', currency: 'USD', amount: parseAmount('10000', 'USD') },
  ]);
});

test('an amount that cannot be read is no answer: nothing is concluded from it', async () => {
  const order = await rooms.place(tenant.merchantId);
  for (const amount of ['10,000.00', '1e4', '10000.000001', '-10000', '']) {
    bank.pay(order.order_no, { amount });
    expect(await confirmCollection(collections, order.id, null)).toBe('unanswered');
  }
  // Paid, but nothing: a provider that says so is asked again.
  bank.pay(order.order_no, { amount: '0.00' });
  expect(await confirmCollection(collections, order.id, null)).toBe('unanswered');
  expect((await rooms.order(order.id)).status).toBe('pending');
});

test('a late payment that the bank confirms is credited where the channel credits late payments', async () => {
  const order = await expired();
  bank.pay(order.order_no);
  await moveBusinessClock(database, 70 * hourMs);
  await rooms.tell(order);
  expect(await rooms.order(order.id)).toMatchObject({ status: 'success', fee: parseAmount('285', 'TWD') });
  expect(await eventsOf(order, 'collection.expired')).toHaveLength(1);
  expect(await eventsOf(order, 'collection.succeeded')).toHaveLength(1);
});

test('more than 72 hours after its expiry a payment is abnormal, set aside and not lost', async () => {
  const order = await expired();
  bank.pay(order.order_no);
  await moveBusinessClock(database, 72 * hourMs);
  await Promise.all([rooms.tell(order), confirmCollection(collections, order.id, null), recheckNow()]);
  expect((await rooms.order(order.id)).status).toBe('abnormal');
  expect(await receiptsOf(order)).toEqual([
    { reason: 'abnormal', currency: 'TWD', amount: parseAmount('10000', 'TWD') },
  ]);
  expect(await eventsOf(order, 'collection.abnormal')).toHaveLength(1);
});

test('a late payment is abnormal at once where the channel does not credit late payments', async () => {
  const own = await createTenant(base, { provider: bank });
  await admin.query("UPDATE channel_account SET late_payment = 'abnormal' WHERE id = $1", [
    own.channelAccountId,
  ]);
  const order = await expired(own);
  bank.pay(order.order_no);
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('abnormal');
  expect(await rooms.balances(own.merchantId)).toEqual({});
});

/** The provider's word for when the payer paid: so long before the order's time was over, by the wall clock. */
async function wallBefore(order: OrderRow, beforeMs: number): Promise<Date> {
  const ahead = (await businessNow(database.app)).getTime() - Date.now();
  return new Date(order.expires_at.getTime() - ahead - beforeMs);
}

test('what was paid in time by the proof of the bank is credited, however late we hear and whatever the channel does', async () => {
  const own = await createTenant(base, { provider: bank });
  await admin.query("UPDATE channel_account SET late_payment = 'abnormal' WHERE id = $1", [
    own.channelAccountId,
  ]);
  const order = await expired(own);
  await moveBusinessClock(database, 100 * hourMs);
  bank.pay(order.order_no, { at: await wallBefore(order, 10_000) });
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('success');
});

test('the 72 hours count to the payment where the bank proves its time, not to our hearing of it', async () => {
  const order = await expired();
  await moveBusinessClock(database, 80 * hourMs);
  bank.pay(order.order_no, { at: await wallBefore(order, -70 * hourMs) });
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('success');
});

test.each([
  ['that lies in the future', -300 * hourMs],
  ['before there was the order', 48 * hourMs],
  ['that it does not tell', null],
] as const)('a time of payment %s proves nothing: our hearing counts', async (_, beforeMs) => {
  const order = await expired();
  await moveBusinessClock(database, 73 * hourMs);
  bank.pay(order.order_no, { at: beforeMs === null ? null : await wallBefore(order, beforeMs) });
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('abnormal');
});

test('an order that was closed before its time is late from its closing on', async () => {
  const own = await createTenant(base, { provider: bank });
  await admin.query("UPDATE channel_account SET late_payment = 'abnormal' WHERE id = $1", [
    own.channelAccountId,
  ]);
  const order = await rooms.place(own.merchantId);
  await closeCollection(collections, order.id, {
    act: 'collection.close',
    actorId: own.merchantId,
    requestId: 'r',
  });
  await moveBusinessClock(database, 10_000);
  bank.pay(order.order_no);
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('abnormal');
});

test('a late payment of another amount is a mismatch, not a credit', async () => {
  const order = await expired();
  bank.pay(order.order_no, { amount: '1.00' });
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('amount_mismatch');
});

test.each([
  ['reversed', 'reversed'],
  ['failed', 'failed_after_success'],
] as const)(
  'a bank that calls a credited payment %s undoes nothing: people are told',
  async (status, reason) => {
    const order = await rooms.place(tenant.merchantId);
    bank.pay(order.order_no);
    await rooms.tell(order);
    bank.charge(order.order_no).status = status;
    expect(await rooms.tell(order, { status })).toMatchObject(acknowledged);
    expect((await rooms.order(order.id)).status).toBe('success');
    expect(await eventsOf(order, 'collection.flagged')).toEqual([{ order_id: String(order.id), reason }]);
    const { rows } = await admin.query('SELECT FROM journal WHERE ref_id = $1', [order.id]);
    expect(rows).toHaveLength(1);
  },
);

test('a payment that was taken back before it was ever credited is set aside as abnormal', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  bank.charge(order.order_no).status = 'reversed';
  await rooms.tell(order, { status: 'reversed' });
  expect((await rooms.order(order.id)).status).toBe('abnormal');
  expect(await receiptsOf(order)).toHaveLength(1);
});

test('a reversal of which no money is known closes nothing and books nothing', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.charge(order.order_no).status = 'reversed';
  expect(await rooms.tell(order, { status: 'reversed' })).toMatchObject(acknowledged);
  expect((await rooms.order(order.id)).status).toBe('pending');
  expect(await receiptsOf(order)).toEqual([]);
});

test('a payment that the bank marks as simulated ends a live order as a test: no money moves, and the news says so', async () => {
  const own = await createTenant(base, { provider: bank });
  const order = await rooms.place(own.merchantId);
  bank.pay(order.order_no, { simulated: true });
  await Promise.all([rooms.tell(order), rooms.tell(order)]);
  expect(await rooms.order(order.id)).toMatchObject({
    status: 'test_supplied',
    fee: null,
    accounted_amount: null,
  });
  const { rows } = await admin.query('SELECT FROM journal WHERE ref_id = $1', [order.id]);
  expect(rows).toEqual([]);
  expect(await rooms.balances(own.merchantId)).toEqual({});
  expect(await eventsOf(order, 'collection.succeeded')).toEqual([
    expect.objectContaining({ status: 'test_supplied', test: true }),
  ]);
});

test('notice, expiry and repeated check of one paid order at the same time credit it once', async () => {
  const orders = await Promise.all(
    Array.from({ length: 12 }, () => rooms.place(tenant.merchantId, { lifetimeS: 60 })),
  );
  for (const order of orders) bank.pay(order.order_no);
  await admin.query(
    "INSERT INTO collection_check (order_id, reason, next_at) SELECT unnest($1::bigint[]), 'test', now()",
    [orders.slice(0, 6).map((order) => order.id)],
  );
  await moveBusinessClock(database, 61_000);
  const expiry = createExpiry(collections);
  await Promise.all([
    ...orders.map((order) => rooms.tell(order)),
    expiry.run(new Date((orders[0]?.expires_at.getTime() ?? 0) + 1_000)),
    recheckCollections(collections),
    ...orders.map((order) => confirmCollection(rooms.second(), order.id, null)),
  ]);
  for (const order of orders) {
    expect((await rooms.order(order.id)).status).toBe('success');
    expect(await eventsOf(order, 'collection.succeeded')).toHaveLength(1);
  }
});

test('after all of this the books prove', async () => {
  // Days went by without their nights' work.
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
  const proof = await prove(database);
  expect(proof.checks.filter((check) => !check.passed)).toEqual([]);
});
