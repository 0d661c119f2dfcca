import { describe, expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { openMoneyRooms } from './money-rooms.ts';
import { openPayoutRooms } from './payout-rooms.ts';
import { plantedBatchBugs } from './planted/batch-bugs.ts';
import type { PlantedDeskBug } from './planted/desk-world.ts';
import { plantedIncomeBugs } from './planted/income-bugs.ts';
import type { PayoutWorld } from './planted/payout-invariants.ts';
import { plantInFunction } from './planted/plant-in-function.ts';
import { plantedSupplyBugs } from './planted/supply-bugs.ts';

async function openWorld(bug: PlantedDeskBug | null): Promise<PayoutWorld> {
  const base = await testDatabase();
  if (bug !== null) await plantInFunction(base.admin, bug.name, bug.right, bug.wrong);
  const rooms = await openMoneyRooms(base);
  return { base, rooms, here: await openPayoutRooms(base, rooms) };
}

// The tests of the tests: each invariant holds where the product is as it is, and fails where a bug was planted.
describe.each([...plantedSupplyBugs, ...plantedIncomeBugs, ...plantedBatchBugs])('$what', (planted) => {
  test('is not how it is: the invariant holds', async () => {
    expect(await planted.caughtBy(await openWorld(null))).toEqual([]);
  });

  test('is caught', async () => {
    expect(await planted.caughtBy(await openWorld(planted))).not.toEqual([]);
  });
});
