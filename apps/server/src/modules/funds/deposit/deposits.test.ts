import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openAccounts, postJournals } from '../../../../test/post-journals.ts';
import { pngOf } from '../../../platform/images/testing/pictures.ts';
import { actTogether } from '../../identity/testing/act-together.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { openFunds } from '../index.ts';

const door = await openDoor();
const { admin, call, code, database, person, tokenOf } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
openFunds({ db: database, identity: door.identity, approvals }).bind(door.app);
const paymentPassword = 'a payment password';

let boss: Person;
let agent: Person;
let merchant: Person;
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
});

interface Answer {
  readonly code: number;
  readonly data: {
    readonly id: string;
    readonly no: string;
    readonly status: string;
    readonly fee: string | null;
    readonly credited: string | null;
    readonly state?: string;
    readonly actions: readonly string[];
    readonly claimed_by_others: readonly { readonly no: string }[];
    readonly items: readonly Answer['data'][];
    readonly total: number;
    readonly summary: object;
  };
}
async function ask(
  who: Person,
  path: string,
  body: object = {},
  key: string = randomUUID(),
): Promise<Answer> {
  return (await call('POST', path, {
    token: await tokenOf(who),
    headers: { 'idempotency-key': key },
    body,
  })) as unknown as Answer;
}
const apply = (who: Person, more: object = {}, key?: string) =>
  ask(
    who,
    '/collection/deposits',
    { amount: '50000', currency: 'TWD', method: 'bank', payer_last5: '12345', ...more },
    key,
  );
const decide = (
  who: Person,
  act: 'approve' | 'reject' | 'cancel',
  id: string,
  more: object = {},
  key?: string,
) =>
  ask(
    who,
    `/collection/deposits/${id}/${act}`,
    { reason: 'seen in the bank', payment_password: paymentPassword, one_code: code(who), ...more },
    key,
  );
const list = async (who: Person, query = ''): Promise<Answer> =>
  (await call('GET', `/collection/deposits${query}`, { token: await tokenOf(who) })) as unknown as Answer;
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const sound = async () => expect(await failing()).toEqual([]);

