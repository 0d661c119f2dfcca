import { randomUUID } from 'node:crypto';
import { getCollection } from '@suanpan/contract/endpoints/collections';
import { convert, convertInverse } from '@suanpan/money/exchange';
import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import { parseRate } from '@suanpan/money/rate';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { transact } from '../../../platform/db/transact.ts';
import { openFunds } from '../../funds/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { bindCollections, bindRefunds, releaseWork } from '../index.ts';
import type { OrderRow } from '../index.ts';

const door = await openDoor();
const { admin, call, database, person } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
openFunds({ db: database, identity: door.identity, approvals }).bind(door.app);
bindRefunds(door.app, rooms.collections, door.identity, approvals);
bindCollections(door.app, rooms.collections, async () => []);
const paymentPassword = 'a payment password';
const reason = 'the payer asked for it';

// J9: 2 %, and only the senior agent in the chain.
const free = { pct: 0n, perItem: 0n };
const terms = { merchant: { pct: parseRate('2'), perItem: 0n }, endpoint: free, system: free };
let tenant: Tenant;
let boss: Person;
let checker: Person;
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank, currency: 'USDT', terms });
  boss = await person({ kind: 'admin', paymentPassword });
  checker = await person({ kind: 'admin', paymentPassword });
  await setRate(null, '31.8', '32.6');
  await admin.query(
    "INSERT INTO approval_policy (agent_id, act, currency, threshold) VALUES (NULL, NULL, 'USDT', 1000000000000)",
  );
});

const setRate = (agentId: bigint | null, collection: string, payment: string) =>
  admin.query("SELECT set_exchange_rate($1, 'USDT', 'TWD', $2, $3, false, NULL, $4, NULL, 'a test', NULL)", [
    agentId,
    collection,
    payment,
    boss.id,
  ]);
interface Answer {
  readonly code: number;
  readonly data: unknown;
}
const ask = (who: Person, path: string, body: object): Promise<Answer> =>
  door.ask(who, path, { reason, ...body });
const done = { code: 0, data: { state: 'done' } };
const give = async (ownerId: bigint, amount: string) =>
  expect(
    await ask(boss, '/cashManagement3/manualAdjustment', {
      owner_id: String(ownerId),
      direction: 'add',
      amount,
      source: 'goodwill',
    }),
  ).toMatchObject(done);
const refund = (order: OrderRow, more: object = {}) =>
  ask(boss, `/collection/transactions/${order.id}/refund`, { confirm: order.order_no.slice(-6), ...more });
async function step(who: Person, act: string, order: OrderRow, more: object = {}) {
  const { rows } = await admin.query<{ id: bigint }>('SELECT max(id) AS id FROM refund WHERE order_id = $1', [
    order.id,
  ]);
  return ask(who, `/collection/revert/${rows[0]?.id}/${act}`, more);
}
const winChargeBack = (id: bigint) =>
  admin.query("SELECT win_charge_back($1, $2, $3, NULL, 'the dispute was won', NULL) AS journal", [
    id,
    `WON-${id}`,
    boss.id,
  ]);
async function chargeBack(order: OrderRow, more = ''): Promise<bigint> {
  const { rows } = await admin.query<{ id: bigint }>(
    "SELECT charge_back_collection($1, $2, $3, NULL, 'the bank says so', NULL) AS id",
    [order.id, `CB-${order.id}${more}`, boss.id],
  );
  return rows[0]?.id ?? 0n;
}

/** A merchant of TWD on the channel of USDT. */
const merchantOf = (columns: object = {}): Promise<bigint> =>
  tenant.merchant({ currency: 'TWD', ...columns });
