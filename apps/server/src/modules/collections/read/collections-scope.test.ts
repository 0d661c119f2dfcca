import type { RoleName } from '@suanpan/domain/access/roles';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindCollections } from '../collections.routes.ts';
import type { OrderRow } from '../collections.queries.ts';
import { confirmCollection } from '../confirm/confirm-collection.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
bindCollections(http.app, rooms.collections, async () => [
  {
    id: '1',
    event_id: 'evt_1',
    type: 'collection.succeeded',
    status: 'success',
    url: 'https://shop.example.com/hook',
    next_at: null,
    body: '{}',
    attempts: [],
  },
]);

const canary = '王小明';
const last5 = '40917';
let own: Tenant;
let other: Tenant;
/** A merchant of the same tree who is bound to nobody. */
let unboundId: bigint;
const orders: Record<'bound' | 'unbound' | 'foreign', OrderRow> = {} as never;

beforeAll(async () => {
  const provider = rooms.bank;
  [own, other] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  unboundId = await own.merchant();
  const paid = async (merchantId: bigint): Promise<OrderRow> => {
    const order = await rooms.place(merchantId, {
      realName: canary,
      payerLast5: last5,
      requestIp: '198.51.100.7',
    });
    rooms.bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
    return rooms.order(order.id);
  };
  orders.bound = await paid(own.merchantId);
  orders.unbound = await paid(unboundId);
  orders.foreign = await paid(other.merchantId);
});

const sees = 'collections.transactions.get';
const mayLook = new Set([sees]);

type Caller = readonly [name: string, actor: () => Actor, orders: readonly (keyof typeof orders)[]];
const callers: readonly Caller[] = [
  ['the platform', () => actorOf('admin', 1n), ['bound', 'unbound', 'foreign']],
  ['a senior agent', () => actorOf('agent', own.agentId), ['bound', 'unbound']],
  ['another senior agent', () => actorOf('agent', other.agentId), ['foreign']],
  ['a general agent', () => actorOf('subAgent', own.subAgentId), ['bound']],
  ['a merchant', () => actorOf('customer', own.merchantId), ['bound']],
  ['another merchant of the tree', () => actorOf('customer', unboundId), ['unbound']],
  [
    'a middleman who was given the list',
    () => actorOf('middleman', own.middlemanId, { permissions: mayLook }),
    ['bound'],
  ],
  [
    'a sub-account of a merchant',
    () =>
      actorOf('customerSub', 2n, {
        scope: { kind: 'customer', customerId: own.merchantId },
        permissions: mayLook,
      }),
    ['bound'],
  ],
  [
    'staff of a senior agent',
    () => actorOf('staffSub', 3n, { scope: { kind: 'agent', agentId: own.agentId }, permissions: mayLook }),
    ['bound', 'unbound'],
  ],
];

const search = (actor: Actor, filter: object = {}) =>
  http.post(actor, '/collection/transactions/search', filter);
const story = (actor: Actor, id: string | bigint) => http.get(actor, `/collection/transactions/${id}`);

test.each(callers)(
  '%s sees exactly the orders of his own tree, in list and sums',
  async (_, caller, expected) => {
    const { code, data } = await search(caller());
    expect(code).toBe(0);
    const wanted = expected.map((name) => String(orders[name].id)).sort();
    expect(data.items.map((item: { id: string }) => item.id).sort()).toEqual(wanted);
    expect(data.total).toBe(wanted.length);
    expect(data.summary.by_currency).toEqual([
      {
        currency: 'TWD',
        count: wanted.length,
        success_count: wanted.length,
        failed_count: 0,
        amount: `${wanted.length * 10000}.0000`,
        actual: `${wanted.length * 10000}.0000`,
        accounted: `${wanted.length * 9715}.0000`,
        fee: `${wanted.length * 285}.0000`,
      },
    ]);
  },
);

