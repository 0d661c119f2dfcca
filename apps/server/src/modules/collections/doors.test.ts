import { journalRules } from '@suanpan/domain/journals/journal-rules';
import { accounts } from '@suanpan/domain/accounts';
import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { transact } from '../../platform/db/transact.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import { prove } from '../ledger/index.ts';
import { confirmCollection } from './confirm/confirm-collection.ts';
import { releaseWork } from './release/release-collections.ts';
import { releaseEarly } from './release/release.store.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const { bank } = rooms;
let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  [tenant, stranger] = [
    await createTenant(base, { provider: bank }),
    await createTenant(base, { provider: bank }),
  ];
});

/** What the application is told when it calls a function of the database by itself. */
async function refusalOf(query: string, values: unknown[] = []): Promise<string | undefined> {
  return database.pool.query(query, values).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
}

/** The plan of an order as it was sent, with some of it changed. */
async function planOf(orderId: bigint, change: Record<string, unknown>): Promise<string> {
  const { rows } = await admin.query(
    `SELECT o.channel_id::text, o.channel_account_id::text, o.method, o.real_name, p.route, p.fee_snapshot,
            (SELECT array_agg(a.kind ORDER BY l.n) FROM unnest(p.leg_accounts) WITH ORDINALITY AS l (id, n) JOIN account a ON a.id = l.id) AS kinds,
            (SELECT array_agg(a.kind ORDER BY l.n) FROM unnest(p.leg_accounts_immediate) WITH ORDINALITY AS l (id, n) JOIN account a ON a.id = l.id) AS kinds_immediate,
            (SELECT array_agg(CASE WHEN a.kind IN ('A100', 'L260') THEN 'channelAccount' WHEN a.kind = 'R400' THEN 'platform'
               WHEN a.owner_id = o.customer_id THEN 'customer' WHEN a.owner_id = o.agent_id THEN 'agent'
               WHEN a.owner_id = o.sub_agent_id THEN 'subAgent' ELSE 'middleman' END ORDER BY l.n)
             FROM unnest(p.leg_accounts) WITH ORDINALITY AS l (id, n) JOIN account a ON a.id = l.id) AS roles,
            (SELECT array_agg(x::text ORDER BY n) FROM unnest(p.leg_amounts) WITH ORDINALITY AS l (x, n)) AS amounts
     FROM collection_order o JOIN collection_plan p ON p.order_id = o.id WHERE o.id = $1`,
    [orderId],
  );
  return JSON.stringify([{ ...rows[0], order_id: String(orderId), ...change }]);
}
const plan = 'SELECT FROM plan_collections($1::jsonb)';

test('the plans’ door takes the same plan again, and refuses legs that are not its split', async () => {
  const order = await rooms.place(tenant.merchantId);
  expect(await refusalOf(plan, [await planOf(order.id, {})])).toBeUndefined();
  const [{ amounts }] = JSON.parse(await planOf(order.id, {})) as [{ amounts: string[] }];
  const shifted = amounts.map((amount, place) =>
    String(BigInt(amount) + (place === 0 ? 10_000n : place === 3 ? -10_000n : 0n)),
  );
  expect(await refusalOf(plan, [await planOf(order.id, { amounts: shifted })])).toBe('LG403');
  const unbalanced = amounts.map((amount, place) => String(BigInt(amount) + (place === 0 ? 1n : 0n)));
  expect(await refusalOf(plan, [await planOf(order.id, { amounts: unbalanced })])).toBe('LG403');
});

test('the plans’ door posts to nobody outside of the order’s chain, and over no channel of another currency', async () => {
  const order = await rooms.place(tenant.merchantId);
  const before = await admin.query('SELECT leg_accounts FROM collection_plan WHERE order_id = $1', [
    order.id,
  ]);
  // Whoever calls names roles and no accounts: accounts of his own are not looked at.
  const foreign = await planOf(order.id, { leg_accounts: ['1', '2'], owners: [String(stranger.merchantId)] });
  expect(await refusalOf(plan, [foreign])).toBeUndefined();
  const after = await admin.query('SELECT leg_accounts FROM collection_plan WHERE order_id = $1', [order.id]);
  expect(after.rows).toEqual(before.rows);
  await admin.query("UPDATE channel SET currency = 'CNY' WHERE id = $1", [tenant.channelId]);
  const refused = await refusalOf(plan, [await planOf(order.id, {})]);
  await admin.query("UPDATE channel SET currency = 'TWD' WHERE id = $1", [tenant.channelId]);
  expect(refused).toBe('LG404');
});

