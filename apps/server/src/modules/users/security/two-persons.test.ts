import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { handledDays, letHoursPass, seasoningHours, settlePerson } from '../../../../test/persons.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../testing/open-test-users.ts';

const door = await openDoor();
const { person, call, code, admin: sql } = door;
openTestUsers(door, door.app, door.identity);
const paymentPassword = 'a payment password';

const sees = ['users.list.get', 'users.staffSubAcc.get', 'admin.approvals.get'];
const deciding = [...sees, 'users.list.resetTwoFactor', 'admin.approvals.approve'];
const [ownSubmission, handled, unseasoned, nobody] = [21701, 21707, 21708, 21706];

let agent: Person;
let merchant: Person;
let boss: Person;
let second: Person;
beforeEach(async () => {
  await sql.query(`UPDATE app_user SET status = 'archived'`);
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id });
  boss = await person({ kind: 'admin', paymentPassword });
  second = await person({ kind: 'admin', paymentPassword });
});

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly data: {
    readonly state?: string;
    readonly approval_id: string;
    readonly deciders?: object;
    readonly user: { readonly id: string; readonly actions: string[]; readonly counts_as: string | null };
  };
}

async function send(
  who: Person,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: object,
): Promise<Answer> {
  const { data } = await door.login(who, { code: code(who) });
  return (await call(method, path, {
    token: data.access_token,
    ...(body && { body }),
  })) as unknown as Answer;
}
const proof = (who: Person) => ({ payment_password: paymentPassword, one_code: code(who) });
const reset = async (who: Person, whom: Pick<Person, 'id'>): Promise<Answer> =>
  send(who, 'POST', `/users/${whom.id}/resetTwoFactor`, { reason: 'a phone was lost', ...proof(who) });
const approve = async (who: Person, { data }: Answer): Promise<number> =>
  (await send(who, 'POST', `/admin/approvals/${data.approval_id}/approve`, proof(who))).code;
const refuse = async (who: Person, { data }: Answer): Promise<number> =>
  (await send(who, 'POST', `/admin/approvals/${data.approval_id}/refuse`, { reason: 'no' })).code;
const hasFactor = async ({ id }: Pick<Person, 'id'>): Promise<boolean> =>
  (await sql.query('SELECT totp_bound_at FROM app_user WHERE id = $1', [id])).rows[0].totp_bound_at !== null;

async function bindAgain({ id, secret }: Person): Promise<void> {
  await sql.query('UPDATE app_user SET totp_sealed = $2, totp_bound_at = now() WHERE id = $1', [
    id,
    door.vault.seal(secret, 'app_user.totp'),
  ]);
}

async function grant(who: Person, whom: Pick<Person, 'id'>, permissions: readonly string[]): Promise<Answer> {
  const { rows } = await sql.query('SELECT updated_at FROM app_user WHERE id = $1', [whom.id]);
  const version = (rows[0].updated_at as Date).toISOString();
  return send(who, 'PUT', `/users/${whom.id}/permissions`, {
    version,
    permissions,
    reason: 'the night shift',
  });
}

/** A sub-account made through the back office by `maker`, who knows its password; its factor is bound at once. */
async function makeSub(maker: Person, owner: Person): Promise<Person> {
  const [username, password] = [`made-${randomUUID().slice(0, 8)}`, 'quiet lantern over the bay'];
  const self = owner.id === maker.id ? 'self' : owner.id;
  const { data, message } = await send(maker, 'POST', `/users/${self}/sub`, {
    name: 'Made',
    username,
    password,
  });
  expect([message, data.user.id]).toEqual([expect.any(String), expect.any(String)]);
  const { secret } = maker;
  const id = BigInt(data.user.id);
  await sql.query(
    `UPDATE app_user u SET totp_sealed = m.totp_sealed, totp_bound_at = now(),
       payment_password_hash = m.payment_password_hash
     FROM app_user m WHERE u.id = $1 AND m.id = $2`,
    [id, maker.id],
  );
  return { id, username, password, secret };
}

/** The same with the rights to decide, as two persons would give them. */
async function makeDecider(maker: Person, owner: Person, more: readonly string[] = []): Promise<Person> {
  const sub = await makeSub(maker, owner);
  const asked = await grant(maker, sub, [...deciding, ...more]);
  expect(asked.data).toMatchObject({ state: 'waiting' });
  expect(await approve(second, asked)).toBe(0);
  return sub;
}

