import { randomUUID } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openApprovals } from '../../approvals/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { bindPayoutActs, bindPayoutApply } from '../index.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
bindPayoutApply(door.app, here.payouts, door.identity);
bindPayoutActs(
  door.app,
  here.payouts,
  door.identity,
  openApprovals({ db: door.database, identity: door.identity, fourEyes: true }),
);
const payment = 'quiet river stones';
const rights = ['payment.apply.get', 'payment.apply.create', 'payment.transactions.get'];

let tenant: Tenant;
let merchantId: bigint;
/** Works for the merchant, and may pay out. */
let clerk: Person;
let boss: Person;
let second: Person;
const tokens = new Map<bigint, string>();
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId, 2);
  clerk = await person({
    kind: 'customerSub',
    parentId: merchantId,
    paymentPassword: payment,
    permissions: rights,
  });
  boss = await person({ kind: 'admin', paymentPassword: payment });
  second = await person({ kind: 'admin', paymentPassword: payment });
  for (const each of [clerk, boss, second]) tokens.set(each.id, await door.tokenOf(each));
});

const tokenOf = (who: Person): string => tokens.get(who.id) ?? '';
let serial = 0;
const wish = (more: object = {}) => ({
  bank_code: '004',
  account_name: '王小明',
  card_no: `90${String((serial += 1)).padStart(10, '0')}`,
  amount: '100',
  ...more,
});
interface Effect {
  readonly effect: readonly { field: string; before: string | null; after: string }[];
  readonly hash: string;
  readonly order_no: string;
  readonly has_duplicate: boolean;
  readonly wait_reason: string | null;
}
const look = async (body: object, who = clerk) => {
  const reply = await call('POST', '/payment/apply/effect', { token: tokenOf(who), body });
  return { ...reply, data: reply.data as unknown as Effect };
};
const send = async (body: object, who = clerk, key: string = randomUUID()) => {
  const reply = await call('POST', '/payment/apply', {
    token: tokenOf(who),
    headers: { 'idempotency-key': key },
    body: { payment_password: payment, one_code: code(who), ...body },
  });
  return { ...reply, data: reply.data as unknown as { id: string; wait_reason: string | null } };
};
/** Looks and submits what was seen. */
async function pay(body: object, more: object = {}, who = clerk) {
  const { data } = await look(body, who);
  return send({ ...body, order_no: data.order_no, effect_hash: data.hash, ...more }, who);
}
const count = async (): Promise<number> => {
  const { rows } = await admin.query<{ n: string }>('SELECT count(*) AS n FROM payout_order');
  return Number(rows[0]?.n);
};

