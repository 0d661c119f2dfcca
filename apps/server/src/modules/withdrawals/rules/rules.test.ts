import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../identity/testing/open-door.ts';
import { openWithdrawalRooms, paymentPassword } from '../testing/open-withdrawal-rooms.ts';

const here = await openWithdrawalRooms();
const { admin, apply, ask, boss, configure, decide, person, preview } = here;

let agent: Person;
let merchant: Person;
let account: string;
beforeEach(async () => {
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  await here.fund(merchant, '100000');
  account = await here.accountOf(merchant);
});
const inherited = {
  min: null,
  max: null,
  daily_amount: null,
  daily_count: null,
  per_card_daily: null,
  card_usage_limit: null,
  window: null,
  holidays_closed: null,
  auto_approve_max: null,
  settle_accounts_max: null,
};
const set = async (who: Person, owner: Person, rule: object, currency = 'TWD') => {
  const row = (await here.get(who, `/withdraws/setting?user_id=${owner.id}`)).data.items[0];
  return ask(
    who,
    `/withdraws/setting/${owner.id}`,
    {
      currency,
      version: row?.['version'] ?? 0,
      ...inherited,
      ...(row?.['own'] as object | undefined),
      ...rule,
      ...here.stepUp(who),
    },
    { method: 'PUT' },
  );
};
const zone = () =>
  admin
    .query("SELECT extract(dow FROM (business_now() AT TIME ZONE 'UTC' + interval '8 hours'))::int AS day")
    .then(({ rows }) => Number(rows[0].day));

