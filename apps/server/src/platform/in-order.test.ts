import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('a look that began earlier and ends later takes nothing back', async () => {
  const looks = [1, 2, 3].map(() => Promise.withResolvers<string>());
  const kept: string[] = [];
  let next = 0;
  const refresh = inOrder(
    () => looks[next++]!.promise,
    (seen) => void kept.push(seen),
  );
  const [before, after, last] = [refresh(), refresh(), refresh()];
  looks[1]!.resolve('since the change');
  await after;
  looks[0]!.resolve('before the change');
  await before;
  expect(kept).toEqual(['since the change']);
  looks[2]!.reject(new Error('away'));
  await expect(last).rejects.toThrow('away');
  expect(kept).toEqual(['since the change']);
});
