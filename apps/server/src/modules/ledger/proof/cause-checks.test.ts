import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { confirmCollection } from '../../collections/index.ts';
import { prove } from '../index.ts';

// What a superuser alters so that everything else agrees with it: the log, which is sealed, tells it all the same.
const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const orders = { bare: 0n, settled: 0n };
let other = 0n;

beforeAll(async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  other = await tenant.merchant();
  await rooms.place(other);
  orders.bare = (await rooms.create(tenant.merchantId)).orderId;
  const early = await rooms.place(await tenant.merchant({ payout_from_unsettled: true }));
  const order = await rooms.place(tenant.merchantId);
  for (const each of [early, order]) {
    rooms.bank.pay(each.order_no);
    await confirmCollection(rooms.collections, each.id, null);
  }
  orders.settled = order.id;
});

const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

/** What the proof finds while this stands; it is rolled back by putting back what was kept. */
async function foundBy(table: string, statements: readonly string[]): Promise<string[]> {
  const client = await admin.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(`CREATE TABLE kept AS SELECT * FROM ${table}`);
    for (const statement of statements) {
      const { rowCount } = await client.query(statement);
      expect([statement, rowCount]).not.toEqual([statement, 0]);
    }
    const found = await failing();
    await client.query(`DELETE FROM ${table}`);
    await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept`);
    await client.query('DROP TABLE kept');
    return found;
  } finally {
    client.release(true);
  }
}
const bare = (change: string): string => `UPDATE collection_order SET ${change} WHERE id = ${orders.bare}`;

test('good books pass', async () => {
  expect(await failing()).toEqual([]);
});

test.each([
  ['another amount', () => bare('order_amount = order_amount * 10, pay_amount = pay_amount * 10')],
  ['another amount to pay', () => bare('pay_amount = pay_amount * 10')],
  ['another amount that was ordered', () => bare('order_amount = order_amount * 10')],
  ['another merchant', () => bare(`customer_id = ${other}`)],
  ['another currency', () => bare(`currency = 'CNY'`)],
  ['another senior agent', () => bare('agent_id = agent_id + 1')],
  ['another general agent', () => bare('sub_agent_id = middleman_id')],
  ['no middleman', () => bare('middleman_id = NULL')],
  ['real money', () => bare('is_test = NOT is_test')],
])('the proof names an unpaid order that was given %s', async (_, statement) => {
  expect(await foundBy('collection_order', [statement()])).toContain('S7');
});

test('the proof names an order whose creation is told twice, and otherwise the second time', async () => {
  const again = `INSERT INTO audit_log (at, act, object_kind, object_id, to_status, after)
    SELECT l.at, l.act, l.object_kind, c.object_id, l.to_status, jsonb_build_object('orders', ARRAY[c.origin || '1'],
      'actors', ARRAY[NULL], 'requests', ARRAY[NULL])
    FROM audit_log l CROSS JOIN created_orders(l) c WHERE l.act = 'collection.create' AND c.object_id = '${orders.bare}'`;
  expect(await foundBy('audit_log', [again])).toEqual(['S7']);
});

test('the proof names early money on an account that holds none, where D5 sums none up', async () => {
  const elsewhere = `INSERT INTO early_settlement (account_id, settle_at, amount)
    SELECT id, 'epoch', 0 FROM account WHERE kind = 'L210' LIMIT 1`;
  expect(await foundBy('early_settlement', [elsewhere])).toContain('D8');
  const unknown = `INSERT INTO early_settlement (account_id, settle_at, amount) VALUES (987654321, now() + interval '1 day', 0)`;
  expect(await foundBy('early_settlement', [unknown])).toEqual(['D8']);
});

test('the proof names an order whose money is kept back by a refund that nobody asked for', async () => {
  const refunding = `UPDATE collection_order SET refund_status = 'refunding' WHERE id = ${orders.settled}`;
  expect(await foundBy('collection_order', [refunding])).toEqual(['D9', 'G2']);
});

test.each([
  ['customer_method', 'UPDATE customer_method SET merchant_pct = merchant_pct - 0.5'],
  ['agent_method', 'UPDATE agent_method SET system_per_item = system_per_item + 1'],
  ['channel', 'UPDATE channel SET endpoint_pct = 0'],
  ['approval_policy', "UPDATE approval_policy SET threshold = 99000000000 WHERE currency = 'TWD'"],
  ['approval_policy', "INSERT INTO approval_policy (currency, threshold) VALUES ('USDT', 99000000000)"],
  ['approval_policy', "DELETE FROM approval_policy WHERE currency = 'TWD'"],
])('the proof names a row of %s that was set past the log: %s', async (table, statement) => {
  await admin.query(
    "INSERT INTO approval_policy (currency, threshold) VALUES ('TWD', 5) ON CONFLICT (agent_id, act, currency) DO NOTHING",
  );
  expect(await failing()).toEqual([]);
  expect(await foundBy(table, [statement])).toEqual(['T1']);
});

test('a threshold that was taken away, and a method that was renamed, are as the log told them', async () => {
  await admin.query("DELETE FROM approval_policy WHERE currency = 'TWD'");
  await admin.query(`UPDATE customer_method SET alias = alias || '_x'`);
  expect(await failing()).toEqual([]);
});
