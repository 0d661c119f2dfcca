import { toldPayouts } from '../../src/modules/payouts/index.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAmount } from '@suanpan/money/amount';
import type pg from 'pg';
import { openCallbacks } from '../../src/modules/callbacks/index.ts';
import { bindCollections, confirmCollection, toldCollections } from '../../src/modules/collections/index.ts';
import type { Collections, OrderRow } from '../../src/modules/collections/index.ts';
import { prove } from '../../src/modules/ledger/index.ts';
import { createOutbound } from '../../src/platform/outbound.ts';
import { startOutboxRelay } from '../../src/platform/outbox/relay.ts';
import { moveBusinessClock } from '../database.ts';
import { openAccounts, postJournals } from '../post-journals.ts';
import { actorOf, openHttp } from '../http.ts';
import { orderRequest } from '../money-rooms.ts';
import { createTenant } from '../tenant.ts';
import type { World } from './world.ts';

/** Makes something happen and answers what is wrong afterwards: nothing, where the product is right. */
export type Invariant = (world: World) => Promise<readonly string[]>;

const tenantOf = ({ base, rooms }: World) => createTenant(base, { provider: rooms.bank });

async function failingChecks({ base }: World): Promise<string[]> {
  return (
    (await prove(base.database)).checks
      // L11: some invariants post events that no door posts, by rules of their own.
      .filter((check) => !check.passed && check.name !== 'L11')
      .map((check) => `${check.name}: ${check.examples.join()}`)
  );
}

/** What settling answers; a refusal by the database is told in its words. */
const settle = (collections: Collections, order: OrderRow, paidAmount = order.pay_amount): Promise<string> =>
  collections.settle
    .submit({
      orderId: order.id,
      agentId: order.agent_id,
      channelAccountId: order.channel_account_id ?? 0n,
      partyIds: [order.customer_id, order.agent_id],
      paidAmount,
      providerOrderNo: null,
      lateAllowed: false,
      requestId: null,
    })
    .catch(String);

/** As many final orders as events that tell of them, and each said to be settled once (S2, O1, R1). */
async function settledOnceAndTold(world: World, orders: readonly OrderRow[], outcomes: readonly string[]) {
  const { rows } = await world.base.admin.query<{ settled: bigint; told: bigint }>(
    `SELECT (SELECT count(*) FROM collection_order WHERE status = 'success') AS settled,
            (SELECT count(*) FROM outbox_event WHERE kind = 'collection.succeeded') AS told`,
  );
  const said = outcomes.filter((outcome) => outcome === 'settled').length;
  return [
    ...(await failingChecks(world)),
    ...(said === orders.length ? [] : [`${said} times settled, ${orders.length} orders`]),
    ...outcomes.filter((outcome) => outcome.startsWith('error')),
    ...(rows[0]?.settled === rows[0]?.told
      ? []
      : [`${rows[0]?.told} events of ${rows[0]?.settled} settled orders`]),
  ];
}

/** Lets `act` come as far as a lock that is held against it, and then go on: races happen every time. */
async function heldBack<T>(admin: pg.Pool, lock: string, waiters: number, act: () => Promise<T>): Promise<T> {
  const holder = await admin.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(lock);
    const acting = act();
    for (let look = 0; look < 200; look += 1) {
      const { rows } = await admin.query<{ count: bigint }>(
        // Of this database alone: other tests of the same cluster wait for locks of their own.
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if ((rows[0]?.count ?? 0n) >= waiters) break;
      await sleep(10);
    }
    await holder.query('COMMIT');
    return await acting;
  } finally {
    holder.release();
  }
}

/** An order whose money is released at once: nothing of a later release keeps a second settling out. */
async function immediateOrder(world: World): Promise<OrderRow> {
  const { merchant } = await tenantOf(world);
  return world.rooms.place(await merchant({ settle_rule: 'D0' }));
}

/** Whoever is late for the rival's commit meets nothing of it, so the instant is tried for as often as this. */
const races = 8;

/** Two processes that settle the same order in the same instant settle it once. */
export const racedSettlesHappenOnce: Invariant = async (world) => {
  const { rooms, base } = world;
  const other = rooms.second();
  const orders: OrderRow[] = [];
  const outcomes: string[] = [];
  for (let race = 0; race < races; race += 1) {
    const order = await immediateOrder(world);
    // Whoever comes first waits with the order's new row in hand, and the other must wait for him.
    const itsBalances = `SELECT FROM balance WHERE account_id IN (
      SELECT unnest(leg_accounts_immediate) FROM collection_plan WHERE order_id = ${order.id}) FOR UPDATE`;
    orders.push(order);
    outcomes.push(
      ...(await heldBack(base.admin, itsBalances, 2, () =>
        Promise.all([settle(rooms.collections, order), settle(other, order)]),
      )),
    );
  }
  return settledOnceAndTold(world, orders, outcomes);
};

/** A payment that is told again credits nothing more, and each that was credited is told on. */
export const repeatedSettlesHappenOnce: Invariant = async (world) => {
  const { rooms } = world;
  const order = await immediateOrder(world);
  const outcomes = [await settle(rooms.collections, order), await settle(rooms.collections, order)];
  return settledOnceAndTold(world, [order], outcomes);
};

/** The amount that was asked for is the only one that credits. */
export const onlyTheAmountAskedCredits: Invariant = async (world) => {
  const { rooms } = world;
  const order = await rooms.place((await tenantOf(world)).merchantId);
  await settle(rooms.collections, order, order.pay_amount - 1n);
  const { status } = await rooms.order(order.id);
  return [...(await failingChecks(world)), ...(status === 'pending' ? [] : [`${status} for another amount`])];
};