describe('an owner and his own sub-account', () => {
  test('are one person: neither approves what the other submitted, and nothing is taken over', async () => {
    const sub = await makeDecider(agent, agent);
    await letHoursPass(sql, sub.id, seasoningHours + 1);
    const asked = await reset(sub, merchant);
    expect(asked.data).toMatchObject({ state: 'waiting', deciders: { tree: 0, platform: 2 } });
    expect(await approve(agent, asked)).toBe(ownSubmission);
    expect(await refuse(agent, asked)).toBe(ownSubmission);
    expect(await hasFactor(merchant)).toBe(true);
    expect(await approve(boss, asked)).toBe(0);
    await bindAgain(merchant);
    expect(await approve(sub, await reset(agent, merchant))).toBe(ownSubmission);
  });

  test('stay one person after weeks, and so do two sub-accounts of one owner', async () => {
    const [one, other] = [await makeDecider(agent, agent), await makeDecider(agent, agent)];
    for (const { id } of [one, other]) await letHoursPass(sql, id, 60 * 24);
    expect(await approve(other, await reset(one, merchant))).toBe(ownSubmission);
  });

  test('are two once the platform has confirmed it, and the right came long ago', async () => {
    const sub = await makeDecider(agent, agent);
    await settlePerson(sql, sub.id);
    const asked = await reset(sub, merchant);
    expect(asked.data).toMatchObject({ deciders: { tree: 1, platform: 2 } });
    expect(await approve(agent, asked)).toBe(0);
    expect(await hasFactor(merchant)).toBe(false);
  });
});

describe('an administrator and the account he made in a tenant', () => {
  test('are one person: the grant waits, and what he submits the account does not approve', async () => {
    const puppet = await makeSub(boss, agent);
    const asked = await grant(boss, puppet, deciding);
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect(await approve(boss, asked)).toBe(ownSubmission);
    expect(await approve(second, asked)).toBe(0);
    await letHoursPass(sql, puppet.id, 60 * 24);
    expect(await approve(puppet, await reset(boss, merchant))).toBe(ownSubmission);
    expect(await hasFactor(merchant)).toBe(true);
  });

  test('are refused by the database too, whatever the statement says', async () => {
    const puppet = await makeDecider(boss, agent);
    const { data } = await reset(boss, merchant);
    const decide = (checker: bigint, state = 'approved') =>
      sql.query(`UPDATE approval SET state = $3, checker_id = $2, decided_at = now() WHERE id = $1`, [
        data.approval_id,
        checker,
        state,
      ]);
    await expect(decide(puppet.id)).rejects.toThrow('is the person of its maker');
    await sql.query('UPDATE app_user SET person_id = id WHERE id = $1', [puppet.id]);
    await expect(decide(puppet.id)).rejects.toThrow('has what its maker gave him');
    await letHoursPass(sql, puppet.id, handledDays * 24 + 1);
    await decide(puppet.id, 'refused');
    await expect(sql.query('UPDATE app_user SET made_by = NULL WHERE id = $1', [puppet.id])).rejects.toThrow(
      'stands',
    );
    await expect(
      sql.query('UPDATE app_user SET person_id = $2 WHERE id = $1', [second.id, puppet.id]),
    ).rejects.toThrow('stands');
    await expect(sql.query('DELETE FROM account_change')).rejects.toThrow('append-only');
  });

  test('are told by the proof where they were two persons for as long as it took, whoever of them decided', async () => {
    const puppet = await makeDecider(boss, agent);
    await letHoursPass(sql, puppet.id, handledDays * 24 + 1);
    const beBehind = (who: Pick<Person, 'id'>) =>
      sql.query(`BEGIN; SET LOCAL session_replication_role = replica;
        UPDATE app_user SET person_id = ${who.id} WHERE id = ${puppet.id}; COMMIT`);
    const told = async (): Promise<number> =>
      (await prove(door.database)).checks.find(({ name }) => name === 'A2')?.breaches ?? 0;
    const before = await told();
    for (const [maker, checker, n] of [
      [boss, puppet, 1],
      [puppet, boss, 2],
    ] as const) {
      await beBehind(puppet);
      expect(await approve(checker, await reset(maker, merchant))).toBe(0);
      await beBehind(boss);
      expect((await told()) - before).toBe(n);
      await bindAgain(merchant);
    }
    // One who became a person of his own in truth had another behind him before.
    await sql.query('UPDATE app_user SET person_id = id WHERE id = $1', [puppet.id]);
    expect(await told()).toBe(before);
  });

  test('stay one person to whoever submitted before the confirmation', async () => {
    const puppet = await makeDecider(boss, agent);
    const asked = await reset(puppet, merchant);
    await settlePerson(sql, puppet.id);
    expect(await approve(boss, asked)).toBe(ownSubmission);
  });

  test('pass it on: what the account makes is of the same person, also once the account itself is confirmed', async () => {
    const head = await makeDecider(boss, agent, ['users.subAcc.get', 'users.subAcc.create']);
    const clerk = await makeSub(head, agent);
    await sql.query(`UPDATE app_user SET permissions = $2, status = 'active' WHERE id = $1`, [
      clerk.id,
      deciding,
    ]);
    await settlePerson(sql, head.id);
    await letHoursPass(sql, clerk.id, 60 * 24);
    for (const maker of [boss, head]) {
      const asked = await reset(maker, merchant);
      expect(await approve(clerk, asked)).toBe(ownSubmission);
      expect(await approve(second, asked)).toBe(0);
      await bindAgain(merchant);
    }
  });
});