describe('J11: a top-up', () => {
  test('is applied for by a merchant, found by the platform, and pays others alone', async () => {
    const asked = await apply(merchant);
    expect(asked.data).toMatchObject({ status: 'pending', fee: null, actions: ['cancel'] });
    expect(await rooms.balances(merchant.id)).toEqual({});
    expect((await decide(boss, 'approve', asked.data.id, { fee: '250' })).data).toEqual({ state: 'done' });
    expect(await rooms.balances(merchant.id)).toEqual({ L201: '49750.00' });
    const { rows } = await admin.query(
      `SELECT a.kind, p.amount FROM posting p JOIN account a ON a.id = p.account_id
       WHERE p.event = 'deposit.credit' AND p.ref_id = $1 ORDER BY p.amount`,
      [BigInt(asked.data.id)],
    );
    expect(rows).toEqual([
      { kind: 'A110', amount: -500_000_000n },
      { kind: 'R410', amount: 2_500_000n },
      { kind: 'L201', amount: 497_500_000n },
    ]);
    const [row] = (await list(merchant)).data.items;
    expect(row).toMatchObject({ status: 'credited', fee: '250.0000', credited: '49750.0000', actions: [] });
    await sound();
  });

  test('repays first what its owner owes', async () => {
    const account = { channelAccountId: null, currency: 'TWD', book: 'main' } as const;
    const [house = 0n, owed = 0n] = await openAccounts(admin, [
      { ...account, kind: 'A190', ownerId: null },
      { ...account, kind: 'A130', ownerId: merchant.id },
    ]);
    await postJournals(admin, [
      {
        event: 'test.opening',
        refId: 800_001n,
        book: 'main',
        currency: 'TWD',
        chain: { customerId: merchant.id, agentId: null, subAgentId: null, middlemanId: null },
        clawsBack: true,
        actorId: null,
        requestId: null,
        legs: [
          { accountId: owed, amount: -9000_0000n },
          { accountId: house, amount: 9000_0000n },
        ],
      },
    ]);
    const asked = await apply(merchant);
    await decide(boss, 'approve', asked.data.id, { fee: '250' });
    expect(await rooms.balances(merchant.id)).toEqual({ L201: '40750.00' });
    const small = await apply(merchant, { amount: '5' });
    expect((await decide(boss, 'approve', small.data.id, { fee: '5' })).code).toBe(21103);
  });

  test('is credited once, whatever is clicked, repeated or raced', async () => {
    const checker = await person({ kind: 'admin', paymentPassword });
    const { id } = (await apply(merchant)).data;
    const path = `/collection/deposits/${id}/approve`;
    const body = { reason: 'seen in the bank' };
    const answers = await actTogether(
      door,
      [boss, checker].map((who) => ({ who, path, body })),
    );
    expect(answers.map((answer) => answer.code).sort((left, right) => left - right)).toEqual([0, 21001]);
    expect((await decide(boss, 'approve', id)).code).toBe(21001);
    expect((await decide(boss, 'reject', id)).code).toBe(21001);
    expect((await decide(merchant, 'cancel', id)).code).toBe(21001);
    expect(await rooms.balances(merchant.id)).toEqual({ L201: '50000.00' });
    const other = (await apply(merchant)).data.id;
    const key = randomUUID();
    expect((await decide(boss, 'approve', other, {}, key)).data).toEqual({ state: 'done' });
    expect((await decide(boss, 'approve', other, {}, key)).data).toEqual({ state: 'done' });
    expect((await decide(boss, 'approve', other, { fee: '1' }, key)).code).toBe(20409);
    expect(await rooms.balances(merchant.id)).toEqual({ L201: '100000.00' });
  });

  test('is never decided by whoever applied, by his second account, or by whose merchant it is', async () => {
    const byBoss = await apply(boss, { owner_id: String(merchant.id) });
    expect(byBoss.data.actions).toEqual(['reject', 'cancel']);
    expect((await decide(boss, 'approve', byBoss.data.id)).code).toBe(21701);
    const made = await person({ kind: 'admin', paymentPassword, madeBy: boss.id });
    expect((await decide(made, 'approve', byBoss.data.id)).code).toBe(21701);
    const byAgent = await apply(agent, { owner_id: String(merchant.id) });
    expect((await decide(agent, 'approve', byAgent.data.id)).code).toBe(20403);
    // The merchant is still the person of the administrator who made him.
    const pet = await person({ kind: 'customer', parentId: agent.id, paymentPassword, madeBy: boss.id });
    const byPet = await apply(pet);
    expect((await decide(boss, 'approve', byPet.data.id)).code).toBe(21701);
    const checker = await person({ kind: 'admin', paymentPassword });
    expect((await decide(checker, 'approve', byBoss.data.id)).code).toBe(0);
    await decide(boss, 'reject', byAgent.data.id);
    await decide(boss, 'reject', byPet.data.id);
  });

  test('that never came is rejected, and one that was a mistake is taken back', async () => {
    const first = (await apply(merchant)).data.id;
    expect((await decide(boss, 'reject', first)).data).toEqual({ state: 'done' });
    const second = (await apply(merchant)).data.id;
    expect((await decide(agent, 'cancel', second)).code).toBe(20403);
    expect((await decide(merchant, 'cancel', second)).data).toEqual({ state: 'done' });
    expect(await rooms.balances(merchant.id)).toEqual({});
    const { rows } = await admin.query(
      `SELECT act, from_status, to_status FROM audit_log WHERE object_kind = 'deposit' AND object_id = ANY ($1) ORDER BY id`,
      [[first, second]],
    );
    expect(rows.map(({ to_status }) => to_status)).toEqual(['pending', 'rejected', 'pending', 'cancelled']);
  });

  test('of one transfer on a chain may be claimed by several, who hear nothing of each other, and is credited once', async () => {
    const stranger = await person({ paymentPassword });
    const thief = await person({ kind: 'customer', parentId: stranger.id, paymentPassword });
    const onChain = { method: 'chain', tx_hash: 'a1b2c3d4e5f6', payer_last5: undefined, currency: 'USDT' };
    const claimed = await apply(thief, onChain);
    const rightful = await apply(merchant, { ...onChain, tx_hash: '0xA1B2C3D4E5F6' });
    expect([claimed.code, rightful.code, (await apply(merchant, onChain)).code]).toEqual([0, 0, 21107]);
    for (const who of [thief, stranger, merchant, agent]) {
      const { data } = await list(who);
      expect(data.items.map((row) => row.claimed_by_others)).toEqual([[]]);
    }
    const contested = (await list(boss, `?no=${rightful.data.no}`)).data.items;
    expect(contested[0]?.claimed_by_others).toMatchObject([{ no: claimed.data.no }]);
    const { rows: told } = await admin.query(
      `SELECT subject, payload ->> 'contested' AS contested FROM outbox WHERE kind = 'deposit.changed' AND subject = ANY ($1)
       ORDER BY id`,
      [[`deposit:${claimed.data.id}`, `deposit:${rightful.data.id}`]],
    );
    expect(told.map((row) => row.contested)).toEqual(['false', 'true']);
    expect((await decide(boss, 'approve', rightful.data.id)).code).toBe(0);
    expect((await decide(boss, 'approve', claimed.data.id)).code).toBe(21107);
    expect((await decide(boss, 'reject', claimed.data.id)).code).toBe(0);
    expect(await rooms.balances(thief.id)).toEqual({});
    // Once it was credited, another still hears nothing of it.
    expect((await apply(thief, onChain)).code).toBe(0);
  });

  test('of one transfer is one top-up, however its number is written and in whatever currency', async () => {
    const second = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
    const hash = '0xA1b2C3d4E5f60718293a4B5c6D7e8F90';
    const onChain = (tx_hash: string, currency = 'USDT') =>
      apply(second, { method: 'chain', tx_hash, payer_last5: undefined, currency });
    expect((await onChain(hash)).code).toBe(0);
    for (const text of [
      hash.toLowerCase(),
      hash.toUpperCase(),
      hash.slice(2),
      ` ${hash}\u00a0`,
      `${hash}\u200b`,
      `\u202e${hash}`,
      hash.replace('A1', 'Ａ１'),
      `${hash.slice(0, 10)}-${hash.slice(10)}`,
    ]) {
      expect([text, (await onChain(text)).code]).toEqual([text, 21107]);
    }
    expect((await onChain(hash, 'USD')).code).toBe(21107);
    expect((await onChain(`${hash}1`)).code).toBe(0);
  });

  test('shows the slip of its transfer to the platform and its own tree, and stays as it was said', async () => {
    const token = await tokenOf(merchant);
    const upload = async (bytes: Buffer) => {
      const response = await door.app.inject({
        method: 'POST',
        url: '/api/collection/deposits/slips',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
        payload: bytes,
      });
      return response.json<{ code: number; data: { file: string } }>();
    };
    expect((await upload(Buffer.from('<svg onload="alert(1)"/>'))).code).toBe(21_803);
    const { file } = (await upload(pngOf(40, 30))).data;
    expect((await apply(merchant, { slip: 'f'.repeat(64) })).code).toBe(21_802);
    const made = await apply(merchant, { slip: file });
    expect(made.data).toMatchObject({ slip: file });
    const see = async (who: Person) => {
      const headers = { authorization: `Bearer ${await tokenOf(who)}` };
      return door.app.inject({ url: `/api/collection/deposits/slips/${file}`, headers });
    };
    for (const who of [boss, agent, merchant]) {
      expect((await see(who)).headers['content-type']).toBe('image/png');
    }
    const stranger = await person({ kind: 'customer', parentId: (await person({})).id, paymentPassword });
    expect((await see(stranger)).json<{ code: number }>().code).toBe(404);
    expect((await decide(boss, 'approve', made.data.id)).data.state).toBe('done');
    const failing = async () =>
      (await prove(database)).checks.filter(({ passed }) => !passed).map(({ name }) => name);
    // Tests before this one planted what they show.
    const before = await failing();
    expect(before).not.toContain('F3');
    await admin.query('UPDATE deposit SET slip = NULL WHERE id = $1', [BigInt(made.data.id)]);
    expect(await failing()).toContain('F3');
    await admin.query('UPDATE deposit SET slip = $2 WHERE id = $1', [BigInt(made.data.id), file]);
  });

  test('of nothing, of too many decimals, of too much, without its reference, or for somebody else’s merchant', async () => {
    const stranger = await person({ paymentPassword });
    const foreign = await person({ kind: 'customer', parentId: stranger.id });
    expect((await apply(merchant, { amount: '0' })).code).toBe(21010);
    expect((await apply(merchant, { amount: '-5' })).code).toBe(400);
    expect((await apply(merchant, { amount: '1.005' })).code).toBe(21010);
    expect((await apply(merchant, { amount: '100000001' })).code).toBe(21011);
    expect((await apply(merchant, { payer_last5: undefined })).code).toBe(21016);
    expect((await apply(merchant, { owner_id: String(foreign.id) })).code).toBe(404);
    expect((await apply(agent, { owner_id: String(foreign.id) })).code).toBe(404);
    expect((await apply(agent)).code).toBe(404);
    expect((await apply(boss, { owner_id: String(agent.id) })).code).toBe(404);
    const key = randomUUID();
    const once = await apply(merchant, {}, key);
    expect((await apply(merchant, {}, key)).data.id).toBe(once.data.id);
    expect((await apply(merchant, { amount: '1' }, key)).code).toBe(20409);
  });
});

