import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openAccounts, postJournals } from '../../../test/post-journals.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { balancesOf, prove } from '../ledger/index.ts';
import { openTestUsers } from './testing/open-test-users.ts';

const door = await openDoor();
const { admin: sql, call, code, database, person, tokenOf } = door;
openTestUsers(door, door.app, door.identity);
const paymentPassword = 'a payment password';

let agent: Person;
let merchant: Person;
let maker: Person;
beforeEach(async () => {
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id });
  maker = await person({ kind: 'admin', paymentPassword });
});

interface Answer {
  readonly code: number;
  readonly data: { readonly state?: string; readonly approval_id?: string };
}

async function act(who: Person, path: string, body: object, key: string = randomUUID()): Promise<Answer> {
  const token = await tokenOf(who);
  return call('POST', path, {
    token,
    headers: { 'idempotency-key': key },
    body: { reason: 'by court order', payment_password: paymentPassword, one_code: code(who), ...body },
  }) as unknown as Promise<Answer>;
}
const approve = async (who: Person, id: string | undefined): Promise<number> =>
  (
    await call('POST', `/admin/approvals/${id}/approve`, {
      token: await tokenOf(who),
      body: { payment_password: paymentPassword, one_code: code(who) },
    })
  ).code;

const frozen = (who: Person, direction: string, amount: string, of = merchant) =>
  act(who, `/users/${of.id}/frozen`, { direction, amount });

/** Gives an owner money out of the house's goodwill. */
let serial = 900_000n;
async function give(ownerId: bigint, kind: 'L200' | 'L201', amount: bigint): Promise<void> {
  serial += 1n;
  const [house = 0n, purse = 0n] = await openAccounts(
    sql,
    (
      [
        ['E510', null],
        [kind, ownerId],
      ] as const
    ).map(([each, owner]) => ({
      kind: each,
      ownerId: owner,
      channelAccountId: null,
      currency: 'TWD' as const,
      book: 'main' as const,
    })),
  );
  await postJournals(sql, [
    {
      event: 'test.opening',
      refId: serial,
      book: 'main',
      currency: 'TWD',
      chain: { customerId: ownerId, agentId: null, subAgentId: null, middlemanId: null },
      actorId: null,
      requestId: null,
      legs: [
        { accountId: house, amount: -amount },
        { accountId: purse, amount },
      ],
    },
  ]);
}
/** Which checks of the books fail. Giving money takes an event that no door posts, whose rules the product does not know. */
async function failing(): Promise<string[]> {
  const failed = (await prove(database)).checks.filter(({ passed }) => !passed).map(({ name }) => name);
  return failed.filter((name) => name !== 'L11');
}

const money = async (ownerId: bigint) => (await balancesOf(database.app, ownerId))[0]?.byKind;