describe('a checker whom somebody has in his hand', () => {
  test('decides nothing of whoever took his second factor away, for seven days', async () => {
    const third = await person({ kind: 'admin', paymentPassword });
    expect(await approve(second, await reset(boss, third))).toBe(0);
    await bindAgain(third);
    const asked = await reset(boss, merchant);
    expect(await approve(third, asked)).toBe(handled);
    await letHoursPass(sql, third.id, handledDays * 24 - 1);
    expect(await approve(third, asked)).toBe(handled);
    await letHoursPass(sql, third.id, 2);
    expect(await approve(third, asked)).toBe(0);
  });

  test('decides nothing at all for 72 hours after anybody reset his credentials', async () => {
    const third = await person({ kind: 'admin', paymentPassword });
    const post = { reason: 'he asked' };
    expect((await send(boss, 'POST', `/users/${third.id}/paymentPassword`, post)).code).toBe(0);
    await sql.query(
      `UPDATE app_user u SET payment_password_hash = b.payment_password_hash FROM app_user b
       WHERE u.id = $1 AND b.id = $2`,
      [third.id, boss.id],
    );
    const asked = await reset(second, merchant);
    expect(asked.data).toMatchObject({ deciders: { platform: 1 } });
    expect(await approve(third, asked)).toBe(unseasoned);
    expect(await refuse(third, asked)).toBe(unseasoned);
    await letHoursPass(sql, third.id, seasoningHours + 1);
    expect(await approve(third, asked)).toBe(0);
  });

  test('is not his own master with rights that the maker gave him six days ago', async () => {
    const clerk = await person({ kind: 'staffSub', parentId: agent.id, permissions: [], paymentPassword });
    expect(await approve(second, await grant(boss, clerk, deciding))).toBe(0);
    await letHoursPass(sql, clerk.id, 6 * 24);
    expect(await approve(clerk, await reset(boss, merchant))).toBe(handled);
    expect(await approve(clerk, await reset(second, agent))).toBe(404);
    const other = await person({ kind: 'customer', parentId: agent.id });
    expect(await approve(clerk, await reset(second, other))).toBe(0);
  });

  test('nor through another whom the maker reset: hands reach on', async () => {
    const clerk = await person({
      kind: 'staffSub',
      parentId: agent.id,
      permissions: deciding,
      paymentPassword,
    });
    expect(await approve(second, await reset(boss, agent))).toBe(0);
    await bindAgain(agent);
    const link = await send(agent, 'POST', `/users/${clerk.id}/password`, {});
    const { url } = link.data as unknown as { url: string };
    const password = 'quiet lantern over the bay';
    await call('POST', '/setPassword', { body: { code: url.split('code=')[1] ?? '', password } });
    await letHoursPass(sql, clerk.id, seasoningHours + 1);
    expect(await approve({ ...clerk, password }, await reset(boss, merchant))).toBe(handled);
  });

  test('nor of what came from an account that he reset himself, and so may have submitted himself', async () => {
    const { url } = (await send(boss, 'POST', `/users/${second.id}/password`, {})).data as unknown as {
      url: string;
    };
    const password = 'quiet lantern over the bay';
    await call('POST', '/setPassword', { body: { code: url.split('code=')[1] ?? '', password } });
    const taken = { ...second, password };
    const asked = await reset(taken, merchant);
    expect(asked.data).toMatchObject({ state: 'waiting', deciders: { tree: 1, platform: 0 } });
    expect(await approve(boss, asked)).toBe(ownSubmission);
    const decides = sql.query(
      `UPDATE approval SET state = 'approved', checker_id = $2, decided_at = now() WHERE id = $1`,
      [asked.data.approval_id, boss.id],
    );
    await expect(decides).rejects.toThrow('is the person of its maker');
    expect(await approve(agent, asked)).toBe(0);
  });

  test('but decides on what came from somebody to whom he only gave rights', async () => {
    const clerk = await person({ kind: 'staffSub', parentId: agent.id, permissions: [], paymentPassword });
    expect(await approve(second, await grant(boss, clerk, deciding))).toBe(0);
    expect(await approve(boss, await reset(clerk, merchant))).toBe(0);
  });

  test('has nothing to fear from what he does to himself', async () => {
    await sql.query(
      `INSERT INTO account_change (user_id, what, by_id, by_person)
       SELECT id, what, id, id FROM app_user, unnest('{password,paymentPassword,twoFactor}'::text[]) AS what
       WHERE id = $1`,
      [second.id],
    );
    expect(await approve(second, await reset(boss, merchant))).toBe(0);
  });
});