async function paid(merchantId: bigint, major = '100'): Promise<OrderRow> {
  const order = await rooms.place(merchantId, { currency: 'USDT', major });
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return rooms.order(order.id);
}
const releaseAll = async (): Promise<void> => {
  await moveBusinessClock(database, 5 * 86_400_000);
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
};
/** What its owners' accounts came to by all that was exchanged of an order, as the domain writes it. */
async function exchangedOf(order: OrderRow): Promise<string[]> {
  const { rows } = await admin.query<{ leg: string }>(
    `SELECT a.currency || ' ' || a.kind || CASE a.owner_id WHEN o.customer_id THEN '[M]' WHEN o.agent_id THEN '[SA]' ELSE '' END || ' '
              || trim_scale(sum(p.amount) / power(10::numeric, ledger_scale(a.currency))) AS leg
     FROM posting p JOIN account a ON a.id = p.account_id JOIN collection_order o ON o.id = p.ref_id
     WHERE p.event = 'collection.exchange' AND p.ref_id = $1
     GROUP BY a.currency, a.kind, a.owner_id, o.customer_id, o.agent_id HAVING sum(p.amount) <> 0`,
    [order.id],
  );
  return rows.map(({ leg }) => leg).toSorted();
}
const j9 = [
  'TWD F300 -3180',
  'TWD L200[M] 3116.4',
  'TWD L240[SA] 63.6',
  'USDT F300 100',
  'USDT L200[M] -98',
  'USDT L240[SA] -2',
];
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const sound = async () => expect(await failing()).toEqual([]);

describe('J9: an order in another currency than its merchant’s own', () => {
  test('waits in its own, and is exchanged at the rate of its making when its day comes', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    expect(order.exchange_rate).toBe('31.80000000');
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({ L210: '98.00' });
    // What is set meanwhile changes nothing of it.
    await setRate(null, '30', '33');
    await releaseAll();
    await setRate(null, '31.8', '32.6');
    expect(await exchangedOf(order)).toEqual(j9);
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    expect(await rooms.balances(merchantId)).toEqual({ L200: '3116.40' });
    await sound();
    await releaseAll();
    expect(await exchangedOf(order)).toEqual(j9);
    // Its story tells it once, of however many journals it is made.
    const { data } = await call('GET', `/collection/transactions/${order.id}`, {
      token: await door.tokenOf(boss),
    });
    const { timeline } = getCollection.output.parse(data);
    expect(timeline.filter(({ kind }) => kind === 'collection.exchange')).toHaveLength(1);
  });

  test('is exchanged at once where it is settled at once, also where early money could pay', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0', payout_from_unsettled: true });
    const order = await paid(merchantId);
    expect(await exchangedOf(order)).toEqual(j9);
    const waiting = await merchantOf({ payout_from_unsettled: true });
    await paid(waiting);
    expect(await rooms.balances(waiting, 'USDT')).toEqual({ L210: '98.00' });
    await sound();
  });

  test('stays in its own where no rate is set, and in a merchant’s own currency', async () => {
    const merchantId = await tenant.merchant({ currency: 'CNY', settle_rule: 'D0' });
    const order = await paid(merchantId);
    expect([order.exchange_rate, await exchangedOf(order)]).toEqual([null, []]);
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({ L200: '98.00' });
  });

  test('of a senior agent with a rate of his own earns him what the platform’s gives more', async () => {
    const other = await createTenant(door, {
      provider: rooms.bank,
      currency: 'USDT',
      terms,
    });
    await setRate(other.agentId, '31.7', '32.7');
    const order = await paid(await other.merchant({ currency: 'TWD', settle_rule: 'D0' }));
    expect(await exchangedOf(order)).toEqual([
      'TWD F300 -3180',
      'TWD L200[M] 3106.6',
      'TWD L240[SA] 73.4',
      'USDT F300 100',
      'USDT L200[M] -98',
      'USDT L240[SA] -2',
    ]);
    await sound();
  });

  test('of the platform’s own rate costs no house another, though it is set while the order is made', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const setting = await admin.connect();
    await setting.query('BEGIN');
    const values = ['40', '41', boss.id];
    const set =
      "SELECT set_exchange_rate(NULL, 'USDT', 'TWD', $1, $2, false, NULL, $3, NULL, 'a test', NULL)";
    await setting.query(set, values);
    const order = await rooms.place(merchantId, { currency: 'USDT', major: '100' });
    await setting.query('COMMIT');
    setting.release();
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
    await setRate(null, '31.8', '32.6');
    expect((await rooms.order(order.id)).exchange_rate).toBe('31.80000000');
    expect(await exchangedOf(order)).toEqual(j9);
    await sound();
  });

  test('keeps no other waiting while somebody holds the money that it comes to', async () => {
    const [held, free] = [await merchantOf(), await merchantOf()];
    for (const merchantId of [held, free]) await give(merchantId, '1');
    const [waits, goes] = [await paid(held), await paid(free)];
    await moveBusinessClock(database, 5 * 86_400_000);
    const holder = await admin.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(
        `SELECT FROM balance b JOIN account a ON a.id = b.account_id
         WHERE a.kind = 'L200' AND a.currency = 'TWD' AND a.owner_id = $1 FOR UPDATE OF b`,
        [held],
      );
      await transact(database.app, (tx) => releaseWork.run(tx, new Date()));
      expect([await exchangedOf(waits), await exchangedOf(goes)]).toEqual([[], j9]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await releaseAll();
    expect(await exchangedOf(waits)).toEqual(j9);
  });

  test('is exchanged once beside whatever else is done with it and its merchant’s money at the moment', async () => {
    const merchantId = await merchantOf();
    await give(merchantId, '500');
    const orders: OrderRow[] = [];
    for (let n = 0; n < 6; n += 1) orders.push(await paid(merchantId));
    const [first, second, third, fourth] = orders.map(({ id }) => id);
    await moveBusinessClock(database, 5 * 86_400_000);
    await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE id = $1", [merchantId]);
    const release = (ids: unknown) =>
      admin.query('SELECT release_collections($1::bigint[], NULL, NULL)', [ids]);
    const back = (id: unknown, no: string) =>
      admin.query("SELECT charge_back_collection($1, $2, $3, NULL, 'the bank says so', NULL)", [
        id,
        no,
        boss.id,
      ]);
    const pay = (id: unknown) =>
      admin.query("SELECT refund_collection($1, 50000000, $2, NULL, 'half of it', NULL)", [id, boss.id]);
    const all = orders.map(({ id }) => id);
    const told = await Promise.allSettled([
      release(all),
      back(first, `C1-${first}`),
      release(all.toReversed()),
      pay(second),
      back(third, `C3-${third}`),
      release([fourth]),
      pay(fourth),
      back(first, `C1b-${first}`),
      paid(merchantId),
      paid(merchantId),
      release(all),
    ]);
    const codes = told.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code?: string }).code] : [],
    );
    // Whoever met another waits for his turn or comes later; nobody waits for one who waits for him.
    expect(codes.filter((each) => each !== '55P03' && each !== 'RF001' && each !== 'LG402')).toEqual([]);
    await releaseAll();
    await sound();
    expect((await rooms.balances(merchantId, 'USDT'))['L200']).toBeUndefined();
  });

  test('of many is exchanged each by itself', async () => {
    const merchantId = await merchantOf();
    const orders = [await paid(merchantId), await paid(merchantId, '33.333333'), await paid(merchantId)];
    await releaseAll();
    for (const order of [orders[0], orders[2]]) expect(order && (await exchangedOf(order))).toEqual(j9);
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    await sound();
  });
});

