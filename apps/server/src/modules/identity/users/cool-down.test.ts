import { coolDownHours } from '@suanpan/domain/limits';
import { beforeEach, expect, test } from 'vitest';
import { letHoursPass } from '../../../../test/persons.ts';
import { transact } from '../../../platform/db/transact.ts';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import type { AccountPart } from '../credentials/account-change.store.ts';

const door = await openDoor();
const { admin, database, person } = door;
/** What one changed oneself holds up no longer than this (reliability §7.3). */
const ownCoolDownHours = 2;

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
async function isHeldUp(actor: Person, of = merchant): Promise<boolean | undefined> {
  const asked = 'SELECT withdraw_is_cooling($1, $2) AS held';
  return (await admin.query<{ held: boolean }>(asked, [of.id, actor.id])).rows[0]?.held;
}
/** What was changed at `changed` holds up the actor for so many hours, and not one more. */
async function expectHeldUpFor(hours: number, actor: Person, changed = merchant): Promise<void> {
  await letHoursPass(admin, changed.id, hours - 1);
  expect(await isHeldUp(actor)).toBe(true);
  await letHoursPass(admin, changed.id, 1);
  expect(await isHeldUp(actor)).toBe(false);
}

test('nothing waits where nobody changed anything', async () => {
  expect(await isHeldUp(merchant)).toBe(false);
});

test.each(['password', 'paymentPassword', 'twoFactor', 'key', 'callback'] as const)(
  'money waits a day after somebody else changed the %s of the merchant, two hours after he did so himself',
  async (what) => {
    await change(merchant, what, merchant);
    await expectHeldUpFor(ownCoolDownHours, merchant);
    await change(merchant, what, agent);
    expect(await isHeldUp(clerk)).toBe(true);
    await expectHeldUpFor(coolDownHours, merchant);
  },
);

test('what the server’s console resets was not his own doing either', async () => {
  await change(merchant, 'password', null);
  await expectHeldUpFor(coolDownHours, merchant);
});

test('a change at a sub-account holds up that one alone', async () => {
  await change(clerk, 'password', merchant);
  expect([await isHeldUp(other), await isHeldUp(merchant)]).toEqual([false, false]);
  await expectHeldUpFor(coolDownHours, clerk, clerk);
});

test('a change of his own after that of another does not shorten the day', async () => {
  await change(merchant, 'twoFactor', agent);
  await change(merchant, 'password', merchant);
  await expectHeldUpFor(coolDownHours, merchant);
});

test('another merchant, more rights and a new account hold up nothing', async () => {
  await change(merchant, 'rights', agent);
  await change(merchant, 'account', agent);
  expect(await isHeldUp(merchant)).toBe(false);
  await change(merchant, 'key', agent);
  expect(await isHeldUp(agent, await person({ kind: 'customer', parentId: agent.id }))).toBe(false);
});