describe('a submission', () => {
  test('for which nobody is there is refused, and says why', async () => {
    await sql.query(`UPDATE app_user SET status = 'disabled' WHERE id = $1`, [second.id]);
    await person({ kind: 'manager', permissions: [] });
    const refused = await reset(boss, agent);
    expect(refused).toMatchObject({ code: nobody, message: expect.stringContaining('1 lack the right') });
    expect((await sql.query(`SELECT FROM approval WHERE maker_id = $1`, [boss.id])).rows).toEqual([]);
    expect((await reset(agent, merchant)).data).toMatchObject({ deciders: { tree: 0, platform: 1 } });
  });

  test('of a sub-account that was granted nothing dangerous needs nobody', async () => {
    const sub = await person({ kind: 'staffSub', parentId: agent.id, permissions: [] });
    expect((await grant(agent, sub, ['users.list.get'])).data).toMatchObject({ state: 'done' });
    for (const right of [
      'admin.approvals.approve',
      'users.list.password',
      'users.staffSubAcc.access',
      'apiFile.rotateKey',
    ]) {
      expect((await grant(agent, sub, [right])).data, right).toMatchObject({ state: 'waiting' });
    }
    expect((await grant(agent, sub, [])).data).toMatchObject({ state: 'done' });
  });
});

describe('a person', () => {
  const confirm = async (who: Person, { id }: Pick<Person, 'id'>) =>
    send(who, 'POST', `/users/${id}/person`, { reason: 'I met her', ...proof(who) });

  test('is confirmed by two of the platform, none of whom counts as it', async () => {
    const third = await person({ kind: 'admin', paymentPassword });
    const sub = await makeSub(boss, agent);
    const { data } = await send(boss, 'GET', `/users?role_name=staffSub&search=${sub.username}`);
    expect(data).toMatchObject({ items: [{ counts_as: expect.stringMatching(/^Person/) }] });
    expect((await confirm(agent, sub)).code).toBe(20403);
    const asked = await confirm(second, sub);
    expect(asked.data).toMatchObject({ state: 'waiting', deciders: { tree: 0, platform: 1 } });
    expect(await approve(boss, asked)).toBe(21608);
    expect(await approve(second, asked)).toBe(ownSubmission);
    expect(await approve(third, asked)).toBe(0);
    const { rows } = await sql.query('SELECT person_id FROM app_user WHERE id = $1', [sub.id]);
    expect(rows).toEqual([{ person_id: sub.id }]);
    expect((await confirm(second, sub)).code).toBe(21001);
  });
});

describe('money sooner', () => {
  const ask = async (who: Person, body: object): Promise<Answer> => {
    const { rows } = await sql.query('SELECT updated_at FROM app_user WHERE id = $1', [merchant.id]);
    const version = (rows[0].updated_at as Date).toISOString();
    return send(who, 'PATCH', `/users/${merchant.id}`, { version, reason: 'a good customer', ...body });
  };
  const ruleOf = async () =>
    (await sql.query('SELECT settle_rule, name FROM app_user WHERE id = $1', [merchant.id])).rows[0];

  test('is the merchant’s once another agrees, and not where he stands elsewhere by then', async () => {
    const asked = await ask(boss, { settle_rule: 'D0', name: 'Early Bird' });
    expect(asked.data).toMatchObject({ state: 'waiting', deciders: { platform: 1 } });
    expect(await approve(boss, asked)).toBe(ownSubmission);
    expect(await ruleOf()).toMatchObject({ settle_rule: 'T1' });
    expect(await approve(second, asked)).toBe(0);
    expect(await ruleOf()).toEqual({ settle_rule: 'D0', name: 'Early Bird' });
    expect((await ask(boss, { settle_rule: 'T2' })).data).toMatchObject({ state: 'done' });
    const late = await ask(boss, { settle_rule: 'D0' });
    expect((await ask(boss, { settle_rule: 'T3' })).data).toMatchObject({ state: 'done' });
    expect(await approve(second, late)).toBe(20412);
    expect(await ruleOf()).toMatchObject({ settle_rule: 'T3' });
  });
});