describe('a payout that a merchant submits by hand', () => {
  test('shows what it takes, keeps nothing of the look, and is held and counted when it is submitted', async () => {
    const before = await rooms.balances(merchantId);
    const orders = await count();
    const asked = wish({ card_no: '９０１５-6012 3456', amount: '1234' });
    const { data } = await look(asked);
    expect(Object.fromEntries(data.effect.map(({ field, after }) => [field, after]))).toMatchObject({
      amount: '1234.0000',
      fee: '16.2340',
      total: '1250.2340',
      amount_zh: '新臺幣壹仟貳佰參拾肆元整',
    });
    expect(await rooms.balances(merchantId)).toEqual(before);
    expect(await count()).toBe(orders);

    const made = await send({ ...asked, order_no: data.order_no, effect_hash: data.hash });
    expect(made.code).toBe(0);
    const order = await here.payout(BigInt(made.data.id));
    expect(order).toMatchObject({
      source: 'manual',
      customer_id: merchantId,
      submitted_by: clerk.id,
      merchant_order_no: data.order_no,
      amount: 12_340_000n,
      merchant_fee: 162_340n,
      wait_reason: null,
      card_shown: '********3456',
    });
    const { rows } = await admin.query(
      "SELECT actor_id FROM audit_log WHERE act = 'payment.apply.create' AND object_id = $1",
      [made.data.id],
    );
    expect(rows).toEqual([{ actor_id: clerk.id }]);
    expect((await prove(door.database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]))).toEqual(
      [],
    );
  });

  test('is made once a key, and its number once a merchant', async () => {
    const asked = wish();
    const { data } = await look(asked);
    const exact = { ...asked, order_no: data.order_no, effect_hash: data.hash };
    const key = randomUUID();
    const first = await send(exact, clerk, key);
    expect(first.code).toBe(0);
    expect((await send(exact, clerk, key)).data.id).toBe(first.data.id);
    expect((await send({ ...exact, amount: '101' }, clerk, key)).code).toBe(20_409);
    expect((await send(exact)).code).toBe(21_006);
  });

  test.each<[string, object]>([
    ['amount', { amount: '101' }],
    ['payee', { card_no: '909999999999' }],
    ['name', { account_name: '王大明' }],
    ['bank', { bank_code: '005' }],
    ['order number', { order_no: 'ANOTHER-1' }],
  ])('is refused when its %s is not what was seen, and nothing is kept', async (_what, change) => {
    const asked = wish();
    const { data } = await look(asked);
    const before = await count();
    const answer = await send({ ...asked, order_no: data.order_no, effect_hash: data.hash, ...change });
    expect(answer.code).toBe(20_412);
    expect(await count()).toBe(before);
  });

  test('is refused when its price has changed since it was seen', async () => {
    const asked = wish();
    const { data } = await look(asked);
    const price = (item: string) =>
      admin.query('UPDATE customer_method SET merchant_per_item = $2 WHERE customer_id = $1 AND alias = $3', [
        merchantId,
        item,
        'payout',
      ]);
    await price('160000');
    const exact = { ...asked, order_no: data.order_no, effect_hash: data.hash };
    expect((await send(exact)).code).toBe(20_412);
    await price('150000');
    expect((await send(exact)).code).toBe(0);
  });

  test('needs payment password and a fresh code', async () => {
    const asked = wish();
    const { data } = await look(asked);
    const exact = { ...asked, order_no: data.order_no, effect_hash: data.hash };
    expect((await send({ ...exact, payment_password: 'a guess' })).code).toBe(20_434);
    expect((await send({ ...exact, one_code: '' })).errors).toHaveProperty('one_code');
    expect((await send({ ...exact, payment_password: '' })).errors).toHaveProperty('payment_password');
    const used = code(clerk);
    expect((await send({ ...exact, one_code: used })).code).toBe(0);
    const other = wish();
    const seen = await look(other);
    const again = { ...other, order_no: seen.data.order_no, effect_hash: seen.data.hash, one_code: used };
    expect((await send(again)).code).toBe(10_003);
  });

  test('names each field that is missing, and a bank that there is not', async () => {
    expect(await look({})).toMatchObject({
      code: 21_400,
      message: 'Please fill in the complete data',
      errors: {
        bank_code: ['Please select the bank name'],
        account_name: ['Please fill in the account name'],
        card_no: ['Please fill in the card number'],
        amount: ['Please fill in the amount'],
      },
    });
    expect(await look(wish({ bank_code: '999' }))).toMatchObject({
      code: 21_402,
      message: 'Please select the correct bank name',
    });
    expect((await look(wish({ card_no: '12' }))).errors).toHaveProperty('card_no');
    expect((await look(wish({ amount: '0' }))).code).toBe(21_010);
    expect((await look(wish({ amount: '1.005' }))).code).toBe(21_010);
    expect((await look(wish({ channel_alias: 'nowhere' }))).code).toBe(21_200);
  });

  test('what no channel takes is refused with the amounts that one does, and not as if there were none', async () => {
    const bounded = await tenant.merchant();
    const amounts = (min: string, max: string) => ({
      channel: { min_amount: parseAmount(min, 'TWD'), max_amount: parseAmount(max, 'TWD') },
    });
    await here.channel(tenant, [bounded], amounts('100', '500'));
    await here.channel(tenant, [bounded], amounts('300', '2000'));
    const says = async (amount: string): Promise<string> =>
      (await look(wish({ amount, customer_id: String(bounded) }), boss)).message;
    expect(await says('50')).toBe('The amount must be between 100.00 and 2,000.00');
    expect(await says('9000')).toBe('The amount must be between 100.00 and 2,000.00');
    expect(await says('1500')).toMatch(/^Insufficient balance/);
  });

  test('beyond what is there is refused with both figures, and no number is used up', async () => {
    const asked = wish({ amount: '900000', order_no: 'TOO-MUCH-1' });
    const answer = await look(asked);
    expect(answer.code).toBe(21_100);
    expect(answer.message).toMatch(/^Insufficient balance: [\d,]+\.\d{2,4} available, 900,915\.00 needed$/);
    const { data } = await look(wish({ order_no: 'TOO-MUCH-1' }));
    expect(data.order_no).toBe('TOO-MUCH-1');
  });

  test('of the same amount to the same payee within a day needs to be known, with a reason', async () => {
    const asked = wish({ amount: '77' });
    expect((await pay(asked)).code).toBe(0);
    const { data } = await look(asked);
    expect(data.has_duplicate).toBe(true);
    expect((await pay(asked)).code).toBe(21_412);
    expect((await pay(asked, { duplicate_known: true })).errors).toHaveProperty('reason');
    const made = await pay(asked, { duplicate_known: true, reason: 'two bills of one sum' });
    expect(made.code).toBe(0);
    const { rows } = await admin.query(
      "SELECT after FROM audit_log WHERE act = 'payment.apply.create' AND object_id = $1",
      [made.data.id],
    );
    expect(rows).toMatchObject([{ after: { reason: 'two bills of one sum' } }]);
  });

  test('beyond a rule of velocity is held and waits for a person', async () => {
    const asked = wish({ card_no: '908800000001' });
    for (const amount of ['11', '12', '13', '14', '15'])
      expect((await pay({ ...asked, amount })).data.wait_reason).toBeNull();
    expect((await look({ ...asked, amount: '16' })).data.wait_reason).toBe('velocity');
    expect((await pay({ ...asked, amount: '16' })).data.wait_reason).toBe('velocity');
  });
});

