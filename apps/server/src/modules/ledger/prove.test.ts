import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { confirmCollection } from '../collections/index.ts';
import { dueForRelease, releaseOrders } from '../collections/release.store.ts';
import { prove, proveAndKeep } from './index.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);

/** Ids of orders in each state that the corruptions below start from. */
const orders = { settled: 0n, released: 0n, pending: 0n, expired: 0n };

beforeAll(async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const immediate = await tenant.merchant({ settle_rule: 'D0' });
  async function paid(merchantId: bigint, amount?: string, isTest = false): Promise<bigint> {
    const order = await rooms.place(merchantId, { isTest, lifetimeS: 60 });
    rooms.bank.pay(order.order_no, amount === undefined ? {} : { amount });
    await confirmCollection(rooms.collections, order.id, null);
    return order.id;
  }
  orders.released = await paid(tenant.merchantId);
  await moveBusinessClock(database, 5 * 86_400_000);
  await releaseOrders(database.app, await dueForRelease(database.app, 100));
  orders.settled = await paid(tenant.merchantId);
  await paid(immediate);
  await paid(tenant.merchantId, '9999.00');
  await paid(tenant.merchantId, undefined, true);
  orders.expired = (await rooms.create(tenant.merchantId, { lifetimeS: 60 })).orderId;
  await moveBusinessClock(database, 61_000);
  await admin.query('SELECT expire_collections($1, NULL)', [[orders.expired]]);
  orders.pending = (await rooms.place(tenant.merchantId)).id;
  // What keeps such journals out stays proven elsewhere; here they are put in past it.
  await admin.query('ALTER TABLE journal DROP CONSTRAINT journal_is_sound');
  await admin.query('ALTER TABLE balance DROP CONSTRAINT balance_is_covered');
});

const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.filter((check) => !check.passed).map((check) => check.name);

