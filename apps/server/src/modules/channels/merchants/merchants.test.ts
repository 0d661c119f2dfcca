import { randomUUID } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openApprovals } from '../../approvals/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { merchantExceptions, openMerchantChannels } from '../index.ts';

const door = await openDoor();
const { admin, call, code, database, person } = door;
const rooms = await openMoneyRooms(door);
const approvals = openApprovals({ db: database, identity: door.identity, fourEyes: true });
approvals.bind(door.app);
openMerchantChannels({
  db: database,
  channels: rooms.channels,
  identity: door.identity,
  approvals,
}).bind(door.app);
const payment = 'quiet river stones';
const twd = (text: string): bigint => parseAmount(text, 'TWD');
const hundred = { min_amount: twd('100'), max_amount: twd('50000') };

let tenant: Tenant;
let foreign: Tenant;
let boss: Person;
let second: Person;
/** Works for the senior agent, with his rights on these screens. */
let staff: Person;
const tokens = new Map<bigint, string>();
const verbs = (screen: string, names: string): string[] =>
  names.split(' ').map((verb) => `${screen}.${verb}`);
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  foreign = await createTenant(door, { provider: rooms.bank });
  boss = await person({ kind: 'admin', paymentPassword: payment });
  second = await person({ kind: 'admin', paymentPassword: payment });
  staff = await person({
    kind: 'staffSub',
    parentId: tenant.agentId,
    paymentPassword: payment,
    permissions: [
      ...verbs('collectionMethod.customers', 'get create update delete exceptions check'),
      ...verbs('paymentMethod.customers', 'get'),
      ...verbs('collectionMethod.c_m', 'get create update delete'),
      ...verbs('collectionMethod.customer_c_m', 'get update delete'),
      ...verbs('collectionMethod.customer_c_m_change', 'get create undo'),
    ],
  });
  for (const each of [boss, second, staff]) tokens.set(each.id, await door.tokenOf(each));
});

interface Method {
  readonly id: string;
  readonly v: number;
  readonly alias: string;
  readonly channel_id: string;
  readonly enabled: boolean;
}
/** A row of any of these lists. */
interface Line {
  readonly id: string;
  readonly v: number;
  readonly channel_id: string;
  readonly customer: { readonly id: string };
  readonly customer_methods: readonly Method[];
  readonly differs: readonly string[];
}
interface Body {
  readonly items: readonly [Line, ...Line[]];
  readonly total: number;
  readonly v: number;
  readonly hash: string;
  readonly loss: string | null;
  readonly state: string;
  readonly approval_id: string;
  readonly effect: unknown;
  readonly affected: readonly unknown[];
  readonly lossy: unknown;
  readonly no_limit_overlap: unknown;
  readonly forced: unknown;
  readonly changed: unknown;
}
interface Answer {
  readonly code: number;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data: Body;
}
const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  who = staff,
): Promise<Answer> =>
  (await call(method, path, {
    token: tokens.get(who.id) ?? '',
    headers: { 'idempotency-key': randomUUID() },
    ...(body !== undefined && { body }),
  })) as unknown as Answer;

const base = '/collection_method/customers';
const methodsOf = async (merchant: bigint, who = staff): Promise<readonly Method[]> =>
  (await send('GET', `${base}?customer_id=${merchant}`, undefined, who)).data.items[0].customer_methods;
const methodOf = async (merchant: bigint, alias: string, who = staff): Promise<Method> => {
  const found = (await methodsOf(merchant, who)).find((row) => row.alias === alias);
  if (found === undefined) throw new Error(`No channel ${alias}`);
  return found;
};
const settings = {
  alias: 'bank',
  weight: 70,
  polling: true,
  priority: null,
  min_amount: '100',
  max_amount: '0',
  daily_amount: '0',
  daily_count: 0,
  balance_limit: null,
  windows: [],
  enabled: true,
};
const price = (pct: string, per_item = '0') => ({ pct, per_item });

