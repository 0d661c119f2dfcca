import { toldCollections } from '../collections/index.ts';
import { toldPayouts } from '../payouts/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { idempotently } from '../../platform/db/idempotent.ts';
import type { KeyedContext, Scope } from '../../platform/http/actor.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import {
  callbacksOf,
  eventsAfter,
  openCallbacks,
  redeliver,
  reissueNotice,
  sendManualCallback,
} from './index.ts';
import { startReceiver } from './testing/receiver.ts';
import { createWorld, eventually, expectCount } from './testing/world.ts';

const database = await testDatabase();
const world = createWorld(database);
const shop = await startReceiver();
const outbound = createOutbound({ trustedOrigins: [shop.origin], allowHttp: true });
const callbacks = openCallbacks({
  orders: { collection: toldCollections, payout: toldPayouts },
  db: database.database,
  vault: database.vault,
  outbound,
  log: database.log,
});
const relay = startOutboxRelay({
  db: database.database.workers,
  log: database.log,
  subscriptions: callbacks.subscriptions,
});
callbacks.start();
const operator = await world.user('admin');
afterAll(async () => {
  await relay.stop();
  await callbacks.stop();
  await outbound.close();
  await shop.close();
});

/** Calls of a person; with a key they are one call that comes again. */
const as = (scope: Scope, key?: string): KeyedContext => ({
  requestId: 'test',
  locale: 'en',
  ip: '127.0.0.1',
  userAgent: 'test',
  host: 'localhost',
  isWeb: false,
  isBackground: false,
  cookies: {},
  say: () => {},
  setCookie: () => {},
  once: (work) =>
    idempotently(
      database.database.app,
      { ownerId: operator, effectiveId: operator, endpoint: 'POST', key: key ?? randomUUID(), request: {} },
      work,
    ),
  actor: {
    userId: operator,
    effectiveUserId: operator,
    roleName: 'admin',
    username: 'admin',
    scope,
    agentId: null,
    permissions: new Set(),
    sessionId: 1n,
    locked: false,
    currency: 'TWD',
  },
});
const platform = as({ kind: 'platform' });
const merchantAt = async (path: string, columns: Record<string, unknown> = {}) => {
  const people = await world.merchant(columns);
  await world.endpoint(people.customerId, `${shop.origin}${path}`);
  return people;
};
const succeeded = async (path: string, columns: Record<string, unknown> = {}) => {
  const people = await merchantAt(path, columns);
  const order = await world.order({ customerId: people.customerId });
  await world.move(order, 'success');
  await expectCount(() => shop.at(path), 1);
  await eventually(async () =>
    expect(await world.callbacks(order)).not.toMatchObject([{ status: 'sending' }]),
  );
  return { ...people, order };
};

test('reissuing sends the last event again, unchanged and under its id, and leaves an audit row', async () => {
  const { order } = await succeeded('/again');
  const answer = await reissueNotice(callbacks, platform, String(order));
  await expectCount(() => shop.at('/again'), 2);
  const [first, second] = shop.at('/again');
  expect(second!.body).toBe(first!.body);
  expect(second!.headers['webhook-id']).toBe(answer.event_id);
  await eventually(async () =>
    expect(await callbacksOf(database.database.app, 'collection', order)).toMatchObject([
      { event_id: answer.event_id, status: 'success', attempts: [{ attempt: 1 }, { attempt: 2 }] },
    ]),
  );
  const { rows } = await database.admin.query(
    "SELECT actor_id, act FROM audit_log WHERE object_kind = 'collection' AND object_id = $1",
    [String(order)],
  );
  expect(rows).toEqual([{ actor_id: operator, act: 'collections.transactions.reissue' }]);
});

test('a manual callback tells the present state as a new event, also before any automatic one', async () => {
  const { customerId } = await merchantAt('/manual');
  const order = await world.order({ customerId });
  const answer = await sendManualCallback(callbacks, platform, String(order));
  await expectCount(() => shop.at('/manual'), 1);
  expect(JSON.parse(shop.at('/manual')[0]!.body)).toMatchObject({
    id: answer.event_id,
    data: { status: 'pending' },
  });
});

test('one key makes one event, however often the button is pressed', async () => {
  const { order } = await succeeded('/keyed');
  const context = as({ kind: 'platform' }, 'click-1');
  const [one, other] = [
    await sendManualCallback(callbacks, context, String(order)),
    await sendManualCallback(callbacks, context, String(order)),
  ];
  expect(other).toEqual(one);
  expect(await world.callbacks(order)).toHaveLength(2);
});

