import { collectionStatuses, collectionTransitions } from '@suanpan/domain/states/collection';
import { listedMoves } from '@suanpan/domain/states/transition';
import { regionDayOf, regionDayText, startOfRegionDay, weekdayOf } from '@suanpan/domain/region-day';
import { parseAmount } from '@suanpan/money/amount';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { transact } from '../../../platform/db/transact.ts';
import { businessNow } from '../../../platform/clock.ts';
import { prove } from '../../ledger/index.ts';
import { settleAtOnce } from '../collections.store.ts';
import { releaseWork } from '../release/release-collections.ts';
import { confirmCollection } from '../confirm/confirm-collection.ts';
import type { OrderRow } from '../collections.queries.ts';
import { makeSettleCalendar } from './settle-calendar.ts';
import type { QueuedSettle, SettleRequest } from './settle-request.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;
const dayMs = 86_400_000;

/** Moves the business clock to ten in the morning (UTC+8) of the next such weekday; 0 is Sunday. */
async function moveToNext(weekday: number): Promise<void> {
  const now = await businessNow(database.app);
  let day = regionDayOf(now) + 1;
  while (weekdayOf(day) !== weekday) day += 1;
  await moveBusinessClock(database, startOfRegionDay(day).getTime() + 10 * 3_600_000 - now.getTime());
}

/** Midnight (UTC+8) that begins the day some days after today. */
async function midnightIn(days: number): Promise<Date> {
  return startOfRegionDay(regionDayOf(await businessNow(database.app)) + days);
}

/** All of the night's work, as often as it asks for. */
async function release(): Promise<void> {
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
}

const requestFor = (order: OrderRow, more: Partial<SettleRequest> = {}): QueuedSettle => ({
  orderId: order.id,
  agentId: order.agent_id,
  channelAccountId: order.channel_account_id ?? 0n,
  partyIds: [order.customer_id, order.agent_id],
  paidAmount: order.pay_amount,
  providerOrderNo: null,
  lateAllowed: false,
  requestId: null,
  ...more,
});
const settle = (order: OrderRow, more: Partial<SettleRequest> = {}) =>
  collections.settle.submit(requestFor(order, more));
const newTenant = (): Promise<Tenant> => createTenant(base, { provider: bank });

beforeAll(() => moveToNext(2));

test('J1 and J1b: a settled order credits every party exactly, unsettled, and the system fee comes from the senior agent', async () => {
  const before = await rooms.house();
  const tenant = await newTenant();
  const order = await rooms.place(tenant.merchantId);
  expect(await settle(order, { providerOrderNo: 'CH-9', requestId: 'r-1' })).toBe('settled');
  expect(await rooms.balances(tenant.merchantId)).toEqual({ L210: '9715.00' });
  expect(await rooms.balances(tenant.subAgentId)).toEqual({ L210: '30.00' });
  expect(await rooms.balances(tenant.middlemanId)).toEqual({ L210: '10.00' });
  expect(await rooms.balances(tenant.agentId)).toEqual({ L210: '73.00' });
  expect(before).toEqual({});
  expect(await rooms.house()).toEqual({ A100: '-10000.00', L260: '152.00', R400: '20.00' });
  const settled = await rooms.order(order.id);
  expect(settled).toMatchObject({
    status: 'success',
    actual_amount: parseAmount('10000', 'TWD'),
    accounted_amount: parseAmount('9715', 'TWD'),
    fee: parseAmount('285', 'TWD'),
    provider_order_no: 'CH-9',
  });
  expect(settled.settle_at).toEqual(await midnightIn(1));
  const { rows: news } = await admin.query(
    "SELECT kind, payload FROM outbox_event WHERE subject = $1 AND kind <> 'collection.created'",
    [`collection:${order.id}`],
  );
  expect(news).toEqual([
    {
      kind: 'collection.succeeded',
      payload: expect.objectContaining({ status: 'success', test: false, fee: '2850000' }),
    },
  ]);
  const { rows: audit } = await admin.query(
    'SELECT from_status, to_status, actor_id, request_id, journal_id IS NOT NULL AS journal FROM audit_log WHERE object_id = $1 AND act = $2',
    [String(order.id), 'collection.settle'],
  );
  expect(audit).toEqual([
    { from_status: 'pending', to_status: 'success', actor_id: null, request_id: 'r-1', journal: true },
  ]);
});

