import { unansweredOrders } from '../callbacks/index.ts';
import type { Drill } from '@suanpan/contract/drill';
import { regionDayFromText, regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import { successRate } from '@suanpan/domain/reports/success-rate';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { businessNow } from '../../platform/clock.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { transact } from '../../platform/db/transact.ts';
import { changeState } from '../channels/health/state.store.ts';
import { bindCollections, confirmCollection } from '../collections/index.ts';
import type { OrderRow } from '../collections/index.ts';
import { proveAndKeep } from '../ledger/index.ts';
import { channelPlace } from './channel-place.ts';
import { openReports } from './index.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;
const payoutRooms = await openPayoutRooms(base, rooms);
const http = openHttp(base);
openReports({
  db: database,
  unanswered: (db) => unansweredOrders(db, 'collection'),
  placesOf: async () => new Map(),
  differences: async () => ({ oldestAt: null, sums: [], items: [] }),
}).bind(http.app);
bindCollections(http.app, collections, async () => []);

let own: Tenant;
let other: Tenant;
/** Of the same tree, bound to nobody. */
let unboundId: bigint;
const paid: Record<string, OrderRow> = {};

async function pay(order: OrderRow, how: { amount?: string; simulated?: boolean } = {}): Promise<OrderRow> {
  bank.pay(order.order_no, how);
  await confirmCollection(collections, order.id, null);
  return rooms.order(order.id);
}

/** Moves the business clock to a time of its present or a later day, in hours since midnight (UTC+8). */
async function moveTo(days: number, hours: number): Promise<void> {
  const now = await businessNow(database.app);
  const at = startOfRegionDay(regionDayOf(now) + days).getTime() + hours * 3_600_000;
  await moveBusinessClock(database, at - now.getTime());
}

const today = async (): Promise<string> => regionDayText(regionDayOf(await businessNow(database.app)));

/**
 * Yesterday at 23:30: one paid by the merchant. Today at 09:15: two paid and one not by the merchant, one paid by
 * his unbound neighbour, one expired, one paid short, one of tests, one simulated; one paid in another tree.
 */
beforeAll(async () => {
  const provider = bank;
  [own, other] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  unboundId = await own.merchant({ name: '晨光商店', username: 'chenguang' });
  await moveTo(2, 23.5);
  paid['yesterday'] = await pay(await rooms.place(own.merchantId, { major: '1000' }));
  await moveTo(1, 9.25);
  paid['one'] = await pay(await rooms.place(own.merchantId, { major: '10000', realName: '王小明' }));
  paid['two'] = await pay(await rooms.place(own.merchantId, { major: '333.33' }));
  paid['unbound'] = await pay(await rooms.place(unboundId, { major: '5000' }));
  paid['foreign'] = await pay(await rooms.place(other.merchantId, { major: '7777' }));
  await pay(await rooms.place(own.merchantId, { isTest: true }));
  await pay(await rooms.place(own.merchantId), { simulated: true });
  await pay(await rooms.place(own.merchantId), { amount: '1.00' });
  await rooms.place(own.merchantId);
  const { orderId } = await rooms.create(own.merchantId, { lifetimeS: 60 });
  await moveBusinessClock(database, 61_000);
  await admin.query('SELECT expire_collections($1, NULL)', [[orderId]]);
});

const statistics = async (actor: Actor, query = '') =>
  (await http.get(actor, `/index/statistics${query}`)).data;
interface Found {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
}
const search = async (actor: Actor, q: string) =>
  (await http.post(actor, '/search', { q })).data.items as Found[];

const admin1 = (): Actor => actorOf('admin', 1n);
const agent = (): Actor => actorOf('agent', own.agentId);
const subAgent = (): Actor => actorOf('subAgent', own.subAgentId);
const merchant = (): Actor => actorOf('customer', own.merchantId);
const middleman = (): Actor => actorOf('middleman', own.middlemanId);

interface Expected {
  readonly today: [count: number, amount: string, success: number, failed: number];
  readonly yesterday: [count: number, amount: string, success: number, failed: number];
  readonly channelFee: string;
}

const figures: readonly (readonly [string, () => Actor, Expected])[] = [
  // End-point cost of today's 10,000, 333.33, 5,000 and 7,777: 152 + 7 + 77 + 118.655.
  [
    'the platform',
    admin1,
    { today: [8, '23110.3300', 4, 2], yesterday: [1, '1000.0000', 1, 0], channelFee: '354.6550' },
  ],
  // Merchant fees: 285 + 14.3332 + 145.
  [
    'a senior agent',
    agent,
    { today: [7, '15333.3300', 3, 2], yesterday: [1, '1000.0000', 1, 0], channelFee: '444.3332' },
  ],
  [
    'a general agent',
    subAgent,
    { today: [6, '10333.3300', 2, 2], yesterday: [1, '1000.0000', 1, 0], channelFee: '299.3332' },
  ],
  [
    'a merchant',
    merchant,
    { today: [6, '10333.3300', 2, 2], yesterday: [1, '1000.0000', 1, 0], channelFee: '299.3332' },
  ],
  [
    'a middleman',
    middleman,
    { today: [6, '10333.3300', 2, 2], yesterday: [1, '1000.0000', 1, 0], channelFee: '299.3332' },
  ],
  [
    'a merchant of another tree',
    () => actorOf('customer', other.merchantId),
    { today: [1, '7777.0000', 1, 0], yesterday: [0, '0.0000', 0, 0], channelFee: '222.7560' },
  ],
];

test.each(figures)(
  '%s sees the days of his own orders, without those of tests',
  async (_, caller, expected) => {
    const data = await statistics(caller());
    const dayOf = ([count, amount, success_count, failed_count]: Expected['today']) => ({
      count,
      amount,
      success_count,
      failed_count,
    });
    expect(data.today).toMatchObject(dayOf(expected.today));
    expect(data.yesterday).toMatchObject(dayOf(expected.yesterday));
    expect(data.channel_fee).toBe(expected.channelFee);
    expect(data.channel_fee_of).toBe(caller === admin1 ? 'endpointCost' : 'merchantFee');
  },
);

test.each(figures)(
  'the curves of %s add up to his days, and quiet days and hours stand in them as zeros',
  async (_, caller) => {
    const data = await statistics(caller());
    expect(data.days).toHaveLength(14);
    expect(data.days.at(-1)).toMatchObject({
      day: await today(),
      count: data.today.count,
      success_count: data.today.success_count,
      amount: data.today.amount,
    });
    expect(data.days.at(-2)).toMatchObject({ count: data.yesterday.count, amount: data.yesterday.amount });
    expect(data.days[0]).toMatchObject({ count: 0, success_count: 0, amount: '0.0000', fee: '0.0000' });
    expect(data.hours).toHaveLength(24);
    const now = (await businessNow(database.app)).getTime();
    expect(Date.parse(data.hours.at(-1).at)).toBe(Math.floor(now / 3_600_000) * 3_600_000);
    expect(data.hours.at(-1)).toMatchObject({
      count: data.today.count,
      success_count: data.today.success_count,
      amount: data.today.amount,
    });
    // 23:00 of yesterday lies ten hours back.
    expect(data.hours.at(-11)).toMatchObject({ count: data.yesterday.count, amount: data.yesterday.amount });
    expect(data.hours.filter((hour: { count: number }) => hour.count > 0).length).toBe(
      data.yesterday.count === 0 ? 1 : 2,
    );
  },
);

test.each(figures.filter(([name]) => name !== 'a middleman'))(
  '%s reads one success rate of today in list, day, hours and channels; open and simulated orders are outside',
  async (_, caller, { today: [count, , succeeded, failed] }) => {
    const created_from = startOfRegionDay(regionDayOf(await businessNow(database.app))).toISOString();
    const created_to = new Date(Date.parse(created_from) + 86_400_000).toISOString();
    const listed = await http.post(caller(), '/collection/transactions/search', { created_from, created_to });
    const data = await statistics(caller());
    const rate = successRate(BigInt(succeeded), BigInt(failed));
    expect(listed.data.summary.success_rate).toBe(rate);
    expect(listed.data.summary.by_currency).toMatchObject([
      { success_count: succeeded, failed_count: failed },
    ]);
    expect(data.hours.at(-1)).toMatchObject({ count, success_count: succeeded, failed_count: failed });
    const failures = data.channels.reduce(
      (sum: number, channel: { failed_count: number }) => sum + channel.failed_count,
      0,
    );
    // The one that expired never had a channel.
    expect(failures).toBe(Math.max(0, failed - 1));
  },
);

/** How many orders the list shows that a figure leads to. */
async function listedAt(actor: Actor, { screen, search: asked }: Drill): Promise<number> {
  expect(screen).toBe('collections.transactions');
  const { from, to, is_test: isTest, ...plain } = asked;
  expect(isTest).toBe('no');
  const { data } = await http.post(actor, '/collection/transactions/search', {
    ...plain,
    is_test: false,
    created_from: instantAt(String(from), 0),
    created_to: instantAt(String(to), 24),
  });
  return data.summary.by_currency.reduce((sum: number, one: { count: number }) => sum + one.count, 0);
}
/** A day of an address begins or ends at midnight; an hour of it says itself. */
const instantAt = (text: string, otherwise: number): string => {
  const [day = '', hour] = text.split('T');
  const from = startOfRegionDay(regionDayFromText(day)).getTime();
  return new Date(from + (hour === undefined ? otherwise : Number(hour)) * 3_600_000).toISOString();
};

test.each(figures.filter(([name]) => name !== 'a middleman'))(
  'every count of orders that %s reads leads to exactly those orders',
  async (_, caller) => {
    const data = await statistics(caller());
    let held = 0;
    const hold = async (counts: number, drill: Drill | undefined): Promise<void> => {
      expect(drill).toBeDefined();
      if (drill === undefined) return;
      expect([drill.search, await listedAt(caller(), drill)]).toEqual([drill.search, counts]);
      held += 1;
    };
    for (const day of [data.today, data.yesterday]) {
      for (const name of ['count', 'success_count', 'failed_count']) await hold(day[name], day.drill[name]);
    }
    for (const { count, drill } of [...data.hours.slice(-12), ...data.days.slice(-3), ...data.channels]) {
      await hold(count, drill);
    }
    expect(held).toBeGreaterThanOrEqual(6 + 12 + 3 + 1);
    expect(data.drill.balance.search.currency).toBe('TWD');
    expect(data.drill.channel_fee.screen).toBe(
      caller === admin1 ? 'index.stats5' : 'collections.transactions',
    );
  },
);

test('who may not open orders is led to none, and who may not see channels to none of these', async () => {
  const bare = { ...merchant(), permissions: new Set(['index.statistics.get'] as const) };
  const data = await statistics(bare);
  expect([data.drill, data.today.drill]).toEqual([{}, {}]);
  for (const one of [...data.hours, ...data.days, ...data.channels]) {
    expect(one).not.toHaveProperty('drill');
  }
  expect(data.channels[0]).not.toHaveProperty('at');
  expect((await statistics(merchant())).channels[0]).not.toHaveProperty('at');
  expect((await statistics(admin1())).channels[0].at).toMatchObject({ screen: 'admin.methods' });
});

test('balances are those of the caller’s owner, and of everybody together for the platform', async () => {
  const ofMerchant = await statistics(merchant());
  expect(ofMerchant).toMatchObject({
    currency: 'TWD',
    balance: '0.0000',
    unsettlement_amount: '11000.9968',
    total_balance: '11000.9968',
    frozen_amount: '0.0000',
  });
  const ofSub = actorOf('customerSub', 5n, { scope: { kind: 'customer', customerId: own.merchantId } });
  expect((await statistics(ofSub)).total_balance).toBe(ofMerchant.total_balance);
  const { rows } = await admin.query(
    "SELECT sum(b.balance)::bigint AS total FROM balance b JOIN account a ON a.id = b.account_id WHERE a.book = 'main'",
  );
  const ofPlatform = await statistics(admin1());
  expect(rows[0].total).toBe(BigInt(ofPlatform.total_balance.replace('.', '')));
});

test('figures of another currency are asked for by its name', async () => {
  const data = await statistics(admin1(), '?currency=USDT');
  expect(data).toMatchObject({
    currency: 'USDT',
    balance: '0.000000',
    today: { count: 0, amount: '0.000000' },
  });
  expect((await http.get(admin1(), '/index/statistics?currency=EUR')).code).toBe(400);
});

test('released money moves from the unsettled figure to the balance', async () => {
  const immediate = await own.merchant({ settle_rule: 'D0' });
  await pay(await rooms.place(immediate, { major: '100' }));
  expect(await statistics(actorOf('customer', immediate))).toMatchObject({
    balance: '92.2000',
    unsettlement_amount: '0.0000',
    total_balance: '92.2000',
  });
});

test('each sees his own channels with what came through them today, the busiest first, and whether they are open', async () => {
  const closed = await own.channel({ merchants: [own.merchantId], channel: { enabled: false } });
  const hours = JSON.stringify([{ from: '03:00', to: '03:01' }]);
  const asleep = await own.channel({ merchants: [own.merchantId], channel: { windows: hours } });
  const { channels } = await statistics(merchant());
  expect(
    channels.map((each: { channel_id: string; state: string }) => [each.channel_id, each.state]),
  ).toEqual([
    [String(own.channelId), 'ok'],
    [String(closed.channelId), 'disabled'],
    [String(asleep.channelId), 'out_of_window'],
  ]);
  expect(channels[0]).toMatchObject({ success_count: 2, amount: '10333.3300' });
  // One that takes no orders for now is not open, whatever its hours say.
  const stopped = { channelId: own.channelId, state: 'maintenance' as const, reason: 'mended' };
  await transact(database.app, (tx) => changeState(tx, { ...stopped, from: ['ok'] }));
  expect((await statistics(merchant())).channels[0]).toMatchObject({ state: 'maintenance' });
  await transact(database.app, (tx) => changeState(tx, { ...stopped, state: 'ok', from: ['maintenance'] }));
  expect((await statistics(merchant())).channels[0]).toMatchObject({ state: 'ok' });
  const ids = async (actor: Actor): Promise<string[]> =>
    (await statistics(actor)).channels.map((each: { channel_id: string }) => each.channel_id);
  expect(await ids(agent())).not.toContain(String(other.channelId));
  expect(await ids(actorOf('customer', other.merchantId))).toEqual([String(other.channelId)]);
  expect(await ids(admin1())).toEqual(
    expect.arrayContaining([String(own.channelId), String(other.channelId)]),
  );
});

test('the latest orders are those of the order list, masked alike, and none for who may not open it', async () => {
  const list = await http.post(subAgent(), '/collection/transactions/search', { paginate: 10 });
  const { latest } = await statistics(subAgent());
  expect(latest).toEqual(list.data.items);
  expect(latest.find((row: { id: string }) => row.id === String(paid['one']?.id)).real_name).toBe('王○明');
  expect((await statistics(middleman())).latest).toEqual([]);
});

test('what is open stands as an alert that leads to exactly what it counted', async () => {
  const kinds = async (actor: Actor): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await statistics(actor)).alerts.map((alert: { kind: string; count: number }) => [
        alert.kind,
        alert.count,
      ]),
    );
  expect(await kinds(agent())).toEqual({ amountMismatch: 1 });
  expect(await kinds(actorOf('agent', other.agentId))).toEqual({});
  const { alerts } = await statistics(agent());
  const status = new URLSearchParams(alerts[0].path.split('?')[1]).get('status');
  const led = await http.post(agent(), '/collection/transactions/search', { status: [status] });
  expect(led.data.total).toBe(1);

  const open = await rooms.place(own.merchantId);
  await admin.query("INSERT INTO collection_check (order_id, reason, next_at) VALUES ($1, 'test', now())", [
    open.id,
  ]);
  await admin.query(
    `INSERT INTO receipt (channel_account_id, provider_ref, currency, amount, reason, received_at)
     VALUES ($1, 'stray', 'TWD', 1, 'unknown', now())`,
    [own.channelAccountId],
  );
  const failed = paid['one']?.id;
  await admin.query(
    `INSERT INTO callback (event_id, order_kind, order_id, customer_id, agent_id, recipient_id, type, api_version, body, url,
       lane, status, created_at, order_created_at)
     SELECT 'evt_' || n, 'collection', $1, $2, $3, $2, 'collection.succeeded', 'v2', '{}', 'https://a.example.com', 'lane',
            'failed', now(), now() FROM generate_series(1, 2) AS n`,
    [failed, own.merchantId, own.agentId],
  );
  await admin.query("UPDATE collection_order SET callback_status = 'failed' WHERE id = $1", [failed]);
  expect(await kinds(agent())).toEqual({
    amountMismatch: 1,
    callbackFailed: 1,
    unmatchedReceipts: 1,
    ordersToCheck: 1,
  });
  // A merchant is not told of the provider's affairs, and another tree of nothing.
  expect(await kinds(merchant())).toEqual({ amountMismatch: 1, callbackFailed: 1 });
  expect(await kinds(actorOf('agent', other.agentId))).toEqual({});
  expect(await kinds(middleman())).toEqual({});
  // News that nobody could be told of is the platform's, until somebody has seen to it.
  await admin.query(
    `INSERT INTO outbox_dead (id, kind, subject, payload, created_at, error, attempts)
     VALUES (900001, 'none', 'none:1', '{}', now(), 'nobody listens', 5)`,
  );
  expect(await kinds(admin1())).toMatchObject({ failedJobs: 1 });
  expect(await kinds(agent())).not.toHaveProperty('failedJobs');
  await admin.query(
    "UPDATE outbox_dead SET discarded_at = now(), discarded_by = 1, discard_reason = 'known' WHERE id = 900001",
  );
  expect(await kinds(admin1())).not.toHaveProperty('failedJobs');
});

