import { expect, test } from 'vitest';
import { isConnectionLoss } from './database-error.ts';
import { runFree } from './run-free.ts';

const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
const lost = new Error('Connection terminated unexpectedly');
const requests = ['a', 'b', 'c', 'd'];

/** All together wait for a row that nobody finds; of the half in which this one is the answer is lost. */
const losing = (one: string) => ({
  run: async (tried: readonly string[]) => {
    if (tried.length === requests.length) throw locked;
    if (tried.includes(one)) throw lost;
    return tried.map((request) => `${request} done`);
  },
  findHeld: async () => new Map<string, readonly bigint[]>(),
});

test('a half that may stand is not held: whoever is in it is told, and the other half is done', async () => {
  for (const [one, half] of [
    ['a', ['a', 'b']],
    ['d', ['c', 'd']],
  ] as const) {
    const done = await runFree(
      { ...losing(one), mayTryAgain: (error) => !isConnectionLoss(error) },
      requests,
    );
    expect([...done.outcomes.keys()].toSorted()).toEqual(
      requests.filter((each) => !half.includes(each as never)),
    );
    expect(done.held.size).toBe(0);
    expect([...done.lost]).toEqual(half.map((each) => [each, lost]));
  }
});

test('a half that fails counts as held where it may be tried again', async () => {
  const done = await runFree(losing('a'), requests);
  expect([...done.held.keys()]).toEqual(['a', 'b']);
  expect([done.outcomes.size, done.lost.size]).toEqual([2, 0]);
});