/** Shows the effect and asks for it by its hash. */
async function act(method: 'POST' | 'PUT', path: string, body: object, who = staff): Promise<Answer> {
  const seen = await send(method, `${path}/effect`, body, who);
  if (seen.code !== 0) return seen;
  return send(method, path, { reason: 'as said', ...body, effect_hash: seen.data.hash }, who);
}
/** A second person says yes. */
const agree = (approval: string, who: Person) =>
  send(
    'POST',
    `/admin/approvals/${approval}/approve`,
    { payment_password: payment, one_code: code(who) },
    who,
  );
/** The same, and the second person's yes, without which nothing is done. */
async function actAgreed(method: 'POST' | 'PUT', path: string, body: object): Promise<Answer> {
  const asked = await act(method, path, body);
  expect(asked).toMatchObject({ code: 0, data: { state: 'waiting' } });
  return agree(asked.data.approval_id, second);
}
const change = (row: { id: string; v: number }, more: object, who = staff) =>
  act('PUT', `${base}/${row.id}`, { v: row.v, ...settings, ...more }, who);
const logged = async (act: string) =>
  (
    await admin.query<{ after: Record<string, unknown> }>(
      'SELECT after FROM audit_log WHERE act = $1 ORDER BY id',
      [act],
    )
  ).rows;

