import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import { releaseWork } from '../../collections/index.ts';
import { actTogether } from '../../identity/testing/act-together.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../testing/open-test-users.ts';
import { endFreezes } from './end-freezes.ts';

const door = await openDoor();
const { admin, call, code, database, log, person } = door;
const rooms = await openMoneyRooms(door);
openTestUsers(door, door.app, door.identity);
const paymentPassword = 'a payment password';
const hourMs = 3_600_000;

let maker: Person;
let tenant: Tenant;
let merchantId: bigint;
beforeEach(async () => {
  maker = await person({ kind: 'admin', paymentPassword });
  tenant = await createTenant(door, { provider: rooms.bank });
  merchantId = await tenant.merchant();
});

interface Answer {
  readonly code: number;
  readonly data: { readonly state?: string; readonly approval_id?: string };
}
const ask = (who: Person, path: string, body: object = {}, key?: string): Promise<Answer> =>
  door.ask(who, path, body, key) as unknown as Promise<Answer>;
const edit = (body: object, { who = maker, of = merchantId, key = randomUUID() } = {}) =>
  ask(who, `/users/${of}/frozen`, { reason: 'a complaint', ...body }, key);
const freeze = (body: object, more = {}) => edit({ direction: 'freeze', ...body }, more);
const unfreeze = (body: object, more = {}) => edit({ direction: 'unfreeze', ...body }, more);

interface Asked {
  readonly who: Person;
  readonly amount?: string;
  readonly order_no?: string;
  readonly until?: string;
}
/** What several who freeze at once are told. */
const codesOf = async (asked: readonly Asked[]) =>
  (
    await actTogether(
      door,
      asked.map(({ who, ...body }) => ({
        who,
        path: `/users/${merchantId}/frozen`,
        body: { direction: 'freeze', reason: 'a complaint', ...body },
      })),
    )
  )
    .map((answer) => answer.code)
    .sort((left, right) => left - right);

interface Frozen {
  readonly frozen: string;
  readonly by_hand: string;
  readonly freezes: readonly { id: string; amount: string; bucket: string; order_no: string | null }[];
}
async function seen(of = merchantId): Promise<Frozen> {
  const token = await door.tokenOf(maker);
  return (await call('GET', `/users/${of}/frozen`, { token })).data as unknown as Frozen;
}
const theFreeze = async (): Promise<string> => (await seen()).freezes[0]?.id ?? 'none';

/** An order of 10,000, of which the merchant has 9,715. */
async function paid(of = merchantId): Promise<{ id: bigint; order_no: string }> {
  const order = await rooms.place(of);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return order;
}
const releaseAll = async (): Promise<void> => {
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
};
/** A merchant whose money is settleable at once. */
async function withMoney(): Promise<{ id: bigint; order_no: string }> {
  merchantId = await tenant.merchant({ settle_rule: 'D0' });
  return paid();
}
const inMs = async (ms: number): Promise<string> =>
  new Date((await businessNow(database.app)).getTime() + ms).toISOString();
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
/** The books hold, once what was frozen until a time that has come is given back. */
const sound = async () => {
  await endFreezes({ db: database, log });
  expect(await failing()).toEqual([]);
};