test('books that do not prove are the platform’s first alert, until a proof passes again', async () => {
  // Written past the books by the test before.
  await admin.query("DELETE FROM receipt WHERE provider_ref = 'stray'");
  const first = async () => (await statistics(admin1())).alerts[0];
  await admin.query('SELECT fold_collections(1000)');
  await admin.query('UPDATE collection_day SET fee = fee + 1');
  await proveAndKeep(database, null);
  expect(await first()).toEqual({
    kind: 'balanceCheck',
    count: 1,
    level: 'danger',
    path: '/wrap/admin.checkBalance',
  });
  expect((await statistics(agent())).alerts.map((alert: { kind: string }) => alert.kind)).not.toContain(
    'balanceCheck',
  );
  await admin.query('UPDATE collection_day SET fee = fee - 1');
  await proveAndKeep(database, null);
  expect((await first()).kind).not.toBe('balanceCheck');
});

test('the last login is the caller’s own', async () => {
  const at = new Date('2026-01-02T03:04:05Z');
  await admin.query('UPDATE app_user SET last_login_at = $1, last_login_ip = $2 WHERE id = $3', [
    at,
    '203.0.113.5',
    own.merchantId,
  ]);
  expect(await statistics(merchant())).toMatchObject({
    last_login_at: at.toISOString(),
    last_login_ip: '203.0.113.5',
  });
  expect(await statistics(agent())).toMatchObject({ last_login_at: null, last_login_ip: null });
});