test('J2: the next business day at five past midnight the whole legs leave the unsettled accounts, once', async () => {
  const tenant = await newTenant();
  await moveToNext(2);
  const order = await rooms.place(tenant.merchantId);
  await settle(order);
  expect(releaseWork.next(await businessNow(database.app))).toEqual(
    new Date((await midnightIn(1)).getTime() + 5 * 60_000),
  );
  await moveBusinessClock(
    database,
    (await midnightIn(1)).getTime() - (await businessNow(database.app)).getTime() - 1000,
  );
  await release();
  expect(await rooms.balances(tenant.merchantId)).toEqual({ L210: '9715.00' });
  await moveBusinessClock(database, 301_000);
  await release();
  expect(await rooms.balances(tenant.merchantId)).toEqual({ L200: '9715.00' });
  expect(await rooms.balances(tenant.subAgentId)).toEqual({ L240: '30.00' });
  expect(await rooms.balances(tenant.middlemanId)).toEqual({ L240: '10.00' });
  expect(await rooms.balances(tenant.agentId)).toEqual({ L240: '73.00' });
  expect((await rooms.order(order.id)).status).toBe('success');
});

test('J4: every fee is rounded half up to the ledger scale, and the senior agent takes what is left', async () => {
  const tenant = await newTenant();
  await settle(await rooms.place(tenant.merchantId, { major: '333.33' }));
  expect(await rooms.balances(tenant.merchantId)).toEqual({ L210: '318.9968' });
  expect(await rooms.balances(tenant.subAgentId)).toEqual({ L210: '1.00' });
  expect(await rooms.balances(tenant.middlemanId)).toEqual({ L210: '0.3333' });
  // 5.9999 of the split, less the system fee of 0.6667.
  expect(await rooms.balances(tenant.agentId)).toEqual({ L210: '5.3332' });
});

test('a senior agent who is charged once a month keeps his whole share, and the system fee is claimed from him', async () => {
  const tenant = await createTenant(base, { provider: bank, agent: { system_fee_mode: 'periodic' } });
  const before = await rooms.house();
  await settle(await rooms.place(tenant.merchantId));
  expect(await rooms.balances(tenant.agentId)).toEqual({ L210: '93.00' });
  const after = await rooms.house();
  expect([before['A120'], after['A120']]).toEqual([undefined, '-20.00']);
});

test('a merchant without general agent and middleman leaves their shares to the senior agent', async () => {
  const tenant = await newTenant();
  await settle(await rooms.place(await tenant.merchant()));
  expect(await rooms.balances(tenant.agentId)).toEqual({ L210: '113.00' });
  expect(await rooms.balances(tenant.subAgentId)).toEqual({});
});

test('D0: the money is at once where it may be spent, and nothing waits for a release', async () => {
  const tenant = await newTenant();
  const merchantId = await tenant.merchant({
    settle_rule: 'D0',
    sub_agent_id: tenant.subAgentId,
    middleman_id: tenant.middlemanId,
  });
  const order = await rooms.place(merchantId);
  await settle(order);
  expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
  expect(await rooms.balances(tenant.subAgentId)).toEqual({ L240: '30.00' });
  expect(await rooms.balances(tenant.middlemanId)).toEqual({ L240: '10.00' });
  expect(await rooms.balances(tenant.agentId)).toEqual({ L240: '73.00' });
  const settled = await rooms.order(order.id);
  expect(settled.settle_at).toEqual(settled.completed_at);
  const { rows } = await admin.query('SELECT FROM settlement_due WHERE order_id = $1', [order.id]);
  expect(rows).toEqual([]);
});

test('T0 is the instant itself on a business day, and the next business day on a Saturday', async () => {
  const tenant = await newTenant();
  const merchantId = await tenant.merchant({ settle_rule: 'T0' });
  await moveToNext(5);
  // The calendar of this Friday is older than the order.
  await settle(await rooms.place(await tenant.merchant()));
  await moveBusinessClock(database, 3_600_000);
  const friday = await rooms.place(merchantId);
  await settle(friday);
  expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
  const settled = await rooms.order(friday.id);
  expect(settled.settle_at).toEqual(settled.completed_at);
  await moveToNext(6);
  const saturday = await rooms.place(merchantId);
  await settle(saturday);
  expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00', L210: '9715.00' });
  expect((await rooms.order(saturday.id)).settle_at).toEqual(await midnightIn(2));
});