test('the list shows what is open and what was closed today, of one’s own tree, with its sums', async () => {
  const stranger = await person({ paymentPassword });
  const foreign = await person({ kind: 'customer', parentId: stranger.id, paymentPassword });
  const [open, closed, old] = [await apply(merchant), await apply(merchant), await apply(merchant)];
  await apply(foreign);
  await decide(boss, 'approve', closed.data.id, { fee: '250' });
  await decide(boss, 'reject', old.data.id);
  await admin.query("UPDATE deposit SET completed_at = completed_at - interval '2 days' WHERE id = $1", [
    BigInt(old.data.id),
  ]);
  for (const who of [merchant, agent]) {
    const { data } = await list(who);
    expect(data.items.map(({ id }) => id)).toEqual([closed.data.id, open.data.id]);
    expect(data.summary).toEqual({
      by_currency: [
        { currency: 'TWD', count: 2, amount: '100000.0000', fee: '250.0000', credited: '49750.0000' },
      ],
    });
  }
  expect((await list(merchant, '?status=rejected')).data.items.map(({ id }) => id)).toEqual([old.data.id]);
  expect((await list(merchant, `?no=${old.data.no}`)).data.total).toBe(1);
  expect((await list(stranger, `?no=${old.data.no}`)).data.total).toBe(0);
  const byBoss = await list(boss, `?owner_id=${merchant.id}`);
  expect(byBoss.data.items.map(({ id }) => id)).toEqual([closed.data.id, open.data.id]);
});