test('a caller without the right sees no statistics', async () => {
  const nobody = actorOf('customer', own.merchantId, { permissions: new Set() });
  expect((await http.get(nobody, '/index/statistics')).code).toBe(20403);
});

test('either number of an order finds it, and only in the caller’s own tree', async () => {
  const order = paid['one']!;
  const hit = {
    kind: 'collection',
    id: String(order.id),
    title: order.order_no,
    detail: `${order.merchant_order_no} · 10,000.00 TWD · Success`,
    path: `/wrap/collections.transactions?open=${order.id}`,
  };
  for (const actor of [admin1(), agent(), subAgent(), merchant()]) {
    for (const number of [order.order_no, order.merchant_order_no, `  ${order.order_no} `]) {
      expect(await search(actor, number)).toEqual([hit]);
    }
  }
  for (const actor of [actorOf('agent', other.agentId), actorOf('customer', unboundId), middleman()]) {
    expect(await search(actor, order.order_no)).toEqual([]);
    expect(await search(actor, order.merchant_order_no)).toEqual([]);
  }
});

test('an order is found by the number of its provider and by its amount, and only in the caller’s own tree', async () => {
  const order = paid['two']!;
  const { rows } = await admin.query<{ provider_ref: string }>(
    'SELECT provider_ref FROM provider_confirmation WHERE order_id = $1',
    [order.id],
  );
  const found = async (actor: Actor, text: string): Promise<unknown[]> =>
    (await search(actor, text)).filter((hit) => hit.kind === 'collection').map(({ id }) => id);
  for (const text of [rows[0]!.provider_ref, '333.33', '333.330']) {
    expect(await found(agent(), text)).toEqual([String(order.id)]);
    expect(await found(actorOf('agent', other.agentId), text)).toEqual([]);
  }
  expect(await found(agent(), '5,000')).toEqual([String(paid['unbound']!.id)]);
  expect(await found(agent(), '333.34')).toEqual([]);
  expect(await found(agent(), '333.3')).toEqual([]);
  // More than any order can be is no amount, and no fault.
  for (const text of ['1,000,000,000,000,000', '9'.repeat(19), '1,000.1234567', '1e3', '１００'])
    expect(await found(agent(), text)).toEqual([]);
});