/** One order a number, whoever asks and however often (I1). */
export const oneOrderANumber: Invariant = async (world) => {
  const { rooms, base } = world;
  const request = orderRequest((await tenantOf(world)).merchantId);
  const other = rooms.second();
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? rooms.collections : other).create.submit(request),
    ),
  );
  const { rows } = await base.admin.query<{ count: bigint }>('SELECT count(*) FROM collection_order');
  return rows[0]?.count === 1n ? [] : [`${rows[0]?.count} orders under one number`];
};

/** Every fee adds up to the last decimal of the ledger, whatever the amount (L6, L7). */
export const feesAddUp: Invariant = async (world) => {
  const { rooms } = world;
  const { merchantId } = await tenantOf(world);
  for (const major of ['333.33', '1234.57', '98765.43', '1000.01', '77777.77']) {
    await settle(rooms.collections, await rooms.place(merchantId, { major }));
  }
  return failingChecks(world);
};

async function purse(world: World, amount: bigint) {
  const { user } = await tenantOf(world);
  const ownerId = await user('customer');
  const [house = 0n, account = 0n] = await openAccounts(world.base.admin, [
    { kind: 'E510', ownerId: null, channelAccountId: null, currency: 'TWD', book: 'main' },
    { kind: 'L200', ownerId, channelAccountId: null, currency: 'TWD', book: 'main' },
  ]);
  let refId = 0n;
  const post = (change: bigint) =>
    postJournals(world.base.admin, [
      {
        event: 'test.opening',
        refId: (refId += 1n),
        book: 'main',
        currency: 'TWD',
        chain: { customerId: ownerId, agentId: null, subAgentId: null, middlemanId: null },
        actorId: null,
        requestId: null,
        legs: [
          { accountId: house, amount: -change },
          { accountId: account, amount: change },
        ],
      },
    ]);
  await post(amount);
  return { account, post };
}

const holding = (account: bigint): string => `SELECT FROM balance WHERE account_id = ${account} FOR UPDATE`;

/** Balances follow from each other leg by leg, also when credits meet (L3). */
export const balancesChainUnderLoad: Invariant = async (world) => {
  const { account, post } = await purse(world, parseAmount('1000', 'TWD'));
  await heldBack(world.base.admin, holding(account), 2, () => Promise.all([post(100n), post(100n)]));
  return failingChecks(world);
};

/** Of two debits of which a balance covers one, one is refused (L4). */
export const noDebitWithoutCover: Invariant = async (world) => {
  const { account, post } = await purse(world, 1_000n);
  const results = await heldBack(world.base.admin, holding(account), 2, () =>
    Promise.allSettled([post(-600n), post(-600n)]),
  );
  const done = results.filter((result) => result.status === 'fulfilled').length;
  return [...(await failingChecks(world)), ...(done === 1 ? [] : [`${done} of two debits were covered`])];
};

/** Nobody finds what is not of his tree (P1). */
export const onlyTheOwnTreeIsSeen: Invariant = async (world) => {
  const { rooms, base } = world;
  const [own, other] = [await tenantOf(world), await tenantOf(world)];
  const mine = await rooms.place(own.merchantId);
  const foreign = await rooms.place(other.merchantId);
  const http = openHttp(base);
  bindCollections(http.app, rooms.collections, async () => []);
  const agent = actorOf('agent', own.agentId);
  const list = await http.post(agent, '/collection/transactions/search', {});
  const seen: string[] = list.data.items.map((item: { id: string }) => item.id);
  const story = await http.get(agent, `/collection/transactions/${foreign.id}`);
  return [
    ...(seen.includes(String(mine.id)) ? [] : ['his own order is missing']),
    ...(seen.includes(String(foreign.id)) ? ['a foreign order in the list'] : []),
    ...(list.data.total === 1 ? [] : [`${list.data.total} orders counted`]),
    ...(story.code === 404 ? [] : ['the story of a foreign order']),
  ];
};

/** Merchants are told what happened when it happened, not what an order has become since (O3). */
export const newsTellOfTheirMoment: Invariant = async (world) => {
  const { rooms, base } = world;
  const { merchantId } = await tenantOf(world);
  const order = await rooms.place(merchantId, { lifetimeS: 60, notifyUrl: 'https://shop.example.com/hook' });
  await moveBusinessClock(base.database, 61_000);
  await base.admin.query('SELECT expire_collections($1, NULL)', [[order.id]]);
  rooms.bank.pay(order.order_no);
  await confirmCollection(rooms.collections, order.id, null);
  const outbound = createOutbound({ trustedOrigins: [], allowHttp: false });
  const callbacks = openCallbacks({
    orders: { collection: toldCollections, payout: toldPayouts },
    db: base.database,
    vault: base.vault,
    outbound,
    log: base.log,
  });
  const relay = startOutboxRelay({
    db: base.database.workers,
    subscriptions: callbacks.subscriptions,
    log: base.log,
  });
  await relay.idle();
  await relay.stop();
  await callbacks.stop();
  await outbound.close();
  const { rows } = await base.admin.query<{ told: string }>(
    "SELECT type || ' ' || (body::jsonb -> 'data' ->> 'status') AS told FROM callback WHERE order_id = $1 ORDER BY id",
    [order.id],
  );
  const told = rows.map((row) => row.told).join(', ');
  const right = 'collection.expired expired, collection.succeeded succeeded';
  return told === right ? [] : [`told: ${told}`];
};
