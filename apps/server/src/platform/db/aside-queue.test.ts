import { expect, test } from 'vitest';
import { openAsideQueue } from './aside-queue.ts';

const one = { partyIds: [1n] };
const lost = new Error('Connection terminated unexpectedly');

/** A run that fails so often with this error and is done then; `tried` counts how often it was. */
function failing(times: number, error: Error) {
  const seen = { tried: 0 };
  const settle = async (requests: readonly (typeof one)[]) => {
    seen.tried += 1;
    if (seen.tried <= times) throw error;
    return {
      outcomes: new Map(requests.map((request) => [request, 'done'])),
      held: new Map(),
      lost: new Map(),
    };
  };
  return { seen, settle };
}

test('what failed is tried once more, each alone', async () => {
  const { seen, settle } = failing(1, new Error('one of them'));
  const queue = openAsideQueue(settle);
  expect(await queue.submit(one)).toBe('done');
  expect(seen.tried).toBe(2);
  await queue.close();
});

test('what may stand is not tried again: whoever asked is told, and the next ones go on', async () => {
  const { seen, settle } = failing(1, lost);
  const queue = openAsideQueue(settle, (error) => error !== lost);
  await expect(queue.submit(one)).rejects.toBe(lost);
  expect(seen.tried).toBe(1);
  expect(await queue.submit(one)).toBe('done');
  await queue.close();
});

test('whoever is lost among others that are held is told, and not tried again', async () => {
  const tried: (typeof one)[][] = [];
  const other = { partyIds: [2n] };
  const queue = openAsideQueue<typeof one, string>(async (requests) => {
    tried.push([...requests]);
    const isLost = (request: typeof one): boolean => request === one;
    return {
      outcomes: new Map(requests.filter((each) => !isLost(each)).map((request) => [request, 'done'])),
      held: new Map(),
      lost: new Map(requests.filter(isLost).map((request) => [request, lost])),
    };
  });
  const [first, second] = await Promise.allSettled([queue.submit(one), queue.submit(other)]);
  expect(first).toEqual({ status: 'rejected', reason: lost });
  expect(second).toEqual({ status: 'fulfilled', value: 'done' });
  expect(tried.flat().filter((request) => request === one)).toHaveLength(1);
  await queue.close();
});