test('a number that is no id of anything is refused, and finds nothing', async () => {
  for (const id of ['9223372036854775808', '9'.repeat(19)]) {
    const known = [{ kind: 'user', id }];
    expect((await http.post(agent(), '/search', { known })).code).toBe(400);
    expect((await http.post(agent(), '/names/customer/search', { id })).code).toBe(400);
  }
  const known = ['collection', 'payout', 'user'].map((kind) => ({ kind, id: '9'.repeat(18) }));
  expect((await http.post(agent(), '/search', { known })).data.items).toEqual([]);
});

test('an order number is found whole or not at all, and nothing in it is a pattern', async () => {
  const { order_no: number } = paid['one']!;
  for (const text of [number.slice(0, -1), `${number.slice(0, -1)}_`, '%%', "' OR true --", '__']) {
    expect((await search(agent(), text)).filter((hit) => hit.kind === 'collection')).toEqual([]);
  }
});

test('a user is found by his number or a part of his names, in the caller’s own tree', async () => {
  const found = async (actor: Actor, text: string): Promise<string[]> =>
    (await search(actor, text)).filter((hit) => hit.kind === 'user').map((hit) => hit.id);
  for (const text of ['晨光', 'CHENGUANG', 'guang', String(unboundId)]) {
    expect(await found(agent(), text)).toEqual([String(unboundId)]);
    expect(await found(actorOf('agent', other.agentId), text)).toEqual([]);
    // Not bound to this general agent.
    expect(await found(subAgent(), text)).toEqual([]);
    // Merchants have no list of users.
    expect(await found(merchant(), text)).toEqual([]);
  }
  expect(await found(subAgent(), String(own.merchantId))).toEqual([String(own.merchantId)]);
  expect(await found(admin1(), String(other.merchantId))).toEqual([String(other.merchantId)]);
  const [hit] = await search(agent(), '晨光');
  expect(hit).toEqual({
    kind: 'user',
    id: String(unboundId),
    title: '晨光商店',
    detail: `${unboundId} · chenguang · Merchant`,
    path: `/wrap/users.list?search=${unboundId}`,
  });
});