test.each(callers)('%s finds nothing foreign by any filter', async (_, caller, expected) => {
  const hidden = (Object.keys(orders) as (keyof typeof orders)[]).filter((name) => !expected.includes(name));
  for (const name of hidden) {
    const order = orders[name];
    const filters = [
      { order_no: order.order_no },
      { merchant_order_no: order.merchant_order_no },
      { numbers: [order.order_no, order.merchant_order_no] },
      { customer_id: String(order.customer_id) },
      { channel: String(order.channel_id), customer_id: String(order.customer_id) },
    ];
    for (const filter of filters) {
      const { data } = await search(caller(), filter);
      expect([filter, data.items, data.total, data.summary.by_currency]).toEqual([filter, [], 0, []]);
    }
    const { data } = await search(caller(), { numbers: [order.order_no] });
    expect(data.unmatched).toEqual([order.order_no]);
  }
});

test.each(callers)('%s is told when an agent filter names nobody of his tree', async (_, caller) => {
  const actor = caller();
  const isPlatform = actor.scope.kind === 'platform';
  const isOther = actor.scope.kind === 'agent' && actor.scope.agentId === other.agentId;
  const mine = isOther ? other : own;
  const strange = isOther ? own : other;
  expect((await search(actor, { agent_id: String(mine.agentId) })).code).toBe(0);
  const ids = [mine.merchantId, ...(isPlatform ? [] : [strange.agentId])];
  for (const id of ids) {
    expect(await search(actor, { agent_id: String(id) })).toMatchObject({ code: 400 });
  }
});

test.each(callers)('%s is told by live calls of his own orders alone', async (_, caller, expected) => {
  const wanted = expected.map((name) => String(orders[name].id)).sort();
  const live = (filter: object) =>
    http.post(caller(), '/collection/transactions/live', {
      ids: Object.values(orders).map((order) => String(order.id)),
      ...filter,
    });
  const all = await live({});
  expect(all.data.items.map((item: { id: string }) => item.id).sort()).toEqual(wanted);
  expect(new Set(all.data.shown)).toEqual(new Set(wanted));
  // A row is fetched whatever the filter, so that one on the screen can be replaced; what is shown is counted by it.
  const none = await live({ status: ['expired'] });
  expect(none.data.items).toHaveLength(wanted.length);
  expect(none.data.shown).toEqual([]);
});

test.each(callers)('%s picks names of his own tree alone', async (_, caller, expected) => {
  const pick = async (kind: string, wanted: object = {}): Promise<string[]> =>
    (await http.post(caller(), `/names/${kind}/search`, wanted)).data.map((one: { id: string }) => one.id);
  const merchants = await pick('customer');
  for (const name of Object.keys(orders) as (keyof typeof orders)[])
    expect(merchants.includes(String(orders[name].customer_id)), name).toBe(expected.includes(name));
  const { scope } = caller();
  const agents = await pick('agent');
  expect(agents.includes(String(own.agentId))).toBe(
    scope.kind === 'platform' || (scope.kind === 'agent' && scope.agentId === own.agentId),
  );
  const [first] = merchants;
  expect(await pick('customer', { search: first })).toContain(first);
  expect(await pick('customer', { id: first })).toEqual([first]);
  expect(await pick('customer', { search: '%' })).toEqual([]);
});

test('owners and operators are picked by whoever reads their lists, each in his own tree', async () => {
  const pick = (actor: Actor, kind: string, wanted: object) =>
    http.post(actor, `/names/${kind}/search`, wanted);
  const idsOf = async (...asked: Parameters<typeof pick>): Promise<string[]> =>
    (await pick(...asked)).data.map((one: { id: string }) => one.id);
  const rights = ['accounting.changelogs.get', 'admin.operationLogs.get', 'payment.setting.get'];
  const agent = actorOf('agent', own.agentId, { permissions: new Set<string>(rights) });
  const platform = actorOf('admin', 1n);
  for (const kind of ['party', 'operator', 'merchantOrAgent']) {
    expect(await idsOf(agent, kind, { id: String(own.merchantId) })).toEqual([String(own.merchantId)]);
    expect(await idsOf(agent, kind, { id: String(own.agentId) })).toEqual([String(own.agentId)]);
    expect(await idsOf(agent, kind, { id: String(other.merchantId) })).toEqual([]);
    expect(await idsOf(platform, kind, { id: String(other.merchantId) })).toEqual([String(other.merchantId)]);
  }
  const { rows } = await base.admin.query('SELECT username, name FROM app_user WHERE id = $1', [
    own.merchantId,
  ]);
  const [{ username, name }] = rows as [{ username: string; name: string }];
  const found = await pick(platform, 'operator', { search: username });
  expect(found.data).toContainEqual({ id: String(own.merchantId), name: `${name} · ${username}` });
  // A right to one list is none to the names of another.
  const limited = { ...agent, permissions: new Set<string>(['collections.transactions.get']) };
  for (const kind of ['operator', 'merchantOrAgent', 'subAgent'])
    expect((await pick(limited, kind, {})).code, kind).toBe(20403);
});