test('money is released before its day in the name of a person alone', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  await confirmCollection(rooms.collections, order.id, null);
  const release = 'SELECT FROM release_collections(ARRAY[$1::bigint], $2, NULL)';
  expect((await database.pool.query(release, [order.id, null])).rowCount).toBe(0);
  expect((await database.pool.query(release, [order.id, tenant.agentId])).rowCount).toBe(1);
});

test('a plan of another sum than is asked for is not settled', async () => {
  const order = await rooms.place(tenant.merchantId);
  await admin.query('UPDATE collection_order SET pay_amount = 10000 WHERE id = $1', [order.id]);
  const settle =
    'SELECT outcome FROM settle_collections(ARRAY[$1::bigint], ARRAY[10000::bigint], ARRAY[$2::bigint], ARRAY[$3], ARRAY[false], ARRAY[NULL]::text[])';
  const { rows } = await database.pool.query(settle, [order.id, order.channel_account_id, `R${order.id}`]);
  await admin.query('UPDATE collection_order SET pay_amount = order_amount WHERE id = $1', [order.id]);
  expect(rows).toEqual([{ outcome: 'refused' }]);
});

test.each([
  'pay_amount = pay_amount * 2',
  'order_amount = 1',
  'customer_id = agent_id',
  'currency = currency',
  'is_test = true',
  'channel_account_id = 1',
  'settle_at = now()',
])('the application may not change an order by %s', async (change) => {
  expect(await refusalOf(`UPDATE collection_order SET ${change}`)).toBe('42501');
});

test('the application may not delete an order', async () => {
  expect(await refusalOf('DELETE FROM collection_order')).toBe('42501');
});

test('the plans’ door takes no channel that is not the merchant’s own', async () => {
  const order = await rooms.place(tenant.merchantId);
  const foreign = await planOf(order.id, {
    channel_id: String(stranger.channelId),
    channel_account_id: String(stranger.channelAccountId),
  });
  expect(await refusalOf(plan, [foreign])).toBe('LG404');
});

test('a settled order keeps its plan, and the application may not write one past the door', async () => {
  const order = await rooms.place(tenant.merchantId);
  const again = await planOf(order.id, { method: 'other' });
  bank.pay(order.order_no);
  await confirmCollection(rooms.collections, order.id, null);
  const { rows } = await database.pool.query('SELECT FROM plan_collections($1::jsonb)', [again]);
  expect(rows).toEqual([]);
  for (const write of [
    'UPDATE collection_plan SET credited = credited',
    'DELETE FROM collection_plan',
    'UPDATE settlement_due SET settle_at = now()',
    "INSERT INTO provider_confirmation VALUES (1, 'x', 1, 1, now())",
    'DELETE FROM early_settlement',
    'INSERT INTO receipt (channel_account_id, provider_ref, currency, amount, reason, received_at) VALUES (1, 1, 1, 1, 1, now())',
    'UPDATE journal_rule SET may_go_negative = true',
    'UPDATE account_kind SET external = false',
  ]) {
    expect([write, await refusalOf(write)]).toEqual([write, '42501']);
  }
});

test('an order that is planned anew while it is being settled is settled on its new plan or not at all', async () => {
  const order = await rooms.place(tenant.merchantId);
  const again = await planOf(order.id, {});
  const planner = await admin.connect();
  await planner.query('BEGIN');
  await planner.query(plan, [again]);
  bank.pay(order.order_no);
  const confirmed = confirmCollection(rooms.collections, order.id, null);
  await expect.poll(async () => (await admin.query(waiting)).rowCount).toBeGreaterThan(0);
  await planner.query('COMMIT');
  planner.release();
  expect(await confirmed).toBe('settled');
  const { rows } = await admin.query(
    `SELECT o.plan_no = p.plan_no AS same, p.plan_no FROM collection_order o JOIN collection_plan p ON p.order_id = o.id WHERE o.id = $1`,
    [order.id],
  );
  expect(rows).toEqual([{ same: true, plan_no: 2 }]);
});