test('a channel is found by its name or code, where whoever looks for it may open it, and told anew', async () => {
  const { rows } = await admin.query<{ code: string; name: string }>(
    'SELECT code, name FROM channel WHERE id = $1',
    [own.channelId],
  );
  const { code = '', name = '' } = rows[0] ?? {};
  const found = async (actor: Actor, text: string) =>
    (await search(actor, text)).filter(({ id, kind }) => kind === 'channel' && id === String(own.channelId));
  for (const text of [name, code, code.toLowerCase()]) {
    expect(await found(admin1(), text)).toMatchObject([
      { title: name, path: `/wrap/admin.methods?type=collection&search=${code}` },
    ]);
    expect(await found(agent(), text)).toMatchObject([
      { path: `/wrap/collectionMethod.agents?method_id=${own.channelId}` },
    ]);
    expect(await found(actorOf('agent', other.agentId), text)).toEqual([]);
    expect(await found(merchant(), text)).toEqual([]);
  }
  const known = [{ kind: 'channel', id: String(own.channelId) }];
  const told = async (actor: Actor) => (await http.post(actor, '/search', { known })).data.items as Found[];
  expect(await told(agent())).toMatchObject([{ kind: 'channel', title: name }]);
  expect(await told(actorOf('agent', other.agentId))).toEqual([]);
  expect(await told(merchant())).toEqual([]);
});