test('an order is found by the number its provider gave it', async () => {
  const number = orders.bound.provider_order_no ?? '';
  expect(number).not.toBe('');
  const { data } = await search(actorOf('agent', own.agentId), { numbers: [number, 'nobody-has-it'] });
  expect(data.items.map((item: { id: string }) => item.id)).toEqual([String(orders.bound.id)]);
  expect(data.unmatched).toEqual(['nobody-has-it']);
});

test('an order that nobody paid is found so as well, also when its time is up', async () => {
  const third = await createTenant(base, { provider: rooms.bank });
  const order = await rooms.place(third.merchantId);
  const number = order.provider_order_no ?? '';
  expect([number, order.status]).toEqual([expect.stringMatching(/./), 'pending']);
  const found = async () => (await search(actorOf('agent', third.agentId), { numbers: [number] })).data.items;
  expect(await found()).toMatchObject([{ id: String(order.id) }]);
  expect((await search(actorOf('agent', other.agentId), { numbers: [number] })).data).toMatchObject({
    items: [],
    unmatched: [number],
  });
  await base.admin.query(
    "UPDATE collection_order SET expires_at = business_now() - interval '5 hours' WHERE id = $1",
    [order.id],
  );
  expect(await found()).toMatchObject([{ id: String(order.id) }]);
});

test.each(callers)(
  '%s reads the story of his own orders; a foreign id answers as an absent one',
  async (_, caller, expected) => {
    const absent = await story(caller(), 999_999_999n);
    expect(absent).toEqual({ status: 200, code: 404, data: null });
    for (const name of Object.keys(orders) as (keyof typeof orders)[]) {
      const answer = await story(caller(), orders[name].id);
      if (expected.includes(name)) expect(answer.data.order.id).toBe(String(orders[name].id));
      else expect(answer).toEqual(absent);
    }
  },
);

test('whatever stands for an id that is none answers as an absent one', async () => {
  const actor = actorOf('agent', own.agentId);
  for (const id of [
    '0',
    '-1',
    'abc',
    '1e3',
    '1.0',
    '９',
    '99999999999999999999',
    '%00',
    '1;--',
    `${orders.foreign.id}%20`,
  ]) {
    expect([id, (await story(actor, id)).code]).toEqual([id, 404]);
  }
});

test('a caller without the right is refused before anything is looked up', async () => {
  const actor = actorOf('customer', own.merchantId, { permissions: new Set() });
  expect(await search(actor)).toMatchObject({ status: 200, code: 20403 });
  expect(await story(actor, orders.bound.id)).toMatchObject({ status: 200, code: 20403 });
});

test.each<[RoleName, () => Actor]>([
  ['subAgent', () => actorOf('subAgent', own.subAgentId)],
  ['middleman', () => actorOf('middleman', own.middlemanId, { permissions: mayLook })],
])('a %s never learns who paid, from where, through whom and at what cost', async (role, caller) => {
  const list = await search(caller());
  expect(list.data.items[0]).toMatchObject({ real_name: '王○明', request_ip: null });
  for (const guess of [{ real_name: canary }, { last5 }, { request_ip: '198.51.100.7' }]) {
    expect((await search(caller(), guess)).data).toMatchObject({ items: [], total: 0 });
  }
  const { data } = await story(caller(), orders.bound.id);
  expect(data).toMatchObject({
    route: null,
    provider: null,
    has_audit: false,
    callbacks: [],
    payer_last5: null,
  });
  expect(data.order).toMatchObject({ real_name: '王○明', request_ip: null });
  expect(data.money.lines.map((line: { party: string }) => line.party)).toEqual([role]);
  const owner = role === 'subAgent' ? own.subAgentId : own.middlemanId;
  const legs = data.money.journals.flatMap((journal: { legs: { owner_id: string }[] }) => journal.legs);
  expect(legs.map((leg: { owner_id: string }) => leg.owner_id)).toEqual([String(owner)]);
  expect(JSON.stringify([list.data, data])).not.toMatch(new RegExp(`${canary}|198\\.51\\.100\\.7`));
});