test('one order whose release cannot be posted is set aside, flagged and counted, and all others are released', async () => {
  const merchants = [await tenant.merchant(), await tenant.merchant(), await stranger.merchant()];
  const orders = [];
  for (const merchantId of merchants) {
    const order = await rooms.place(merchantId);
    bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
    orders.push(order);
  }
  // Somebody took the money out of the first one's account past every door.
  await admin.query(
    `UPDATE balance SET balance = 0 WHERE account_id = (
       SELECT id FROM account WHERE kind = 'L210' AND owner_id = $1)`,
    [merchants[0]],
  );
  await moveBusinessClock(database, 10 * 86_400_000);
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
  expect(await rooms.balances(merchants[1]!)).toEqual({ L200: '9715.00' });
  expect(await rooms.balances(merchants[2]!)).toEqual({ L200: '9715.00' });
  const { rows } = await admin.query(
    'SELECT set_aside_reason IS NOT NULL AS has_reason FROM settlement_due WHERE order_id = $1',
    [orders[0]!.id],
  );
  expect(rows).toEqual([{ has_reason: true }]);
  const told: unknown[] = [];
  const relay = startOutboxRelay({
    db: database.workers,
    subscriptions: [
      { kinds: ['collection.flagged'], handle: async (_, events) => void told.push(...events) },
    ],
    log: base.log,
  });
  await relay.idle();
  await relay.stop();
  expect(told).toMatchObject([{ payload: { order_id: String(orders[0]!.id), reason: 'releaseFailed' } }]);
  await admin.query(
    `UPDATE balance SET balance = $2 WHERE account_id = (SELECT id FROM account WHERE kind = 'L210' AND owner_id = $1)`,
    [merchants[0], parseAmount('9715', 'TWD')],
  );
});

test('money that may pay others before its day lies in the pool of its day and is released with it', async () => {
  const merchantId = await tenant.merchant({ payout_from_unsettled: true });
  for (const major of ['10000', '10000']) {
    const order = await rooms.place(merchantId, { major });
    bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
  }
  expect(await rooms.balances(merchantId)).toEqual({ L202: '19430.00' });
  const { rows } = await admin.query(
    'SELECT e.amount FROM early_settlement e JOIN account a ON a.id = e.account_id WHERE a.owner_id = $1',
    [merchantId],
  );
  expect(rows).toEqual([{ amount: parseAmount('19430', 'TWD') }]);
  await moveBusinessClock(database, 10 * 86_400_000);
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
  expect(await rooms.balances(merchantId)).toEqual({ L200: '19430.00' });
});

async function settled(merchantId = tenant.merchantId) {
  const order = await rooms.place(merchantId);
  bank.pay(order.order_no);
  await confirmCollection(rooms.collections, order.id, null);
  return order;
}
/** Whoever waits for a lock in this database: other tests share the cluster. */
const waiting =
  "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
async function somebodyWaits(): Promise<void> {
  await expect.poll(async () => (await admin.query(waiting)).rowCount).toBeGreaterThan(0);
}

test('money is released before its day by nobody who does not exist, is not active or stands elsewhere', async () => {
  const order = await settled();
  const release = 'SELECT FROM release_collections(ARRAY[$1::bigint], $2, NULL)';
  for (const actor of [987_654_321n, stranger.agentId, tenant.merchantId]) {
    expect(await refusalOf(release, [order.id, actor])).toBe('LG403');
  }
});

test('what is due stays where it is while a refund is under way, also one that began while its lock was waited for', async () => {
  const order = await settled();
  const release = 'SELECT FROM release_collections(ARRAY[$1::bigint], $2, NULL)';
  const refunding = await admin.connect();
  await refunding.query('BEGIN');
  await refunding.query("UPDATE collection_order SET refund_status = 'preparing' WHERE id = $1", [order.id]);
  const released = database.pool.query(release, [order.id, tenant.agentId]);
  await somebodyWaits();
  await refunding.query('COMMIT');
  refunding.release();
  expect((await released).rowCount).toBe(0);
  await admin.query('UPDATE collection_order SET refund_status = NULL WHERE id = $1', [order.id]);
  expect((await database.pool.query(release, [order.id, tenant.agentId])).rowCount).toBe(1);
});

