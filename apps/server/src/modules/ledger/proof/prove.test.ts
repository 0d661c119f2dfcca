import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openAccounts } from '../../../../test/post-journals.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { confirmCollection } from '../../collections/index.ts';
import { dueForRelease, releaseOrders } from '../../collections/release/release.store.ts';
import { prove, proveAndKeep } from '../index.ts';
import { readOutside } from './outside.queries.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);

/** Ids of orders in each state that the corruptions below start from. */
const orders = { immediate: 0n, settled: 0n, released: 0n, pending: 0n, expired: 0n, stranger: 0n };

beforeAll(async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const immediate = await tenant.merchant({ settle_rule: 'D0' });
  orders.stranger = (await createTenant(base, { provider: rooms.bank })).merchantId;
  await rooms.place(orders.stranger);
  await openAccounts(admin, [ref('L200'), ref('L201')]);
  async function paid(merchantId: bigint, amount?: string, isTest = false): Promise<bigint> {
    const order = await rooms.place(merchantId, { isTest, lifetimeS: 60 });
    rooms.bank.pay(order.order_no, amount === undefined ? {} : { amount });
    await confirmCollection(rooms.collections, order.id, null);
    return order.id;
  }
  orders.released = await paid(tenant.merchantId);
  await moveBusinessClock(database, 5 * 86_400_000);
  await releaseOrders(database.app, await dueForRelease(database.app, 100));
  await admin.query('SELECT slice_payers(2), list_by_amount(2)');
  orders.settled = await paid(tenant.merchantId);
  orders.immediate = await paid(immediate);
  await paid(await tenant.merchant({ payout_from_unsettled: true }));
  await paid(tenant.merchantId, '9999.00');
  await paid(tenant.merchantId, undefined, true);
  orders.expired = (await rooms.create(tenant.merchantId, { lifetimeS: 60 })).orderId;
  await moveBusinessClock(database, 61_000);
  await admin.query('SELECT expire_collections($1, NULL)', [[orders.expired]]);
  orders.pending = (await rooms.place(tenant.merchantId)).id;
  await admin.query('SELECT fold_collections(1000)');
  // What keeps such journals out stays proven elsewhere; here they are put in past it.
  await admin.query('ALTER TABLE journal DROP CONSTRAINT journal_is_sound');
  await admin.query('ALTER TABLE balance DROP CONSTRAINT balance_is_covered');
});

const ref = (kind: 'L200' | 'L201') =>
  ({ kind, ownerId: orders.stranger, channelAccountId: null, currency: 'TWD', book: 'main' }) as const;

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
      // A statement that alters nothing would prove nothing.
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
  expect(proof.checks.find((check) => check.name === 'L1')?.examined).toBe(7);
  expect(proof.checks.find((check) => check.name === 'S2')?.examined).toBe(9);
  const total = (account: string, book = 'main') =>
    proof.totals.find((row) => row.account === account && row.book === book && row.currency === 'TWD')
      ?.balance;
  expect([total('A100'), total('L250'), total('A100', 'test')]).toEqual([
    '-49999.0000',
    '9999.0000',
    '-10000.0000',
  ]);
});