describe('who submits it', () => {
  test('the platform for a named merchant, and then a second person of the platform', async () => {
    expect((await look(wish(), boss)).errors).toHaveProperty('customer_id');
    const asked = wish({ customer_id: String(merchantId), amount: '55' });
    expect((await look(asked, boss)).data.wait_reason).toBe('approval');
    const made = await pay(asked, {}, boss);
    expect(made.data.wait_reason).toBe('approval');
    await here.work();
    expect((await here.payout(BigInt(made.data.id))).stage).toBe('queued');
    const dispatch = (who: Person) =>
      call('POST', `/payment/transactions/${made.data.id}/dispatch`, {
        token: tokenOf(who),
        headers: { 'idempotency-key': randomUUID() },
        body: { reason: 'it is right', payment_password: payment, one_code: code(who) },
      });
    expect((await dispatch(boss)).code).toBe(21_701);
    expect((await dispatch(second)).code).toBe(0);
  });

  test('nobody for a merchant of another tree, nor for a neighbour', async () => {
    const other = await createTenant(door, { provider: rooms.bank });
    expect((await look(wish({ customer_id: String(other.merchantId) }))).code).toBe(404);
    expect((await look(wish({ customer_id: '999999999' }), boss)).code).toBe(404);
  });
});

describe('a payee who is kept', () => {
  const payees = async (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object, who = clerk) => {
    const reply = await call(method, `/payment/payees${path}`, {
      token: tokenOf(who),
      ...(body && { body }),
    });
    return { ...reply, data: reply.data as unknown as { id: string; state: string; card_no: string } };
  };
  const typed = { bank_code: '822', account_name: '陳小華', card_no: '9012 3456 7890' };

  test('rests for a day, in which what is paid to him waits for a person', async () => {
    const kept = await payees('POST', '', typed);
    expect(kept.data).toMatchObject({ state: 'waiting', card_no: '********7890' });
    expect((await payees('POST', '', typed)).code).toBe(21_610);
    expect((await look({ payee_id: kept.data.id, amount: '21' })).data.wait_reason).toBe('approval');
    const rests = (hours: string) =>
      admin.query('UPDATE saved_payee SET usable_from = usable_from + $2::interval WHERE id = $1', [
        kept.data.id,
        hours,
      ]);
    await rests('-24 hours');
    const made = await pay({ payee_id: kept.data.id, amount: '21' });
    expect(made.data.wait_reason).toBeNull();
    expect(await here.payout(BigInt(made.data.id))).toMatchObject({
      bank_code: '822',
      account_name: '陳小華',
      card_shown: '********7890',
    });
    await rests('24 hours');
  });

  test('is his merchant’s alone, and forgotten when he is deleted', async () => {
    const neighbour = await tenant.merchant();
    const stranger = await person({
      kind: 'customerSub',
      parentId: neighbour,
      paymentPassword: payment,
      permissions: rights,
    });
    tokens.set(stranger.id, await door.tokenOf(stranger));
    const { id } = (await payees('POST', '', { ...typed, card_no: '901111111111' })).data;
    expect((await payees('DELETE', `/${id}`, {}, stranger)).code).toBe(404);
    expect((await look({ payee_id: id, amount: '1' }, stranger)).code).toBe(404);
    expect((await payees('GET', '', undefined, stranger)).data).toEqual([]);
    expect((await payees('DELETE', `/${id}`, {})).code).toBe(0);
    expect((await payees('DELETE', `/${id}`, {})).code).toBe(404);
    expect((await look({ payee_id: id, amount: '1' })).code).toBe(404);
  });

  test('in whose row the database’s owner puts another is named by the proof', async () => {
    const failing = async (): Promise<string[]> =>
      (await prove(door.database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
    const keep = async (card_no: string) => (await payees('POST', '', { ...typed, card_no })).data.id;
    const [own, foreign, gone] = [
      await keep('902222222222'),
      await keep('903333332222'),
      await keep('904444444444'),
    ];
    await admin.query('CREATE TABLE was_payee AS SELECT * FROM saved_payee');
    expect((await payees('DELETE', `/${gone}`, {})).code).toBe(0);
    expect(await failing()).toEqual([]);
    await admin.query('ALTER TABLE saved_payee DROP CONSTRAINT saved_payee_once');
    // Both are shown by the same last digits.
    const columns = 'card_sealed, card_hash, card_shown';
    for (const change of [
      `UPDATE saved_payee p SET (${columns}) = (SELECT ${columns} FROM was_payee WHERE id = ${foreign}) WHERE p.id = ${own}`,
      `UPDATE saved_payee SET customer_id = customer_id + 1 WHERE id = ${own}`,
      `UPDATE saved_payee SET usable_from = usable_from - interval '1 hour' WHERE id = ${own}`,
      `INSERT INTO saved_payee OVERRIDING SYSTEM VALUE SELECT * FROM was_payee WHERE id = ${gone}`,
    ]) {
      const client = await admin.connect();
      await client.query("SET session_replication_role = 'replica'");
      expect((await client.query(change)).rowCount).toBe(1);
      expect([change, await failing()]).toEqual([change, ['Y15']]);
      await client.query('DELETE FROM saved_payee');
      await client.query(
        'INSERT INTO saved_payee OVERRIDING SYSTEM VALUE SELECT * FROM was_payee WHERE id <> $1',
        [gone],
      );
      client.release(true);
    }
    expect(await failing()).toEqual([]);
  });
});

test('the ways out are told with what there is for them', async () => {
  const { data } = await call('GET', '/payment/apply/ways', { token: tokenOf(clerk) });
  expect(data).toMatchObject({
    customer: { id: String(merchantId) },
    ways: [{ currency: 'TWD', methods: ['payout'], available: expect.stringMatching(/^\d+\.\d{4}$/) }],
  });
});