test('early money is chosen once: what comes due meanwhile is not touched without its lock', async () => {
  const [slow, quick] = [
    await tenant.merchant({ payout_from_unsettled: true }),
    await tenant.merchant({ payout_from_unsettled: true }),
  ];
  await settled(slow);
  await settled(quick);
  const early = "(SELECT id FROM account WHERE kind = 'L202' AND owner_id = $1)";
  const due = `UPDATE early_settlement SET settle_at = business_now() - $2 * interval '1 hour' WHERE account_id = ${early}`;
  const day = async (owner: bigint) =>
    (await admin.query(`SELECT settle_at FROM early_settlement WHERE account_id = ${early}`, [owner])).rows[0]
      ?.settle_at;
  const days = [await day(slow), await day(quick)];
  await admin.query(due, [slow, 1]);
  const holder = await admin.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM balance WHERE account_id = ${early} FOR NO KEY UPDATE`, [slow]);
  const released = transact(database.app, (tx) => releaseEarly(tx, 1));
  await somebodyWaits();
  await admin.query(due, [quick, 2]);
  await holder.query('COMMIT');
  holder.release();
  expect(await released).toBe(1);
  expect(await rooms.balances(slow)).toEqual({ L200: '9715.00' });
  expect(await rooms.balances(quick)).toEqual({ L202: '9715.00' });
  await admin.query(`UPDATE early_settlement SET settle_at = $2 WHERE account_id = ${early}`, [
    quick,
    days[1],
  ]);
  expect(days[0]).toEqual(days[1]);
  // The day of the first one was moved for this test alone: now it has come.
  await moveBusinessClock(database, 10 * 86_400_000);
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
});

test('a payment is put aside only where its order was really sent', async () => {
  const order = await rooms.place(tenant.merchantId);
  const aside = "SELECT set_payment_aside($1, $2, 'AHEAD', 'TWD', 10000, 'paid_elsewhere', NULL)";
  expect(await refusalOf(aside, [order.id, stranger.channelAccountId])).toBe('LG404');
  expect(await refusalOf(aside, [order.id, 987_654_321n])).toBe('LG404');
  expect(await refusalOf(aside, [order.id, order.channel_account_id])).toBeUndefined();
});

test('an order whose merchant’s rule is not in the calendar is refused, and keeps nobody busy', async () => {
  const order = await rooms.place(await tenant.merchant({ settle_rule: 'T29' }));
  await settled();
  await admin.query("DELETE FROM settle_calendar WHERE rule = 'T29'");
  const client = await admin.connect();
  await client.query("SET statement_timeout = '3s'");
  const { rows } = await client.query(
    `SELECT outcome FROM settle_collections(ARRAY[$1::bigint], ARRAY[$2::bigint], ARRAY[$3::bigint], ARRAY[$4], ARRAY[false],
       ARRAY[NULL]::text[])`,
    [order.id, order.pay_amount, order.channel_account_id, `R${order.id}`],
  );
  client.release(true);
  expect(rows).toEqual([{ outcome: 'refused' }]);
});

test('what is paid for an order whose merchant has no balance is put aside, once, where a person finds it', async () => {
  const merchantId = await tenant.merchant();
  const order = await rooms.place(merchantId);
  await admin.query(
    "DELETE FROM balance WHERE account_id = (SELECT id FROM account WHERE kind = 'L210' AND owner_id = $1)",
    [merchantId],
  );
  bank.pay(order.order_no);
  expect(await confirmCollection(rooms.collections, order.id, null)).toBe('aside');
  await confirmCollection(rooms.collections, order.id, null);
  expect((await rooms.order(order.id)).status).toBe('abnormal');
  const { rows } = await admin.query('SELECT reason, amount FROM receipt WHERE order_id = $1', [order.id]);
  expect(rows).toEqual([{ reason: 'abnormal', amount: order.pay_amount }]);
  await admin.query(
    "INSERT INTO balance (account_id) SELECT id FROM account WHERE kind = 'L210' AND owner_id = $1",
    [merchantId],
  );
});

test('the rules of legs and the chart of accounts in the database are those of the domain', async () => {
  const { rows } = await admin.query(
    'SELECT event, kind, role, debit, may_go_negative FROM journal_rule ORDER BY 1, 2, 3, 4',
  );
  const told = journalRules.map(
    ({ event, kind, role, debit, mayGoNegative }) => `${event} ${kind} ${role} ${debit} ${mayGoNegative}`,
  );
  expect(
    rows.map((row) => `${row.event} ${row.kind} ${row.role} ${row.debit} ${row.may_go_negative}`).toSorted(),
  ).toEqual(told.toSorted());
  const { rows: kinds } = await admin.query(
    'SELECT kind, external, may_go_negative FROM account_kind ORDER BY kind',
  );
  expect(kinds).toEqual(
    Object.entries(accounts)
      .map(([kind, rule]) => ({ kind, external: rule.external, may_go_negative: rule.mayGoNegative }))
      .sort((one, two) => (one.kind < two.kind ? -1 : 1)),
  );
});

test('after all of this the books prove', async () => {
  expect((await prove(database)).checks.filter((check) => !check.passed)).toEqual([]);
});