test('with every proof stands what providers hold by the books and their own word, and how old unidentified money is', async () => {
  const standing = async () => readOutside(database.proofs);
  const [mine] = (await standing()).providers.filter(({ books }) => books !== '0');
  expect(mine).toMatchObject({ books: '499990000', provider: null, direction: 'collection' });
  await admin.query('UPDATE channel_account SET balance = $2, balance_checked_at = now() WHERE id = $1', [
    mine?.account_id,
    499_980_000n,
  ]);
  expect((await standing()).providers[0]).toMatchObject({ books: '499990000', provider: '499980000' });
  await admin.query('UPDATE channel_account SET balance = NULL, balance_checked_at = NULL');

  const [age] = (await standing()).unidentified;
  expect(age).toMatchObject({
    currency: 'TWD',
    count: 1,
    total: '99990000',
    within_day: '99990000',
    older: '0',
  });
  const { rows } = await admin.query<{ outside: { unidentified: unknown[] } }>(
    "SELECT result -> 'outside' AS outside FROM proof_run WHERE id = $1",
    [(await proveAndKeep(database, null)).id],
  );
  expect(rows[0]?.outside.unidentified).toEqual([age]);
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
    plant: () => [settleJournal(`${houseLeg} = ${houseLeg} + 1`)],
    undo: () => [settleJournal(`${houseLeg} = ${houseLeg} - 1`)],
  },
  {
    what: 'a leg of an owner that was changed',
    seenBy: ['L1', 'L2', 'L3', 'L8', 'S2'],
    plant: () => [settleJournal('amounts[1] = amounts[1] + 1')],
    undo: () => [settleJournal('amounts[1] = amounts[1] - 1')],
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
    what: 'an owner below zero',
    seenBy: ['L2', 'L3', 'D2'],
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
    what: 'a leg that took an owner below zero without a claw-back',
    seenBy: ['L3', 'L4'],
    plant: () => [releaseJournal('balances_after[1] = balances_after[1] - 99999999999')],
    undo: () => [releaseJournal('balances_after[1] = balances_after[1] + 99999999999')],
  },
  {
    what: 'a plan changed before payment, for more than was asked and taken from the fee',
    seenBy: ['L9'],
    plant: () => [
      `UPDATE collection_plan SET leg_amounts[1] = leg_amounts[1] + 99990000, leg_amounts[4] = leg_amounts[4] - 99990000 WHERE order_id = ${orders.pending}`,
    ],
    undo: () => [
      `UPDATE collection_plan SET leg_amounts[1] = leg_amounts[1] - 99990000, leg_amounts[4] = leg_amounts[4] + 99990000 WHERE order_id = ${orders.pending}`,
    ],
  },
  {
    what: 'a plan changed before payment together with its split',
    seenBy: ['L7'],
    plant: () => [
      `UPDATE collection_plan SET leg_amounts[1] = leg_amounts[1] + 10000, leg_amounts[4] = leg_amounts[4] - 10000,
         merchant_fee = merchant_fee - 10000, credited = credited + 10000,
         fee_snapshot = fee_snapshot || jsonb_build_object('merchantFee', (merchant_fee - 10000)::text,
           'credited', (credited + 10000)::text, 'agentResidual', ((fee_snapshot ->> 'agentResidual')::bigint - 10000)::text)
       WHERE order_id = ${orders.pending}`,
    ],
    undo: () => [
      `UPDATE collection_plan SET leg_amounts[1] = leg_amounts[1] - 10000, leg_amounts[4] = leg_amounts[4] + 10000,
         merchant_fee = merchant_fee + 10000, credited = credited - 10000,
         fee_snapshot = fee_snapshot || jsonb_build_object('merchantFee', (merchant_fee + 10000)::text,
           'credited', (credited - 10000)::text, 'agentResidual', ((fee_snapshot ->> 'agentResidual')::bigint + 10000)::text)
       WHERE order_id = ${orders.pending}`,
    ],
  },
  {
    what: 'a plan changed before payment with all that it is held against: its legs, its split and its prices',
    seenBy: ['S8'],
    plant: () => [cheaper('-')],
    undo: () => [cheaper('+')],
  },
  {
    what: 'a plan that the log knows nothing of',
    seenBy: ['S8'],
    plant: () => [
      "CREATE TABLE kept AS SELECT * FROM audit_log WHERE act = 'collection.plan'",
      "DELETE FROM audit_log WHERE act = 'collection.plan'",
    ],
    undo: () => ['INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM kept', 'DROP TABLE kept'],
  },
  {
    what: 'a plan whose merchant leg stands on a merchant of another tenant',
    seenBy: ['L9'],
    plant: () => [
      `UPDATE collection_plan SET leg_accounts[1] = (SELECT id FROM account WHERE kind = 'L210' AND owner_id = ${orders.stranger})
       WHERE order_id = ${orders.pending}`,
    ],
    undo: () => [
      `UPDATE collection_plan SET leg_accounts[1] = (SELECT a.id FROM account a JOIN collection_order o ON o.customer_id = a.owner_id
         WHERE a.kind = 'L210' AND a.book = 'main' AND o.id = ${orders.pending}) WHERE order_id = ${orders.pending}`,
    ],
  },
  {
    what: 'a plan that is not the one its order was given',
    seenBy: ['L9'],
    plant: () => [`UPDATE collection_plan SET plan_no = plan_no + 1 WHERE order_id = ${orders.pending}`],
    undo: () => [`UPDATE collection_plan SET plan_no = plan_no - 1 WHERE order_id = ${orders.pending}`],
  },
  {
    what: 'an order that was moved to another merchant',
    seenBy: ['L9', 'S2', 'R1'],
    plant: () => [settledOrder(`customer_id = ${orders.stranger}`)],
    undo: () => [
      settledOrder(
        `customer_id = (SELECT customer_id FROM journal WHERE event = 'collection.settle' AND ref_id = ${orders.settled})`,
      ),
    ],
  },
  {
    what: 'a journal that no command caused',
    seenBy: ['A1', 'S2'],
    plant: () => [
      `SELECT journal_id FROM ledger_post(ARRAY[ROW('collection.settle', 987654321, 0, 'main', 'TWD', NULL, NULL, NULL, NULL,
         NULL, NULL, NULL, NULL, ARRAY[(SELECT id FROM account WHERE kind = 'A100' AND book = 'main' LIMIT 1),
         (SELECT id FROM account WHERE kind = 'L210' AND owner_id = ${orders.stranger})], '{-99990000,99990000}')::journal_entry])`,
    ],
    undo: () => [
      `UPDATE balance SET balance = balance - 99990000, version = version - 1
       WHERE account_id = (SELECT id FROM account WHERE kind = 'L210' AND owner_id = ${orders.stranger})`,
      'DELETE FROM journal WHERE ref_id = 987654321',
    ],
  },
  {
    what: 'an edit by hand that nobody made',
    seenBy: ['A1', 'E1'],
    plant: () => [
      `SELECT journal_id FROM ledger_post(ARRAY[ROW('settleable.edit', 987654321, 0, 'main', 'TWD', NULL, NULL, NULL, NULL,
         NULL, NULL, NULL, NULL, ARRAY[${twoOf('L200')}, ${twoOf('L201')}], '{99990000,-99990000}')::journal_entry])`,
    ],
    undo: () => [
      `UPDATE balance SET balance = balance - 99990000, version = version - 1 WHERE account_id = ${twoOf('L200')}`,
      `UPDATE balance SET balance = balance + 99990000, version = version - 1 WHERE account_id = ${twoOf('L201')}`,
      'DELETE FROM journal WHERE ref_id = 987654321',
    ],
  },
  {
    what: 'an event that no door posts',
    seenBy: ['L10'],
    plant: () => [settleJournal("event = 'gift.make'")],
    undo: () => [
      `UPDATE journal SET event = 'collection.settle' WHERE event = 'gift.make' AND ref_id = ${orders.settled}`,
    ],
  },
  {
    what: 'a settling journal that was deleted',
    seenBy: ['L2', 'L3', 'S2'],
    plant: () => [
      keep('journal'),
      `DELETE FROM journal WHERE event = 'collection.settle' AND ref_id = ${orders.settled}`,
    ],
    undo: () => [...putBack('journal')],
  },
  {
    what: 'a journal of the house alone that was deleted',
    seenBy: ['U1', 'U2'],
    plant: () => [keep('journal'), "DELETE FROM journal WHERE event = 'receipt.arrive'"],
    undo: () => [...putBack('journal')],
  },
  {
    what: 'a receipt that was deleted',
    seenBy: ['U1', 'U2'],
    plant: () => [keep('receipt'), 'DELETE FROM receipt'],
    undo: () => [...putBack('receipt')],
  },
  {
    what: 'a receipt of another amount',
    seenBy: ['U1', 'U2', 'S5'],
    plant: () => ['UPDATE receipt SET amount = amount + 1'],
    undo: () => ['UPDATE receipt SET amount = amount - 1'],
  },
  {
    what: 'a balance row that was deleted',
    seenBy: ['L2'],
    plant: () => [keep('balance'), 'DELETE FROM balance WHERE balance <> 0'],
    undo: () => [...putBack('balance')],
  },
  {
    what: 'a confirmation that was deleted',
    seenBy: ['S5'],
    plant: () => [
      keep('provider_confirmation'),
      `DELETE FROM provider_confirmation WHERE order_id = ${orders.settled}`,
    ],
    undo: () => [...putBack('provider_confirmation')],
  },
  {
    what: 'a payment that was confirmed for another order',
    seenBy: ['S5'],
    plant: () => [
      `UPDATE provider_confirmation SET order_id = ${orders.pending} WHERE order_id = ${orders.settled}`,
    ],
    undo: () => [
      `UPDATE provider_confirmation SET order_id = ${orders.settled} WHERE order_id = ${orders.pending}`,
    ],
  },
  {
    what: 'a payment whose reference was altered at the order and at its confirmation',
    seenBy: ['S6'],
    plant: () => [
      settledOrder("provider_order_no = 'X' || provider_order_no"),
      `UPDATE provider_confirmation SET provider_ref = 'X' || provider_ref WHERE order_id = ${orders.settled}`,
    ],
    undo: () => [
      settledOrder('provider_order_no = substr(provider_order_no, 2)'),
      `UPDATE provider_confirmation SET provider_ref = substr(provider_ref, 2) WHERE order_id = ${orders.settled}`,
    ],
  },
  {
    what: 'money that is due since ever',
    seenBy: ['D1', 'D3'],
    plant: () => [`UPDATE settlement_due SET settle_at = '-infinity' WHERE order_id = ${orders.settled}`],
    undo: () => [
      `UPDATE settlement_due SET settle_at = (SELECT settle_at FROM collection_order WHERE id = order_id) WHERE order_id = ${orders.settled}`,
    ],
  },
  {
    what: 'a release of another sum than was settled',
    seenBy: ['D4', 'L1', 'L2'],
    plant: () => [releaseJournal('amounts[1] = amounts[1] - 1')],
    undo: () => [releaseJournal('amounts[1] = amounts[1] + 1')],
  },
  {
    what: 'remaining money that was made less',
    seenBy: ['D2'],
    plant: () => [
      `UPDATE settlement_due SET remaining = (SELECT array_agg(0) FROM generate_series(1, 10)) WHERE order_id = ${orders.settled}`,
    ],
    undo: () => [`UPDATE settlement_due SET remaining = NULL WHERE order_id = ${orders.settled}`],
  },
  {
    what: 'an order that was credited twice, with every balance and the log to match',
    seenBy: ['S2'],
    plant: () => postTwice('collection.settle', String(orders.immediate)),
    undo: () => takeTwiceBack(),
  },
  {
    what: 'a settled and released order that was made to look as if no money had come, its payment free to come again',
    seenBy: ['S2'],
    plant: () => [
      'CREATE TABLE kept AS SELECT * FROM provider_confirmation',
      `CREATE TABLE kept_order AS SELECT id, fee, accounted_amount, actual_amount FROM collection_order WHERE id = ${orders.released}`,
      `UPDATE collection_day SET ${['fee', 'accounted_amount', 'actual_amount'].map((column) => `${column} = ${column} - (SELECT ${column} FROM kept_order)`).join(', ')}
       WHERE (day, customer_id) = (SELECT business_day(created_at), customer_id FROM collection_order WHERE id = ${orders.released})`,
      `UPDATE collection_hour SET ${['fee', 'accounted_amount', 'actual_amount'].map((column) => `${column} = ${column} - (SELECT ${column} FROM kept_order)`).join(', ')}
       WHERE (hour, channel_id) = (SELECT date_trunc('hour', created_at), channel_id FROM collection_order WHERE id = ${orders.released})`,
      `DELETE FROM provider_confirmation WHERE order_id = ${orders.released}`,
      `UPDATE collection_order SET fee = NULL, accounted_amount = NULL, actual_amount = NULL WHERE id = ${orders.released}`,
    ],
    undo: () => [
      `UPDATE collection_order o SET fee = k.fee, accounted_amount = k.accounted_amount, actual_amount = k.actual_amount FROM kept_order k WHERE o.id = k.id`,
      `UPDATE collection_day SET ${['fee', 'accounted_amount', 'actual_amount'].map((column) => `${column} = ${column} + (SELECT ${column} FROM kept_order)`).join(', ')}
       WHERE (day, customer_id) = (SELECT business_day(created_at), customer_id FROM collection_order WHERE id = ${orders.released})`,
      `UPDATE collection_hour SET ${['fee', 'accounted_amount', 'actual_amount'].map((column) => `${column} = ${column} + (SELECT ${column} FROM kept_order)`).join(', ')}
       WHERE (hour, channel_id) = (SELECT date_trunc('hour', created_at), channel_id FROM collection_order WHERE id = ${orders.released})`,
      'DROP TABLE kept_order',
      ...putBack('provider_confirmation'),
    ],
  },
  {
    what: 'money that was made due earlier, with its order',
    seenBy: ['D1'],
    plant: () => dueEarlier('-'),
    undo: () => dueEarlier('+'),
  },
  {
    what: 'money that is kept from its owner as set aside, which nobody did',
    seenBy: ['D3'],
    plant: () => [
      `UPDATE settlement_due SET set_aside_at = now(), set_aside_reason = 'x' WHERE order_id = ${orders.settled}`,
    ],
    undo: () => [
      `UPDATE settlement_due SET set_aside_at = NULL, set_aside_reason = NULL WHERE order_id = ${orders.settled}`,
    ],
  },
  {
    what: 'an order that was dated back',
    seenBy: ['S1'],
    plant: () => [
      `UPDATE collection_order SET created_at = created_at - interval '1 microsecond' WHERE id = ${orders.settled}`,
    ],
    undo: () => [
      `UPDATE collection_order SET created_at = created_at + interval '1 microsecond' WHERE id = ${orders.settled}`,
    ],
  },
  {
    what: 'an order that vanished, from the statistics too',
    seenBy: ['S1'],
    plant: () => [
      `CREATE TABLE kept AS SELECT * FROM collection_order WHERE id = ${orders.expired}`,
      ...fewerOrders('-'),
      `DELETE FROM collection_order WHERE id = ${orders.expired}`,
    ],
    undo: () => [...fewerOrders('+'), 'INSERT INTO collection_order SELECT * FROM kept', 'DROP TABLE kept'],
  },
  {
    what: 'a receipt whose money is said to lie with another channel account',
    seenBy: ['U1'],
    plant: () => moveReceipt('+'),
    undo: () => moveReceipt('-'),
  },
  {
    what: 'a rule that lets more legs pass than the product knows',
    seenBy: ['L11'],
    plant: () => ["INSERT INTO journal_rule VALUES ('collection.release', 'L210', 'customer', false, false)"],
    undo: () => [
      "DELETE FROM journal_rule WHERE event = 'collection.release' AND kind = 'L210' AND NOT debit",
    ],
  },
  {
    what: 'a rule that lets a merchant go below zero',
    seenBy: ['L11'],
    plant: () => [
      "UPDATE journal_rule SET may_go_negative = true WHERE event = 'settleable.edit' AND kind = 'L200' AND debit",
    ],
    undo: () => [
      "UPDATE journal_rule SET may_go_negative = false WHERE event = 'settleable.edit' AND kind = 'L200' AND debit",
    ],
  },
  {
    what: 'early money that was released to another merchant, with its pool and the log to match',
    seenBy: ['D6', 'D7'],
    plant: () => [
      `SELECT journal_id FROM ledger_post(ARRAY[ROW('early.release', 987654321, 1, 'main', 'TWD', NULL, NULL, NULL, NULL,
         NULL, NULL, NULL, NULL, ARRAY[${early}, ${twoOf('L200')}], '{-10000,10000}')::journal_entry])`,
      `UPDATE early_settlement SET amount = amount - 10000 WHERE account_id = ${early}`,
      nameInLog,
    ],
    undo: () => [
      `UPDATE early_settlement SET amount = amount + 10000 WHERE account_id = ${early}`,
      ...takeTwiceBack(),
    ],
  },
  {
    what: 'early money that was given an earlier day',
    seenBy: ['D6'],
    plant: () => [`UPDATE early_settlement SET settle_at = settle_at - interval '1 hour'`],
    undo: () => [`UPDATE early_settlement SET settle_at = settle_at + interval '1 hour'`],
  },
  {
    what: 'a point that begins with money where no leg ever stood',
    seenBy: ['P1'],
    plant: () => ['INSERT INTO proof_balance VALUES (987654321, 99990000, 0)'],
    undo: () => ['DELETE FROM proof_balance WHERE account_id = 987654321'],
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
  {
    what: 'a channel whose statistics count a commission that nobody earned',
    seenBy: ['R3'],
    plant: () => ['UPDATE collection_channel_day SET sub_agent_fee = sub_agent_fee + 1'],
    undo: () => ['UPDATE collection_channel_day SET sub_agent_fee = sub_agent_fee - 1'],
  },
  {
    what: 'a senior agent whose totals leave out a failed order',
    seenBy: ['R11'],
    plant: () => ['UPDATE collection_agent_day SET failed_count = failed_count - 1'],
    undo: () => ['UPDATE collection_agent_day SET failed_count = failed_count + 1'],
  },
  {
    what: 'a merchant whose totals count more than was paid',
    seenBy: ['R13'],
    plant: () => ['UPDATE collection_merchant_day SET actual_amount = actual_amount + 1'],
    undo: () => ['UPDATE collection_merchant_day SET actual_amount = actual_amount - 1'],
  },
  {
    what: 'an order in another sum that no list would find',
    seenBy: ['R10'],
    plant: () => [keep('rare_order'), "DELETE FROM rare_order WHERE status = 'amount_mismatch'"],
    undo: () => [
      'INSERT INTO rare_order SELECT * FROM kept k WHERE NOT EXISTS (SELECT FROM rare_order r WHERE r.order_id = k.order_id)',
      'DROP TABLE kept',
    ],
  },
  {
    what: 'a settled order that is kept as one paid back',
    seenBy: ['R10'],
    plant: () => [
      `INSERT INTO rare_order (order_kind, order_id, created_at, customer_id, agent_id, status)
       SELECT 'collection', id, created_at, customer_id, agent_id, 'refund' FROM collection_order WHERE id = ${orders.settled}`,
    ],
    undo: () => [`DELETE FROM rare_order WHERE order_id = ${orders.settled}`],
  },
  {
    what: 'an order that is kept under another time than its own',
    seenBy: ['R10'],
    plant: () => ["UPDATE rare_order SET created_at = created_at + interval '1 second'"],
    undo: () => ["UPDATE rare_order SET created_at = created_at - interval '1 second'"],
  },
  {
    what: 'an order that is kept as paid by another channel than its own',
    seenBy: ['R10'],
    plant: () => [
      "UPDATE rare_order SET channel_id = coalesce(channel_id, 0) + 1 WHERE order_kind = 'collection'",
    ],
    undo: () => [
      "UPDATE rare_order SET channel_id = nullif(channel_id - 1, 0) WHERE order_kind = 'collection'",
    ],
  },
  {
    what: 'an order whose merchant is said to be untold',
    seenBy: ['R10'],
    plant: () => [
      `INSERT INTO failed_callback SELECT 'collection', id, created_at, customer_id, agent_id FROM collection_order WHERE id = ${orders.settled}`,
    ],
    undo: () => ['DELETE FROM failed_callback'],
  },
  {
    what: 'an order that is listed with another amount than its own',
    seenBy: ['R12'],
    plant: () => ['UPDATE payer_slice SET amounts[1] = amounts[1] - 1'],
    undo: () => ['UPDATE payer_slice SET amounts[1] = amounts[1] + 1'],
  },
  {
    what: 'a settled order whose plan stands in the archive without it',
    seenBy: ['S2'],
    plant: () => movePlan('public', 'archive'),
    undo: () => movePlan('archive', 'public'),
  },
  {
    what: 'an order that stands among the largest though it is not',
    seenBy: ['R14'],
    plant: () => ['UPDATE order_by_amount SET amount = amount * 1000'],
    undo: () => ['UPDATE order_by_amount SET amount = amount / 1000'],
  },
  {
    what: 'an order that is said to be listed by its amount and is not',
    seenBy: ['R14'],
    plant: () => ['UPDATE listed_by_amount SET last_id = last_id + 1000000'],
    undo: () => ['UPDATE listed_by_amount SET last_id = last_id - 1000000'],
  },
  {
    what: 'a list of payers in which no search finds its way',
    seenBy: ['R12'],
    plant: () => [keep('payer_slice'), "UPDATE payer_slice SET amounts = '{2,1}', amount_ids = '{}'"],
    undo: () => ['DELETE FROM payer_slice', 'INSERT INTO payer_slice SELECT * FROM kept', 'DROP TABLE kept'],
  },
];

/** The last leg of a settling journal: legs of the house stand behind those with a balance. */
const houseLeg = 'amounts[10]';
const settleJournal = (change: string): string =>
  `UPDATE journal SET ${change} WHERE event = 'collection.settle' AND ref_id = ${orders.settled}`;
const releaseJournal = (change: string): string =>
  `UPDATE journal SET ${change} WHERE event = 'collection.release' AND ref_id = ${orders.released}`;
const twoOf = (kind: string): string =>
  `(SELECT id FROM account WHERE kind = '${kind}' AND owner_id = ${orders.stranger})`;
/** The journal of an event once more, as its door would have posted it, named in the log. */
const postTwice = (event: string, refId: string): string[] => [
  `SELECT p.journal_id FROM journal j, ledger_post(ARRAY[ROW(j.event, j.ref_id, 1, j.book, j.currency, j.customer_id, j.agent_id,
     j.sub_agent_id, j.middleman_id, NULL, j.actor_id, j.note, j.request_id, j.account_ids, j.amounts)::journal_entry]) p
   WHERE j.event = '${event}' AND j.ref_id = ${refId}`,
  `UPDATE journal j SET posted_at = f.posted_at FROM journal f
   WHERE j.seq = 1 AND f.seq = 0 AND f.event = j.event AND f.ref_id = j.ref_id`,
  nameInLog,
];
const nameInLog = `INSERT INTO audit_log (at, act, object_kind, object_id, journal_id)
  SELECT posted_at, event, 'collection', ref_id, id FROM journal WHERE seq = 1`;
const takeTwiceBack = (): string[] => [
  `UPDATE balance b SET balance = balance - l.amount, version = version - l.legs
   FROM (SELECT account_id, sum(amount)::bigint AS amount, count(*) AS legs FROM posting WHERE seq = 1 GROUP BY 1) l
   WHERE b.account_id = l.account_id`,
  'DELETE FROM audit_log WHERE journal_id IN (SELECT id FROM journal WHERE seq = 1)',
  'DELETE FROM journal WHERE seq = 1',
];
const dueEarlier = (sign: '-' | '+'): string[] => [
  settledOrder(`settle_at = settle_at ${sign} interval '1 hour'`),
  `UPDATE settlement_due SET settle_at = settle_at ${sign} interval '1 hour' WHERE order_id = ${orders.settled}`,
];
const fewerOrders = (sign: '-' | '+'): string[] => [
  `UPDATE collection_day d SET created_count = created_count ${sign} 1, created_amount = created_amount ${sign} k.order_amount
   FROM kept k WHERE d.day = business_day(k.created_at) AND d.customer_id = k.customer_id`,
];
const moveReceipt = (sign: '-' | '+'): string[] => [
  `UPDATE receipt SET channel_account_id = channel_account_id ${sign} 1000`,
  `UPDATE provider_confirmation c SET channel_account_id = c.channel_account_id ${sign} 1000
   WHERE c.provider_ref IN (SELECT provider_ref FROM receipt) AND c.order_id IN (SELECT order_id FROM receipt)`,
];
const early = `(SELECT id FROM account WHERE kind = 'L202' AND book = 'main')`;
const keep = (table: string): string => `CREATE TABLE kept AS SELECT * FROM ${table}`;
const putBack = (table: string): string[] => {
  const key = table === 'provider_confirmation' ? 'provider_ref' : table === 'balance' ? 'account_id' : 'id';
  const identity = table === 'receipt' ? 'OVERRIDING SYSTEM VALUE' : '';
  return [
    `INSERT INTO ${table} ${identity} SELECT * FROM kept k WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.${key} = k.${key})`,
    'DROP TABLE kept',
  ];
};
/** The merchant of the open order is charged one unit less, or more, an item; the senior agent bears it. */
const cheaper = (sign: '-' | '+'): string => {
  const back = sign === '-' ? '+' : '-';
  const moved = (field: string, by: string) =>
    `'${field}', ((fee_snapshot ->> '${field}')::bigint ${by} 10000)::text`;
  return `UPDATE collection_plan SET leg_amounts[1] = leg_amounts[1] ${back} 10000, leg_amounts[2] = leg_amounts[2] ${sign} 10000,
      merchant_fee = merchant_fee ${sign} 10000, credited = credited ${back} 10000,
      fee_snapshot = jsonb_set(fee_snapshot || jsonb_build_object(${moved('merchantFee', sign)}, ${moved('credited', back)},
        ${moved('agentResidual', sign)}), '{terms,merchant,per_item}',
        to_jsonb(((fee_snapshot #>> '{terms,merchant,per_item}')::bigint ${sign} 10000)::text))
    WHERE order_id = ${orders.pending}`;
};
const settledOrder = (change: string): string =>
  `UPDATE collection_order SET ${change} WHERE id = ${orders.settled}`;
/** Column by column by name, in whatever order they stand. */
const movePlan = (from: string, to: string): string[] => [
  `INSERT INTO ${to}.collection_plan SELECT (jsonb_populate_record(NULL::${to}.collection_plan, to_jsonb(p))).*
   FROM ${from}.collection_plan p WHERE order_id = ${orders.settled}`,
  `DELETE FROM ${from}.collection_plan WHERE order_id = ${orders.settled}`,
];
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

test('the legs of a long journal are summed to the last', async () => {
  const found: string[][] = [];
  await tamper([
    `SELECT journal_id FROM ledger_post(ARRAY[ROW('settleable.edit', 987654321, 0, 'main', 'TWD', NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, array_fill(${twoOf('L200')}, ARRAY[18]), '{5,-5,5,-5,5,-5,5,-5,5,-5,5,-5,5,-5,5,-5,5,-5}')::journal_entry])`,
  ]);
  found.push(await failing());
  await tamper(['UPDATE journal SET amounts[18] = amounts[18] - 1 WHERE ref_id = 987654321']);
  found.push(await failing());
  await tamper([
    `UPDATE balance SET version = version - 18 WHERE account_id = ${twoOf('L200')}`,
    'DELETE FROM journal WHERE ref_id = 987654321',
  ]);
  found.push(await failing());
  // Nobody made the edit, but its legs hold.
  expect(found).toEqual([['A1', 'E1'], expect.arrayContaining(['L1', 'L2', 'L3', 'L8']), []]);
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
