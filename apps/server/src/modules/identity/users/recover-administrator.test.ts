import { recoveryHours } from '@suanpan/domain/limits';
import { beforeEach, expect, test } from 'vitest';
import { transact } from '../../../platform/db/transact.ts';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import { recoverAdministrator } from './recover-administrator.ts';

const door = await openDoor();
const { admin: sql, call, database, login, person } = door;

let boss: Person;
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword: 'a payment password' });
});

const recover = (more: { readonly username?: string; readonly isCancelled?: boolean } = {}) =>
  transact(database.app, (tx) =>
    recoverAdministrator(tx, { username: boss.username.toUpperCase(), ...more }),
  );
const letItBeDue = () =>
  sql.query(`UPDATE admin_recovery SET effective_at = now() WHERE user_id = $1 AND ended_at IS NULL`, [
    boss.id,
  ]);
const row = async () => (await sql.query('SELECT * FROM app_user WHERE id = $1', [boss.id])).rows[0];
const actsOf = async (): Promise<string[]> =>
  (
    await sql.query(`SELECT act FROM audit_log WHERE object_id = $1 AND act LIKE 'admin.%' ORDER BY id`, [
      String(boss.id),
    ])
  ).rows.map(({ act }: { act: string }) => act);

test('a recovery is announced a day before it takes effect, and nothing changes until then', async () => {
  const token = await door.tokenOf(boss);
  const first = await recover();
  expect(first).toMatchObject({ state: 'announced' });
  const waits = 'effectiveAt' in first ? first.effectiveAt.getTime() - Date.now() : 0;
  expect(Math.round(waits / 3_600_000)).toBe(recoveryHours);
  expect(await recover()).toMatchObject({ state: 'waiting' });
  expect((await call('GET', '/users/self', { token })).code).toBe(0);
  expect(await row()).toMatchObject({
    totp_sealed: expect.any(String),
    payment_password_hash: expect.any(String),
  });
  expect(await actsOf()).toEqual(['admin.recoverAnnounce']);
  const { rows } = await sql.query(
    `SELECT payload FROM outbox WHERE kind = 'admin.recovery' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toMatchObject([{ payload: { state: 'announced' } }]);
});

test('after its day the account is its holder’s again, as a person of his own with whom others have nothing to do', async () => {
  const helper = await person({ kind: 'admin' });
  boss = await person({ kind: 'admin', madeBy: helper.id, status: 'disabled' });
  await transact(database.app, (tx) =>
    noteAccountChange(tx, { userIds: [boss.id], what: 'twoFactor', byId: helper.id }),
  );
  await recover();
  await letItBeDue();
  const done = await recover();
  expect(await row()).toMatchObject({
    status: 'active',
    person_id: boss.id,
    totp_sealed: null,
    payment_password_hash: null,
  });
  const standing = await sql.query('SELECT hands_on($1) AS hands, is_seasoned($1) AS seasoned', [boss.id]);
  expect(standing.rows).toEqual([{ hands: [boss.id], seasoned: true }]);
  const password = 'quiet lantern over the bay';
  const body = { code: 'link' in done ? done.link.code : '', password };
  expect((await call('POST', '/setPassword', { body })).code).toBe(0);
  expect((await login({ ...boss, password })).code).toBe(0);
  expect(await actsOf()).toEqual(['admin.recoverAnnounce', 'admin.recover']);
  expect(await recover()).toMatchObject({ state: 'announced' });
});

test('whoever runs the server can take it back, and begins a new day after that', async () => {
  await expect(recover({ isCancelled: true })).rejects.toMatchObject({ refusal: 'invalidState' });
  await recover();
  expect(await recover({ isCancelled: true })).toEqual({ state: 'cancelled' });
  expect(await recover()).toMatchObject({ state: 'announced' });
});

test('only people of the platform are given back like this', async () => {
  const merchant = await person({ kind: 'agent' });
  await expect(recover({ username: merchant.username })).rejects.toMatchObject({ refusal: 'notFound' });
  await expect(recover({ username: 'nobody.there' })).rejects.toMatchObject({ refusal: 'notFound' });
});
