import { describe, expect, test } from 'vitest';
import { plantedBugs } from './planted/bugs.ts';
import { openWorld } from './planted/world.ts';

// The tests of the tests: each invariant holds where the product is as it is, and fails where a bug was planted.
describe.each(plantedBugs)('$what', ({ bug, caughtBy }) => {
  test('is not how it is: the invariant holds', async () => {
    expect(await caughtBy(await openWorld(null))).toEqual([]);
  });

  test('is caught', async () => {
    const wrong = await openWorld(bug);
    const breaches = await wrong.around(() => caughtBy(wrong));
    wrong.assertPlanted();
    expect(breaches).not.toEqual([]);
  });
});