describe('a freeze until a time', () => {
  test('is given back by itself at that time, exactly once, and says so in the log', async () => {
    await withMoney();
    expect((await freeze({ amount: '1200', until: await inMs(hourMs) })).data).toEqual({ state: 'done' });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '8515.00', L220: '1200.00' });
    await endFreezes({ db: database, log });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '8515.00', L220: '1200.00' });
    await moveBusinessClock(database, hourMs);
    await Promise.all([1, 2, 3].map(() => endFreezes({ db: database, log })));
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
    const { rows } = await admin.query(
      `SELECT actor_id, journal_id IS NOT NULL AS is_posted FROM audit_log WHERE act = 'freeze.end' AND object_id = $1`,
      [String(merchantId)],
    );
    expect(rows).toEqual([{ actor_id: null, is_posted: true }]);
    expect((await seen()).freezes).toEqual([]);
    await sound();
  });

  test('is no part of what may be given back by hand as a sum, and is given back whole', async () => {
    await withMoney();
    await freeze({ amount: '1200', until: await inMs(hourMs) });
    await freeze({ amount: '300' });
    expect(await seen()).toMatchObject({ frozen: '1500.0000', by_hand: '300.0000' });
    expect((await unfreeze({ amount: '300.01' })).code).toBe(21100);
    const id = await theFreeze();
    expect((await unfreeze({ freeze_id: id, amount: '1199' })).code).toBe(21010);
    expect((await unfreeze({ freeze_id: id })).data).toEqual({ state: 'done' });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9415.00', L220: '300.00' });
    // Neither a second click nor its time gives it back again.
    expect((await unfreeze({ freeze_id: id })).code).toBe(21001);
    await moveBusinessClock(database, hourMs);
    await endFreezes({ db: database, log });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9415.00', L220: '300.00' });
    await sound();
  });

  test('of a person and of its time at once, one gives it back', async () => {
    await withMoney();
    await freeze({ amount: '1200', until: await inMs(hourMs) });
    const id = await theFreeze();
    const token = await door.tokenOf(maker);
    const body = {
      payment_password: paymentPassword,
      one_code: code(maker),
      reason: 'x',
      direction: 'unfreeze',
      freeze_id: id,
    };
    await moveBusinessClock(database, hourMs);
    await Promise.all([
      call('POST', `/users/${merchantId}/frozen`, { token, body }),
      endFreezes({ db: database, log }),
      endFreezes({ db: database, log }),
    ]);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
    await sound();
  });

  test('one that cannot be given back keeps no other', async () => {
    await withMoney();
    await freeze({ amount: '100', until: await inMs(hourMs) });
    const stuck = merchantId;
    await withMoney();
    await freeze({ amount: '200', until: await inMs(hourMs) });
    await moveBusinessClock(database, hourMs);
    const holder = await admin.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [stuck]);
    const ending = endFreezes({ db: database, log });
    await expect
      .poll(async () => rooms.balances(merchantId), { timeout: 10_000 })
      .toEqual({ L200: '9715.00' });
    await holder.query('COMMIT');
    holder.release();
    await ending;
    await endFreezes({ db: database, log });
    expect(await rooms.balances(stuck)).toEqual({ L200: '9715.00' });
    await sound();
  });
});

describe('a freeze for one order’s sake', () => {
  test('takes all its merchant’s money that waits, keeps it from its release, and gives it back to wait', async () => {
    const order = await paid();
    const other = await paid();
    expect((await freeze({ order_no: order.order_no })).data).toEqual({ state: 'done' });
    expect(await rooms.balances(merchantId)).toEqual({ L210: '9715.00', L220: '9715.00' });
    expect((await seen()).freezes).toMatchObject([
      { amount: '9715.0000', bucket: 'unsettled', order_no: order.order_no },
    ]);
    expect(await rooms.balances(tenant.agentId)).toMatchObject({ L210: expect.any(String) });
    await sound();
    expect((await unfreeze({ freeze_id: await theFreeze() })).data).toEqual({ state: 'done' });
    expect(await rooms.balances(merchantId)).toEqual({ L210: '19430.00' });
    await sound();
    await moveBusinessClock(database, 5 * 24 * hourMs);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L200: '19430.00' });
    expect(other.id).not.toBe(order.id);
    await sound();
  });

  test('the order is not released on its day, nor early by a person, and is when it is free again', async () => {
    const order = await paid();
    const other = await paid();
    await freeze({ order_no: order.order_no });
    const early = await ask(maker, `/users/${merchantId}/settleable`, {
      direction: 'release',
      amount: '9715',
      reason: 'x',
    });
    expect(early.data).toEqual({ state: 'done' });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00', L220: '9715.00' });
    await moveBusinessClock(database, 5 * 24 * hourMs);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00', L220: '9715.00' });
    await sound();
    expect((await unfreeze({ freeze_id: await theFreeze() })).data).toEqual({ state: 'done' });
    // Its day has come meanwhile, so that nobody waits for the next night.
    expect(await rooms.balances(merchantId)).toEqual({ L200: '19430.00' });
    const { rows } = await admin.query(
      "SELECT event, ref_id FROM journal WHERE event = 'collection.release' AND ref_id = ANY ($1) ORDER BY id",
      [[order.id, other.id]],
    );
    expect(rows.map(({ ref_id }) => ref_id)).toEqual([other.id, order.id]);
    await sound();
  });

  test('its time frees an order too', async () => {
    merchantId = await tenant.merchant({ settle_rule: 'manual' });
    const order = await paid();
    await freeze({ order_no: order.order_no, until: await inMs(hourMs) });
    await moveBusinessClock(database, hourMs);
    await endFreezes({ db: database, log });
    expect(await rooms.balances(merchantId)).toEqual({ L210: '9715.00' });
    await sound();
  });

  test('afterwards it takes as much as the order brought, and no more', async () => {
    const order = await withMoney();
    await paid();
    expect((await freeze({ order_no: order.order_no, amount: '9000' })).code).toBe(0);
    expect((await freeze({ order_no: order.order_no, amount: '715.01' })).code).toBe(21100);
    expect((await freeze({ order_no: order.order_no })).code).toBe(0);
    expect((await freeze({ order_no: order.order_no })).code).toBe(21112);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00', L220: '9715.00' });
    await sound();
  });

  test('what waits is frozen whole or not at all, and once', async () => {
    const order = await paid();
    expect((await freeze({ order_no: order.order_no, amount: '100' })).code).toBe(21010);
    const key = randomUUID();
    expect((await freeze({ order_no: order.order_no }, { key })).data).toEqual({ state: 'done' });
    // Repeated under its key it answers what it answered; another body under that key is refused.
    expect((await freeze({ order_no: order.order_no }, { key })).data).toEqual({ state: 'done' });
    expect((await freeze({ order_no: order.order_no, amount: '1' }, { key })).code).toBe(20409);
    expect((await freeze({ order_no: order.order_no })).code).toBe(21112);
    const giving = randomUUID();
    const id = await theFreeze();
    expect((await unfreeze({ freeze_id: id }, { key: giving })).data).toEqual({ state: 'done' });
    expect((await unfreeze({ freeze_id: id }, { key: giving })).data).toEqual({ state: 'done' });
    expect(await rooms.balances(merchantId)).toEqual({ L210: '9715.00' });
    await sound();
  });

  test('an order that is another merchant’s, open, or of early money has nothing to freeze', async () => {
    const strangers = await paid(await tenant.merchant());
    const open = await rooms.place(merchantId);
    expect((await freeze({ order_no: strangers.order_no })).code).toBe(404);
    expect((await freeze({ order_no: 'C0000000000000000' })).code).toBe(404);
    expect((await freeze({ order_no: open.order_no })).code).toBe(21112);
    merchantId = await tenant.merchant({ payout_from_unsettled: true });
    expect((await freeze({ order_no: (await paid()).order_no })).code).toBe(21112);
    await sound();
  });
});

