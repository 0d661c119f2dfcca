import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { actTogether } from '../identity/testing/act-together.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { openTestUsers } from '../users/testing/open-test-users.ts';
import { openFunds } from './index.ts';

// Money that persons move, attacked over HTTP: numbers that are none, others' ids, keys used twice, and everything at once.
const door = await openDoor();
const { admin, call, code, database, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
const approvals = openTestUsers(door, door.app, door.identity);
openFunds({ db: database, identity: door.identity, approvals }).bind(door.app);
const paymentPassword = 'a payment password';

let boss: Person;
let agent: Person;
let merchant: Person;
beforeEach(async () => {
  await admin.query('DELETE FROM approval_policy');
  boss = await person({ kind: 'admin', paymentPassword });
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
});

interface Said {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}
const tokens = new Map<bigint, string>();
async function tokenOf(who: Person): Promise<string> {
  const known = tokens.get(who.id) ?? (await door.tokenOf(who));
  tokens.set(who.id, known);
  return known;
}
async function ask(who: Person, path: string, body: object, key: string = randomUUID()): Promise<Said> {
  const response = await door.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${await tokenOf(who)}`,
      'idempotency-key': key,
      'x-localization': 'en',
    },
    payload: { ...body },
  });
  return { status: response.statusCode, ...response.json<Omit<Said, 'status'>>() };
}
const proof = (who: Person) => ({ reason: 'agreed', payment_password: paymentPassword, one_code: code(who) });
const journals = async (): Promise<number> =>
  (await admin.query<{ n: number }>('SELECT count(*)::int AS n FROM journal')).rows[0]?.n ?? -1;
const sound = async () =>
  expect((await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]))).toEqual([]);
const give = (of: bigint, amount: string) =>
  ask(boss, '/cashManagement3/manualAdjustment', {
    owner_id: String(of),
    direction: 'add',
    source: 'goodwill',
    amount,
    ...proof(boss),
  });

describe('a number that is none', () => {
  const hostile: readonly unknown[] = [
    '0',
    '0.00',
    '-1',
    '-0',
    '+1',
    '１００',
    '٥',
    '1e3',
    '0x10',
    '1,000',
    ' 5',
    '5 ',
    '5\n',
    '5\u200b',
    '1.005',
    '.5',
    '5.',
    'NaN',
    'Infinity',
    '100000001',
    '999999999999.99',
    '9'.repeat(13),
    '',
    5,
    1e21,
    null,
    ['5'],
    { minor: 5 },
  ];

  test('moves nothing, by no act, and is no fault', async () => {
    await give(merchant.id, '1000');
    const { id: deposit } = (await applyFor(merchant)).data as { id: string };
    const before = await journals();
    // Each is refused before the proof of who one is is used up: one serves them all.
    const [bosses, agents] = [proof(boss), proof(agent)];
    const owner_id = String(merchant.id);
    for (const amount of hostile) {
      const answers = [
        await ask(boss, '/cashManagement3/manualAdjustment', {
          owner_id,
          direction: 'add',
          source: 'goodwill',
          amount,
          ...bosses,
        }),
        await ask(boss, '/cashManagement3/manualAdjustment', {
          owner_id,
          direction: 'take',
          source: 'goodwill',
          amount,
          ...bosses,
        }),
        await ask(agent, '/cashManagement3/fund', { customer_id: owner_id, amount, ...agents }),
        await ask(agent, '/cashManagement3/transfer', { currency: 'TWD', amount, ...agents }),
        await ask(boss, `/users/${owner_id}/frozen`, { direction: 'freeze', amount, ...bosses }),
        await ask(boss, `/users/${owner_id}/frozen`, { direction: 'unfreeze', amount, ...bosses }),
        await ask(boss, `/users/${owner_id}/settleable`, { direction: 'take', amount, ...bosses }),
        await ask(boss, `/users/${owner_id}/settleable`, { direction: 'release', amount, ...bosses }),
        await applyFor(merchant, { amount }),
        // A fee of nothing is a fee; anything else that is no amount is none.
        ...(amount === '0' || amount === '0.00'
          ? []
          : [await ask(boss, `/collection/deposits/${deposit}/approve`, { fee: amount, ...bosses })]),
      ];
      for (const [n, { code: said, status }] of answers.entries()) {
        expect([amount, n, said === 0, status >= 500]).toEqual([amount, n, false, false]);
      }
    }
    expect(await journals()).toBe(before);
    const { rows } = await admin.query('SELECT status FROM deposit WHERE owner_id = $1', [merchant.id]);
    expect(rows).toEqual([{ status: 'pending' }]);
    await sound();
  }, 60_000);
});

const applyFor = (who: Person, more: object = {}, key?: string) =>
  ask(
    who,
    '/collection/deposits',
    { amount: '50000', currency: 'TWD', method: 'bank', payer_last5: '12345', ...more },
    key,
  );

describe('what belongs to somebody else', () => {
  test('is answered as what does not exist, by every act', async () => {
    const stranger = await person({ paymentPassword });
    const foreign = await person({ kind: 'customer', parentId: stranger.id, paymentPassword });
    const { id: deposit } = (await applyFor(foreign)).data as { id: string };
    const absent = '987654321';
    const heard = async (path: string, body: object): Promise<unknown> => {
      const { code: said, data, message } = await ask(agent, path, { ...body, ...agents });
      return [said, data, message];
    };
    const agents = proof(agent);
    await admin.query('UPDATE app_user SET allow_manual_balance = true WHERE id = $1', [agent.id]);
    for (const [path, body, theirs] of [
      ['/cashManagement3/fund', (id: string) => ({ customer_id: id, amount: '5' }), String(foreign.id)],
      [
        '/cashManagement3/manualAdjustment',
        (id: string) => ({ owner_id: id, amount: '5', direction: 'take', source: 'agent' }),
        String(foreign.id),
      ],
      [
        '/cashManagement3/transfer',
        (id: string) => ({ owner_id: id, amount: '5', currency: 'TWD' }),
        String(foreign.id),
      ],
    ] as const) {
      const [one, other] = [await heard(path, body(theirs)), await heard(path, body(absent))];
      expect([path, one]).toEqual([path, other]);
      expect((one as unknown[])[0]).toBe(404);
    }
    const applied = { amount: '5', currency: 'TWD', method: 'bank', payer_last5: '12345' };
    for (const id of [String(foreign.id), absent]) {
      const { code: said } = await ask(agent, '/collection/deposits', { ...applied, owner_id: id });
      expect([id, said]).toEqual([id, 404]);
    }
    for (const act of ['approve', 'reject', 'cancel']) {
      const of = (id: string) => heard(`/collection/deposits/${id}/${act}`, {});
      expect([act, await of(deposit)]).toEqual([act, await of(absent)]);
    }
    for (const list of ['/collection/deposits', '/cashManagement3', '/cashManagement3/register']) {
      const seen = async (id: string) =>
        (await call('GET', `${list}?owner_id=${id}`, { token: await tokenOf(agent) })).data;
      expect([list, await seen(String(foreign.id))]).toEqual([list, await seen(absent)]);
    }
  });
});

describe('a key', () => {
  test('is one act of one person at one address, whatever else is asked under it', async () => {
    const key = randomUUID();
    const mine = (await applyFor(merchant, {}, key)).data as { id: string };
    // Another's same key is another key.
    const theirs = await applyFor(boss, { owner_id: String(merchant.id) }, key);
    expect([theirs.code, (theirs.data as { id: string }).id === mine.id]).toEqual([0, false]);
    // Elsewhere it does what is asked there, and answers nothing of the first.
    const moved = await ask(
      boss,
      '/cashManagement3/manualAdjustment',
      {
        owner_id: String(merchant.id),
        direction: 'add',
        source: 'goodwill',
        amount: '7',
        ...proof(boss),
      },
      key,
    );
    expect(moved.data).toMatchObject({ state: 'done' });
    expect((await rooms.balances(merchant.id))['L200']).toBe('7.00');
    // With other content it is refused; with the same it does nothing a second time.
    expect((await applyFor(merchant, { payer_last5: '54321' }, key)).code).toBe(20409);
    expect(((await applyFor(merchant, {}, key)).data as { id: string }).id).toBe(mine.id);
    // Of two that race under one key one is done.
    const twin = randomUUID();
    const codes = (await Promise.all(Array.from({ length: 8 }, () => applyFor(merchant, {}, twin)))).map(
      (said) => said.code,
    );
    expect(codes.filter((said) => said !== 0 && said !== 20410)).toEqual([]);
    const { rows } = await admin.query('SELECT id FROM deposit WHERE owner_id = $1', [merchant.id]);
    expect(rows).toHaveLength(3);
  });
});

describe('at once', () => {
  test('freezing, taking and paying the same money, one has it', async () => {
    const tenant = await createTenant(door, { provider: rooms.bank });
    const merchantId = await tenant.merchant();
    await here.channel(tenant, [merchantId]);
    await here.earn(merchantId);
    // 9715 there; a payout of 9690 takes 15 + 9.69 besides, and each of the others takes nearly all.
    const [one, two, three] = [
      boss,
      ...(await Promise.all([0, 1].map(() => person({ kind: 'admin', paymentPassword })))),
    ];
    if (one === undefined || two === undefined || three === undefined) throw new Error('Somebody is missing');
    const owner_id = String(merchantId);
    const [answers, paid] = await Promise.all([
      actTogether(door, [
        {
          who: one,
          path: `/users/${owner_id}/frozen`,
          body: { direction: 'freeze', amount: '9700', reason: 'x' },
        },
        {
          who: two,
          path: '/cashManagement3/manualAdjustment',
          body: { owner_id, direction: 'take', amount: '9700', source: 'goodwill', reason: 'x' },
        },
        {
          who: three,
          path: `/users/${owner_id}/settleable`,
          body: { direction: 'take', amount: '9700', reason: 'x' },
        },
      ]),
      here.submit(merchantId, { major: '9600' }).catch((error: unknown) => ({ outcome: String(error) })),
    ]);
    const done = answers.filter((answer) => answer.code === 0).length + (paid.outcome === 'created' ? 1 : 0);
    const balances = await rooms.balances(merchantId);
    // Money that may only be paid out pays a payout too: taking it there and paying of it are no conflict.
    const exchanged = answers[2]?.code === 0 && paid.outcome === 'created';
    expect([done, balances]).toEqual([exchanged ? 2 : 1, balances]);
    for (const amount of Object.values(balances)) expect(Number(amount)).toBeGreaterThanOrEqual(0);
    await sound();
  });

  test('approving, rejecting and cancelling one top-up, one happens, and it is credited so often', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = (await applyFor(merchant)).data as { id: string };
      const before = (await rooms.balances(merchant.id))['L201'] ?? '0.00';
      const others = await Promise.all([0, 1].map(() => person({ kind: 'admin', paymentPassword })));
      const body = { reason: 'seen in the bank' };
      const path = (act: string) => `/collection/deposits/${id}/${act}`;
      const answers = await actTogether(door, [
        ...[boss, ...others].map((who) => ({ who, path: path('approve'), body })),
        { who: merchant, path: path('cancel'), body },
        ...(others[0] === undefined ? [] : [{ who: others[0], path: path('reject'), body }]),
      ]);
      expect(answers.map((answer) => answer.code).filter((said) => said === 0)).toHaveLength(1);
      const { rows } = await admin.query<{ status: string }>('SELECT status FROM deposit WHERE id = $1', [
        BigInt(id),
      ]);
      const after = (await rooms.balances(merchant.id))['L201'] ?? '0.00';
      expect(Number(after) - Number(before)).toBe(rows[0]?.status === 'credited' ? 50_000 : 0);
    }
    await sound();
  }, 60_000);

  test('giving the same money back by name, by sum and by its time, it comes back once', async () => {
    await give(merchant.id, '1000');
    const path = `/users/${merchant.id}/frozen`;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await ask(boss, path, { direction: 'freeze', amount: '600', until, ...proof(boss) });
    const { rows } = await admin.query<{ id: bigint }>('SELECT max(id) AS id FROM balance_edit');
    const freeze = String(rows[0]?.id);
    // Its time has come, as the row says: it is nobody's to give back by hand and by itself.
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      "UPDATE balance_edit SET created_at = created_at - interval '1 day', until = now() - interval '1 second' WHERE id = $1",
      [rows[0]?.id],
    );
    client.release(true);
    const others = await Promise.all([0, 1].map(() => person({ kind: 'admin', paymentPassword })));
    const [answers] = await Promise.all([
      actTogether(door, [
        ...[boss, ...others].map((who) => ({
          who,
          path,
          body: { direction: 'unfreeze', freeze_id: freeze, reason: 'x' },
        })),
        { who: boss, path, body: { direction: 'unfreeze', amount: '600', reason: 'x' } },
      ]),
      ...[0, 1, 2].map(() =>
        database.pool.query('SELECT end_freeze($1)', [rows[0]?.id]).catch((error: unknown) => error),
      ),
    ]);
    expect(answers.filter((answer) => answer.code === 0).length).toBeLessThanOrEqual(1);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '1000.00' });
  });
});

test('somebody who was switched off is out in the middle of it, and nothing of his is done', async () => {
  const clerk = await person({ kind: 'admin', paymentPassword });
  await tokenOf(clerk);
  const { id } = (await applyFor(merchant)).data as { id: string };
  await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [clerk.id]);
  const said = await ask(clerk, `/collection/deposits/${id}/approve`, proof(clerk));
  expect(said.code).toBe(10001);
  await expect(
    database.pool.query('SELECT credit_deposit($1, 0, $2, NULL)', [BigInt(id), clerk.id]),
  ).rejects.toMatchObject({ code: 'LG403' });
});