test('what lies outside the caller’s tree answers like what does not exist', async () => {
  const { order, agentId, customerId } = await succeeded('/tree');
  const stranger = await world.merchant();
  for (const scope of [
    { kind: 'agent', agentId: stranger.agentId },
    { kind: 'customer', customerId: stranger.customerId },
    { kind: 'subAgent', subAgentId: agentId },
    { kind: 'middleman', middlemanId: agentId },
  ] as const) {
    await expect(reissueNotice(callbacks, as(scope), String(order))).rejects.toThrow('notFound');
    await expect(sendManualCallback(callbacks, as(scope), String(order))).rejects.toThrow('notFound');
  }
  for (const id of ['0', 'x', '99999999999999999999', '987654321']) {
    await expect(reissueNotice(callbacks, platform, id)).rejects.toThrow('notFound');
  }
  await reissueNotice(callbacks, as({ kind: 'agent', agentId }), String(order));
  await expectCount(() => shop.at('/tree'), 2);
  await eventually(async () => expect(await world.callbacks(order)).toMatchObject([{ status: 'success' }]));
  await reissueNotice(callbacks, as({ kind: 'customer', customerId }), String(order));
  await expectCount(() => shop.at('/tree'), 3);
});

test('without an address or an event there is nothing to send', async () => {
  const { customerId } = await world.merchant();
  const order = await world.order({ customerId });
  await expect(reissueNotice(callbacks, platform, String(order))).rejects.toThrow('nothingToReissue');
  await expect(sendManualCallback(callbacks, platform, String(order))).rejects.toThrow('callbackUrlMissing');
});

test('the v1 form never tells of an order that is still open', async () => {
  const { customerId } = await merchantAt('/v1-open');
  const order = await world.order({ customerId, apiVersion: 'v1' });
  await expect(sendManualCallback(callbacks, platform, String(order))).rejects.toThrow('v1HasNoRejection');
});

test('a person may send what the 8-hour rule holds back; a failure then waits for a person again', async () => {
  const { customerId } = await merchantAt('/late', { callback_hold_after_8h: true });
  const order = await world.order({ customerId });
  await moveBusinessClock(database.database, 9 * 3_600_000);
  await world.move(order, 'success');
  await eventually(async () =>
    expect(await world.callbacks(order)).toMatchObject([{ result: 'held_after_8h' }]),
  );
  expect(await callbacksOf(database.database.app, 'collection', order)).toMatchObject([
    { status: 'held_after_8h', attempts: [] },
  ]);
  shop.answer('/late', 500);
  await reissueNotice(callbacks, platform, String(order));
  await expectCount(() => world.attempts(order), 1);
  await world.hurry(order);
  callbacks.wake();
  await eventually(async () =>
    expect(await world.callbacks(order)).toMatchObject([
      { status: 'failed', result: 'held_after_8h', next_at: null },
    ]),
  );
  expect(shop.at('/late')).toHaveLength(1);
});

test('a paused address that takes what a person sends is open again, and what waited goes out', async () => {
  const { customerId } = await merchantAt('/paused');
  shop.answer('/paused', 410);
  const first = await world.order({ customerId });
  await world.move(first, 'success');
  await eventually(async () => expect(await world.callbacks(first)).toMatchObject([{ status: 'failed' }]));
  const second = await world.order({ customerId });
  await world.move(second, 'success');
  await eventually(async () =>
    expect(await world.callbacks(second)).toMatchObject([{ result: 'address_paused' }]),
  );
  shop.answer('/paused', 200);
  await reissueNotice(callbacks, platform, String(first));
  await eventually(async () => expect(await world.orderStatus(second)).toBe('success'));
});

test('a merchant pulls his events in order and has one sent again; foreign events do not exist for him', async () => {
  const { order, customerId } = await succeeded('/pulled');
  const more = await world.order({ customerId });
  await world.move(more, 'expired');
  await expectCount(() => shop.at('/pulled'), 2);
  const events = await eventsAfter(database.database.app, customerId, null, 10);
  expect(events.map(({ type }) => type)).toEqual(['collection.succeeded', 'collection.expired']);
  expect(events[0]?.body).toBe(shop.at('/pulled')[0]?.body);
  expect(await eventsAfter(database.database.app, customerId, events[0]!.eventId, 10)).toHaveLength(1);
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'));
  await redeliver(callbacks, customerId, events[0]!.eventId, 'r1');
  await expectCount(() => shop.at('/pulled'), 3);
  expect(shop.at('/pulled')[2]?.headers['webhook-id']).toBe(events[0]!.eventId);
  const stranger = await world.merchant();
  await expect(redeliver(callbacks, stranger.customerId, events[0]!.eventId, 'r2')).rejects.toThrow(
    'notFound',
  );
  await expect(
    eventsAfter(database.database.app, stranger.customerId, events[0]!.eventId, 10),
  ).rejects.toThrow('notFound');
});

test('an older state is not sent again once a newer one was acknowledged', async () => {
  const { customerId } = await merchantAt('/stale');
  const order = await world.order({ customerId });
  await world.move(order, 'expired');
  await expectCount(() => shop.at('/stale'), 1);
  await world.move(order, 'success');
  await expectCount(() => shop.at('/stale'), 2);
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'));
  const [older] = await eventsAfter(database.database.app, customerId, null, 10);
  await expect(redeliver(callbacks, customerId, older!.eventId, 'r3')).rejects.toThrow('invalidState');
});