test('a channel of the one direction that somebody may open is found however many of the other go by its name', async () => {
  const name = 'Twofold 雙向';
  for (let n = 0; n < 12; n += 1) {
    await own.channel({ merchants: [own.merchantId], channel: { name: `${name} ${n}`, priority: 0 } });
  }
  const pays = await payoutRooms.channel(own, [own.merchantId], { channel: { name: `${name} pays` } });
  const found = async (permission: 'collectionMethod.agents.get' | 'paymentMethod.agents.get') =>
    (await search({ ...agent(), permissions: new Set([permission]) }, 'twofold')).filter(
      ({ kind }) => kind === 'channel',
    );
  expect((await found('paymentMethod.agents.get')).map(({ id }) => id)).toEqual([String(pays.channelId)]);
  expect((await found('collectionMethod.agents.get')).map(({ title }) => title)).not.toContain(
    `${name} pays`,
  );
});

test('a channel that a senior agent does not have yet is none of his list, and nothing leads him there', async () => {
  const { channelId } = await own.channel({ merchants: [], channel: { name: 'Unopened 未開' } });
  const ofIt = async (actor: Actor) =>
    (await search(actor, 'unopened')).filter(
      ({ id, kind }) => kind === 'channel' && id === String(channelId),
    );
  const at = async (actor: Actor) =>
    (await statistics(actor)).channels.find(
      ({ channel_id: id }: { channel_id: string }) => id === String(channelId),
    )?.at?.screen;
  expect([(await ofIt(agent())).length, await at(agent())]).toEqual([1, 'collectionMethod.agents']);
  await admin.query('DELETE FROM agent_method WHERE channel_id = $1', [channelId]);
  expect([(await ofIt(agent())).length, await at(agent())]).toEqual([0, undefined]);
  expect([(await ofIt(admin1())).length, await at(admin1())]).toEqual([1, 'admin.methods']);
  const known = [{ kind: 'channel', id: String(channelId) }];
  expect((await http.post(agent(), '/search', { known })).data.items).toEqual([]);
});