/** Each field: what it refuses, and with what it is allowed again. */
describe('the configuration decides the next application', () => {
  test.each([
    ['min', { min: '500' }, '499.99', '500', 21011, { min: '0' }],
    ['max', { max: '500' }, '500.01', '500', 21011, { max: '0' }],
    ['daily_amount', { daily_amount: '900' }, '900.01', '900', 21405, { daily_amount: '0' }],
    ['per_card_daily', { per_card_daily: '900' }, '900.01', '900', 21405, { per_card_daily: '0' }],
  ] as const)('%s', async (_field, change, refused, allowed, code, back) => {
    expect((await preview(merchant, account, refused)).code).toBe(0);
    expect((await configure(change)).data).toEqual({ state: 'done' });
    expect((await preview(merchant, account, refused)).code).toBe(code);
    expect((await apply(merchant, account, allowed)).code).toBe(0);
    await configure(back);
    expect((await apply(merchant, account, refused)).code).toBe(0);
  });

  test.each([
    ['daily_count', { daily_count: 1 }, { daily_count: 0 }, 21405],
    ['card_usage_limit', { card_usage_limit: 1 }, { card_usage_limit: 0 }, 21219],
  ] as const)('%s', async (_field, change, back, code) => {
    await configure(change);
    expect((await apply(merchant, account, '1')).code).toBe(0);
    expect((await apply(merchant, account, '1')).code).toBe(code);
    await configure(back);
    expect((await apply(merchant, account, '1')).code).toBe(0);
  });

  test('what was rejected counts no more', async () => {
    await configure({ daily_count: 1 });
    const { id } = (await apply(merchant, account, '1')).data;
    await decide(boss, 'reject', id);
    expect((await apply(merchant, account, '1')).code).toBe(0);
    await configure({ daily_count: 0 });
  });

  test('window, also one that runs over midnight', async () => {
    const today = await zone();
    const other = (today + 3) % 7;
    const open = (days: number[], from = '00:00', to = '23:59') =>
      configure({ window: [{ days, from, to }] });
    await open([other]);
    const refused = await apply(merchant, account, '1');
    expect([refused.code, refused.message]).toEqual([21404, 'Withdrawals are open 00:00–23:59']);
    await open([today], '23:59', '23:58');
    await open([(today + 6) % 7, today], '23:59', '23:58');
    expect((await apply(merchant, account, '1')).code).toBe(0);
    expect((await open([today], '08:00', '08:00')).code).toBe(21013);
    await configure({ window: [] });
    expect((await apply(merchant, account, '1')).code).toBe(0);
  });

  test('holidays', async () => {
    const { rows } = await admin.query("SELECT to_char(business_day(business_now()), 'YYYY-MM-DD') AS day");
    const holidays = [{ day: String(rows[0].day), name: '補假' }];
    const put = (list: object[]) =>
      ask(boss, '/settings/holidays', { holidays: list, ...here.stepUp(boss) }, { method: 'PUT' });
    expect((await put(holidays)).data).toEqual({ state: 'done' });
    expect((await here.get(boss, '/withdraws/config')).data['holidays']).toEqual(holidays);
    expect((await apply(merchant, account, '1')).code).toBe(0);
    await configure({ holidays_closed: true });
    expect((await apply(merchant, account, '1')).code).toBe(21404);
    await put([]);
    expect((await apply(merchant, account, '1')).code).toBe(0);
    await configure({ holidays_closed: false });
  });

  test('the ceiling of what one person approves, of one’s day, and never in a cool-down', async () => {
    await here.raiseCeiling('1000');
    const pay = async (amount: string, no: string) => {
      const { id } = (await apply(merchant, account, amount)).data;
      await decide(boss, 'take', id);
      return (await decide(boss, 'approve', id, { third_party_no: no })).data.state;
    };
    expect(await pay('600', 'C-1')).toBe('done');
    expect(await pay('400', 'C-2')).toBe('done');
    expect(await pay('1', 'C-3')).toBe('waiting');
    const fresh = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
    await here.fund(fresh);
    const own = await here.accountOf(fresh);
    await admin.query(
      `INSERT INTO account_change (user_id, what, by_id, by_person, at) VALUES ($1, 'password', $1, $1, now())`,
      [fresh.id],
    );
    const { id } = (await apply(fresh, own, '1')).data;
    await decide(boss, 'take', id);
    expect((await decide(boss, 'approve', id, { third_party_no: 'C-4' })).data.state).toBe('waiting');
    await here.raiseCeiling('0');
  });

  test('is raised by two, lowered by one', async () => {
    const raised = await configure({ auto_approve_max: '1000' });
    expect(raised.data.state).toBe('waiting');
    const second = await person({ kind: 'admin', paymentPassword });
    expect((await here.approve(second, raised.data.approval_id)).code).toBe(0);
    const { items } = (await here.get(boss, '/withdraws/config')).data;
    expect(items[0]).toMatchObject({ role: 'customer', currency: 'TWD', auto_approve_max: '1000.0000' });
    expect((await configure({ auto_approve_max: '0' })).data.state).toBe('done');
  });

  test('is written by one at a time, with its line in the log', async () => {
    const { items } = (await here.get(boss, '/withdraws/config')).data;
    const row = items[0] as object;
    const put = () =>
      ask(boss, '/withdraws/config', { ...row, ...here.stepUp(boss), min: '1' }, { method: 'PUT' });
    expect((await put()).code).toBe(0);
    expect((await put()).code).toBe(20412);
    await configure({ min: '0' });
    const { rows } = await admin.query(
      "SELECT after FROM audit_log WHERE object_kind = 'withdrawRule' AND object_id = 'customer TWD' ORDER BY id DESC LIMIT 1",
    );
    expect(rows[0].after.rule).toContain('"min_amount": 0');
    expect((await configure({ min: '5', max: '4' })).code).toBe(21011);
  });
});

