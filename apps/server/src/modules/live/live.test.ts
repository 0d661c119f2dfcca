import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderEvent } from '@suanpan/contract/realtime/events';
import { Refusal } from '@suanpan/domain/errors';
import { Kysely, PostgresDialect } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { transact } from '../../platform/db/transact.ts';
import { RefusedPerson } from '../../platform/http/actor.ts';
import type { Actor, Scope } from '../../platform/http/actor.ts';
import type { Denial } from '../../platform/http/create-http.ts';
import { emit } from '../../platform/outbox/emit.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import { startRealtime } from '../../platform/realtime.ts';
import { createWorld, eventually } from '../callbacks/testing/world.ts';
import { openLive, roomsFor } from './index.ts';

const base = await testDatabase();
const { database, admin, log } = base;
const world = createWorld(base);
const { agentId, customerId } = await world.merchant();
const stranger = await world.merchant();

function actorOf(
  userId: bigint,
  scope: Scope,
  permissions: readonly string[] = ['collections.transactions.get', 'payment.transactions.get'],
): Actor {
  return {
    userId,
    effectiveUserId: userId,
    roleName: 'customer',
    username: String(userId),
    scope,
    agentId: null,
    permissions: new Set(permissions),
    sessionId: userId,
    locked: false,
    currency: 'TWD',
  };
}
const actors: Record<string, Actor> = {
  platform: actorOf(1n, { kind: 'platform' }),
  agent: actorOf(agentId, { kind: 'agent', agentId }),
  customer: actorOf(customerId, { kind: 'customer', customerId }),
  blind: actorOf(9n, { kind: 'customer', customerId }, []),
  strangeAgent: actorOf(stranger.agentId, { kind: 'agent', agentId: stranger.agentId }),
  strangeCustomer: actorOf(stranger.customerId, { kind: 'customer', customerId: stranger.customerId }),
};

const server = createServer();
const realtime = startRealtime({
  server,
  authenticate: (handshake) => live.authenticate(handshake),
  databaseUrl: database.urls.app,
  allowedOrigins: [],
  trustedProxies: [],
  headers: {},
  log,
});
/** What live reads. */
const statements: string[] = [];
const workers = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: database.pools.workers }),
  log: ({ query }) => void statements.push(query.sql),
});
const denied: Denial[] = [];
const live = openLive({
  db: { ...database, workers },
  realtime,
  log,
  identity: {
    authenticate: async ({ token }) => {
      if (token === 'stale') throw new RefusedPerson('sessionEnded', { userId: 1n, effectiveUserId: 2n });
      const actor = actors[token ?? ''];
      if (actor === undefined) throw new Refusal('sessionEnded');
      return actor;
    },
    onDenied: (denial) => void denied.push(denial),
  },
  collections: {
    tokens: {
      issue: (id) => `t${id}`,
      read: (token) => (token.startsWith('t') ? BigInt(token.slice(1)) : null),
    },
  },
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const relay = startOutboxRelay({ db: database.workers, log, subscriptions: live.subscriptions });
afterAll(async () => {
  await relay.stop();
  live.stop();
  await realtime.close();
  server.close();
});

interface Ear {
  readonly name: string;
  readonly orders: OrderEvent[];
  readonly balances: { balance: string; unsettlement_amount: string }[];
  readonly checkouts: { status: string }[];
  readonly ends: unknown[];
  isConnected(): boolean;
  close(): void;
}

async function listen(name: string, auth: Record<string, string>): Promise<Ear> {
  const socket = io(`http://127.0.0.1:${port}`, { auth, transports: ['websocket'], reconnection: false });
  const orders: OrderEvent[] = [];
  const balances: Ear['balances'] = [];
  const checkouts: Ear['checkouts'] = [];
  const ends: unknown[] = [];
  socket.on('order', (change: { orders: OrderEvent[] }) => orders.push(...change.orders));
  socket.on('balance', (change: Ear['balances'][number]) => balances.push(change));
  socket.on('checkout', (change: { status: string }) => checkouts.push(change));
  socket.on('session', (end) => ends.push(end));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve());
    socket.on('connect_error', reject);
  });
  return {
    name,
    orders,
    balances,
    checkouts,
    ends,
    isConnected: () => socket.connected,
    close: () => socket.close(),
  };
}

test('nothing is read of orders and balances while no browser is open', async () => {
  statements.length = 0;
  const order = await world.order({ customerId });
  live.ordersTold([{ kind: 'collection', id: order }]);
  await world.move(order, 'success');
  await relay.idle();
  // Longer than changes gather.
  await sleep(700);
  expect(statements).toEqual([]);
});

test('an order is heard in its own tree by those who may see orders, and nowhere else', async () => {
  const ears = await Promise.all(Object.keys(actors).map((token) => listen(token, { token })));
  const order = await world.order({ customerId });
  const hearing = (): string[] =>
    ears.filter(({ orders }) => orders.some(({ id }) => id === String(order))).map(({ name }) => name);
  await eventually(() => expect(hearing()).toEqual(['platform', 'agent', 'customer']));
  await world.move(order, 'success');
  await eventually(() =>
    expect(ears[1]?.orders.at(-1)).toMatchObject({
      kind: 'collection',
      id: String(order),
      status: 'success',
      callback_status: 'not_sent',
      amount: '1500.0000',
      currency: 'TWD',
    }),
  );
  await database.app
    .updateTable('collection_order')
    .set({ callback_status: 'success' })
    .where('id', '=', order)
    .execute();
  live.ordersTold([{ kind: 'collection', id: order }]);
  await eventually(() => expect(ears[2]?.orders.at(-1)?.callback_status).toBe('success'));
  expect(hearing()).toEqual(['platform', 'agent', 'customer']);
  for (const ear of ears) ear.close();
});