describe('what goes back of it', () => {
  test('before its day is its own money; only what is lacking is exchanged back', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    expect((await refund(order)).code).toBe(21_100);
    await give(merchantId, '70');
    expect(await refund(order)).toMatchObject(done);
    expect(await exchangedOf(order)).toEqual([
      'TWD F300 63.6',
      'TWD L200[M] -63.6',
      'USDT F300 -2',
      'USDT L200[M] 2',
    ]);
    await sound();
    await step(boss, 'send', order);
    expect((await step(checker, 'confirm', order, { provider_order_no: `RF-${order.id}` })).code).toBe(0);
    // The fees return: of the senior agent's leg that waited, to the merchant, and to his own currency.
    expect(await rooms.balances(merchantId)).toEqual({ L200: '70.00' });
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    await releaseAll();
    await sound();
  });

  test('after its day is exchanged back at the order’s own rate, its fees with it', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await setRate(null, '20', '40');
    expect((await refund(order)).code).toBe(21_100);
    await give(merchantId, '63.60');
    expect(await refund(order)).toMatchObject(done);
    expect(await rooms.balances(merchantId)).toEqual({});
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({ L232: '100.00' });
    await sound();
    await step(boss, 'send', order);
    // It fails, and all is as it was.
    expect((await step(checker, 'fail', order)).code).toBe(0);
    expect(await exchangedOf(order)).toEqual(j9);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '3180.00' });
    await sound();
    await step(boss, 'retry', order);
    await step(boss, 'send', order);
    expect((await step(checker, 'confirm', order, { provider_order_no: `RF-${order.id}` })).code).toBe(0);
    await setRate(null, '31.8', '32.6');
    expect(await exchangedOf(order)).toEqual([]);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '63.60' });
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    await sound();
  });

  test('in parts comes to the same, whatever each is rounded to', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await give(merchantId, '63.60');
    for (const amount of ['33.333333', '33.333333', '33.333334']) {
      expect(await refund(order, { amount })).toMatchObject(done);
      await step(boss, 'send', order);
      expect(
        (
          await step(checker, 'confirm', order, {
            provider_order_no: `RF-${order.id}-${amount}-${Math.random()}`,
          })
        ).code,
      ).toBe(0);
      await sound();
    }
    expect(await rooms.balances(merchantId)).toEqual({ L200: '63.60' });
  });

  test('in a currency of fewer decimals than its merchant’s own goes there and back to the unit', async () => {
    const house = await createTenant(door, { provider: rooms.bank, terms });
    const merchantId = await house.merchant({ currency: 'USDT', settle_rule: 'D0' });
    const settled = async (): Promise<OrderRow> => {
      const placed = await rooms.place(merchantId, { currency: 'TWD', major: '1000' });
      rooms.bank.pay(placed.order_no);
      await rooms.tell(placed);
      return rooms.order(placed.id);
    };
    const order = await settled();
    // At the rate by which the platform sells: 980 and 20 by 32.6, each rounded by itself.
    const there = [
      'TWD F300 1000',
      'TWD L200[M] -980',
      'TWD L240[SA] -20',
      'USDT F300 -30.674847',
      'USDT L200[M] 30.06135',
      'USDT L240[SA] 0.613497',
    ];
    expect(await exchangedOf(order)).toEqual(there);
    await sound();
    await give(merchantId, '1');
    for (const amount of ['333.33', '333.33', '333.34']) {
      expect(await refund(order, { amount })).toMatchObject(done);
      await step(boss, 'send', order);
      const provider_order_no = `RF-${randomUUID()}`;
      expect((await step(checker, 'confirm', order, { provider_order_no })).code).toBe(0);
      await sound();
    }
    expect(await exchangedOf(order)).toEqual([]);
    expect(await rooms.balances(merchantId, 'TWD')).toEqual({});
    // Of the next one he has a part alone: what it reaches is exchanged back, and the rest is owed in his own currency.
    const other = await settled();
    expect(
      await ask(boss, '/cashManagement3/manualAdjustment', {
        owner_id: String(merchantId),
        direction: 'take',
        amount: '20',
        source: 'goodwill',
      }),
    ).toMatchObject(done);
    await chargeBack(other);
    expect(await rooms.balances(merchantId, 'TWD')).toEqual({});
    const owed = (await rooms.balances(merchantId, 'USDT'))['A130'];
    expect(Number(owed)).toBeCloseTo(-19, 4);
    await sound();
  });

  test('by charge-back is taken as far as it reaches; the rest is owed, and repaid by what comes next', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    // 1,590 of his 3,116.40 are left: 50 of the 100.
    expect(
      await ask(boss, '/cashManagement3/manualAdjustment', {
        owner_id: String(merchantId),
        direction: 'take',
        amount: '1526.40',
        source: 'goodwill',
      }),
    ).toMatchObject(done);
    const id = await chargeBack(order);
    // 50 are owed, less the fee of 2 that returned; in his own currency, in which he pays out.
    expect(await rooms.balances(merchantId)).toEqual({ A130: '-1526.40' });
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    await sound();
    await paid(merchantId);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '1590.00' });
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    await sound();
    expect((await winChargeBack(id)).rows).toHaveLength(1);
    await sound();
  });

  test('by charge-back before its day is what waits of it; what is lacking is owed until the fees return', async () => {
    const [poor, rich] = [await merchantOf(), await merchantOf()];
    await give(rich, '70');
    for (const merchantId of [poor, rich]) {
      const order = await paid(merchantId);
      const before = await rooms.balances(merchantId);
      const id = await chargeBack(order);
      expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
      expect(await rooms.balances(merchantId)).toEqual(before);
      await sound();
      await releaseAll();
      expect(await exchangedOf(order)).toEqual([]);
      expect(await rooms.balances(merchantId)).toEqual(before);
      await winChargeBack(id);
      expect(await exchangedOf(order)).toEqual(j9);
      expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
      await sound();
      // It may be disputed anew, and this time it is past its day.
      await chargeBack(order, 'again');
      expect(await exchangedOf(order)).toEqual([]);
      expect(await rooms.balances(merchantId)).toEqual(before);
      await sound();
    }
  });

  test('by charge-back of less than a unit of his own currency exchanges nothing, and says so', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    await give(merchantId, '100');
    const order = await paid(merchantId);
    expect(await refund(order, { amount: '99.999999' })).toMatchObject(done);
    await step(boss, 'send', order);
    expect((await step(checker, 'confirm', order, { provider_order_no: `RF-${order.id}` })).code).toBe(0);
    const id = await chargeBack(order);
    const { rows } = await admin.query('SELECT amount, exchanged FROM refund WHERE id = $1', [id]);
    expect(rows).toEqual([{ amount: 1n, exchanged: 0n }]);
    await sound();
  });

  test('by charge-back that is won comes to his own currency again', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    const id = await chargeBack(order);
    expect(await rooms.balances(merchantId)).toEqual({});
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    await sound();
    await winChargeBack(id);
    expect(await exchangedOf(order)).toEqual(j9);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '3116.40' });
    await sound();
  });
});