describe('the channels of a merchant', () => {
  test('are listed merchant by merchant, found by alias and channel, and not by another tree', async () => {
    const { channelId } = await tenant.channel({ merchants: [tenant.merchantId], method: { alias: 'fast' } });
    const { data } = await send('GET', `${base}?alias=fast`);
    expect([data.total, data.items.length]).toEqual([1, 1]);
    expect(data.items[0]).toMatchObject({
      customer: { id: String(tenant.merchantId) },
      agent: { id: String(tenant.agentId) },
      customer_methods: [
        { channel_id: String(channelId), alias: 'fast', v: 1, actions: ['update', 'delete'] },
      ],
      customer_subagents: [{ user_subagent: { id: String(tenant.subAgentId) } }],
    });
    const ids = (await send('GET', `${base}?paginate=200`)).data.items.map((each) => each.customer.id);
    expect(ids).not.toContain(String(foreign.merchantId));
    expect((await send('GET', `${base}?method_id=${channelId}`, undefined, boss)).data.total).toBe(1);
  });

  test('are added by the effect that was shown, once, with a trace of the price and a row in the log', async () => {
    const merchant = await tenant.merchant();
    const { channelId } = await tenant.channel({ channel: hundred });
    const body = {
      customer_id: String(merchant),
      channel_id: String(channelId),
      ...settings,
      alias: 'new',
      merchant_fee: price('3', '5'),
    };
    expect((await send('POST', base, { ...body, reason: 'x', effect_hash: 'x' })).code).toBe(20_412);
    const asked = await act('POST', base, body);
    expect(asked.data).toMatchObject({ state: 'waiting' });
    // A price is no price of one person: until another agrees the merchant has not got it.
    expect((await methodsOf(merchant)).map(({ alias }) => alias)).not.toContain('new');
    const listed = async (list: string) =>
      (await send('GET', `${list}?customer_id=${merchant}`)).data.items[0];
    expect(await listed(base)).toMatchObject({ waiting_acts: [{ act: 'prices.firstCollection' }] });
    expect(await listed('/payment_method/customers')).not.toHaveProperty('waiting_acts');
    expect((await agree(asked.data.approval_id, second)).code).toBe(0);
    expect((await act('POST', base, body)).code).toBe(21_610);
    expect(await methodOf(merchant, 'new')).toMatchObject({
      weight: 70,
      merchant_fee: { pct: '3', per_item: '5.0000' },
    });
    expect((await logged('collectionMethod.customers.create')).at(-1)?.after).toMatchObject({
      reason: 'as said',
      approved_by: String(second.id),
    });
    const { rows } = await admin.query(
      `SELECT actor_id FROM audit_log WHERE act = 'price.set' AND after ->> 'customer_id' = $1 AND after ->> 'method' = 'new'`,
      [String(merchant)],
    );
    expect(rows).toEqual([{ actor_id: staff.id }]);
  });

  test('of another tree are absent to whoever would change them', async () => {
    const row = await methodOf(foreign.merchantId, 'bank', boss);
    expect((await change(row, {})).code).toBe(404);
    const { channelId } = await foreign.channel();
    const body = {
      customer_id: String(tenant.merchantId),
      channel_id: String(channelId),
      ...settings,
      merchant_fee: price('3'),
    };
    expect((await act('POST', base, body)).code).toBe(404);
  });

  test('are changed over the version that was read and over no other', async () => {
    const merchant = await tenant.merchant();
    await tenant.channel({ merchants: [merchant], channel: hundred, method: { alias: 'mine' } });
    const find = () => methodOf(merchant, 'mine');
    const row = await find();
    const hours = [{ days: [1], from: '22:00', to: '02:00' }];
    const wanted = { alias: 'mine', weight: 5, daily_count: 3, balance_limit: '900', windows: hours };
    expect(await change(row, wanted)).toMatchObject({ code: 0 });
    expect(await find()).toMatchObject({
      weight: 5,
      daily_count: 3,
      balance_limit: '900.0000',
      windows: hours,
      v: row.v + 1,
    });
    expect((await change(row, wanted)).code).toBe(20_412);
    const twice = [{ from: '09:00', to: '09:00' }];
    expect(await change(await find(), { ...wanted, windows: twice })).toMatchObject({
      code: 21_013,
      message: 'Wrong hour range selection',
    });
    const gone = await send('DELETE', `${base}/${row.id}/effect?v=${row.v + 1}`);
    const path = `${base}/${row.id}?v=${row.v + 1}&effect_hash=${gone.data.hash}`;
    expect((await send('DELETE', path)).code).toBe(0);
    expect((await methodsOf(merchant)).map(({ alias }) => alias)).toEqual(['bank']);
  });

  test('by which the senior agent would lose are refused, unless he allows it with a reason', async () => {
    const merchant = await tenant.merchant();
    const { channelId } = await tenant.channel({ channel: hundred });
    const cheap = {
      customer_id: String(merchant),
      channel_id: String(channelId),
      ...settings,
      alias: 'cheap',
      merchant_fee: price('1', '5'),
    };
    const seen = await send('POST', `${base}/effect`, cheap);
    expect(seen.data.loss).toMatch(/^Fee inversion: at 50,000\.00 TWD/);
    expect(await act('POST', base, cheap)).toMatchObject({
      code: 21_103,
      message: 'Please check the handling fee',
    });
    const allowed = { ...cheap, allow_loss: true };
    expect((await act('POST', base, allowed)).code).toBe(21_015);
    expect((await actAgreed('POST', base, { ...allowed, reason: 'a new customer' })).code).toBe(0);
    expect((await logged('collectionMethod.customers.create')).at(-1)?.after).toMatchObject({
      reason: 'a new customer',
    });
    // A lower limit below the fixed fees is saved by no reason.
    const low = { ...allowed, alias: 'low', merchant_fee: price('1', '200'), reason: 'x' };
    expect((await act('POST', base, low)).code).toBe(21_103);
  });

  test('cost the senior agent nothing that one person alone allowed, and payouts never', async () => {
    const merchant = await tenant.merchant();
    await tenant.channel({ merchants: [merchant], channel: hundred, method: { alias: 'mine' } });
    const row = await methodOf(merchant, 'mine');
    const wanted = { alias: 'mine', allow_loss: true };
    expect((await change(row, wanted)).code).toBe(21_015);
    const asked = await change(row, { ...wanted, reason: 'a new customer' });
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect(await methodOf(merchant, 'mine')).toMatchObject({ allow_loss: false, v: row.v });
    expect((await agree(asked.data.approval_id, second)).code).toBe(0);
    expect(await methodOf(merchant, 'mine')).toMatchObject({ allow_loss: true, v: row.v + 1 });

    const out = await tenant.channel({
      merchants: [merchant],
      account: { direction: 'payout' },
      channel: { ...hundred, direction: 'payout' },
      method: { alias: 'out' },
    });
    const path = '/payment_method/customers';
    const [paying] = (await send('GET', `${path}?method_id=${out.channelId}`, undefined, boss)).data.items;
    const way = paying.customer_methods.find(({ alias }) => alias === 'out');
    const body = { v: way?.v, ...settings, alias: 'out', allow_loss: true, reason: 'x' };
    expect((await act('PUT', `${path}/${way?.id}`, body, boss)).code).toBe(21_103);
  });

  test('keep their payers where somebody says so, and leave it as it is where nobody says anything', async () => {
    const merchant = await tenant.user('customer');
    const { channelId } = await tenant.channel({ merchants: [merchant], method: { alias: 'kept' } });
    await tenant.channel({ merchants: [merchant], method: { alias: 'kept' } });
    const found = async () => {
      const own = (await methodsOf(merchant)).find((each) => each.channel_id === String(channelId));
      if (own === undefined) throw new Error('The channel is gone');
      return own;
    };
    const wanted = { ...settings, alias: 'kept', min_amount: '0' };
    const seen = await send('PUT', `${base}/${(await found()).id}/effect`, {
      v: (await found()).v,
      ...wanted,
      keeps_payers: true,
    });
    expect(seen.data.effect).toContainEqual({ field: 'keeps_payers', before: 'false', after: 'true' });
    expect((await change(await found(), { ...wanted, keeps_payers: true })).code).toBe(0);
    expect(await found()).toMatchObject({ keeps_payers: true, v: 2 });
    expect((await logged('collectionMethod.customers.update')).at(-1)?.after).toMatchObject({
      rule: expect.stringContaining('keeps_payers true'),
    });
    expect((await change(await found(), { ...wanted, weight: 300 })).code).toBe(0);
    expect(await found()).toMatchObject({ keeps_payers: true, v: 3 });
    // The next orders of whoever paid there go there, whosever turn it is.
    const pay = async () => {
      const order = await rooms.place(merchant, { method: 'kept', realName: '王小明' });
      rooms.bank.pay(order.order_no);
      await rooms.tell(order);
      return order.channel_id;
    };
    expect(await pay()).toBe(channelId);
    expect([await pay(), await pay(), await pay(), await pay()]).toEqual(Array(4).fill(channelId));

    const out = await tenant.channel({
      merchants: [merchant],
      account: { direction: 'payout' },
      channel: { direction: 'payout' },
      method: { alias: 'out' },
    });
    const path = '/payment_method/customers';
    const [paying] = (await send('GET', `${path}?method_id=${out.channelId}`, undefined, boss)).data.items;
    const way = paying.customer_methods.find(({ alias }) => alias === 'out');
    const body = { v: way?.v, ...wanted, alias: 'out', keeps_payers: true };
    expect((await act('PUT', `${path}/${way?.id}`, body, boss)).code).toBe(400);
  });

  test('that he had under another senior agent are not the new one’s to read', async () => {
    const merchant = await tenant.merchant();
    const { channelId } = await tenant.channel({ merchants: [merchant], method: { alias: 'old' } });
    const path = `${foreign.agentId}.${merchant}.`;
    await admin.query('UPDATE app_user SET agent_id = $1, parent_id = $1, tenant_path = $2 WHERE id = $3', [
      foreign.agentId,
      path,
      merchant,
    ]);
    const stranger = await person({
      kind: 'staffSub',
      parentId: foreign.agentId,
      permissions: verbs('collectionMethod.customers', 'get update exceptions check'),
    });
    tokens.set(stranger.id, await door.tokenOf(stranger));
    const { data } = await send('GET', `${base}?customer_id=${merchant}`, undefined, stranger);
    expect([data.total, data.items[0].customer_methods]).toEqual([1, []]);
    const known = await methodOf(merchant, 'old', boss);
    expect((await change(known, { alias: 'old' }, stranger)).code).toBe(404);
    const checks = await send('GET', `${base}/${merchant}/checks`, undefined, stranger);
    expect(checks.data.items).toEqual([]);
    const rule = { n: 1, if: {}, then: 'force', channel_id: String(channelId), note: '' };
    const forced = await send('PUT', `${base}/${merchant}/exceptions`, { v: 0, items: [rule] }, stranger);
    expect(forced.code).toBe(404);
  });

  test('for payouts are missed by those who have none', async () => {
    const merchant = await tenant.merchant();
    const { data } = await send('GET', '/payment_method/customers/unset?paginate=200');
    expect(data.items.map((row) => row.customer.id)).toContain(String(merchant));
  });
});

