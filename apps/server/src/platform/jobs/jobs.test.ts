import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { transact } from '../db/transact.ts';
import { startJobs } from './jobs.ts';

const { database, admin, log } = await testDatabase();
const jobs = await startJobs({
  url: database.urls.app,
  log,
  queues: [
    { name: 'thing.do' },
    { name: 'thing.fail', retries: 0 },
    { name: 'thing.later' },
    { name: 'thing.once', oneWaiting: true },
  ],
});
afterAll(() => jobs.stop());

async function until(isTrue: () => boolean | Promise<boolean>, limitMs = 8_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('It did not become true in time');
    await sleep(20);
  }
}

test('a job exists exactly when its transaction commits, and is picked up right away', async () => {
  const done: number[] = [];
  await jobs.work<{ n: number }>('thing.do', async ({ data }) => void done.push(data.n), {
    batchSize: 10,
    pollS: 5,
  });
  await transact(database.app, async (tx) => {
    await jobs.enqueue(tx, { name: 'thing.do', data: { n: 1 } });
    throw new Error('changed my mind');
  }).catch(() => {});
  const start = performance.now();
  await transact(database.app, (tx) => jobs.enqueue(tx, { name: 'thing.do', data: { n: 2 } }));
  await transact(database.app, (tx) =>
    jobs.enqueueAll(tx, 'thing.do', [{ data: { n: 3 } }, { data: { n: 4 } }]),
  );
  await until(() => done.length === 3);
  expect(new Set(done)).toEqual(new Set([2, 3, 4]));
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('a failing job of a batch fails alone and ends visibly among the dead letters', async () => {
  const seen: number[] = [];
  let broken = true;
  await jobs.enqueueAll(
    database.app,
    'thing.fail',
    [1, 2, 3].map((n) => ({ data: { n } })),
  );
  await jobs.work<{ n: number }>(
    'thing.fail',
    async ({ data }) => {
      if (data.n === 2 && broken) throw new Error('poison');
      seen.push(data.n);
    },
    { batchSize: 10, pollS: 0.5 },
  );
  await until(async () => (await jobs.dead(10)).length === 1);
  const [letter] = await jobs.dead(10);
  expect(letter).toMatchObject({ name: 'thing.fail', data: { n: 2 }, error: { message: 'poison' } });
  expect(new Set(seen)).toEqual(new Set([1, 3]));
  broken = false;
  expect(await jobs.revive(letter?.id ?? '')).toBe(true);
  await until(() => seen.includes(2));
  expect(await jobs.dead(10)).toEqual([]);
});

test('a job with a time waits for it', async () => {
  const { rows } = await admin.query<{ later: Date }>("SELECT now() + interval '1 hour' AS later");
  await jobs.enqueue(database.app, { name: 'thing.later', data: {}, startAfter: rows[0]!.later });
  expect(await jobs.waiting()).toMatchObject({ 'thing.later': 1 });
});

test('a queue of one waiting job a key drops the second', async () => {
  for (const singletonKey of ['a', 'a', 'b']) {
    await jobs.enqueue(database.app, { name: 'thing.once', data: {}, singletonKey });
  }
  expect(await jobs.waiting()).toMatchObject({ 'thing.once': 2 });
});