test('each settle rule fixes the release at the moment of success; money that waits for a person is never due', async () => {
  const tenant = await newTenant();
  await moveToNext(4);
  const monday = regionDayText(regionDayOf(await midnightIn(4)));
  await admin.query('INSERT INTO holiday (day, name) VALUES ($1, $2)', [monday, 'test']);
  await moveToNext(5);
  const due = async (rule: string): Promise<Date | null> => {
    const order = await rooms.place(await tenant.merchant({ settle_rule: rule }));
    await settle(order);
    return (await rooms.order(order.id)).settle_at;
  };
  expect(await due('D1')).toEqual(await midnightIn(1));
  expect(await due('D30')).toEqual(await midnightIn(30));
  // Saturday, Sunday and the holiday of Monday do not count.
  expect(await due('T1')).toEqual(await midnightIn(4));
  expect(await due('T2')).toEqual(await midnightIn(5));
  expect(await due('weekly')).toEqual(await midnightIn(3));
  expect(await due('manual')).toBeNull();
  const monthly = await due('monthly');
  expect(regionDayText(regionDayOf(monthly ?? new Date(0)))).toMatch(/-01$/);
  await moveBusinessClock(database, 400 * dayMs);
  await release();
  const { rows } = await admin.query("SELECT count(*) FROM settlement_due WHERE settle_at = 'infinity'");
  expect(rows[0].count).toBe(1n);
  const { rows: left } = await admin.query('SELECT count(*) FROM settlement_due');
  expect(left[0].count).toBe(1n);
});

test('on a day without a calendar nothing settles; the lane makes one and settles', async () => {
  const tenant = await newTenant();
  await settle(await rooms.place(tenant.merchantId));
  await moveToNext(3);
  const order = await rooms.place(tenant.merchantId);
  await expect(settleAtOnce(database.pool, [requestFor(order)])).rejects.toMatchObject({ code: 'SC001' });
  expect((await rooms.order(order.id)).status).toBe('pending');
  expect(await settle(order)).toBe('settled');
  expect((await rooms.order(order.id)).settle_at).toEqual(await midnightIn(1));
});

test('two hundred submits of forty orders, by two processes and with duplicates, settle each exactly once', async () => {
  const tenant = await newTenant();
  const orders = await Promise.all(
    Array.from({ length: 40 }, (_, index) => rooms.place(tenant.merchantId, { major: String(1000 + index) })),
  );
  const other = rooms.second();
  const asked = Array.from({ length: 200 }, (_, index) => ({ order: orders[(index * 7) % 40]!, index }));
  const outcomes = await Promise.all(
    asked.map(async ({ order, index }) => ({
      id: order.id,
      outcome: await (index % 3 === 0 ? other : collections).settle.submit(requestFor(order)),
    })),
  );
  for (const order of orders) {
    const own = outcomes
      .filter((each) => each.id === order.id)
      .map((each) => each.outcome)
      .sort();
    expect(own).toEqual(['already', 'already', 'already', 'already', 'settled']);
  }
  const total = orders.reduce((sum, order) => sum + order.pay_amount, 0n);
  const { rows } = await admin.query(
    `SELECT count(*) AS journals, (SELECT sum(accounted_amount + fee)::bigint FROM collection_order WHERE customer_id = $1) AS credited,
            (SELECT count(*) FROM outbox_event o JOIN collection_order c ON o.subject = 'collection:' || c.id
             WHERE c.customer_id = $1 AND o.kind = 'collection.succeeded') AS events
     FROM journal WHERE customer_id = $1 AND event = 'collection.settle'`,
    [tenant.merchantId],
  );
  expect(rows).toEqual([{ journals: 40n, credited: total, events: 40n }]);
});

