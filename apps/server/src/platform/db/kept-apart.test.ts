import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { keptApart } from './kept-apart.ts';
import { transact } from './transact.ts';

const { database } = await testDatabase();

test('of one kind a few run at once, the others in their turn, and each kind has its own', async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const gate = Promise.withResolvers<undefined>();
  const work = async (n: number) => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    order.push(n);
    running -= 1;
  };
  const all = Array.from({ length: 12 }, (_, n) => keptApart(database.app, 'limits', () => work(n)));
  expect(await keptApart(database.app, 'sessions', async () => 'another kind')).toBe('another kind');
  expect(await keptApart(database.workers, 'limits', async () => 'another pool')).toBe('another pool');
  gate.resolve(undefined);
  await Promise.all(all);
  expect([most, order]).toEqual([3, Array.from({ length: 12 }, (_, n) => n)]);
});

test('a failure gives its place back', async () => {
  for (let n = 0; n < 10; n += 1) {
    await expect(keptApart(database.app, 'door', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
  }
  expect(await keptApart(database.app, 'door', async () => 'free')).toBe('free');
});

test('whoever waits too long for his turn is refused, and nobody else suffers for it', async () => {
  const gate = Promise.withResolvers<undefined>();
  const holders = Array.from({ length: 3 }, () => keptApart(database.app, 'limits', () => gate.promise));
  const began = performance.now();
  await expect(keptApart(database.app, 'limits', async () => 'late')).rejects.toMatchObject({
    refusal: 'serverOverloaded',
  });
  expect(performance.now() - began).toBeLessThan(4_500);
  // More than may wait are refused at once.
  const waiting = Array.from({ length: 200 }, () => keptApart(database.app, 'limits', async () => 'served'));
  await expect(keptApart(database.app, 'limits', async () => 'too many')).rejects.toMatchObject({
    refusal: 'serverOverloaded',
  });
  gate.resolve(undefined);
  await Promise.all(holders);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['served']));
});

test('inside of a transaction nobody waits for a turn: he has his connection', async () => {
  const gate = Promise.withResolvers<undefined>();
  const holders = Array.from({ length: 5 }, () => keptApart(database.app, 'keys', () => gate.promise));
  expect(await transact(database.app, (tx) => keptApart(tx, 'keys', async () => 'at once'))).toBe('at once');
  gate.resolve(undefined);
  await Promise.all(holders);
});