describe('the frozen amount', () => {
  test('is edited through the books: frozen, given back, and no further', async () => {
    await give(merchant.id, 'L200', 5_000_0000n);
    expect((await frozen(maker, 'freeze', '1200')).data).toEqual({ state: 'done' });
    expect(await money(merchant.id)).toMatchObject({ L200: 3_800_0000n, L220: 1_200_0000n });
    expect((await frozen(maker, 'unfreeze', '1200.01')).code).toBe(21100);
    expect((await frozen(maker, 'unfreeze', '200')).data).toEqual({ state: 'done' });
    expect(await money(merchant.id)).toMatchObject({ L200: 4_000_0000n, L220: 1_000_0000n });
    const seen = await call('GET', `/users/${merchant.id}/frozen`, { token: await tokenOf(maker) });
    expect(seen.data).toMatchObject({
      frozen: '1000.0000',
      by_hand: '1000.0000',
      edits: [
        { change: '-200.0000', operator: maker.username, note: 'by court order' },
        { change: '1200.0000', operator: maker.username },
      ],
    });
    const log = await sql.query(
      `SELECT act, before, after FROM audit_log WHERE object_kind = 'user' AND object_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(merchant.id)],
    );
    expect(log.rows).toMatchObject([
      {
        act: 'users.list.editFrozen',
        before: { frozen: '1200.0000' },
        after: { frozen: '1000.0000', reason: 'by court order' },
      },
    ]);
    expect(await failing()).toEqual([]);
  });

  test('never takes more than is settleable', async () => {
    await give(merchant.id, 'L200', 100_0000n);
    await give(merchant.id, 'L201', 900_0000n);
    expect((await frozen(maker, 'freeze', '100.01')).code).toBe(21100);
    expect((await frozen(maker, 'freeze', '0')).code).toBe(21010);
    expect((await frozen(maker, 'freeze', '1.005')).code).toBe(21010);
    expect(await money(merchant.id)).toMatchObject({ L200: 100_0000n, L201: 900_0000n });
  });

  test('from the threshold on waits for somebody else, who sees what it does', async () => {
    await give(merchant.id, 'L200', 300_000_0000n);
    const { data } = await frozen(maker, 'freeze', '100000');
    expect(data.state).toBe('waiting');
    expect((await money(merchant.id))?.L220 ?? 0n).toBe(0n);
    expect(await approve(maker, data.approval_id)).toBe(21701);
    const checker = await person({ kind: 'admin', paymentPassword });
    expect(await approve(checker, data.approval_id)).toBe(0);
    expect(await money(merchant.id)).toMatchObject({ L200: 200_000_0000n, L220: 100_000_0000n });
    const edits = await sql.query('SELECT maker_id, checker_id FROM balance_edit WHERE user_id = $1', [
      merchant.id,
    ]);
    expect(edits.rows).toEqual([{ maker_id: maker.id, checker_id: checker.id }]);
  });

  test('many small sums of one person, or on one merchant, count for a day as the large one that they are', async () => {
    const [other, beside] = [
      await person({ kind: 'admin', paymentPassword }),
      await person({ kind: 'customer', parentId: agent.id }),
    ];
    for (const { id } of [merchant, beside]) await give(id, 'L200', 900_000_0000n);
    const stateOf = async (who: Person, amount: string, of = merchant): Promise<string | undefined> =>
      (await frozen(who, 'freeze', amount, of)).data.state;
    expect(await stateOf(maker, '60000')).toBe('done');
    expect(await stateOf(maker, '39999.99')).toBe('done');
    expect(await stateOf(maker, '0.01')).toBe('waiting');
    expect(await stateOf(other, '0.02')).toBe('waiting');
    expect(await stateOf(maker, '1', beside)).toBe('waiting');
    const made = await person({ kind: 'admin', paymentPassword, madeBy: maker.id });
    expect(await stateOf(made, '2', beside)).toBe('waiting');
    expect(await stateOf(other, '50000', beside)).toBe('done');
    await sql.query(`UPDATE approval_sum SET at = at - interval '24 hours'`);
    expect(await stateOf(maker, '99999')).toBe('done');
  });

  test('of one person at once, in halves that are too much together, waits with one of them', async () => {
    await give(merchant.id, 'L200', 900_000_0000n);
    const beside = await person({ kind: 'customer', parentId: agent.id });
    await give(beside.id, 'L200', 900_000_0000n);
    const token = await tokenOf(maker);
    const codes = [code(maker), code(maker)];
    const states = await Promise.all(
      [merchant, beside].map(async ({ id }, index) => {
        const body = {
          direction: 'freeze',
          amount: '60000',
          reason: 'by court order',
          payment_password: paymentPassword,
        };
        const reply = await call('POST', `/users/${id}/frozen`, {
          token,
          body: { ...body, one_code: codes[index] },
        });
        return reply.data['state'] as unknown as string;
      }),
    );
    expect(states.toSorted()).toEqual(['done', 'waiting']);
  });

  test('a repeat with the same key happens once', async () => {
    await give(merchant.id, 'L200', 5_000_0000n);
    const key = randomUUID();
    await act(maker, `/users/${merchant.id}/frozen`, { direction: 'freeze', amount: '10' }, key);
    await act(maker, `/users/${merchant.id}/frozen`, { direction: 'freeze', amount: '10' }, key);
    expect(await money(merchant.id)).toMatchObject({ L220: 10_0000n });
  });

  test('takes the right, the payment password and a code', async () => {
    await give(merchant.id, 'L200', 5_000_0000n);
    expect((await frozen(agent, 'freeze', '10')).code).toBe(20403);
    const path = `/users/${merchant.id}/frozen`;
    const wanted = { direction: 'freeze', amount: '10' };
    expect((await act(maker, path, { ...wanted, payment_password: 'wrong' })).code).toBe(20434);
    expect((await act(maker, path, { ...wanted, one_code: '000000' })).code).toBe(10003);
    expect((await act(maker, path, { ...wanted, reason: '' })).code).toBe(400);
    expect((await money(merchant.id))?.L220).toBeUndefined();
  });

  test('of a foreign merchant is absent for an agent who may edit his own', async () => {
    const granted = await person({
      paymentPassword,
      permissions: ['users.list.get', 'users.list.editFrozen'],
    });
    expect((await frozen(granted, 'freeze', '10')).code).toBe(404);
  });
});

describe('settleable funds', () => {
  const edit = (direction: string, amount: string) =>
    act(maker, `/users/${merchant.id}/settleable`, { direction, amount });

  test('come from money that may only be paid out, and go back to it', async () => {
    await give(merchant.id, 'L201', 2_000_0000n);
    expect((await edit('add', '2000.01')).code).toBe(21100);
    expect((await edit('add', '1500')).data).toEqual({ state: 'done' });
    expect(await money(merchant.id)).toMatchObject({ L200: 1_500_0000n, L201: 500_0000n });
    expect((await edit('take', '1500.01')).code).toBe(21100);
    expect((await edit('take', '500')).data).toEqual({ state: 'done' });
    expect(await money(merchant.id)).toMatchObject({ L200: 1_000_0000n, L201: 1_000_0000n });
    expect(await failing()).toEqual([]);
  });
});

describe('a second factor', () => {
  test('is taken away only when a second person agrees; sessions end and the user is told', async () => {
    const token = await tokenOf(merchant);
    const { data } = await act(maker, `/users/${merchant.id}/resetTwoFactor`, {});
    expect(data.state).toBe('waiting');
    expect((await call('GET', '/users/self', { token })).code).toBe(0);
    const checker = await person({ kind: 'admin', paymentPassword });
    expect(await approve(checker, data.approval_id)).toBe(0);
    expect((await call('GET', '/users/self', { token })).code).toBe(10001);
    const row = (await sql.query('SELECT totp_bound_at FROM app_user WHERE id = $1', [merchant.id])).rows[0];
    expect(row.totp_bound_at).toBeNull();
    const told = await sql.query(`SELECT FROM outbox WHERE kind = 'user.twoFactorReset' AND subject = $1`, [
      `user:${merchant.id}`,
    ]);
    expect(told.rows).toHaveLength(1);
  });

  test('of a senior agent is not for him to agree to', async () => {
    const { data } = await act(maker, `/users/${agent.id}/resetTwoFactor`, {});
    expect(data.state).toBe('waiting');
    expect(await approve(agent, data.approval_id)).toBe(404);
  });

  test('a merchant asks for his own sub-account, and his senior agent agrees', async () => {
    const owner = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
    const sub = await person({
      kind: 'customerSub',
      parentId: owner.id,
      permissions: ['collections.transactions.get'],
    });
    const { data } = await act(owner, `/users/${sub.id}/resetTwoFactor`, {});
    expect(data.state).toBe('waiting');
    expect(await approve(agent, data.approval_id)).toBe(0);
  });
});

test('a disabled user is out at his next call, and a sub-account without access cannot come in', async () => {
  const token = await tokenOf(merchant);
  const makerToken = await tokenOf(maker);
  const body = { event: 'disable', reason: 'fraud' };
  expect((await call('POST', `/users/${merchant.id}/status`, { token: makerToken, body })).code).toBe(0);
  expect((await call('GET', '/users/self', { token })).code).toBe(10001);

  const newcomer = { name: 'New', username: 'sub.new', password: 'a fine long passphrase' };
  const made = await call('POST', `/users/${agent.id}/sub`, { token: makerToken, body: newcomer });
  expect(made.code).toBe(0);
  const refused = await door.login(newcomer);
  expect(refused.message).toContain('No permissions have been set');
});

describe('more rights', () => {
  const versionOf = async (id: bigint): Promise<string> =>
    (await sql.query('SELECT updated_at FROM app_user WHERE id = $1', [id])).rows[0].updated_at.toISOString();
  const heldBy = async (who: Person): Promise<string[]> =>
    (await call('GET', `/users/${who.id}/permissions`, { token: await tokenOf(maker) })).data[
      'effective'
    ] as unknown as string[];
  const grant = async (who: Person, of: Person, permissions: string[] | null, reason?: string) =>
    (await call('PUT', `/users/${of.id}/permissions`, {
      token: await tokenOf(who),
      body: { version: await versionOf(of.id), permissions, ...(reason !== undefined && { reason }) },
    })) as unknown as Answer;

  test('that an agent gives a merchant again are given once a second person has approved', async () => {
    const all = await heldBy(merchant);
    expect(await grant(agent, merchant, all.slice(1))).toMatchObject({ code: 0, data: { state: 'done' } });
    expect((await grant(agent, merchant, null)).code).toBe(21015);
    const { data } = await grant(agent, merchant, null, 'was taken by mistake');
    expect(data.state).toBe('waiting');
    expect(await heldBy(merchant)).toHaveLength(all.length - 1);
    expect(await approve(agent, data.approval_id)).toBe(21701);
    expect(await approve(maker, data.approval_id)).toBe(0);
    expect(await heldBy(merchant)).toEqual(all);
    const { rows } = await sql.query(
      `SELECT act, actor_id, after FROM audit_log WHERE object_kind = 'user' AND object_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(merchant.id)],
    );
    expect(rows).toMatchObject([
      {
        act: 'users.list.access',
        actor_id: agent.id,
        after: { added: all[0], approved_by: String(maker.id) },
      },
    ]);
  });

  test('that the platform gives an agent wait too, and nobody of his tree approves them', async () => {
    const supply = 'collections.transactions.supply';
    const { data } = await grant(maker, agent, [...(await heldBy(agent)), supply], 'trusted for years');
    expect(data.state).toBe('waiting');
    expect(await approve(agent, data.approval_id)).toBe(404);
    const checker = await person({ kind: 'admin', paymentPassword });
    expect(await approve(checker, data.approval_id)).toBe(0);
    expect(await heldBy(agent)).toContain(supply);
  });

  test('an owner gives his own sub-account at once, which never exceeds him', async () => {
    const sub = await person({ kind: 'customerSub', parentId: merchant.id, permissions: [] });
    const read = ['collections.transactions.get'];
    expect(await grant(merchant, sub, read)).toMatchObject({ code: 0, data: { state: 'done' } });
    expect(await heldBy(sub)).toEqual(read);
  });

  test('have no effect when the user was changed meanwhile', async () => {
    const less = (await heldBy(merchant)).slice(1);
    await grant(maker, merchant, less);
    const { data } = await grant(maker, merchant, null, 'was taken by mistake');
    await sql.query('UPDATE app_user SET updated_at = now() WHERE id = $1', [merchant.id]);
    const checker = await person({ kind: 'admin', paymentPassword });
    expect(await approve(checker, data.approval_id)).toBe(20412);
    expect(await heldBy(merchant)).toEqual(less);
  });
});
