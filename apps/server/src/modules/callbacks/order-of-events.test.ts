import { toldCollections } from '../collections/index.ts';
import { toldPayouts } from '../payouts/index.ts';
import { afterAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { transact } from '../../platform/db/transact.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import { claimDue, findDueLanes } from './delivery/delivery.store.ts';
import { keepTogether } from './delivery/keep-outcomes.ts';
import type { LeasedRow, Report } from './delivery/delivery.store.ts';
import { createPlaces } from './delivery/places.ts';
import { openCallbacks } from './index.ts';
import { startReceiver } from './testing/receiver.ts';
import { createWorld, eventually, expectCount } from './testing/world.ts';

const database = await testDatabase();
const world = createWorld(database);
const shop = await startReceiver();
const outbound = createOutbound({ trustedOrigins: [shop.origin], allowHttp: true });
const orders = { collection: toldCollections, payout: toldPayouts };
const callbacks = openCallbacks({
  orders,
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
afterAll(async () => {
  await relay.stop();
  await callbacks.stop();
  await outbound.close();
  await shop.close();
});

const merchantAt = async (path: string, columns: Record<string, unknown> = {}): Promise<bigint> => {
  const { customerId } = await world.merchant(columns);
  await world.endpoint(customerId, `${shop.origin}${path}`);
  return customerId;
};
const typesAt = (path: string): string[] =>
  shop.at(path).map(({ body }) => (JSON.parse(body) as { type: string }).type);
const claim = (): Promise<LeasedRow[]> =>
  transact(database.database.workers, async (tx) =>
    claimDue(tx, await findDueLanes(tx), createPlaces().room(), 25_000),
  );
const success = (leased: LeasedRow): Report => ({
  id: leased.id,
  leaseToken: leased.lease_token,
  orderKind: leased.order_kind,
  orderId: leased.order_id,
  attempted: true,
  state: 'success',
  result: null,
  httpStatus: 200,
  latencyMs: 5,
  response: '',
  delayMs: null,
  gone: false,
  reopens: false,
});

test('a lease is held by one worker; when it is lost, its result has no effect and the next holder counts', async () => {
  const order = await world.order({ customerId: await merchantAt('/leased') });
  await world.move(order, 'success');
  await relay.idle();
  const [mine] = await claim();
  expect(mine?.order_id).toBe(order);
  expect(await claim()).toEqual([]);
  await database.admin.query(
    "UPDATE callback SET lease_until = now() - interval '1 s', next_at = now() WHERE id = $1",
    [mine!.id],
  );
  const [theirs] = await claim();
  expect(theirs!.lease_token).toBe(mine!.lease_token + 1n);
  const late = await transact(database.database.workers, (tx) => keepTogether(tx, orders, [success(mine!)]));
  expect(late).toEqual([]);
  expect(await world.orderStatus(order)).toBe('not_sent');
  expect(
    await transact(database.database.workers, (tx) => keepTogether(tx, orders, [success(theirs!)])),
  ).toHaveLength(1);
  expect(
    await transact(database.database.workers, (tx) => keepTogether(tx, orders, [success(theirs!)])),
  ).toEqual([]);
  expect(await world.orderStatus(order)).toBe('success');
  expect(await world.attempts(order)).toHaveLength(1);
});

test('a later event of an order waits while an earlier one is on its way, and never the other way round', async () => {
  const order = await world.order({ customerId: await merchantAt('/both') });
  await world.move(order, 'expired');
  await world.move(order, 'success');
  await relay.idle();
  const [first, ...others] = await claim();
  expect([first!.order_id, others]).toEqual([order, []]);
  expect(JSON.parse(first!.body)).toMatchObject({ type: 'collection.expired' });
  await transact(database.database.workers, (tx) =>
    keepTogether(tx, orders, [{ ...success(first!), state: 'failed', result: 'timeout', delayMs: 60_000 }]),
  );
  const [second] = await claim();
  expect(JSON.parse(second!.body)).toMatchObject({ type: 'collection.succeeded' });
  await world.hurry(order);
  expect(await claim()).toEqual([]);
  await transact(database.database.workers, (tx) => keepTogether(tx, orders, [success(second!)]));
  expect(await world.callbacks(order)).toMatchObject([
    { type: 'collection.expired', status: 'failed', next_at: null },
    { type: 'collection.succeeded', status: 'success', next_at: null },
  ]);
  expect(await claim()).toEqual([]);
});

test('the order shows the result of its newest event, not of an older one', async () => {
  const order = await world.order({ customerId: await merchantAt('/newest') });
  await world.move(order, 'expired');
  await relay.idle();
  const [first] = await claim();
  await transact(database.database.workers, (tx) => keepTogether(tx, orders, [success(first!)]));
  expect(await world.orderStatus(order)).toBe('success');
  await world.move(order, 'success');
  await relay.idle();
  expect(await world.orderStatus(order)).toBe('not_sent');
  const [second] = await claim();
  await transact(database.database.workers, (tx) =>
    keepTogether(tx, orders, [{ ...success(second!), state: 'failed', result: 'timeout', delayMs: 60_000 }]),
  );
  expect(await world.orderStatus(order)).toBe('failed');
});

test('events of an order arrive in the order in which they happened', async () => {
  callbacks.start();
  const customerId = await merchantAt('/sequence');
  shop.answer('/sequence', (response) => setTimeout(() => response.writeHead(200).end(), 100));
  const order = await world.order({ customerId });
  await world.move(order, 'expired');
  await world.move(order, 'success');
  await expectCount(() => shop.at('/sequence'), 2);
  expect(typesAt('/sequence')).toEqual(['collection.expired', 'collection.succeeded']);
  const [first, second] = shop.at('/sequence');
  expect(second!.atMs - first!.atMs).toBeGreaterThan(95);
});

test('from eight hours after its creation an order of a flagged merchant is told nothing by itself', async () => {
  const customerId = await merchantAt('/held', { callback_hold_after_8h: true });
  const order = await world.order({ customerId });
  const fresh = await world.order({ customerId });
  await world.move(fresh, 'success');
  await expectCount(() => shop.at('/held'), 1);
  await moveBusinessClock(database.database, 8 * 3_600_000);
  await world.move(order, 'success');
  await eventually(async () =>
    expect(await world.callbacks(order)).toMatchObject([
      { status: 'not_sent', result: 'held_after_8h', next_at: null, attempts: 0 },
    ]),
  );
  expect(shop.at('/held')).toHaveLength(1);
  expect(await world.attempts(order)).toEqual([]);
});