test('another amount than was asked for settles nothing, in any batch', async () => {
  const tenant = await newTenant();
  const [right, wrong] = [await rooms.place(tenant.merchantId), await rooms.place(tenant.merchantId)];
  const outcomes = await Promise.all([
    settle(await rooms.place(tenant.merchantId)),
    settle(wrong, { paidAmount: wrong.pay_amount - 1n }),
    settle(right),
    settle(wrong, { paidAmount: wrong.pay_amount + 1n }),
    settle(wrong, { paidAmount: 0n }),
  ]);
  expect(outcomes).toEqual(['settled', 'mismatch', 'settled', 'mismatch', 'mismatch']);
  expect((await rooms.order(wrong.id)).status).toBe('pending');
  expect(await rooms.balances(tenant.merchantId)).toEqual({ L210: '19430.00' });
});

test('of two confirmations with different amounts in one batch the right one settles, whichever comes first', async () => {
  const tenant = await newTenant();
  for (const isRightFirst of [true, false]) {
    const [before, order] = [await rooms.place(tenant.merchantId), await rooms.place(tenant.merchantId)];
    const right = requestFor(order);
    const wrong = requestFor(order, { paidAmount: order.pay_amount + 1n });
    const batch = [requestFor(before), ...(isRightFirst ? [right, wrong] : [wrong, right])];
    const outcomes = await settleAtOnce(database.pool, batch);
    const expected = isRightFirst ? ['settled', 'mismatch'] : ['mismatch', 'settled'];
    expect(outcomes).toEqual(['settled', ...expected]);
    // What was settled with one amount was not settled with another, in a later batch neither.
    expect(await settle(order, { paidAmount: 0n })).toBe('mismatch');
    expect(await settle(order)).toBe('already');
  }
  expect(await rooms.balances(tenant.merchantId)).toEqual({ L210: '38860.00' });
});

test('an order without a way in, an expired one and one that is not there are refused beside others that settle', async () => {
  const tenant = await newTenant();
  const unrouted = await rooms.order((await rooms.create(tenant.merchantId)).orderId);
  const expired = await rooms.place(tenant.merchantId, { lifetimeS: 60 });
  const good = await rooms.place(tenant.merchantId);
  await moveBusinessClock(database, 61_000);
  await admin.query('SELECT expire_collections($1, NULL)', [[expired.id]]);
  const outcomes = await Promise.all([
    settle(unrouted),
    settle(expired),
    settle({ ...good, id: 987_654_321n }),
    settle(good),
  ]);
  expect(outcomes).toEqual(['refused', 'refused', 'refused', 'settled']);
  expect(await settle(expired, { lateAllowed: true })).toBe('settled');
  expect(await rooms.balances(tenant.merchantId)).toEqual({ L210: '19430.00' });
});

test('a test order is settled and released in the test book alone and counted nowhere', async () => {
  const tenant = await newTenant();
  const before = await rooms.house();
  await moveToNext(2);
  const order = await rooms.place(tenant.merchantId, { isTest: true });
  bank.pay(order.order_no, { simulated: true });
  expect(await confirmCollection(collections, order.id, null)).toBe('settled');
  expect(await rooms.order(order.id)).toMatchObject({
    status: 'test_supplied',
    fee: parseAmount('285', 'TWD'),
  });
  await moveBusinessClock(database, 2 * dayMs);
  await release();
  expect(await rooms.balances(tenant.merchantId)).toEqual({});
  expect(await rooms.house()).toEqual(before);
  expect(await rooms.house('test')).toMatchObject({ A100: '-10000.00', L260: '152.00', R400: '20.00' });
  const { rows } = await admin.query(
    `SELECT a.kind, b.balance FROM account a JOIN balance b ON b.account_id = a.id
     WHERE a.owner_id = $1 AND a.book = 'test' AND b.balance <> 0`,
    [tenant.merchantId],
  );
  expect(rows).toEqual([{ kind: 'L200', balance: parseAmount('9715', 'TWD') }]);
  expect(
    (await admin.query('SELECT FROM collection_day_now WHERE customer_id = $1', [tenant.merchantId])).rows,
  ).toEqual([]);
  const { rows: news } = await admin.query(
    "SELECT payload FROM outbox_event WHERE subject = $1 AND kind = 'collection.succeeded'",
    [`collection:${order.id}`],
  );
  expect(news[0].payload).toMatchObject({ status: 'test_supplied', test: true });
});