describe('an order in another currency is frozen by its number', () => {
  const edit = (merchantId: bigint, body: object) => ask(boss, `/users/${merchantId}/frozen`, body);
  const freeze = (merchantId: bigint, order: OrderRow, more: object = {}) =>
    edit(merchantId, { direction: 'freeze', order_no: order.order_no, ...more });
  interface Shown {
    readonly freezes: readonly { readonly id: string; readonly currency: string; readonly amount: string }[];
  }
  async function shown(merchantId: bigint): Promise<Shown['freezes']> {
    const token = await door.tokenOf(boss);
    return ((await call('GET', `/users/${merchantId}/frozen`, { token })).data as unknown as Shown).freezes;
  }
  const giveBack = async (merchantId: bigint) =>
    edit(merchantId, { direction: 'unfreeze', freeze_id: (await shown(merchantId))[0]?.id });

  test('while it waits: whole, in its own currency, and exchanged when it is given back after its day', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    expect((await freeze(merchantId, order, { amount: '97.999999' })).code).toBe(21010);
    expect(await freeze(merchantId, order)).toMatchObject(done);
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({ L220: '98.00' });
    expect(await shown(merchantId)).toMatchObject([{ currency: 'USDT', amount: '98.000000' }]);
    // Its day comes, and it stays where it is.
    await releaseAll();
    expect(await exchangedOf(order)).toEqual([]);
    expect((await freeze(merchantId, order)).code).toBe(21112);
    expect(await giveBack(merchantId)).toMatchObject(done);
    expect(await exchangedOf(order)).toEqual(j9);
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    expect(await rooms.balances(merchantId)).toEqual({ L200: '3116.40' });
    await sound();
  });

  test('after its day: in the merchant’s own currency, at the most what it was exchanged for', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await give(merchantId, '5000');
    expect((await freeze(merchantId, order, { amount: '3116.41' })).code).toBe(21100);
    expect(await freeze(merchantId, order, { amount: '1000' })).toMatchObject(done);
    // Without an amount the rest of it.
    expect(await freeze(merchantId, order)).toMatchObject(done);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '5000.00', L220: '3116.40' });
    expect(await rooms.balances(merchantId, 'USDT')).toEqual({});
    expect((await shown(merchantId)).map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      '2116.4000 TWD',
      '1000.0000 TWD',
    ]);
    expect(await giveBack(merchantId)).toMatchObject(done);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '7116.40', L220: '1000.00' });
    await sound();
  });

  test('what a second person agrees to in its currency is not done in another one', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    await admin.query("INSERT INTO approval_policy VALUES ($1, 'users.editFrozen', 'USDT', 10000)", [
      tenant.agentId,
    ]);
    const { data } = await freeze(merchantId, order);
    expect(data).toMatchObject({ state: 'waiting' });
    await releaseAll();
    // 98,000,000 units of his own currency would be 9,800.
    await give(merchantId, '9000');
    const { approval_id } = data as { readonly approval_id: string };
    expect((await ask(checker, `/admin/approvals/${approval_id}/approve`, {})).code).not.toBe(0);
    await expect(
      admin.query("SELECT edit_balance($1, 'frozen', 98000000, $2, NULL, 'a complaint', NULL, $3)", [
        merchantId,
        boss.id,
        order.id,
      ]),
    ).rejects.toMatchObject({ code: 'LG403' });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '12116.40' });
    await sound();
  });
});