test('a payout is heard in its own tree alike', async () => {
  const ears = await Promise.all(Object.keys(actors).map((token) => listen(token, { token })));
  const { rows } = await admin.query<{ id: bigint }>(
    `INSERT INTO payout_order (id, order_no, merchant_order_no, customer_id, agent_id, currency, amount, account_name,
       bank_code, card_sealed, card_hash, card_shown, source, api_version, request_hash, created_at, merchant_fee,
       endpoint_fee, sub_agent_fee, middleman_fee, system_fee, takes_system_fee, status)
     VALUES (nextval('payout_order_id'), 'P1', 'PT1', $1, $2, 'TWD', 15000000, 'n', '004', 's', 'h', '*', 'api', 'v2', '\\x00',
       business_now(), 0, 0, 0, 0, 0, true, 'insufficient_balance') RETURNING id`,
    [customerId, agentId],
  );
  const id = String(rows[0]?.id);
  await transact(database.app, (tx) =>
    emit(tx, [
      {
        kind: 'payout.created',
        subject: `payout:${id}`,
        payload: { order_id: id, status: 'insufficient_balance' },
      },
    ]),
  );
  const hearing = (): string[] =>
    ears
      .filter(({ orders }) => orders.some((order) => order.kind === 'payout' && order.id === id))
      .map(({ name }) => name);
  await eventually(() => expect(hearing()).toEqual(['platform', 'agent', 'customer']));
  expect(ears[1]?.orders.at(-1)).toMatchObject({ status: 'insufficient_balance', amount: '1500.0000' });
  live.ordersTold([{ kind: 'payout', id: BigInt(id) }]);
  await eventually(() => expect(ears[2]?.orders).toHaveLength(2));
  for (const ear of ears) ear.close();
});

test('owners hear what they hold now when a success changed it', async () => {
  await admin.query(
    `WITH made AS (INSERT INTO account (kind, owner_id, currency) VALUES ('L200', $1, 'TWD'), ('L210', $1, 'TWD') RETURNING id, kind)
     INSERT INTO balance (account_id, balance) SELECT id, CASE kind WHEN 'L200' THEN 5000000 ELSE 14700000 END FROM made`,
    [customerId],
  );
  const mine = await listen('customer', { token: 'customer' });
  const strange = await listen('strangeCustomer', { token: 'strangeCustomer' });
  await world.move(await world.order({ customerId }), 'success');
  await eventually(() =>
    expect(mine.balances).toContainEqual({
      balance: '500.0000',
      unsettlement_amount: '1470.0000',
      frozen_amount: '0.0000',
    }),
  );
  expect(strange.balances).toEqual([]);
  mine.close();
  strange.close();
});

test('the payers of an order hear that it changed, and only of theirs; a token of no order is refused', async () => {
  const order = await world.order({ customerId });
  const other = await world.order({ customerId });
  const payer = await listen('payer', { checkout: `t${order}` });
  await world.move(other, 'expired');
  await world.move(order, 'success');
  await eventually(() => expect(payer.checkouts).toEqual([{ status: 'success' }]));
  expect(payer.orders).toEqual([]);
  payer.close();
  await expect(listen('forged', { checkout: 'x' })).rejects.toThrow('404');
  await expect(listen('nobody', { token: 'ended' })).rejects.toThrow('10001');
});

test('whose session may not be used hears nothing and is named in the log; a stranger is not', async () => {
  denied.length = 0;
  await expect(listen('stale', { token: 'stale' })).rejects.toThrow('10001');
  await expect(listen('nobody', { token: 'ended' })).rejects.toThrow('10001');
  expect(denied).toMatchObject([
    { actor: { userId: 1n, effectiveUserId: 2n }, refusal: 'sessionEnded', path: '/socket.io/' },
  ]);
});

test('a session that ended is told so and cut', async () => {
  const ear = await listen('customer', { token: 'customer' });
  await transact(database.app, (tx) =>
    emit(tx, [
      {
        kind: 'session.ended',
        subject: `session:${customerId}`,
        payload: { session_id: String(customerId), user_id: String(customerId), reason: 'revoked' },
      },
    ]),
  );
  await eventually(() => expect([ear.ends, ear.isConnected()]).toEqual([[{ code: 10001 }], false]));
});

test('whoever has other rights now is cut, and nobody else', async () => {
  const mine = await listen('customer', { token: 'customer' });
  const strange = await listen('strangeCustomer', { token: 'strangeCustomer' });
  await transact(database.app, (tx) =>
    emit(tx, [{ kind: 'access.changed', subject: 'access', payload: { user_ids: [String(customerId)] } }]),
  );
  await eventually(() => expect([mine.isConnected(), strange.isConnected()]).toEqual([false, true]));
  strange.close();
});

test('what waits for a second person is heard by the platform and in its tree, with the right to see it', () => {
  const may = ['admin.approvals.get'];
  const roomsOf = (scope: Scope, permissions = may) => roomsFor(actorOf(1n, scope, permissions), 'en');
  expect(roomsOf({ kind: 'platform' })).toContain('approvals:platform');
  expect(roomsOf({ kind: 'platform' }, [])).not.toContain('approvals:platform');
  expect(roomsOf({ kind: 'agent', agentId })).toContain(`approvals:agent:${agentId}`);
  expect(roomsOf({ kind: 'agent', agentId })).not.toContain('approvals:platform');
  expect(roomsOf({ kind: 'customer', customerId }).join()).not.toContain('approvals');
});

test('a session that must still bind a second factor hears nothing', () => {
  expect(roomsFor({ ...actors['agent']!, locked: true }, 'en')).toEqual([]);
});