describe('exceptions', () => {
  test('stand in their order, over the list that was read, and the log tells no name', async () => {
    const merchant = await tenant.merchant();
    const { channelId } = await tenant.channel({ merchants: [merchant] });
    const path = `${base}/${merchant}/exceptions`;
    const rule = (n: number, more: object, then = 'force') => ({
      n,
      if: more,
      then,
      channel_id: String(channelId),
      note: '',
    });
    const items = [
      rule(9, { payer: '王 小明' }, 'exclude'),
      rule(2, { amount_min: '1000', amount_max: '2000' }),
    ];
    const saved = await send('PUT', path, { v: 0, items });
    expect(saved).toMatchObject({ code: 0 });
    expect(saved.data.items).toMatchObject([
      { n: 1, if: { amount_min: '1000.0000', amount_max: '2000.0000' }, then: 'force' },
      { n: 2, if: { payer: '王小明' }, then: 'exclude' },
    ]);
    expect((await merchantExceptions(database.app, merchant)).map(({ act }) => act)).toEqual([
      'force',
      'exclude',
    ]);
    expect((await send('PUT', path, { v: 0, items: [] })).code).toBe(20_412);
    expect(JSON.stringify(await logged('collectionMethod.customers.exceptions'))).not.toContain('小明');
    const upside = [rule(1, { amount_min: '2', amount_max: '1' })];
    expect((await send('PUT', path, { v: saved.data.v, items: upside })).code).toBe(21_011);
    const strange = await foreign.channel();
    const notHis = [{ ...rule(1, {}), channel_id: String(strange.channelId) }];
    expect((await send('PUT', path, { v: saved.data.v, items: notHis })).code).toBe(404);
    expect((await send('PUT', path, { v: saved.data.v, items: [] })).data).toMatchObject({ items: [], v: 0 });
  });
});