describe('the rules of one owner', () => {
  test('overrule the configuration field by field, and go when they are dropped', async () => {
    expect((await set(boss, merchant, { max: '500' })).data).toEqual({ state: 'done' });
    expect((await preview(merchant, account, '501')).code).toBe(21011);
    expect((await here.get(boss, `/withdraws/setting?user_id=${merchant.id}`)).data.items[0]).toMatchObject({
      own: { max: '500.0000', min: null },
      effective: { max: '500.0000', min: '0.0000' },
      version: 1,
      actions: ['update', 'delete'],
    });
    await configure({ min: '100' });
    expect((await preview(merchant, account, '99')).code).toBe(21011);
    expect((await set(boss, merchant, { min: '0' })).data).toEqual({ state: 'done' });
    expect((await preview(merchant, account, '99')).code).toBe(0);
    await configure({ min: '0' });
    const drop = (version: number) =>
      ask(
        boss,
        `/withdraws/setting/${merchant.id}`,
        { currency: 'TWD', version, ...here.stepUp(boss) },
        { method: 'DELETE' },
      );
    expect((await drop(1)).code).toBe(20412);
    expect((await drop(2)).data).toEqual({ state: 'done' });
    expect((await preview(merchant, account, '501')).code).toBe(0);
  });

  test('are set by his senior agent no wider than the platform’s, and never for another tree', async () => {
    const stranger = await person({ paymentPassword });
    expect((await set(agent, merchant, { max: '500' })).data).toEqual({ state: 'done' });
    expect((await preview(merchant, account, '501')).code).toBe(21011);
    expect((await set(stranger, merchant, { max: '500' })).code).toBe(404);
    await configure({ max: '1000' });
    expect((await set(agent, merchant, { max: '1001' })).code).toBe(20403);
    expect((await set(agent, merchant, { max: '0' })).code).toBe(20403);
    expect((await set(agent, merchant, { max: null })).data).toEqual({ state: 'done' });
    expect((await set(agent, merchant, { auto_approve_max: '1' })).code).toBe(20403);
    expect((await set(agent, agent, { max: '1' })).code).toBe(404);
    await configure({ max: '0' });
  });

  test('which the platform narrowed for one owner are not widened from below', async () => {
    expect((await set(boss, merchant, { max: '500', daily_count: 2 })).data).toEqual({ state: 'done' });
    for (const more of [
      { max: '501', daily_count: 2 },
      { max: '0', daily_count: 2 },
      { max: null, daily_count: 2 },
      { max: '500', daily_count: null },
    ])
      expect([more, (await set(agent, merchant, more)).code]).toEqual([more, 20403]);
    expect((await set(agent, merchant, { max: '400', daily_count: 1 })).data).toEqual({ state: 'done' });
    expect((await set(agent, merchant, { max: '500', daily_count: 2 })).data).toEqual({ state: 'done' });
    expect((await preview(merchant, account, '501')).code).toBe(21011);
    expect((await set(boss, merchant, { max: null })).data).toEqual({ state: 'done' });
    expect((await set(agent, merchant, { max: '900' })).data).toEqual({ state: 'done' });
  });

  test('the uses of an account are cleared by the platform alone', async () => {
    await configure({ card_usage_limit: 1 });
    await apply(merchant, account, '1');
    expect((await apply(merchant, account, '1')).code).toBe(21219);
    const clear = (who: Person, card_no: string) =>
      ask(who, '/withdraws/setting/clearCardUsage', { card_no, ...here.stepUp(who) });
    const missed = await clear(boss, '123456');
    expect([missed.code, missed.message]).toEqual([404, 'No card number found']);
    const card = String(4_000_000_000_000_000n + merchant.id);
    expect((await clear(agent, card)).code).toBe(20403);
    expect((await clear(boss, card)).data).toEqual({ cleared: 1 });
    expect((await apply(merchant, account, '1')).code).toBe(0);
    await configure({ card_usage_limit: 0 });
  });
});

