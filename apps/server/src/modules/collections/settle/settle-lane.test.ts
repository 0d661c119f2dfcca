import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { prove } from '../../ledger/index.ts';
import type { OrderRow } from '../collections.queries.ts';
import type { SettleOutcome } from './settle-request.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;

let own: Tenant;
let other: Tenant;
beforeAll(async () => {
  [own, other] = [await createTenant(base, { provider: bank }), await createTenant(base, { provider: bank })];
});

const settle = (order: OrderRow): Promise<SettleOutcome> =>
  collections.settle.submit({
    orderId: order.id,
    agentId: order.agent_id,
    channelAccountId: order.channel_account_id ?? 0n,
    partyIds: [order.customer_id, order.agent_id, order.sub_agent_id, order.middleman_id].filter(
      (id) => id !== null,
    ),
    paidAmount: order.pay_amount,
    providerOrderNo: null,
    lateAllowed: false,
    requestId: null,
  });

/** Does `work` while another transaction holds the rows that `query` locks. */
async function whileHeld(query: string, values: unknown[], work: () => Promise<void>): Promise<void> {
  const holder = await admin.connect();
  try {
    await holder.query("SET idle_in_transaction_session_timeout = '60s'");
    await holder.query('BEGIN');
    await holder.query(query, values);
    await work();
    await holder.query('COMMIT');
  } finally {
    holder.release(true);
  }
}

const itsBalances =
  'SELECT FROM balance b JOIN account a ON a.id = b.account_id WHERE a.owner_id = $1 FOR NO KEY UPDATE OF b';
const holdMs = 3_000;

test.each([
  ['a merchant', () => own.merchantId],
  ['a senior agent', () => own.agentId],
  ['a middleman', () => own.middlemanId],
])(
  'while the balance of %s is held the orders of others settle as ever, and his own settle after',
  async (_, party) => {
    // A sister merchant shares the senior agent and the middleman, and waits with him where one of them is held.
    const sister = await own.merchant();
    const mine = await Promise.all([rooms.place(own.merchantId), rooms.place(own.merchantId)]);
    const sisters = await rooms.place(sister);
    const foreign: OrderRow[] = [];
    for (let index = 0; index < 40; index += 1) foreign.push(await rooms.place(other.merchantId));
    // The first settling opens the path: connections and plans are there before anything is measured.
    await settle(await rooms.place(other.merchantId));

    const waits: number[] = [];
    let held: Promise<SettleOutcome[]> = Promise.resolve([]);
    await whileHeld(itsBalances, [party()], async () => {
      const began = performance.now();
      held = Promise.all([...mine, sisters].map(settle));
      for (const order of foreign) {
        const asked = performance.now();
        expect(await settle(order)).toBe('settled');
        waits.push(performance.now() - asked);
        await sleep(20);
      }
      expect((await rooms.order(mine[0].id)).status).toBe('pending');
      await sleep(Math.max(0, holdMs - (performance.now() - began)));
    });
    expect(await held).toEqual(['settled', 'settled', 'settled']);
    // One lock timeout of 250 ms at most for whoever shared the first batch; how long the rest takes is the machine's.
    expect(Math.max(...waits)).toBeLessThan(holdMs / 2);
    expect(waits.filter((ms) => ms >= 250).length).toBeLessThanOrEqual(foreign.length / 10);
  },
);

test('an order that somebody holds keeps no neighbour of its batch from settling', async () => {
  const [held, free] = [await rooms.place(own.merchantId), await rooms.place(own.merchantId)];
  let outcome: Promise<SettleOutcome> = Promise.resolve('refused');
  await whileHeld('SELECT FROM collection_order WHERE id = $1 FOR UPDATE', [held.id], async () => {
    outcome = settle(held);
    expect(await settle(free)).toBe('settled');
  });
  expect(await outcome).toBe('settled');
});

test('a payment that settled one order settles no other, and its neighbours in the batch do settle', async () => {
  const [first, second, third] = [
    await rooms.place(own.merchantId),
    await rooms.place(own.merchantId),
    await rooms.place(own.merchantId),
  ];
  const settleBy = (order: OrderRow, reference: string | null) =>
    collections.settle.submit({
      orderId: order.id,
      agentId: order.agent_id,
      channelAccountId: order.channel_account_id ?? 0n,
      partyIds: [order.customer_id, order.agent_id],
      paidAmount: order.pay_amount,
      providerOrderNo: reference,
      lateAllowed: false,
      requestId: null,
    });
  expect(await settleBy(first, 'TWICE-1')).toBe('settled');
  const [again, neighbour] = await Promise.allSettled([settleBy(second, 'TWICE-1'), settleBy(third, null)]);
  expect(again).toMatchObject({ status: 'rejected', reason: { constraint: 'confirmation_once' } });
  expect(neighbour).toEqual({ status: 'fulfilled', value: 'settled' });
  expect((await rooms.order(second.id)).status).toBe('pending');
});

test('locks on orders are taken in ascending id, whatever order a batch asks in', async () => {
  const orders: OrderRow[] = [];
  for (let index = 0; index < 6; index += 1) orders.push(await rooms.place(own.merchantId));
  const ids = orders.map(({ id }) => id);
  const amounts = orders.map(({ pay_amount }) => pay_amount);
  const accounts = orders.map(({ channel_account_id }) => channel_account_id);
  const call = (order: bigint[]) =>
    admin.query('SELECT outcome FROM settle_collections($1, $2, $3, $4, $5, $6)', [
      order,
      amounts,
      accounts,
      ids.map(() => null),
      ids.map(() => false),
      ids.map(() => null),
    ]);
  // Two batches in opposite directions, again and again: were locks taken as asked, some pair would deadlock.
  for (let round = 0; round < 10; round += 1) {
    const results = await Promise.all([call(ids), call(ids.toReversed())]);
    expect(results.flatMap(({ rows }) => rows.map((row) => row.outcome)).every((o) => o !== 'refused')).toBe(
      true,
    );
  }
  const { rows: plan } = await admin.query(
    `EXPLAIN (FORMAT JSON) SELECT r.id FROM (
       SELECT r.* FROM unnest($1::bigint[]) WITH ORDINALITY AS r (id, n) ORDER BY r.id, r.n) r
     JOIN collection_order was ON was.id = r.id JOIN collection_order o ON o.id = r.id`,
    [ids],
  );
  // The sorted requests drive the loop: the outer side of every join is theirs.
  expect(JSON.stringify(plan)).toMatch(/Nested Loop.*Sort/s);
});

test('after all of this the books prove', async () => {
  await admin.query('SELECT fold_collections(1000)');
  expect((await prove(database)).checks.filter((check) => !check.passed)).toEqual([]);
});
