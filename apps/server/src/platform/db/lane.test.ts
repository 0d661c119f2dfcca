import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createLane } from './lane.ts';
import { transact } from './transact.ts';

const { database, admin } = await testDatabase();
await admin.query(
  'CREATE TABLE paid (id int PRIMARY KEY, amount int CHECK (amount > 0)); GRANT ALL ON paid TO PUBLIC',
);

test('an idle lane starts at once with a batch of one, and newcomers go together', async () => {
  const batches: number[][] = [];
  const lane = createLane<number, number>({
    name: 'test',
    maxBatch: 100,
    async run(items) {
      batches.push([...items]);
      await sleep(5);
      return items.map((item) => item * 10);
    },
  });
  const answers = await Promise.all([1, 2, 3, 4].map((item) => lane.submit(item)));
  expect(answers).toEqual([10, 20, 30, 40]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test('a batch is never larger than its limit and keeps the order of submission', async () => {
  const seen: number[] = [];
  const sizes: number[] = [];
  const lane = createLane<number, void>({
    name: 'test',
    maxBatch: 3,
    async run(items) {
      seen.push(...items);
      sizes.push(items.length);
      await sleep(1);
      return items.map(() => undefined);
    },
  });
  await Promise.all(Array.from({ length: 10 }, (_, index) => lane.submit(index)));
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(Math.max(...sizes)).toBe(3);
});

test('the batch of those who are far is sent before the answers of the last one are told', async () => {
  const happened: string[] = [];
  const lane = createLane<number, number>({
    name: 'test',
    maxBatch: 2,
    isFar: () => true,
    async run(items) {
      happened.push(`sent ${items.join(' ')}`);
      await sleep(5);
      return items;
    },
  });
  await Promise.all([1, 2, 3, 4, 5].map(async (item) => happened.push(`told ${await lane.submit(item)}`)));
  expect(happened).toEqual([
    'sent 1',
    'sent 2 3',
    'told 1',
    'sent 4 5',
    'told 2',
    'told 3',
    'told 4',
    'told 5',
  ]);
});

test('a few who are far wait for those who are answered now', async () => {
  const batches: number[][] = [];
  const lane = createLane<number, number>({
    name: 'test',
    maxBatch: 100,
    isFar: () => true,
    async run(items) {
      batches.push([...items]);
      await sleep(5);
      return items;
    },
  });
  const first = lane.submit(0);
  const many = [1, 2, 3].map(async (item) => {
    await lane.submit(item);
    // As a socket would: heard by the turn after the answer.
    await new Promise((resolve) => setImmediate(resolve));
    await lane.submit(item * 10);
  });
  await first;
  await Promise.all([...many, lane.submit(9)]);
  expect(batches).toEqual([[0], [1, 2, 3], [9, 10, 20, 30]]);
});

test('one bad item fails alone, and its neighbours stand in the database exactly once', async () => {
  const lane = createLane<{ id: number; amount: number }, number>({
    name: 'pay',
    maxBatch: 64,
    run: (items) =>
      transact(database.app, async (tx) => {
        const ids = items.map(({ id }) => id);
        const amounts = items.map(({ amount }) => amount);
        await sql`INSERT INTO paid SELECT * FROM unnest(${ids}::int[], ${amounts}::int[])`.execute(tx);
        return ids;
      }),
  });
  const items = Array.from({ length: 40 }, (_, id) => ({ id, amount: id === 17 ? -1 : 5 }));
  const outcomes = await Promise.allSettled(items.map((item) => lane.submit(item)));
  expect(outcomes.flatMap(({ status }, id) => (status === 'rejected' ? [id] : []))).toEqual([17]);
  const { rows } = await admin.query('SELECT count(*)::int AS n FROM paid');
  expect(rows[0]).toEqual({ n: 39 });
});

test('an error that must not be tried in parts reaches everybody of the batch', async () => {
  let runs = 0;
  const lane = createLane<number, number>({
    name: 'test',
    maxBatch: 64,
    mayBisect: () => false,
    async run(items) {
      runs += 1;
      await sleep(1);
      if (items.length > 1) throw new Error('outcome unknown');
      return items;
    },
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => lane.submit(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(runs).toBe(2);
});

test('closing answers everything submitted and refuses what comes later', async () => {
  const lane = createLane<number, number>({
    name: 'test',
    maxBatch: 1,
    async run(items) {
      await sleep(2);
      return items;
    },
  });
  const answers = Promise.all([1, 2, 3].map((item) => lane.submit(item)));
  await lane.close();
  expect(lane.waiting).toBe(0);
  await expect(answers).resolves.toEqual([1, 2, 3]);
  await expect(lane.submit(4)).rejects.toThrow('closed');
});

test('a batch that gives up in a deadlock is tried again as it is, and nobody hears of it', async () => {
  await admin.query('INSERT INTO paid VALUES (901, 1), (902, 1)');
  const more = (id: number) => `UPDATE paid SET amount = amount + 1 WHERE id = ${id}`;
  const batches: number[][] = [];
  const lane = createLane<number, number>({
    name: 'test',
    maxBatch: 10,
    run: (items) =>
      transact(database.app, async (tx) => {
        batches.push([...items]);
        // Before PostgreSQL looks for a deadlock, so that it is the lane that gives up.
        await sql`SET LOCAL lock_timeout = '500ms'`.execute(tx);
        await sql.raw(more(901)).execute(tx);
        await sql.raw(more(902)).execute(tx);
        return items;
      }),
  });
  const other = await admin.connect();
  try {
    await other.query('BEGIN');
    await other.query(more(902));
    const answers = Promise.all([lane.submit(1), lane.submit(2)]);
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'";
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1);
    await other.query(more(901));
    await other.query('COMMIT');
    expect(await answers).toEqual([1, 2]);
  } finally {
    other.release();
  }
  expect(batches).toEqual([[1], [1], [2]]);
  expect((await admin.query('SELECT amount FROM paid WHERE id > 900')).rows).toEqual([
    { amount: 4 },
    { amount: 4 },
  ]);
});

test('an answer that fails before it is told is its caller’s alone', async () => {
  const unheard: unknown[] = [];
  const listener = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', listener);
  try {
    const lane = createLane<number, number>({
      name: 'test',
      maxBatch: 1,
      isFar: () => true,
      run: async (items) => items.map((item) => (item === 1 ? Promise.reject(new Error('lost')) : item)),
    });
    const told = await Promise.allSettled([1, 2, 3].map((item) => lane.submit(item)));
    expect(told.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    await sleep(10);
    expect(unheard).toEqual([]);
  } finally {
    process.off('unhandledRejection', listener);
  }
});