test('two freezes of the whole balance at once: one has it', async () => {
  await withMoney();
  const other = await person({ kind: 'admin', paymentPassword });
  const until = await inMs(hourMs);
  expect(
    await codesOf([
      { who: maker, amount: '9715' },
      { who: other, amount: '9715', until },
    ]),
  ).toEqual([0, 21100]);
  expect(await rooms.balances(merchantId)).toEqual({ L220: '9715.00' });
  await sound();
});

test('two freezes of one order at once: one has it', async () => {
  const order = await paid();
  const other = await person({ kind: 'admin', paymentPassword });
  const { order_no } = order;
  expect(
    await codesOf([
      { who: maker, order_no },
      { who: other, order_no },
    ]),
  ).toEqual([0, 21112]);
  await sound();
});

test('nothing is frozen of nothing, backwards, by more decimals, until the past, or given back by an order', async () => {
  const order = await withMoney();
  expect((await freeze({ amount: '0' })).code).toBe(21010);
  expect((await freeze({ amount: '-5' })).code).toBe(400);
  expect((await freeze({ amount: '1.005' })).code).toBe(21010);
  expect((await freeze({})).code).toBe(21010);
  expect((await freeze({ amount: '5', until: await inMs(0) })).code).toBe(21001);
  expect((await freeze({ amount: '5', freeze_id: '1' })).code).toBe(21001);
  expect((await unfreeze({ amount: '5', order_no: order.order_no })).code).toBe(21001);
  expect((await unfreeze({ freeze_id: '999999999' })).code).toBe(404);
  // Somebody else's freeze is nobody's here.
  await freeze({ amount: '5', until: await inMs(hourMs) });
  const id = await theFreeze();
  expect((await unfreeze({ freeze_id: id }, { of: await tenant.merchant() })).code).toBe(404);
  expect(await rooms.balances(merchantId)).toEqual({ L200: '9710.00', L220: '5.00' });
});

test('frozen money is no money: it pays nothing and settles nothing', async () => {
  await withMoney();
  await freeze({ amount: '9000' });
  const take = { direction: 'take', amount: '716', reason: 'x' };
  expect((await ask(maker, `/users/${merchantId}/settleable`, take)).code).toBe(21100);
});

test('what a second person agrees to is the order and the place that he saw', async () => {
  await admin.query(`INSERT INTO approval_policy VALUES ($1, 'users.editFrozen', 'TWD', 10000)`, [
    tenant.agentId,
  ]);
  const checker = await person({ kind: 'admin', paymentPassword });
  const order = await paid();
  const asked = await freeze({ order_no: order.order_no });
  expect(asked.data.state).toBe('waiting');
  // A checker in the maker's hand: the maker himself.
  expect((await ask(maker, `/admin/approvals/${asked.data.approval_id}/approve`)).code).toBe(21701);
  await moveBusinessClock(database, 5 * 24 * hourMs);
  await releaseAll();
  // The money lies elsewhere by now, and the approval has run out with it.
  expect([20_412, 21_702]).toContain(
    (await ask(checker, `/admin/approvals/${asked.data.approval_id}/approve`)).code,
  );
  expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
  const again = await freeze({ order_no: order.order_no, until: await inMs(hourMs) });
  expect((await ask(checker, `/admin/approvals/${again.data.approval_id}/approve`)).code).toBe(0);
  expect(await rooms.balances(merchantId)).toEqual({ L220: '9715.00' });
  await sound();
});