describe('what is exchanged in the database', () => {
  test('is what the domain says, to the minor unit', async () => {
    const codes = Object.keys(currencies) as Currency[];
    const { rows: scales } = await admin.query<{ code: Currency; scale: number }>(
      'SELECT code, ledger_scale(code) AS scale FROM unnest($1::text[]) AS code',
      [codes],
    );
    expect(scales.map(({ code: of, scale }) => [of, scale])).toEqual(
      codes.map((of) => [of, currencies[of].ledgerScale]),
    );
    const cases = fc.sample(
      fc.record({
        amount: fc.bigInt(-(10n ** 12n), 10n ** 12n),
        from: fc.constantFrom(...codes),
        to: fc.constantFrom(...codes),
        isBase: fc.boolean(),
        rate: fc.bigInt(10n ** 5n, 10n ** 12n - 1n),
      }),
      500,
    );
    const { rows } = await admin.query<{ to: bigint }>(
      `SELECT exchanged(c.amount, c.given, c.wanted, CASE WHEN c.is_base THEN c.given ELSE '-' END, c.rate * 0.00000001) AS to
       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[], $5::numeric[]) WITH ORDINALITY
         AS c (amount, given, wanted, is_base, rate, n) ORDER BY n`,
      [
        cases.map(({ amount }) => amount),
        cases.map(({ from }) => from),
        cases.map(({ to }) => to),
        cases.map(({ isBase }) => isBase),
        cases.map(({ rate }) => rate),
      ],
    );
    expect(rows.map(({ to }) => to)).toEqual(
      cases.map(({ amount, from, to, isBase, rate }) =>
        (isBase ? convert : convertInverse)(amount, from, to, rate, 'halfUp'),
      ),
    );
  });

  test('is exchanged by no other hand, and a journal that says something else is told', async () => {
    for (const text of [
      'SELECT exchange_collection(o, NULL, NULL, NULL) FROM collection_order o',
      'SELECT exchange_orders(NULL, NULL)',
      "SELECT exchange_back(o, 'L200', 1, NULL, NULL) FROM collection_order o",
    ]) {
      await expect(database.pool.query(text)).rejects.toMatchObject({ code: '42501' });
    }
    const order = await paid(await merchantOf({ settle_rule: 'D0' }));
    await sound();
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    const planted = async (change: string): Promise<void> => {
      await client.query('BEGIN');
      expect((await client.query(change)).rowCount).toBeGreaterThan(0);
      await client.query('COMMIT');
      expect(await failing()).toContain('T4');
    };
    const ofJournal = (seq: number) =>
      `event = 'collection.exchange' AND ref_id = ${order.id} AND seq = ${seq}`;
    await planted(`UPDATE journal SET seq = 3 WHERE ${ofJournal(1)}`);
    await client.query(`UPDATE journal SET seq = 1 WHERE ${ofJournal(3)}`);
    await sound();
    // One unit more for the merchant, at the house's cost.
    const moved = (by: number) =>
      `UPDATE journal j SET amounts = ARRAY(
         SELECT l.amount + CASE WHEN a.kind = 'L200' THEN ${by} WHEN a.kind = 'F300' THEN ${-by} ELSE 0 END
         FROM unnest(j.account_ids, j.amounts) WITH ORDINALITY AS l (id, amount, n) JOIN account a ON a.id = l.id ORDER BY l.n)
       WHERE ${ofJournal(1)}`;
    await planted(moved(1));
    await client.query(moved(-1));
    await sound();
    await planted(
      `UPDATE journal SET event = 'collection.exchanged' WHERE event = 'collection.exchange' AND ref_id = ${order.id}`,
    );
    await client.query(
      `UPDATE journal SET event = 'collection.exchange' WHERE event = 'collection.exchanged'`,
    );
    await sound();
    client.release(true);
  });
});