test('a rule about one currency decides nothing about orders of another', async () => {
  const merchant = await tenant.merchant();
  const { channelId } = await tenant.channel({
    merchants: [merchant],
    account: { currency: 'USDT' },
    channel: { currency: 'USDT' },
    method: { alias: 'coin' },
  });
  const rule = { n: 1, if: {}, then: 'force', channel_id: String(channelId), note: '' };
  expect((await send('PUT', `${base}/${merchant}/exceptions`, { v: 0, items: [rule] })).code).toBe(0);
  // The rule names no amount, and would leave an order in TWD no channel at all.
  expect((await rooms.place(merchant)).channel_id).toBe(tenant.channelId);
});

test('a check asks the provider, and its lamp says that it answered', async () => {
  const merchant = await tenant.merchant();
  const { channelId } = await tenant.channel({ merchants: [merchant], method: { alias: 'checked' } });
  const path = `${base}/${merchant}/checks`;
  const lampOf = (answer: Answer) => answer.data.items.find((item) => item.channel_id === String(channelId));
  expect(lampOf(await send('GET', path))).toMatchObject({ lamp: 'grey', last_at: null, uptime_24h: null });
  expect(lampOf(await send('POST', `${path}/run`, {}))).toMatchObject({
    lamp: 'green',
    error: null,
    uptime_24h: '100.0',
  });
  // What a person asks and what the clock asks is one: the lamp of the channel, wherever it is shown.
  const { rows } = await admin.query('SELECT lamp, ms FROM channel_check WHERE channel_id = $1', [channelId]);
  expect(rows).toMatchObject([{ lamp: 'green' }]);
  const probes = async () =>
    (await admin.query<{ n: number }>('SELECT count(*)::int AS n FROM channel_probe')).rows[0]?.n;
  const before = await probes();
  // Pressing on floods no provider.
  await send('POST', `${path}/run`, {});
  expect(await probes()).toBe(before);
  await admin.query("UPDATE channel_probe SET at = at - interval '10 seconds'");
  await send('POST', `${path}/run`, {});
  expect(await probes()).toBeGreaterThan(before ?? 0);
});