test('each direction of a channel is found in its own list', () => {
  const place = (actor: Actor, direction: 'collection' | 'payout') =>
    channelPlace(actor, { id: 7n, named: 'BANK-7', direction, isHeld: true });
  expect(place(agent(), 'payout')).toEqual({ screen: 'paymentMethod.agents', search: { method_id: '7' } });
  expect(place(agent(), 'collection')?.screen).toBe('collectionMethod.agents');
  expect(place(admin1(), 'payout')?.search).toEqual({ type: 'payment', search: 'BANK-7' });
  const bare = { ...agent(), permissions: new Set(['collectionMethod.agents.get'] as const) };
  expect(place(bare, 'payout')).toBeNull();
});

test('what was found before is told anew by its id, as far as the caller still sees it', async () => {
  const [order] = await search(agent(), '333.33');
  if (order === undefined) throw new Error('The order was not found');
  const known = [
    { kind: 'user', id: String(unboundId) },
    { kind: 'collection', id: order.id },
    { kind: 'user', id: '999999999' },
  ];
  const told = async (actor: Actor): Promise<Found[]> =>
    (await http.post(actor, '/search', { known })).data.items;
  expect((await told(agent())).map(({ title }) => title)).toEqual(['晨光商店', order.title]);
  expect(await told(actorOf('agent', other.agentId))).toEqual([]);
  // Merchants have no list of users.
  expect(await told(merchant())).toEqual([order]);
});