describe('the doors believe nobody', () => {
  const credit = (id: string, fee: bigint, who: bigint) =>
    database.pool.query('SELECT credit_deposit($1, $2, $3, NULL) AS journal', [BigInt(id), fee, who]).then(
      ({ rows }) => rows[0].journal !== null,
      (error: { code?: string }) => error.code,
    );

  test('who credits, and how much', async () => {
    const { id } = (await apply(merchant)).data;
    for (const who of [merchant.id, agent.id, 987_654_321n]) expect(await credit(id, 0n, who)).toBe('LG403');
    expect(await credit(id, 500_000_000n, boss.id)).toBe('23514');
    expect(await credit(id, -1n, boss.id)).toBe('23514');
    expect(await credit(id, 0n, boss.id)).toBe(true);
    expect(await credit(id, 0n, boss.id)).toBe(false);
    const end = (becomes: string, who: bigint) =>
      database.pool
        .query('SELECT end_deposit($1, $2, $3, $4, NULL)', [BigInt(other), becomes, who, 'x'])
        .then(
          () => undefined,
          (error: { code?: string }) => error.code,
        );
    const other = (await apply(merchant)).data.id;
    expect(await end('rejected', agent.id)).toBe('LG403');
    expect(await end('cancelled', agent.id)).toBe('LG403');
    expect(await end('credited', boss.id)).toBe('LG403');
    expect(await end('rejected', boss.id)).toBeUndefined();
    const outside = await person({ paymentPassword });
    await expect(
      database.pool.query("SELECT apply_deposit($1, 'TWD', 1, 'bank', '12345', NULL, NULL, $2, NULL)", [
        merchant.id,
        outside.id,
      ]),
    ).rejects.toMatchObject({ code: 'LG403' });
    for (const text of [
      'INSERT INTO deposit (no) VALUES (1)',
      'UPDATE deposit SET fee = 0',
      'DELETE FROM deposit',
    ]) {
      await expect(database.pool.query(text)).rejects.toMatchObject({
        code: expect.stringMatching(/42501|428C9/),
      });
    }
  });
});

