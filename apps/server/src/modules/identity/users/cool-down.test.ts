import { coolDownHours, ownCoolDownHours } from '@suanpan/domain/limits';
import { beforeEach, expect, test } from 'vitest';
import { letHoursPass } from '../../../../test/persons.ts';
import { transact } from '../../../platform/db/transact.ts';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import type { AccountPart } from '../credentials/account-change.store.ts';
import { coolDownUntil } from './cool-down.queries.ts';

const door = await openDoor();
const { admin, database, person } = door;

let agent: Person;
let merchant: Person;
let clerk: Person;
let other: Person;
beforeEach(async () => {
  agent = await person();
  merchant = await person({ kind: 'customer', parentId: agent.id });
  const below = { kind: 'customerSub', parentId: merchant.id, permissions: [] } as const;
  [clerk, other] = [await person(below), await person(below)];
});

const change = (whom: Person, what: AccountPart, by: Person | null) =>
  transact(database.app, (tx) => noteAccountChange(tx, { userIds: [whom.id], what, byId: by?.id ?? null }));
/** In whole hours from now; null when nothing stands against it. */
async function hoursLeft(actor: Person, of = merchant): Promise<number | null> {
  const until = await coolDownUntil(database.app, of.id, actor.id);
  return until === null ? null : Math.ceil((until.getTime() - Date.now()) / 3_600_000);
}

test('nothing waits where nobody changed anything', async () => {
  expect(await hoursLeft(merchant)).toBeNull();
});

test.each(['password', 'paymentPassword', 'twoFactor', 'key', 'callback'] as const)(
  'money waits a day after somebody else changed the %s of the merchant, two hours after he did so himself',
  async (what) => {
    await change(merchant, what, merchant);
    expect(await hoursLeft(merchant)).toBe(ownCoolDownHours);
    await change(merchant, what, agent);
    expect(await hoursLeft(merchant)).toBe(coolDownHours);
    expect(await hoursLeft(clerk)).toBe(coolDownHours);
  },
);

test('what the server’s console resets was not his own doing either', async () => {
  await change(merchant, 'password', null);
  expect(await hoursLeft(merchant)).toBe(coolDownHours);
});

test('a change at a sub-account holds up that one alone', async () => {
  await change(clerk, 'password', merchant);
  expect(await hoursLeft(clerk)).toBe(coolDownHours);
  expect([await hoursLeft(other), await hoursLeft(merchant)]).toEqual([null, null]);
});

test('a change of his own after that of another does not shorten the day', async () => {
  await change(merchant, 'twoFactor', agent);
  await change(merchant, 'password', merchant);
  expect(await hoursLeft(merchant)).toBe(coolDownHours);
});

test('it ends by the wall clock', async () => {
  await change(merchant, 'password', agent);
  await letHoursPass(admin, merchant.id, coolDownHours - 1);
  expect(await hoursLeft(merchant)).toBe(1);
  await letHoursPass(admin, merchant.id, 1);
  expect(await hoursLeft(merchant)).toBeNull();
});

test('another merchant, more rights and a new account hold up nothing', async () => {
  await change(merchant, 'rights', agent);
  await change(merchant, 'account', agent);
  expect(await hoursLeft(merchant)).toBeNull();
  await change(merchant, 'key', agent);
  expect(await hoursLeft(agent, await person({ kind: 'customer', parentId: agent.id }))).toBeNull();
});
