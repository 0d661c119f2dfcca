import { toldCollections } from '../collections/index.ts';
import { toldPayouts } from '../payouts/index.ts';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import { openCallbacks } from './index.ts';
import { startReceiver, zoo } from './testing/receiver.ts';
import { createWorld, eventually } from './testing/world.ts';

const database = await testDatabase();
const world = createWorld(database);
const shop = await startReceiver();
// Speaks no TLS, whatever one says to it.
const plain = createServer((socket) => socket.end('hello\r\n'));
await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
const badTls = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`;
const outbound = createOutbound({
  trustedOrigins: [shop.origin, badTls, 'http://127.0.0.1:1'],
  allowHttp: true,
});
const open = () =>
  openCallbacks({
    orders: { collection: toldCollections, payout: toldPayouts },
    db: database.database,
    vault: database.vault,
    outbound,
    log: database.log,
  });
const workers = [open(), open()];
const relay = startOutboxRelay({
  db: database.database.workers,
  log: database.log,
  subscriptions: workers[0]!.subscriptions,
});
afterAll(async () => {
  await relay.stop();
  await Promise.all(workers.map((worker) => worker.stop()));
  await outbound.close();
  await shop.close();
  plain.close();
});

async function orderAt(url: string): Promise<bigint> {
  const { customerId } = await world.merchant();
  return world.order({ customerId, notifyUrl: url });
}

test('healthy merchants are told at once while others never answer, also behind the same host; nobody is told twice', async () => {
  shop.answer('/silent', zoo['silent'] ?? 500);
  const bad = await Promise.all([1, 2, 3].map(() => world.merchant()));
  const good = await Promise.all(Array.from({ length: 10 }, () => world.merchant()));
  for (const { customerId } of bad) {
    for (let n = 0; n < 10; n += 1) {
      await world.move(await world.order({ customerId, notifyUrl: `${shop.origin}/silent` }), 'success');
    }
  }
  const orders: bigint[] = [];
  for (const { customerId } of good) {
    for (let n = 0; n < 10; n += 1) {
      const order = await world.order({ customerId, notifyUrl: `${shop.origin}/healthy` });
      await world.move(order, 'success');
      orders.push(order);
    }
  }
  await relay.idle();
  for (const worker of workers) worker.start();
  await eventually(() => expect(shop.at('/healthy')).toHaveLength(orders.length), 9_500);
  // The silent ones hold their places for ten seconds each, so all of it happened beside their first attempts.
  const { rows } = await database.admin.query("SELECT FROM callback_attempt WHERE result = 'timeout'");
  expect(rows).toEqual([]);
  expect(new Set(shop.at('/healthy').map(({ headers }) => headers['webhook-id'])).size).toBe(orders.length);
  // Two places a merchant and process before he has answered once.
  expect(shop.at('/silent').length).toBeLessThanOrEqual(bad.length * 2 * workers.length);
}, 20_000);

test('every kind of bad endpoint ends within its time, with the text of the specification, and is tried again', async () => {
  const expected: Record<string, { http_status: number | null; result: string }> = {
    error: { http_status: 500, result: 'error_response' },
    redirectInside: { http_status: 302, result: 'error_response' },
    redirectOutside: { http_status: 302, result: 'error_response' },
    silent: { http_status: null, result: 'timeout' },
    drip: { http_status: null, result: 'timeout' },
    huge: { http_status: 500, result: 'error_response' },
    bomb: { http_status: 500, result: 'error_response' },
    cut: { http_status: null, result: 'error_response' },
  };
  const orders = new Map<string, bigint>();
  for (const [kind, how] of Object.entries(zoo)) {
    shop.answer(`/${kind}`, how);
    orders.set(kind, await orderAt(`${shop.origin}/${kind}`));
  }
  orders.set('badTls', await orderAt(`${badTls}/`));
  orders.set('closed', await orderAt('http://127.0.0.1:1/'));
  expected['badTls'] = { http_status: null, result: 'error_response' };
  expected['closed'] = { http_status: null, result: 'error_response' };
  const before = process.memoryUsage().rss;
  for (const order of orders.values()) await world.move(order, 'success');
  for (const [kind, order] of orders) {
    await eventually(async () => {
      const [first] = await world.attempts(order);
      expect([kind, first?.http_status, first?.result]).toEqual([
        kind,
        expected[kind]?.http_status,
        expected[kind]?.result,
      ]);
      expect(first?.latency_ms).toBeLessThan(11_000);
      expect(Buffer.byteLength(first?.response ?? '')).toBeLessThanOrEqual(4_096);
    }, 16_000);
    const [row] = await world.callbacks(order);
    expect([kind, row?.next_at]).not.toEqual([kind, null]);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
}, 40_000);