test('the proof sees a top-up that was altered, credited without its journal, or credited by whoever applied', async () => {
  const { id } = (await apply(merchant)).data;
  await decide(boss, 'approve', id, { fee: '250' });
  const before = await failing();
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  const planted = async (there: string, back: string) => {
    const set = (change: string) => `UPDATE deposit SET ${change} WHERE id = ${BigInt(id)}`;
    expect((await client.query(set(there))).rowCount).toBe(1);
    expect(await failing()).toEqual(expect.arrayContaining([...before, 'F3']));
    await client.query(set(back));
    expect(await failing()).toEqual(before);
  };
  await planted('amount = amount + 10000', 'amount = amount - 10000');
  await planted('fee = fee - 1', 'fee = fee + 1');
  await planted(`owner_id = ${agent.id}`, `owner_id = ${merchant.id}`);
  await planted("currency = 'CNY'", "currency = 'TWD'");
  await planted(`made_by = ${boss.id}`, `made_by = ${merchant.id}`);
  // Another who applied than the log says, so that whoever did could have found it himself; and another transfer.
  await planted(`made_by = ${agent.id}`, `made_by = ${merchant.id}`);
  await planted("payer_last5 = '54321'", "payer_last5 = '12345'");
  await planted("status = 'rejected', fee = NULL", "status = 'credited', fee = 2500000");
  const waits = (await apply(boss, { owner_id: String(merchant.id) })).data.id;
  // What waits is decided by nobody, decided by another than did it, or forgotten.
  const ended = (values: string): string => `UPDATE deposit SET ${values} WHERE id = ${BigInt(waits)}`;
  await client.query(`CREATE TEMP TABLE kept AS SELECT * FROM deposit WHERE id = ${BigInt(waits)}`);
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'deposit' AND is_generated = 'NEVER'`,
  );
  const names = rows[0]?.names ?? '';
  for (const change of [
    ended(`status = 'rejected', decided_by = ${boss.id}, completed_at = now()`),
    ended(`status = 'cancelled', decided_by = ${boss.id}, completed_at = now()`),
    `DELETE FROM deposit WHERE id = ${BigInt(waits)}`,
  ]) {
    expect((await client.query(change)).rowCount).toBe(1);
    expect(await failing()).toEqual(expect.arrayContaining([...before, 'F3']));
    await client.query(`DELETE FROM deposit WHERE id = ${BigInt(waits)}`);
    await client.query(`INSERT INTO deposit (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM kept`);
    expect(await failing()).toEqual(before);
  }
  await client.query(`UPDATE deposit SET made_by = ${agent.id} WHERE id = ${BigInt(waits)}`);
  expect((await decide(boss, 'approve', waits)).code).toBe(0);
  expect(await failing()).toEqual(expect.arrayContaining([...before, 'F3']));
  client.release(true);
});