test('the proof sees a freeze that was made less, put elsewhere, ended early, forgotten, or cut loose from its order', async () => {
  const order = await paid();
  await freeze({ order_no: order.order_no });
  const held = BigInt(await theFreeze());
  await withMoney();
  await freeze({ amount: '50', until: await inMs(hourMs) });
  const timed = BigInt(await theFreeze());
  await freeze({ amount: '70', until: await inMs(hourMs) });
  const given = BigInt(await theFreeze());
  await unfreeze({ freeze_id: String(given) });
  await sound();
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  const planted = async (there: string, back: string, seenBy: readonly string[]) => {
    expect((await client.query(there)).rowCount).toBe(1);
    expect(await failing()).toEqual(expect.arrayContaining([...seenBy]));
    await client.query(back);
    expect(await failing()).toEqual([]);
  };
  const set = (change: string, id: bigint) => `UPDATE balance_edit SET ${change} WHERE id = ${id}`;
  await planted(set('change = change - 1', timed), set('change = change + 1', timed), ['E1', 'E3']);
  await planted(set("bucket = 'L200'", held), set("bucket = 'L210'", held), ['E1', 'E5']);
  await planted(
    set("until = until - interval '3 days'", timed),
    set("until = until + interval '3 days'", timed),
    ['E1', 'E4'],
  );
  await planted(
    set("until = until - interval '50 minutes'", timed),
    set("until = until + interval '50 minutes'", timed),
    ['E1'],
  );
  await planted(
    `UPDATE balance_edit SET maker_id = NULL, maker_person = NULL WHERE undoes = ${given}`,
    `UPDATE balance_edit SET maker_id = ${maker.id}, maker_person = ${maker.id} WHERE undoes = ${given}`,
    ['E1', 'E4'],
  );
  await planted(
    `UPDATE balance_edit SET undoes = ${timed} WHERE undoes = ${given}`,
    `UPDATE balance_edit SET undoes = ${given} WHERE undoes = ${timed}`,
    ['E4'],
  );
  await planted(
    `UPDATE settlement_due SET frozen_by = NULL WHERE frozen_by = ${held}`,
    `UPDATE settlement_due SET frozen_by = ${held} WHERE order_id = ${order.id}`,
    ['E5'],
  );
  await planted(
    `UPDATE settlement_due SET remaining[1] = remaining[1] + 5 WHERE frozen_by = ${held}`,
    `UPDATE settlement_due SET remaining[1] = remaining[1] - 5 WHERE frozen_by = ${held}`,
    ['E5'],
  );
  client.release(true);
});

describe('the door believes nobody', () => {
  const post = (values: readonly unknown[]) =>
    database.pool.query('SELECT edit_balance($1, $2, $3, $4, NULL, $5, NULL, $6, $7, $8)', [...values]).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );

  test('an order of somebody else, a part of what waits, a freeze twice, an end before its time', async () => {
    const order = await paid();
    const strangers = await paid(await tenant.merchant());
    const of = (...more: unknown[]) => [merchantId, 'frozen', ...more];
    expect(await post(of(9715_0000n, maker.id, 'x', strangers.id, null, null))).toBe('LG403');
    expect(await post(of(9714_0000n, maker.id, 'x', order.id, null, null))).toBe('LG403');
    expect(await post(of(9715_0000n, maker.id, 'x', order.id, '2020-01-01', null))).toBe('LG403');
    expect(await post(of(9715_0000n, maker.id, 'x', order.id, null, null))).toBeUndefined();
    expect(await post(of(9715_0000n, maker.id, 'x', order.id, null, null))).toBe('LG403');
    const id = BigInt(await theFreeze());
    expect(await post(of(-1n, maker.id, 'x', null, null, id))).toBe('LG403');
    expect(await post(of(-9715_0000n, maker.id, 'x', null, null, null))).toBe('LG403');
    const { rows } = await database.pool.query('SELECT end_freeze($1) AS journal', [id]);
    expect(rows).toEqual([{ journal: null }]);
    expect(await post(of(-9715_0000n, maker.id, 'x', null, null, id))).toBeUndefined();
    expect(await post(of(-9715_0000n, maker.id, 'x', null, null, id))).toBe('LG403');
    for (const inner of ['keep_edit(NULL, NULL, NULL)']) {
      await expect(database.pool.query(`SELECT ${inner}`)).rejects.toMatchObject({ code: '42501' });
    }
  });
});