test('a screen is found by its title in any language, and only by who may open it', async () => {
  for (const text of ['餘額核對', '余额核对', 'balance check', 'admin.checkBalance']) {
    expect(await search(admin1(), text)).toContainEqual({
      kind: 'screen',
      id: 'admin.checkBalance',
      title: 'Balance check',
      detail: 'Administration',
      path: '/wrap/admin.checkBalance',
    });
    expect(await search(merchant(), text)).toEqual([]);
  }
});

test('a search of less than two characters is refused', async () => {
  expect((await http.post(agent(), '/search', { q: 'a' })).code).toBe(400);
  expect((await http.post(agent(), '/search', { q: '  a ' })).code).toBe(400);
});

test('what waits for a second person is an alert for those who may be that person, and for nobody else', async () => {
  await admin.query(
    `INSERT INTO app_user (id, kind, username, name, password_hash, tenant_path, created_at, updated_at)
     VALUES (1, 'admin', 'first', 'First', 'x', '', now(), now())`,
  );
  const waits = (agentId: bigint, makerId: bigint) =>
    admin.query(
      `INSERT INTO approval (act, subject_kind, subject_id, subject_label, agent_id, payload, payload_hash, effect,
                             effect_hash, reason, maker_id, created_at, expires_at)
       VALUES ('users.resetTwoFactor', 'user', '1', 'somebody', $1, '{}', gen_random_uuid()::text, '[]', 'none',
               'a phone was lost', $2, business_now(), business_now() + interval '1 day')`,
      [agentId, makerId],
    );
  const told = async (actor: Actor): Promise<object | undefined> =>
    (await statistics(actor)).alerts.find((alert: { kind: string }) => alert.kind === 'approvals');
  expect(await told(agent())).toBeUndefined();
  await waits(own.agentId, own.merchantId);
  await waits(own.agentId, own.agentId);
  await waits(other.agentId, other.merchantId);
  expect(await told(agent())).toEqual({
    kind: 'approvals',
    count: 1,
    level: 'warning',
    path: '/wrap/admin.approvals',
  });
  expect(await told(admin1())).toMatchObject({ count: 3 });
  expect(await told(merchant())).toBeUndefined();
  const reader = actorOf('agent', own.agentId, {
    permissions: new Set(['index.statistics.get', 'admin.approvals.get']),
  });
  expect(await told(reader)).toBeUndefined();
  const withoutAct = new Set(['index.statistics.get', 'admin.approvals.get', 'admin.approvals.approve']);
  expect(await told(actorOf('manager', 1n, { permissions: withoutAct }))).toBeUndefined();
});

test('a payout is found by either number and by its amount, and only in the caller’s own tree', async () => {
  await payoutRooms.channel(own, [own.merchantId]);
  const payout = await payoutRooms.place(own.merchantId, { major: '321.09' });
  const found = async (actor: Actor, text: string): Promise<unknown[]> =>
    (await search(actor, text)).filter((hit) => hit.kind === 'payout').map(({ path }) => path);
  for (const text of [payout.order_no, payout.merchant_order_no, '321.09']) {
    expect(await found(agent(), text)).toEqual([`/wrap/payment.transactions?open=${payout.id}`]);
    expect(await found(merchant(), text)).toEqual([`/wrap/payment.transactions?open=${payout.id}`]);
    expect(await found(actorOf('agent', other.agentId), text)).toEqual([]);
  }
});
