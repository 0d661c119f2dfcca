import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLane } from './lane.ts';
import { createLaneSet } from './lane-set.ts';

interface Item {
  readonly key: bigint;
  readonly n: number;
}

/** Two lanes that take a moment for each batch, and what they did. */
function openSet() {
  const batches: { readonly lane: number; readonly items: readonly Item[] }[] = [];
  const underWay = new Map<bigint, number>();
  const together: bigint[] = [];
  const lanes = [0, 1].map((lane) =>
    createLane<Item, number>({
      name: `test ${lane}`,
      maxBatch: 100,
      async run(items) {
        batches.push({ lane, items: [...items] });
        for (const { key } of items) {
          if ((underWay.get(key) ?? lane) !== lane) together.push(key);
          underWay.set(key, lane);
        }
        await sleep(2 + 3 * lane);
        for (const { key } of items) underWay.delete(key);
        if (items.some(({ n }) => n < 0)) throw new Error('below zero');
        return items.map(({ n }) => n);
      },
    }),
  );
  return { batches, together, set: createLaneSet(lanes, ({ key }: Item) => key) };
}

test('items of one key are answered in their order, and never by two lanes at once', async () => {
  const { batches, set, together } = openSet();
  await Promise.all(
    Array.from({ length: 24 }, async (_, caller) => {
      for (let n = 0; n < 15; n += 1) await set.submit({ key: BigInt((caller * 7 + n) % 9), n });
    }),
  );
  expect(together).toEqual([]);

  const order = openSet();
  await Promise.all(Array.from({ length: 20 }, (_, n) => order.set.submit({ key: BigInt(n % 3), n })));
  for (const key of [0n, 1n, 2n]) {
    const done = order.batches.flatMap(({ items }) => items.filter((item) => item.key === key));
    expect(done.map(({ n }) => n)).toEqual(done.map(({ n }) => n).toSorted((left, right) => left - right));
  }
  expect(new Set(batches.map(({ lane }) => lane))).toEqual(new Set([0, 1]));
});

test('who finds none of his key takes the emptier lane, whatever his number is', async () => {
  const { batches, set } = openSet();
  await Promise.all([2n, 4n, 6n, 8n, 10n, 12n].map((key, n) => set.submit({ key, n })));
  const inLane = (lane: number): number =>
    batches.filter((batch) => batch.lane === lane).reduce((sum, { items }) => sum + items.length, 0);
  expect([inLane(0), inLane(1)]).toEqual([3, 3]);
});

test('callers that come again at once fill both lanes: no lane leaves its half to the other one', async () => {
  const { batches, set } = openSet();
  let isOver = false;
  const callers = Array.from({ length: 64 }, async (_, caller) => {
    for (let n = 0; !isOver; n += 1) await set.submit({ key: BigInt(caller * 1_000 + n), n });
  });
  await sleep(100);
  isOver = true;
  const full = batches.slice(4).map(({ items }) => items.length);
  await Promise.all(callers);
  expect(full.length).toBeGreaterThan(4);
  expect(Math.min(...full)).toBeGreaterThan(28);
});

test('a key whose item failed is free again', async () => {
  const { batches, set } = openSet();
  const [failed] = await Promise.allSettled([
    set.submit({ key: 1n, n: -1 }),
    set.submit({ key: 2n, n: 2 }),
    set.submit({ key: 4n, n: 4 }),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'below zero' } });
  await Promise.all([set.submit({ key: 5n, n: 5 }), set.submit({ key: 1n, n: 1 })]);
  const laneOf = (key: bigint) =>
    batches.findLast(({ items }) => items.some((item) => item.key === key))?.lane;
  expect([laneOf(5n), laneOf(1n)]).toEqual([0, 1]);
});

test('what is answered later by another way keeps its key in its lane, and nobody else out of it', async () => {
  const later = Promise.withResolvers<number>();
  const seen: number[][] = [[], []];
  const set = createLaneSet(
    seen.map((keys, lane) =>
      createLane<Item, number>({
        name: `test ${lane}`,
        maxBatch: 100,
        run(items) {
          keys.push(...items.map(({ key }) => Number(key))); // Not money: a key of this test.
          return Promise.resolve(items.map(({ key, n }) => (key === 0n ? later.promise : n)));
        },
      }),
    ),
    ({ key }: Item) => key,
  );
  const held = [1, 2, 3].map((n) => set.submit({ key: 0n, n }));
  await sleep(5);
  await Promise.all([1n, 2n, 3n, 4n].map((key) => set.submit({ key, n: 1 })));
  expect(seen).toEqual([
    [0, 0, 0, 1, 3],
    [2, 4],
  ]);
  later.resolve(7);
  expect(await Promise.all(held)).toEqual([7, 7, 7]);
});