describe('a fee', () => {
  const price = { currency: 'TWD', type: 'bank', pct: '1', fixed: '10', mode: 'inside' };
  const add = (who: Person, more: object) =>
    ask(who, '/withdraws/fee', { ...price, ...more, ...here.stepUp(who) });
  const feeOf = async (amount = '1000') => (await preview(merchant, account, amount)).data.effect['fee'];

  test('is the owner’s own, his tree’s, or that of his kind', async () => {
    expect(await feeOf()).toBe('0.0000');
    expect((await add(boss, { role: 'customer', fixed: '1', pct: '0' })).data).toEqual({ state: 'done' });
    expect(await feeOf()).toBe('1.0000');
    await add(boss, { user_id: String(agent.id), fixed: '2', pct: '0' });
    expect(await feeOf()).toBe('2.0000');
    expect((await add(agent, { user_id: String(merchant.id) })).data).toEqual({ state: 'done' });
    expect(await feeOf()).toBe('20.0000');
    const rows = (await here.get(merchant, '/withdraws/fee')).data.items;
    expect(rows.find((row) => row['pct'] === '1')).toMatchObject({
      user: { id: String(merchant.id) },
      platform_share: null,
      actions: [],
    });
    const own = (await here.get(agent, `/withdraws/fee?user_id=${merchant.id}`)).data.items[0];
    const path = `/withdraws/fee/${own?.id}`;
    const put = (who: Person, more: object) =>
      ask(who, path, { ...price, version: 1, ...more, ...here.stepUp(who) }, { method: 'PUT' });
    expect(
      (await ask(merchant, path, { version: 1, ...here.stepUp(merchant) }, { method: 'DELETE' })).code,
    ).toBe(20403);
    const { currency: _currency, type: _type, ...terms } = price;
    expect(
      (await ask(agent, path, { ...terms, pct: '2', version: 1, ...here.stepUp(agent) }, { method: 'PUT' }))
        .code,
    ).toBe(0);
    expect(await feeOf()).toBe('30.0000');
    expect((await put(agent, {})).code).toBe(400);
    expect((await ask(agent, path, { version: 1, ...here.stepUp(agent) }, { method: 'DELETE' })).code).toBe(
      20412,
    );
    expect((await ask(agent, path, { version: 2, ...here.stepUp(agent) }, { method: 'DELETE' })).code).toBe(
      0,
    );
    expect(await feeOf()).toBe('2.0000');
    await admin.query('UPDATE withdraw_fee SET removed_at = business_now() WHERE role IS NOT NULL');
  });

  test('that is none is refused with its sentence', async () => {
    for (const more of [
      { pct: '-1' },
      { pct: 'free' },
      { fixed: '-1' },
      { platform_share: { pct: '0', fixed: '11' } },
    ]) {
      const refused = await add(boss, { user_id: String(merchant.id), ...more });
      expect([refused.code, refused.message]).toEqual([21103, 'Please check the handling fee']);
    }
    expect((await add(boss, {})).code).toBe(21400);
    expect((await add(agent, { role: 'customer' })).code).toBe(20403);
    const stranger = await person({ paymentPassword });
    expect((await add(stranger, { user_id: String(merchant.id) })).code).toBe(404);
  });

  test('of a senior agent leaves the platform what the platform said', async () => {
    await here.raiseCeiling('1000000');
    await add(boss, {
      user_id: String(agent.id),
      fixed: '6',
      pct: '0',
      platform_share: { pct: '0', fixed: '5' },
    });
    await add(agent, { user_id: String(merchant.id), fixed: '15', pct: '0' });
    const { id } = (await apply(merchant, account, '1000')).data;
    await decide(boss, 'take', id);
    await decide(boss, 'approve', id, { third_party_no: `F-${id}` });
    expect(await here.rooms.balances(agent.id)).toEqual({ L240: '10.00' });
    await here.raiseCeiling('0');
    expect(await here.failing()).toEqual([]);
  });

  test('that leaves nothing is refused', async () => {
    await add(boss, { user_id: String(merchant.id), fixed: '10', pct: '0' });
    expect((await preview(merchant, account, '10')).code).toBe(21231);
    expect((await preview(merchant, account, '10.5')).code).toBe(21231);
    expect((await preview(merchant, account, '11')).code).toBe(0);
  });
});
