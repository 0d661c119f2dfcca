import { expect, test } from 'vitest';
import { shareReading } from './share-reading.ts';

function stage(forMs: number) {
  let now = 0;
  let asked = 0;
  const share = shareReading<number>({ monotonicMs: () => now }, forMs);
  return {
    pass: (ms: number) => (now += ms),
    asked: () => asked,
    read: (key: string) =>
      share(key, async () => {
        asked += 1;
        return asked;
      }),
    fail: (key: string) => share(key, () => Promise.reject(new Error('away'))),
  };
}

test('who asks for the same within the time is given the same, and who asks later a new one', async () => {
  const { asked, pass, read } = stage(1_000);
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual([1, 1, 2]);
  pass(999);
  expect(await read('a')).toBe(1);
  pass(1);
  expect(await read('a')).toBe(3);
  expect(asked()).toBe(3);
});

test('a failure is given to those who wait for it alone', async () => {
  const { fail, read } = stage(1_000);
  const waiting = [fail('a'), fail('a')];
  for (const each of waiting) await expect(each).rejects.toThrow('away');
  expect(await read('a')).toBe(1);
});

test('without any time only those who ask at once share', async () => {
  const { read } = stage(0);
  expect(await Promise.all([read('a'), read('a')])).toEqual([1, 1]);
  expect(await read('a')).toBe(2);
});
