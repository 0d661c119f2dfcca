import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { confirmCollection } from '../../collections/index.ts';
import { prove, proveSince } from '../index.ts';
import { takeProofPoint } from './prove.queries.ts';
import type { Proof } from './proof.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const settled: bigint[] = [];

let merchantId: bigint;
async function settleOne(): Promise<void> {
  const order = await rooms.place(merchantId);
  rooms.bank.pay(order.order_no);
  await confirmCollection(rooms.collections, order.id, null);
  settled.push(order.id);
}

beforeAll(async () => {
  merchantId = (await createTenant(base, { provider: rooms.bank })).merchantId;
  await settleOne();
  await takeProofPoint(database.app);
  await settleOne();
  // What keeps such a journal out is proven elsewhere; here it is put in past it.
  await admin.query('ALTER TABLE journal DROP CONSTRAINT journal_is_sound');
});

const broken = ({ checks }: Proof): string[] =>
  checks.filter((check) => !check.passed).map(({ name }) => name);

/** As the superuser, with every trigger off; undone before anything is expected. */
async function altered(change: string, back: string): Promise<string[]> {
  const client = await admin.connect();
  const run = async (statement: string): Promise<void> => {
    await client.query("SET session_replication_role = 'replica'");
    expect((await client.query(statement)).rowCount).toBe(1);
    await client.query('RESET session_replication_role');
  };
  try {
    await run(change);
    const found = broken(await proveSince(database));
    await run(back);
    return found;
  } finally {
    client.release();
  }
}

test('a proof since the point holds over what came after it, and the full proof holds the point itself', async () => {
  const since = await proveSince(database);
  expect(broken(since)).toEqual([]);
  expect(since.checks.find(({ name }) => name === 'P2')?.examined).toBe(1);
  const whole = await prove(database);
  expect(broken(whole)).toEqual([]);
  expect(whole.checks.find(({ name }) => name === 'P1')?.examined).toBeGreaterThan(0);
});

const lastJournal = "(SELECT max(id) FROM journal WHERE event = 'collection.settle')";

test.each([
  [
    'a leg that was raised since',
    'journal SET amounts[1] = amounts[1]',
    ` WHERE id = ${lastJournal}`,
    ['L1', 'L3', 'S2'],
  ],
  [
    'a balance that was raised since',
    'balance SET balance = balance',
    " WHERE account_id = (SELECT id FROM account WHERE kind = 'L210' AND book = 'main' ORDER BY id LIMIT 1)",
    ['L3'],
  ],
  [
    'a plan that was altered since',
    'collection_plan SET legs_held = legs_held',
    ' WHERE order_id = (SELECT max(ref_id) FROM journal)',
    ['S8'],
  ],
  [
    'a point that was altered',
    'proof_balance SET balance = balance',
    ' WHERE account_id = (SELECT min(account_id) FROM proof_balance)',
    ['P2', 'L3'],
  ],
])('it finds %s', async (_, what, where, seenBy) => {
  const found = await altered(`UPDATE ${what} + 1${where}`, `UPDATE ${what} - 1${where}`);
  expect(found).toEqual(expect.arrayContaining(seenBy));
});

test('a point that does not lie on the chains is found by the full proof', async () => {
  await admin.query('UPDATE proof_balance SET balance = balance + 1 WHERE version > 0');
  const found = broken(await prove(database));
  await admin.query('UPDATE proof_balance SET balance = balance - 1 WHERE version > 0');
  expect(found).toEqual(['P1']);
});

test('the application takes points and writes none by itself', async () => {
  await expect(database.pool.query('DELETE FROM proof_balance')).rejects.toMatchObject({ code: '42501' });
  await takeProofPoint(database.app);
  expect(broken(await proveSince(database))).toEqual([]);
});