test('the statistics of the day and hour stand in the same commit as the order', async () => {
  const tenant = await newTenant();
  const order = await rooms.place(tenant.merchantId);
  await rooms.place(tenant.merchantId, { major: '500' });
  await settle(order);
  const { rows } = await admin.query(
    `SELECT created_count, created_amount::bigint, success_count, success_amount::bigint, actual_amount::bigint,
            accounted_amount::bigint, fee::bigint, endpoint_fee::bigint
     FROM collection_day_now WHERE customer_id = $1`,
    [tenant.merchantId],
  );
  const twd = (text: string) => parseAmount(text, 'TWD');
  const success = {
    success_count: 1n,
    success_amount: twd('10000'),
    actual_amount: twd('10000'),
    accounted_amount: twd('9715'),
    fee: twd('285'),
    endpoint_fee: twd('152'),
  };
  expect(rows).toEqual([{ created_count: 2n, created_amount: twd('10500'), ...success }]);
  const { rows: hours } = await admin.query(
    `SELECT success_count, success_amount::bigint, actual_amount::bigint, accounted_amount::bigint, fee::bigint,
            endpoint_fee::bigint
     FROM collection_hour_now WHERE channel_id = $1`,
    [tenant.channelId],
  );
  expect(hours).toEqual([success]);
});

test('the database lets an order make exactly the moves that the table of the domain lists', async () => {
  const { orderId } = await rooms.create((await newTenant()).merchantId);
  const allowed: string[] = [];
  const client = await admin.connect();
  try {
    for (const from of collectionStatuses) {
      for (const to of collectionStatuses) {
        if (from === to) continue;
        await client.query('BEGIN');
        await client.query("SET LOCAL session_replication_role = 'replica'");
        await client.query('UPDATE collection_order SET status = $1, refund_status = $2 WHERE id = $3', [
          from,
          from === 'refund' ? 'failed' : null,
          orderId,
        ]);
        await client.query("SET LOCAL session_replication_role = 'origin'");
        const moved = await client
          .query('UPDATE collection_order SET status = $1 WHERE id = $2', [to, orderId])
          .then(
            () => true,
            () => false,
          );
        if (moved) allowed.push(`${from}>${to}`);
        await client.query('ROLLBACK');
      }
    }
  } finally {
    client.release();
  }
  expect(allowed.sort()).toEqual([...listedMoves(collectionTransitions)].sort());
});

test('a refund that is under way does not become a success again', async () => {
  const order = await rooms.place((await newTenant()).merchantId);
  await settle(order);
  for (const refundStatus of ['preparing', 'refunding']) {
    await admin.query("UPDATE collection_order SET status = 'refund', refund_status = $1 WHERE id = $2", [
      refundStatus,
      order.id,
    ]);
    await expect(
      admin.query("UPDATE collection_order SET status = 'success' WHERE id = $1", [order.id]),
    ).rejects.toMatchObject({ code: '23514' });
  }
  await admin.query('UPDATE collection_order SET refund_status = $1 WHERE id = $2', ['failed', order.id]);
  await admin.query("UPDATE collection_order SET status = 'success', refund_status = NULL WHERE id = $1", [
    order.id,
  ]);
});

test('after all of this the books prove', async () => {
  const proof = await prove(database);
  expect(proof.checks.filter((check) => !check.passed)).toEqual([]);
});

test('what is free at once is free also for a batch that began a moment before its day’s calendar was made', async () => {
  const tenant = await newTenant();
  const order = await rooms.place(await tenant.merchant({ settle_rule: 'D0' }));
  await moveToNext(3);
  await transact(database.app, async (tx) => {
    const began = await businessNow(tx);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await makeSettleCalendar(database.app);
    const { rows } = await sql<{ outcome: string }>`
      SELECT outcome FROM settle_collections(ARRAY[${order.id}::bigint], ARRAY[${order.pay_amount}::bigint],
        ARRAY[${order.channel_account_id}::bigint], ARRAY[${`R${order.id}`}], ARRAY[false], ARRAY[NULL]::text[])`.execute(
      tx,
    );
    expect(rows).toEqual([{ outcome: 'settled' }]);
    const { settle_at, completed_at } = await tx
      .selectFrom('collection_order')
      .select(['settle_at', 'completed_at'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(completed_at).toEqual(began);
    expect(settle_at).toEqual(began);
  });
});
