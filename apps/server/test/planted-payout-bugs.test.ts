import { describe, expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { openMoneyRooms } from './money-rooms.ts';
import { openPayoutRooms } from './payout-rooms.ts';
import { plantInFunction } from './planted/plant-in-function.ts';
import { plantedPayoutBugs } from './planted/payout-bugs.ts';
import type { PlantedPayoutBug } from './planted/payout-bugs.ts';
import type { PayoutWorld } from './planted/payout-invariants.ts';

async function openWorld(bug: PlantedPayoutBug | null): Promise<PayoutWorld> {
  const base = await testDatabase();
  if (bug !== null) await plantInFunction(base.admin, bug.name, bug.right, bug.wrong);
  const rooms = await openMoneyRooms(base);
  return { base, rooms, here: await openPayoutRooms(base, rooms) };
}

// The tests of the tests: each invariant holds where the product is as it is, and fails where a bug was planted.
const worlds = [];
for (const planted of plantedPayoutBugs) {
  worlds.push({ ...planted, right: await openWorld(null), wrong: await openWorld(planted) });
}

describe.each(worlds)('$what', ({ caughtBy, right, wrong }) => {
  test('is not how it is: the invariant holds', async () => {
    expect(await caughtBy(right)).toEqual([]);
  });

  test('is caught', async () => {
    expect(await caughtBy(wrong)).not.toEqual([]);
  });
});
