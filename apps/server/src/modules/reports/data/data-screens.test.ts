import type { DataRow, DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { merchantStats, statsGroups } from '@suanpan/contract/endpoints/data-screens';
import { comparisons } from '@suanpan/domain/reports/figures';
import type { FigureName } from '@suanpan/domain/reports/figures';
import { regionDayFromText, regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import { successRate } from '@suanpan/domain/reports/success-rate';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { beforeAll, describe, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import type { ExportCell } from '../../../platform/export-list.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindCollections, confirmCollection } from '../../collections/index.ts';
import { prove } from '../../ledger/index.ts';
import { merchantStatsExport, openReports } from '../index.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
openReports({ db: database, unanswered: async () => [] }).bind(http.app);
bindCollections(http.app, rooms.collections, async () => []);

const seed = Date.now() % 100_000;
let state = seed;
/** A whole number below so many, the same ones for the same seed. */
function below(many: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * many);
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

let own: Tenant;
let foreign: Tenant;
let dollars: Tenant;

/** Half an hour before midnight of one of the next days; what is paid late is posted on the next. */
async function moveTo(days: number, hours: number): Promise<void> {
  const now = await businessNow(database.app);
  const at = startOfRegionDay(regionDayOf(now) + days).getTime() + hours * 3_600_000;
  await moveBusinessClock(database, at - now.getTime());
}

/**
 * Three evenings of orders of three trees in two currencies: paid before and after midnight, expired, paid after that, paid
 * short, left alone, without any way in, of tests; on two channels, by merchants with and without a general agent.
 */
beforeAll(async () => {
  const provider = rooms.bank;
  [own, foreign] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  dollars = await createTenant(base, { provider, currency: 'USD' });
  const unbound = await own.merchant();
  await own.channel({ merchants: [own.merchantId, unbound], method: { weight: 3 } });
  const merchants: readonly (readonly [bigint, Currency])[] = [
    [own.merchantId, 'TWD'],
    [own.merchantId, 'TWD'],
    [unbound, 'TWD'],
    [foreign.merchantId, 'TWD'],
    [dollars.merchantId, 'USD'],
  ];
  for (let evening = 0; evening < 3; evening += 1) {
    await moveTo(1, 23.5);
    const late: bigint[] = [];
    const short: bigint[] = [];
    for (let n = 0; n < 12; n += 1) {
      const [merchantId, currency] = oneOf(merchants);
      const major = `${1000 + below(9000)}.${below(90) + 10}`;
      const wanted = { major, currency, isTest: below(10) === 0 };
      const fate = oneOf(['paid', 'paid', 'late', 'expired', 'revived', 'short', 'open', 'alone'] as const);
      if (fate === 'alone') {
        await rooms.create(merchantId, wanted);
        continue;
      }
      const order = await rooms.place(
        merchantId,
        fate === 'expired' || fate === 'revived' ? { ...wanted, lifetimeS: 60 } : wanted,
      );
      if (fate === 'paid') {
        rooms.bank.pay(order.order_no);
        await confirmCollection(rooms.collections, order.id, null);
      }
      if (fate === 'late') late.push(order.id);
      if (fate === 'short') {
        rooms.bank.pay(order.order_no, { amount: '1.00' });
        await confirmCollection(rooms.collections, order.id, null);
      }
      if (fate === 'expired' || fate === 'revived') short.push(order.id);
      if (fate === 'revived') late.push(order.id);
    }
    await moveBusinessClock(database, 61_000);
    await admin.query('SELECT expire_collections($1, NULL)', [short]);
    if (evening === 1) await admin.query('SELECT fold_collections(1000)');
    await moveTo(1, 0.25);
    for (const id of late) {
      rooms.bank.pay((await rooms.order(id)).order_no);
      await confirmCollection(rooms.collections, id, null);
    }
  }
}, 120_000);

/** What the list of orders answers to the address of a figure. */
type List = {
  readonly total: number;
  readonly items: readonly { readonly created_at: string; readonly completed_at: string | null }[];
  readonly summary: {
    readonly by_currency: readonly {
      readonly currency: Currency;
      readonly success_count: number;
      readonly failed_count: number;
      readonly amount: string;
      readonly actual: string;
      readonly accounted: string;
      readonly fee: string;
    }[];
  };
};
type Search = DataRow['drill'][string]['search'];

/** The call that the screen of the list makes of such an address (held against the screen's own in its test). */
function callOf({ from, to, completed_from, completed_to, range, is_test, ...plain }: Search): object {
  const span = (name: string, first: unknown, last: unknown): object =>
    first === undefined
      ? {}
      : {
          [`${name}_from`]: startOfRegionDay(regionDayFromText(String(first))).toISOString(),
          [`${name}_to`]: startOfRegionDay(regionDayFromText(String(last)) + 1).toISOString(),
        };
  expect(range).toBe(from === undefined ? 'all' : undefined);
  expect(is_test).toBe('no');
  return {
    ...plain,
    is_test: false,
    ...span('created', from, to),
    ...span('completed', completed_from, completed_to),
    paginate: 200,
  };
}

const sums = (list: List) =>
  list.summary.by_currency[0] ?? {
    success_count: 0,
    failed_count: 0,
    amount: '0.0000',
    actual: '0.0000',
    accounted: '0.0000',
    fee: '0.0000',
  };
/** What each figure must be, by the list that it leads to. */
const fromList: Readonly<Record<FigureName, (list: List, currency: Currency) => string | number | null>> = {
  orders: (list) => list.total,
  success: (list) => list.total,
  failed: (list) => list.total,
  successRate: (list) => successRate(BigInt(sums(list).success_count), BigInt(sums(list).failed_count)),
  amount: (list) => sums(list).amount,
  actual: (list) => sums(list).actual,
  fee: (list) => sums(list).fee,
  accounted: (list) => sums(list).accounted,
  meanTicket: (list, currency) =>
    list.total === 0
      ? null
      : formatLedger(parseSignedLedger(sums(list).amount, currency) / BigInt(list.total), currency),
  timeToPay(list) {
    const seconds = list.items
      .map((row) => Math.floor((Date.parse(row.completed_at ?? '') - Date.parse(row.created_at)) / 1000))
      .sort((a, b) => a - b);
    return seconds[Math.ceil(seconds.length / 2) - 1] ?? null;
  },
};

/** Holds each figure against the list behind it, and answers how many there were. */
async function holdAgainstLists(
  actor: Actor,
  currency: Currency,
  { figures, drill }: Pick<DataRow, 'figures' | 'drill'>,
): Promise<number> {
  let held = 0;
  for (const [name, { screen, search }] of Object.entries(drill)) {
    if (figures[name] === null) continue;
    expect(screen).toBe('collections.transactions');
    const { data } = await http.post(actor, '/collection/transactions/search', callOf(search));
    expect({ [name]: figures[name], search }).toEqual({
      [name]: fromList[name as FigureName](data as List, currency),
      search,
    });
    held += 1;
  }
  return held;
}

interface Screen {
  readonly path: string;
  readonly groups: readonly string[];
  /** Who may open it, by preset. */
  readonly callers: () => readonly (readonly [string, Actor])[];
}
const everywhere = (): readonly (readonly [string, Actor])[] => [
  ['the platform', actorOf('admin', 1n)],
  ['a senior agent', actorOf('agent', own.agentId)],
  ['a senior agent elsewhere', actorOf('agent', dollars.agentId)],
];
/** Every screen of the data centre whose figures are of orders. */
const screens: readonly Screen[] = [{ path: merchantStats.path, groups: statsGroups, callers: everywhere }];

interface Page {
  readonly items: readonly DataRow[];
  readonly total: number;
  readonly summary: DataSummary;
}
async function ask(actor: Actor, path: string, query: Record<string, string>): Promise<Page> {
  const answer = await http.get(
    actor,
    `${path}?${new URLSearchParams({ paginate: '200', ...query }).toString()}`,
  );
  expect(answer.code, JSON.stringify(answer)).toBe(0);
  return answer.data as Page;
}

/** So many days back, both ends included, as instants of the business calendar. */
async function back(from: number, to: number): Promise<{ from: string; to: string }> {
  const today = regionDayOf(await businessNow(database.app));
  return {
    from: startOfRegionDay(today - from).toISOString(),
    to: startOfRegionDay(today - to + 1).toISOString(),
  };
}

describe.each(screens)(`each figure of $path (seed ${seed})`, ({ callers, groups, path }) => {
  test.each(groups)('by %s equals the list behind it, for everybody who may open it', async (group) => {
    for (const [, actor] of callers()) {
      for (const currency of ['TWD', 'USD'] as const) {
        for (const range of [await back(6, 0), await back(1, 1), await back(1, 0)]) {
          const { items, summary } = await ask(actor, path, { group, currency, ...range });
          for (const row of [...items, summary]) await holdAgainstLists(actor, currency, row);
          const orders = items.reduce((total, { figures }) => total + Number(figures['orders']), 0);
          expect(orders).toBe(summary.figures['orders']);
        }
      }
    }
  });
});

test('figures are of the caller’s own tree, and of whom they were asked', async () => {
  const range = await back(6, 0);
  const of = async (actor: Actor, more: Record<string, string> = {}) =>
    (await ask(actor, merchantStats.path, { ...range, group: 'merchant', ...more })).items.map(
      (row) => row.customer?.id,
    );
  const all = await of(actorOf('admin', 1n));
  expect(all).toContain(String(foreign.merchantId));
  const mine = await of(actorOf('agent', own.agentId));
  expect(mine).toContain(String(own.merchantId));
  expect(mine).not.toContain(String(foreign.merchantId));
  expect(await of(actorOf('agent', own.agentId), { customer_id: String(foreign.merchantId) })).toEqual([]);
  expect(await of(actorOf('admin', 1n), { customer_id: String(foreign.merchantId) })).toEqual([
    String(foreign.merchantId),
  ]);
  // The presets keep general agents and merchants out; whoever is let in all the same sees his own.
  const granted = (role: 'subAgent' | 'customer' | 'middleman', id: bigint): Actor =>
    actorOf(role, id, { permissions: new Set(['index.stats.get', 'collections.transactions.get']) });
  expect(await of(granted('subAgent', own.subAgentId))).toEqual([String(own.merchantId)]);
  expect(await of(granted('customer', own.merchantId))).toEqual([String(own.merchantId)]);
  expect(await of(granted('middleman', own.middlemanId))).toEqual([]);
  for (const actor of [granted('subAgent', own.subAgentId), granted('customer', own.merchantId)]) {
    const { items, summary } = await ask(actor, merchantStats.path, { ...range, group: 'merchant.channel' });
    let held = 0;
    for (const row of [...items, summary]) held += await holdAgainstLists(actor, 'TWD', row);
    expect(held).toBeGreaterThan(0);
  }
  for (const role of ['subAgent', 'customer'] as const)
    expect((await http.get(actorOf(role, own.merchantId), merchantStats.path)).code).toBe(20403);
});

test('a figure without a list that the caller may open leads nowhere', async () => {
  const actor = actorOf('admin', 1n, { permissions: new Set(['index.stats.get']) });
  const { items } = await ask(actor, merchantStats.path, await back(6, 0));
  expect(items.map(({ drill }) => drill)).toEqual(items.map(() => ({})));
});

test('the success rate is told of one day, of more none', async () => {
  const boss = actorOf('admin', 1n);
  const long = await ask(boss, merchantStats.path, { ...(await back(6, 0)), group: 'merchant' });
  expect([...long.items, long.summary].map(({ figures }) => figures['successRate'])).toEqual(
    [...long.items, 0].map(() => null),
  );
  const byDay = await ask(boss, merchantStats.path, { ...(await back(6, 0)), group: 'day' });
  expect(byDay.items.some(({ figures }) => figures['successRate'] !== null)).toBe(true);
  const today = await ask(boss, merchantStats.path, { ...(await back(1, 1)), group: 'merchant' });
  expect(today.items.some(({ figures }) => figures['successRate'] !== null)).toBe(true);
  // Nor is how long payers took, which is read from the orders of two days at most.
  expect(long.summary.figures['timeToPay']).toBeNull();
  expect((await ask(boss, merchantStats.path, await back(1, 0))).summary.figures['timeToPay']).not.toBeNull();
});

test.each(comparisons)('held against %s, the other figures are those of that range', async (compare) => {
  const boss = actorOf('admin', 1n);
  const asked = { group: 'merchant.day', compare, ...(await back(1, 0)) };
  const { items, summary } = await ask(boss, merchantStats.path, asked);
  const earlier = { dayBefore: 1, weekday: 7, period: 2 }[compare];
  const was = await ask(boss, merchantStats.path, {
    group: 'merchant.day',
    ...(await back(1 + earlier, earlier)),
  });
  const { successRate: _none, ...before } = summary.before ?? {};
  const { successRate: _neither, ...figures } = was.summary.figures;
  expect(before).toEqual(figures);
  for (const row of items) {
    const day = regionDayText(regionDayFromText(row.day ?? '') - earlier);
    const same = was.items.find((one) => one.day === day && one.customer?.id === row.customer?.id);
    expect(row.before?.['orders']).toBe(same?.figures['orders'] ?? 0);
    expect(row.before?.['actual']).toBe(same?.figures['actual'] ?? '0.0000');
    expect(row.before?.['timeToPay']).toBe(same?.figures['timeToPay'] ?? null);
  }
});

test('a range ends after it begins and is not endless', async () => {
  const boss = actorOf('admin', 1n);
  const { from, to } = await back(3, 0);
  for (const query of [`from=${to}&to=${from}`, `from=${(await back(92, 0)).from}&to=${to}`])
    expect(await http.get(boss, `${merchantStats.path}?${query}`)).toMatchObject({
      code: 400,
      errors: { to: [expect.any(String)] },
    });
});

test('pages follow each other, sorted either way, and say how many rows there are', async () => {
  const boss = actorOf('admin', 1n);
  const range = { ...(await back(6, 0)), group: 'merchant.day' };
  const whole = await ask(boss, merchantStats.path, { ...range, sort: '-orders' });
  const counts = whole.items.map(({ figures }) => Number(figures['orders']));
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  expect(whole.total).toBe(whole.items.length);
  const pages = await Promise.all(
    [1, 2, 99].map(async (page) =>
      ask(boss, merchantStats.path, { ...range, sort: '-orders', paginate: '3', page: String(page) }),
    ),
  );
  expect(pages.flatMap(({ items }) => items.map(({ key }) => key))).toEqual(
    whole.items.slice(0, 6).map(({ key }) => key),
  );
  expect(pages.map(({ total }) => total)).toEqual([whole.total, whole.total, whole.total]);
});

test('the file has the rows of the screen, and their sums', async () => {
  const actor = actorOf('agent', own.agentId);
  const range = await back(6, 0);
  const filter = merchantStatsExport.filter.parse({ ...range, group: 'merchant.day', currency: 'TWD' });
  const reader = { db: database, actor, locale: 'en' as const };
  const { items, summary, total } = await ask(actor, merchantStats.path, { ...range, group: 'merchant.day' });
  expect(await merchantStatsExport.count(reader, filter)).toBe(total);
  const rows: Readonly<Record<string, ExportCell>>[] = [];
  for (let after: string | null = null, more = true; more; more = after !== null) {
    const page = await merchantStatsExport.read(reader, filter, { after, limit: 2 });
    rows.push(...page.rows);
    after = page.next;
  }
  expect(rows).toHaveLength(items.length);
  const fee = rows.reduce(
    (sum, row) => sum + parseSignedLedger((row['fee'] as { money: string }).money, 'TWD'),
    0n,
  );
  expect(formatLedger(fee, 'TWD')).toBe(summary.figures['fee']);
});

test('the sums prove, folded or not, and what moved is counted where it is', async () => {
  const failing = async () =>
    (await prove(database)).checks.flatMap(({ name, passed }) =>
      passed || !name.startsWith('R') ? [] : [name],
    );
  expect(await failing()).toEqual([]);
  await admin.query('SELECT fold_collections(100000)');
  expect(await failing()).toEqual([]);
  const { rows } = await admin.query('SELECT FROM collection_delta');
  expect(rows).toHaveLength(0);
  await admin.query('UPDATE collection_channel_day SET failed_count = failed_count + 1');
  expect(await failing()).toEqual(['R3']);
  await admin.query('UPDATE collection_channel_day SET failed_count = failed_count - 1');
});
