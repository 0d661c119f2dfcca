import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openDatabase } from './database.ts';
import { watchDatabase } from './watch-database.ts';

const { database, log } = await testDatabase();
const real = new URL(database.urls.app);
const target = new URL(real);
const sockets = new Set<Socket>();
let swallows = false;
const wire = createServer((near) => {
  const far = connect(Number(real.port), real.hostname);
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(from);
    from.on('data', (bytes) => void (swallows || to.write(bytes)));
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  }
});
await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
target.port = String((wire.address() as AddressInfo).port);
const behindWire = openDatabase({ app: target.href, reports: target.href }, log);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await behindWire.close().catch(() => {});
  wire.close();
});

async function until(isTrue: () => boolean): Promise<number> {
  const begin = performance.now();
  while (!isTrue()) {
    if (performance.now() - begin > 15_000) throw new Error('It did not become true in time');
    await sleep(20);
  }
  return performance.now() - begin;
}

test('a network that swallows everything is noticed within six seconds, and its return as well', async () => {
  const watch = watchDatabase(behindWire, log);
  await sleep(300);
  expect(watch.isReachable).toBe(true);
  const signal = watch.outage();
  swallows = true;
  expect(await until(() => signal.aborted)).toBeLessThan(6_000);
  swallows = false;
  await until(() => watch.isReachable);
  expect(watch.outage().aborted).toBe(false);
  await watch.stop();
});

test('one lost connection is no outage', async () => {
  const watch = watchDatabase(behindWire, log);
  await sleep(300);
  const signal = watch.outage();
  for (const socket of sockets) socket.destroy();
  await sleep(1_500);
  expect(signal.aborted).toBe(false);
  await watch.stop();
});