/** Runs statements as the superuser with every trigger off: what only a thief or a broken disk can do. */
async function tamper(statements: readonly string[]): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('BEGIN');
    await client.query("SET LOCAL session_replication_role = 'replica'");
    for (const statement of statements) {
      const { rowCount } = await client.query(statement);
      expect([statement, rowCount]).not.toEqual([statement, 0]);
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

test('good books pass, with orders settled, released, set aside, expired, open and of tests', async () => {
  const proof = await prove(database);
  expect(proof.checks.filter((check) => !check.passed)).toEqual([]);
  expect(proof.passed).toBe(true);
  expect(proof.checks.find((check) => check.name === 'L1')?.examined).toBe(6);
  expect(proof.checks.find((check) => check.name === 'S2')?.examined).toBe(7);
  const total = (account: string, book = 'main') =>
    proof.totals.find((row) => row.account === account && row.book === book && row.currency === 'TWD')
      ?.balance;
  expect([total('A100'), total('L250'), total('A100', 'test')]).toEqual([
    '-39999.0000',
    '9999.0000',
    '-10000.0000',
  ]);
});

/** Each plants one corruption, names the checks that must see it, and takes it back. */
const corruptions: readonly {
  readonly what: string;
  readonly seenBy: readonly string[];
  readonly plant: () => readonly string[];
  readonly undo: () => readonly string[];
}[] = [
  {
    what: 'a leg of the house that was changed',
    seenBy: ['L1', 'L8', 'S2'],
    plant: () => [settleJournal('amounts[1] = amounts[1] + 1')],
    undo: () => [settleJournal('amounts[1] = amounts[1] - 1')],
  },
  {
    what: 'a leg of an owner that was changed',
    seenBy: ['L1', 'L2', 'L3', 'L8', 'S2'],
    plant: () => [settleJournal('amounts[2] = amounts[2] + 1')],
    undo: () => [settleJournal('amounts[2] = amounts[2] - 1')],
  },
  {
    what: 'a balance that was raised without a posting',
    seenBy: ['L2'],
    plant: () => [
      "UPDATE balance SET balance = balance + 1 WHERE account_id = (SELECT id FROM account WHERE kind = 'L200' AND book = 'main' ORDER BY id LIMIT 1)",
    ],
    undo: () => [
      "UPDATE balance SET balance = balance - 1 WHERE account_id = (SELECT id FROM account WHERE kind = 'L200' AND book = 'main' ORDER BY id LIMIT 1)",
    ],
  },
  {
    what: 'an update that was lost: two legs that took the same balance',
    seenBy: ['L3'],
    plant: () => [settleJournal('balances_after[2] = balances_after[2] + 1')],
    undo: () => [settleJournal('balances_after[2] = balances_after[2] - 1')],
  },
  {
    what: 'a gap in the versions of an account',
    seenBy: ['L3'],
    plant: () => [settleJournal('versions[2] = versions[2] + 1')],
    undo: () => [settleJournal('versions[2] = versions[2] - 1')],
  },
  {
    what: 'an owner below zero without a claw-back',
    seenBy: ['L2', 'L4', 'D2'],
    plant: () => [
      "UPDATE balance SET balance = balance - 1000000000000 WHERE account_id = (SELECT id FROM account WHERE kind = 'L210' AND book = 'main' ORDER BY id LIMIT 1)",
    ],
    undo: () => [
      "UPDATE balance SET balance = balance + 1000000000000 WHERE account_id = (SELECT id FROM account WHERE kind = 'L210' AND book = 'main' ORDER BY id LIMIT 1)",
    ],
  },
  {
    what: 'a posting to an account of another currency',
    seenBy: ['L6'],
    plant: () => ["UPDATE account SET currency = 'CNY' WHERE kind = 'A100' AND book = 'main'"],
    undo: () => ["UPDATE account SET currency = 'TWD' WHERE kind = 'A100' AND book = 'main'"],
  },
  {
    what: 'a fee split that does not add up',
    seenBy: ['L7'],
    plant: () => [settledPlan(`fee_snapshot = jsonb_set(fee_snapshot, '{agentResidual}', '"930001"')`)],
    undo: () => [settledPlan(`fee_snapshot = jsonb_set(fee_snapshot, '{agentResidual}', '"930000"')`)],
  },
  {
    what: 'a planned fee that is not the one of its split',
    seenBy: ['L7'],
    plant: () => [settledPlan('merchant_fee = merchant_fee + 1')],
    undo: () => [settledPlan('merchant_fee = merchant_fee - 1')],
  },
  {
    what: 'a fee that is not what the merchant was charged',
    seenBy: ['L7', 'R1', 'R2'],
    plant: () => [settledOrder('fee = fee - 1')],
    undo: () => [settledOrder('fee = fee + 1')],
  },
  {
    what: 'an order that became successful without its journal and without a trace',
    seenBy: ['S1', 'S2', 'R1', 'R2'],
    plant: () => [
      `UPDATE collection_order SET status = 'success', actual_amount = 1, fee = 0, accounted_amount = 1 WHERE id = ${orders.pending}`,
    ],
    undo: () => [
      `UPDATE collection_order SET status = 'pending', actual_amount = NULL, fee = NULL, accounted_amount = NULL WHERE id = ${orders.pending}`,
    ],
  },
  {
    what: 'a credited order that is said to have expired',
    seenBy: ['S1', 'S2', 'S4', 'R1', 'R2'],
    plant: () => [settledOrder("status = 'expired'")],
    undo: () => [settledOrder("status = 'success'")],
  },
  {
    what: 'an order whose journal posted other legs than were fixed with it',
    seenBy: ['S2'],
    plant: () => [
      `UPDATE collection_plan SET leg_amounts[1] = leg_amounts[1] - 1, leg_amounts[3] = leg_amounts[3] + 1 WHERE order_id = ${orders.released}`,
    ],
    undo: () => [
      `UPDATE collection_plan SET leg_amounts[1] = leg_amounts[1] + 1, leg_amounts[3] = leg_amounts[3] - 1 WHERE order_id = ${orders.released}`,
    ],
  },
  {
    what: 'settled money that nothing will ever release',
    seenBy: ['D2'],
    plant: () => [`UPDATE settlement_due SET order_id = -order_id WHERE order_id = ${orders.settled}`],
    undo: () => [`UPDATE settlement_due SET order_id = -order_id WHERE order_id = ${-orders.settled}`],
  },
  {
    what: 'a release that stands before an order was ever settled',
    seenBy: ['D1'],
    plant: () => [`INSERT INTO settlement_due (order_id, settle_at) VALUES (${orders.expired}, now())`],
    undo: () => [`DELETE FROM settlement_due WHERE order_id = ${orders.expired}`],
  },
  {
    what: 'a day whose statistics count money that no order brought',
    seenBy: ['R1'],
    plant: () => ['UPDATE collection_day SET actual_amount = actual_amount + 1'],
    undo: () => ['UPDATE collection_day SET actual_amount = actual_amount - 1'],
  },
  {
    what: 'an hour whose statistics count a success that never was',
    seenBy: ['R2'],
    plant: () => ['UPDATE collection_hour SET success_count = success_count + 1'],
    undo: () => ['UPDATE collection_hour SET success_count = success_count - 1'],
  },
];

const settleJournal = (change: string): string =>
  `UPDATE journal SET ${change} WHERE event = 'collection.settle' AND ref_id = ${orders.settled}`;
const settledOrder = (change: string): string =>
  `UPDATE collection_order SET ${change} WHERE id = ${orders.settled}`;
const settledPlan = (change: string): string =>
  `UPDATE collection_plan SET ${change} WHERE order_id = ${orders.settled}`;

test.each(['created_amount', 'accounted_amount', 'endpoint_fee', 'fee'])(
  'the proof looks at the %s of a day too',
  async (column) => {
    await tamper([`UPDATE collection_day SET ${column} = ${column} + 1`]);
    const found = await failing();
    await tamper([`UPDATE collection_day SET ${column} = ${column} - 1`]);
    expect(found).toEqual(['R1']);
  },
);

test.each(corruptions)('the proof finds $what', async ({ seenBy, plant, undo }) => {
  await tamper(plant());
  const found = await failing();
  await tamper(undo());
  expect(found).toEqual(expect.arrayContaining([...seenBy]));
  expect(await failing()).toEqual([]);
});

test('a failed proof names what is wrong and is kept as evidence that nobody may change', async () => {
  await tamper(['UPDATE collection_day SET fee = fee + 1']);
  const { id, proof } = await proveAndKeep(database, null);
  await tamper(['UPDATE collection_day SET fee = fee - 1']);
  expect(proof.passed).toBe(false);
  const broken = proof.checks.find((check) => check.name === 'R1');
  expect(broken?.breaches).toBe(broken?.examined);
  expect(broken?.examples[0]).toMatch(/^\d{4}-\d\d-\d\d \d+ TWD$/);
  const { rows } = await admin.query('SELECT passed FROM proof_run WHERE id = $1', [id]);
  expect(rows).toEqual([{ passed: false }]);
  await expect(database.pool.query('UPDATE proof_run SET passed = true')).rejects.toMatchObject({
    code: '42501',
  });
  await expect(database.pool.query('DELETE FROM proof_run')).rejects.toMatchObject({ code: '42501' });
});

test('a proof in the middle of load passes: it reads one snapshot', async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  let running = true;
  const load = (async () => {
    while (running) {
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          const order = await rooms.place(tenant.merchantId);
          rooms.bank.pay(order.order_no);
          await confirmCollection(rooms.collections, order.id, null);
        }),
      );
    }
  })();
  try {
    for (let round = 0; round < 5; round += 1) expect(await failing()).toEqual([]);
  } finally {
    running = false;
    await load;
  }
});
