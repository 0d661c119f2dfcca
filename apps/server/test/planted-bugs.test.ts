import { describe, expect, test } from 'vitest';
import { plantedBugs } from './planted/bugs.ts';
import { openWorld } from './planted/world.ts';

// The tests of the tests: each invariant holds where the product is as it is, and fails where a bug was planted.
const worlds = [];
for (const planted of plantedBugs) {
  worlds.push({ ...planted, right: await openWorld(null), wrong: await openWorld(planted.bug) });
}

describe.each(worlds)('$what', ({ right, wrong, caughtBy }) => {
  test('is not how it is: the invariant holds', async () => {
    expect(await caughtBy(right)).toEqual([]);
  });

  test('is caught', async () => {
    const breaches = await wrong.around(() => caughtBy(wrong));
    wrong.assertPlanted();
    expect(breaches).not.toEqual([]);
  });
});