describe('a template', () => {
  const item = (channelId: bigint, alias: string) => ({
    channel_id: String(channelId),
    alias,
    weight: 40,
    polling: true,
    priority: 2,
    limits: {
      min_amount: '100',
      max_amount: '0',
      daily_amount: '0',
      daily_count: 0,
      balance_limit: null,
      windows: [],
    },
    fees: { merchant: price('3', '5'), sub_agent: price('0'), middleman: price('0') },
  });

  test('is given to merchants by its effect, keeps or replaces what they have, and tells who differs', async () => {
    const [one, two] = [await tenant.merchant(), await tenant.merchant()];
    const { channelId } = await tenant.channel({ channel: hundred });
    const models = '/collection_method/models';
    const name = `standard ${one}`;
    expect(await send('POST', models, { name, items: [item(channelId, 'std')] })).toMatchObject({ code: 0 });
    expect((await send('POST', models, { name, items: [item(channelId, 'std')] })).code).toBe(21_610);
    const [model] = (await send('GET', `${models}?search=${encodeURIComponent(name)}`)).data.items;
    const given = '/collection_method/customer_models';
    const body = { model_id: model.id, customer_ids: [String(one), String(two)], keep_own: true };
    expect((await send('PUT', given, { ...body, reason: 'x', effect_hash: 'x' })).code).toBe(20_412);
    const seen = await send('PUT', `${given}/effect`, body);
    expect(seen.data.effect).toMatchObject([
      { added: 1, kept: 1 },
      { added: 1, kept: 1 },
    ]);
    expect((await actAgreed('PUT', given, body)).code).toBe(0);
    const of = async (id: bigint) =>
      (await send('GET', `${given}?id=${model.id}`)).data.items.find((row) => row.customer.id === String(id));
    // The channel that he had beside it is one in which he differs.
    expect((await of(one))?.differs).toHaveLength(1);
    // What sets no price is done by one person, and whoever is named twice is one merchant.
    const twice = { ...body, customer_ids: [String(one), String(one)], keep_own: false };
    expect(await act('PUT', given, twice)).toMatchObject({ code: 0, data: { state: 'done' } });
    expect((await of(one))?.differs).toEqual([]);
    expect((await methodsOf(one)).map((row) => [row.alias, row.enabled])).toEqual(
      expect.arrayContaining([
        ['std', true],
        ['bank', false],
      ]),
    );
    expect((await change(await methodOf(one, 'std'), { alias: 'std', weight: 1 })).code).toBe(0);
    expect((await of(one))?.differs).toHaveLength(1);
    const strange = { ...body, customer_ids: [String(foreign.merchantId)] };
    expect((await send('PUT', `${given}/effect`, strange)).code).toBe(404);
    expect((await send('DELETE', `${given}/${two}`)).code).toBe(0);
    expect(await of(two)).toBeUndefined();
    expect((await send('DELETE', `${models}/${model.id}?v=7`)).code).toBe(20_412);
    expect((await send('DELETE', `${models}/${model.id}?v=${model.v}`)).code).toBe(0);
  });

  test('of the platform is read by nobody whose channels it does not name alone', async () => {
    const { channelId } = await foreign.channel({ channel: hundred });
    const name = `abroad ${channelId}`;
    const made = { name, items: [item(channelId, 'abroad')] };
    expect((await send('POST', '/collection_method/models', made, boss)).code).toBe(0);
    const path = `/collection_method/models?search=${encodeURIComponent(name)}`;
    const [model] = (await send('GET', path, undefined, boss)).data.items;
    expect((await send('GET', path)).data).toMatchObject({ total: 0, items: [] });
    const body = { model_id: model.id, customer_ids: [String(tenant.merchantId)], keep_own: true };
    expect((await send('PUT', '/collection_method/customer_models/effect', body)).code).toBe(404);
  });

  test('with a loss-making price is given to nobody', async () => {
    const merchant = await tenant.merchant();
    const { channelId } = await tenant.channel({ channel: hundred });
    const name = `cheap ${merchant}`;
    const cheap = item(channelId, 'cheap');
    const fees = { ...cheap.fees, merchant: price('1') };
    await send('POST', '/collection_method/models', { name, items: [{ ...cheap, fees }] });
    const [model] = (await send('GET', `/collection_method/models?search=${encodeURIComponent(name)}`)).data
      .items;
    const body = { model_id: model.id, customer_ids: [String(merchant)], keep_own: true };
    expect((await act('PUT', '/collection_method/customer_models', body)).code).toBe(21_103);
  });
});

