import { describe, expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { plantInFunction } from './planted/plant-in-function.ts';
import { plantedWithdrawalBugs } from './planted/withdrawal-bugs.ts';

// The tests of the tests: each invariant holds where the product is as it is, and fails where a bug was planted.
describe.each(plantedWithdrawalBugs)('$what', ({ name, right, wrong, caughtBy }) => {
  test('is not how it is: the invariant holds', async () => {
    expect(await caughtBy(await testDatabase())).toEqual([]);
  });

  test('is caught', async () => {
    const base = await testDatabase();
    await plantInFunction(base.admin, name, right, wrong);
    expect(await caughtBy(base)).not.toEqual([]);
  });
});