test('a merchant sees his payer and his fee, and never the split, the cost or the route', async () => {
  const { data } = await story(actorOf('customer', own.merchantId), orders.bound.id);
  expect(data.order).toMatchObject({ real_name: canary, request_ip: '198.51.100.7', fee: '285.0000' });
  expect(data).toMatchObject({ route: null, provider: null, has_audit: false });
  expect(data.callbacks).toHaveLength(1);
  expect(data.money.lines).toEqual([
    { party: 'merchant', pct: '2.8', per_item: '5.0000', amount: '285.0000' },
  ]);
  const legs = data.money.journals.flatMap((journal: { legs: unknown[] }) => journal.legs);
  expect(legs).toEqual([
    {
      account: 'L210',
      owner_id: String(own.merchantId),
      owner_name: expect.any(String),
      amount: '9715.0000',
      balance_after: '9715.0000',
    },
  ]);
  for (const hidden of ['152.0000', '93.0000', '73.0000', '20.0000', '30.0000']) {
    expect(JSON.stringify(data)).not.toContain(hidden);
  }
});

test('a senior agent sees the whole split and what was said to his provider, but not the house’s own accounts', async () => {
  const { data } = await story(actorOf('agent', own.agentId), orders.bound.id);
  expect(
    data.money.lines.map((line: { party: string; amount: string }) => [line.party, line.amount]),
  ).toEqual([
    ['merchant', '285.0000'],
    ['endpoint', '152.0000'],
    ['subAgent', '30.0000'],
    ['middleman', '10.0000'],
    ['agent', '93.0000'],
    ['system', '20.0000'],
  ]);
  expect(data.money.provisional).toBe(false);
  expect(data.provider.map((line: { operation: string }) => line.operation)).toEqual(['create', 'query']);
  expect(data.timeline.map((line: { kind: string }) => line.kind)).toEqual([
    'collection.create',
    'collection.settle',
  ]);
  const kinds = data.money.journals.flatMap((journal: { legs: { account: string }[] }) =>
    journal.legs.map((leg) => leg.account),
  );
  expect(kinds).toContain('A100');
  expect(kinds).not.toContain('R400');
  expect(JSON.stringify(data)).not.toContain(rooms.bank.secret);
});

test('whoever acted on an order is named to those above him and in his house, and to nobody below', async () => {
  const operator = await own.user('admin');
  const { rows } = await base.admin.query<{ username: string }>(
    "UPDATE app_user SET tenant_path = id || '.' WHERE id = $1 RETURNING username",
    [operator],
  );
  await base.admin.query(
    `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id)
     VALUES (business_now(), $1, $1, 'collections.transactions.reissue', 'collection', $2)`,
    [operator, String(orders.bound.id)],
  );
  const named = async (actor: Actor) => (await story(actor, orders.bound.id)).data.timeline.at(-1);
  const act = { kind: 'collections.transactions.reissue' };
  expect(await named(actorOf('admin', 1n))).toMatchObject({ ...act, actor: rows[0]?.username });
  for (const below of [
    actorOf('agent', own.agentId),
    actorOf('customer', own.merchantId),
    actorOf('subAgent', own.subAgentId),
  ])
    expect(await named(below)).toMatchObject({ ...act, actor: null });
});

test('the platform sees every leg, and the legs it sees sum to zero', async () => {
  const { data } = await story(actorOf('admin', 1n), orders.bound.id);
  const [journal] = data.money.journals;
  expect(journal.legs.map((leg: { account: string; amount: string }) => [leg.account, leg.amount])).toEqual([
    ['L210', '9715.0000'],
    ['L210', '30.0000'],
    ['L210', '10.0000'],
    ['L210', '93.0000'],
    ['L210', '-20.0000'],
    ['A100', '-10000.0000'],
    ['L260', '152.0000'],
    ['A120', '-20.0000'],
    ['R400', '20.0000'],
    ['A120', '20.0000'],
  ]);
});