describe('a swap', () => {
  const path = '/collection_method/customer_models_change';
  const proof = (who: Person) => ({ reason: 'it fails', payment_password: payment, one_code: code(who) });

  test('of ten merchants off a failing channel: the next orders go to the new one, and undoing it restores', async () => {
    const merchants: bigint[] = [];
    for (let n = 0; n < 10; n += 1) merchants.push(await tenant.merchant({}, { enabled: false }));
    const failing = await tenant.channel({ merchants, channel: hundred });
    const better = await tenant.channel({ channel: hundred });
    const goesBy = async () => {
      const went = new Set<bigint | null>();
      for (const merchant of merchants) went.add((await rooms.place(merchant)).channel_account_id);
      return [...went];
    };
    expect(await goesBy()).toEqual([failing.channelAccountId]);

    const wanted = {
      direction: 'collection',
      from_channel_id: String(failing.channelId),
      to_channel_id: String(better.channelId),
      scope: 'all',
    };
    const seen = await send('POST', `${path}/effect`, wanted);
    expect([seen.data.affected.length, seen.data.lossy, seen.data.no_limit_overlap]).toEqual([10, [], []]);
    const asked = await send('POST', path, { ...wanted, effect_hash: seen.data.hash, ...proof(staff) });
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect(await goesBy()).toEqual([failing.channelAccountId]);
    expect((await agree(asked.data.approval_id, second)).code).toBe(0);
    expect(await goesBy()).toEqual([better.channelAccountId]);

    const [swap] = (await send('GET', path)).data.items;
    expect(swap).toMatchObject({ affected: 10, undone_at: null, actions: ['undo'] });
    const moved = (await methodsOf(merchants[0] ?? 0n)).find(
      (row) => row.channel_id === String(better.channelId),
    );
    if (moved === undefined) throw new Error('He did not go over');
    // Somebody's later work stands in the way, and is named.
    expect((await change(moved, { weight: 9 })).code).toBe(0);
    const back = `${path}/${swap.id}/undo`;
    const blocked = await send('POST', `${back}/effect`, {});
    expect(blocked.data.changed).toMatchObject([{ customer: { id: String(merchants[0]) } }]);
    const refused = await send('POST', back, { effect_hash: blocked.data.hash, ...proof(staff) });
    expect([refused.code, refused.errors?.['changed']?.length]).toEqual([21_230, 1]);
    await admin.query('UPDATE customer_method SET version = $2, weight = 100 WHERE id = $1', [
      moved.id,
      moved.v,
    ]);

    const undone = await send('POST', `${back}/effect`, {});
    expect([undone.data.affected.length, undone.data.changed]).toEqual([10, []]);
    const again = await send('POST', back, { effect_hash: undone.data.hash, ...proof(staff) });
    expect((await agree(again.data.approval_id, second)).code).toBe(0);
    expect(await goesBy()).toEqual([failing.channelAccountId]);
    expect((await send('POST', `${back}/effect`, {})).code).toBe(21_230);
    // What was swapped back can go over once more.
    const once = await send('POST', `${path}/effect`, wanted);
    expect(once.data.affected).toHaveLength(10);
  }, 120_000);

  test('tells first which rules still force the old channel, and what they decide is refused until they are changed', async () => {
    const merchant = await tenant.merchant({}, { enabled: false });
    const old = await tenant.channel({ merchants: [merchant], channel: hundred });
    const better = await tenant.channel({ channel: hundred });
    const ruleFor = (channelId: bigint, more: object = {}) => ({
      n: 1,
      if: { amount_min: '5000' },
      then: 'force',
      channel_id: String(channelId),
      note: 'large sums',
      ...more,
    });
    const rules = `${base}/${merchant}/exceptions`;
    const saved = await send('PUT', rules, {
      v: 0,
      items: [ruleFor(old.channelId), ruleFor(old.channelId, { n: 2, if: {}, then: 'exclude' })],
    });
    const wanted = {
      direction: 'collection',
      from_channel_id: String(old.channelId),
      to_channel_id: String(better.channelId),
      scope: { customer_ids: [String(merchant)] },
    };
    const seen = await send('POST', `${path}/effect`, wanted);
    expect(seen.data.forced).toEqual([
      { customer: { id: String(merchant), name: expect.any(String) }, n: 1, note: 'large sums' },
    ]);
    const asked = await send('POST', path, { ...wanted, effect_hash: seen.data.hash, ...proof(staff) });
    expect((await agree(asked.data.approval_id, second)).code).toBe(0);
    expect((await rooms.place(merchant, { major: '100' })).channel_id).toBe(better.channelId);
    await expect(rooms.place(merchant, { major: '6000' })).rejects.toMatchObject({
      refusal: expect.any(String),
    });
    const items = [ruleFor(better.channelId)];
    expect((await send('PUT', rules, { v: saved.data.v, items })).code).toBe(0);
    expect((await rooms.place(merchant, { major: '6000' })).channel_id).toBe(better.channelId);
  });

  test('with a loss is refused, and who has no amount in common with the new channel stays', async () => {
    const [loser, stayer] = [await tenant.merchant(), await tenant.merchant()];
    const from = await tenant.channel({ merchants: [loser], channel: hundred });
    await database.app
      .insertInto('customer_method')
      .values({
        customer_id: stayer,
        channel_id: from.channelId,
        alias: 'bank',
        max_amount: twd('500'),
        merchant_pct: '2.8',
        merchant_per_item: twd('5'),
      })
      .execute();
    const dear = await tenant.channel({
      channel: { ...hundred, min_amount: twd('600'), endpoint_pct: '2.9' },
    });
    const wanted = {
      direction: 'collection',
      from_channel_id: String(from.channelId),
      to_channel_id: String(dear.channelId),
      scope: { customer_ids: [String(loser), String(stayer)] },
    };
    const { data } = await send('POST', `${path}/effect`, wanted);
    expect(data).toMatchObject({
      affected: [],
      lossy: [{ customer: { id: String(loser) } }],
      no_limit_overlap: [{ customer: { id: String(stayer) } }],
    });
    const asked = await send('POST', path, { ...wanted, effect_hash: data.hash, ...proof(staff) });
    expect(asked).toMatchObject({ code: 21_103, message: 'Please check the handling fee' });
    const strange = await foreign.channel();
    const abroad = { ...wanted, to_channel_id: String(strange.channelId) };
    expect((await send('POST', `${path}/effect`, abroad)).code).toBe(404);
  });
});