test('actions stand in a row only for those who may do them', async () => {
  const actions = async (actor: Actor): Promise<string[]> =>
    (await search(actor, { order_no: orders.bound.order_no })).data.items[0].actions;
  expect(await actions(actorOf('admin', 1n))).toEqual(['callback', 'refund']);
  expect(await actions(actorOf('subAgent', own.subAgentId))).toEqual([]);
});

test('the success rate of a search is given within a day and hidden beyond it', async () => {
  const actor = actorOf('agent', own.agentId);
  const at = orders.bound.created_at.getTime();
  const range = (hours: number) => ({
    created_from: new Date(at - 1000).toISOString(),
    created_to: new Date(at - 1000 + hours * 3_600_000).toISOString(),
  });
  expect((await search(actor, range(24))).data.summary.success_rate).toBe('100.00');
  expect((await search(actor, range(25))).data.summary.success_rate).toBeNull();
  expect((await search(actor)).data.summary.success_rate).toBeNull();
});

test('whom the dates leave out is counted, for one who looks for a payer or an amount', async () => {
  const actor = actorOf('agent', own.agentId);
  const before = {
    created_from: '2020-01-01T00:00:00Z',
    created_to: orders.bound.created_at.toISOString().replace(/\d{4}/, '2021'),
  };
  const outside = async (who: Actor, filter: object): Promise<unknown> =>
    (await search(who, { ...before, ...filter })).data.outside;
  for (const sought of [{ real_name: canary }, { last5 }, { amount_min: '10000', amount_max: '10000' }]) {
    expect(await outside(actor, sought)).toBe(2);
  }
  expect(await outside(actorOf('customer', own.merchantId), { last5 })).toBe(1);
  expect(await outside(actor, { real_name: 'nobody' })).toBe(0);
  expect(await outside(actor, { status: ['success'] })).toBeUndefined();
  expect((await search(actor, { last5 })).data).toMatchObject({ total: 2 });
  expect((await search(actor, { last5 })).data.outside).toBeUndefined();
  // Who may not know the payer learns nothing from a count either.
  expect(await outside(actorOf('subAgent', own.subAgentId), { last5 })).toBe(0);
});

test('an unknown filter is refused, not ignored', async () => {
  const answer = await search(actorOf('admin', 1n), { agentId: '1' });
  expect(answer.code).toBe(400);
});

test('all tenants at once are the platform’s alone, whatever right somebody was given', async () => {
  const rights = { permissions: new Set(['admin.collections.get']) };
  const of = (path: string, who: Actor, method: 'GET' | 'POST' = 'POST') =>
    http.send(who, method, `/admin/collections${path}`, method === 'POST' ? {} : undefined);
  const ids = Object.values(orders).map((order) => String(order.id));
  const all = await of('/search', actorOf('admin', 1n));
  expect((all.data as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual(
    expect.arrayContaining(ids),
  );
  for (const who of [actorOf('agent', own.agentId, rights), actorOf('customer', own.merchantId, rights)]) {
    expect((await of('/search', who)).code).toBe(20_403);
    expect((await http.send(who, 'POST', '/admin/collections/live', { ids })).code).toBe(20_403);
    expect((await of(`/${orders.bound.id}`, who, 'GET')).code).toBe(20_403);
  }
});

test('what providers said of an order is told for two days, and then only that it is kept', async () => {
  const { id } = orders.bound;
  const told = async (path: string) =>
    (await http.send(actorOf('admin', 1n), 'GET', `${path}/${id}`)).data as {
      provider: readonly unknown[];
      provider_kept: number;
    };
  const paths = ['/collection/transactions', '/admin/collections'];
  const fresh = await told('/admin/collections');
  expect(fresh.provider.length).toBeGreaterThan(0);
  expect(fresh.provider_kept).toBe(0);
  const age = (span: string) =>
    base.admin.query('UPDATE collection_order SET created_at = created_at - $2::interval WHERE id = $1', [
      id,
      span,
    ]);
  await age('47 hours');
  expect((await told('/admin/collections')).provider).toEqual(fresh.provider);
  await age('2 hours');
  for (const path of paths) {
    expect(await told(path)).toMatchObject({ provider: [], provider_kept: fresh.provider.length });
  }
});
