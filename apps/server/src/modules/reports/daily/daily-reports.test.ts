import { regionDayFromText, regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { searchRefunds } from '@suanpan/contract/endpoints/refunds';
import type { dailyReports, dailyReportVersions, monthlyReport } from '@suanpan/contract/endpoints/reports';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import { startDueWork } from '../../../platform/due-work.ts';
import type { DueWorks } from '../../../platform/due-work.ts';
import type { ExportPage } from '../../../platform/export-list.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { transact } from '../../../platform/db/transact.ts';
import { confirmCollection, sumCollections } from '../../collections/index.ts';
import { chargeBack } from '../../collections/refund/refund.store.ts';
import { refundFilterOf } from '../../collections/refund/refunds.routes.ts';
import { sumRefunds } from '../../collections/refund/refunds.queries.ts';
import type { OrderRow } from '../../collections/index.ts';
import { orderFilterOf } from '../../orders/index.ts';
import { prove } from '../../ledger/index.ts';
import { sumPayouts } from '../../payouts/index.ts';
import { monthlyReportExport, openReports, reportExport } from '../index.ts';
import { daysOf } from '../statements/period.ts';
import { dailyReportWork, restateWork } from './make-reports.ts';

const base = await testDatabase();
const { admin, database, log } = base;
const rooms = await openMoneyRooms(base);
const payouts = await openPayoutRooms(base, rooms);
const http = openHttp(base);
openReports({
  db: database,
  unanswered: async () => [],
  placesOf: async () => new Map(),
  differences: async () => ({ oldestAt: null, sums: [], items: [] }),
}).bind(http.app);
const platform = actorOf('admin', 1n);

type List = OutputOf<typeof dailyReports>;
const list = async (actor = platform, query = ''): Promise<List> =>
  (await http.get(actor, `/reports${query}`)).data as List;
const versions = async (day: string, actor = platform) =>
  ((await http.get(actor, `/reports/${day}/versions`)).data as OutputOf<typeof dailyReportVersions>).items;

async function moveTo(days: number, hours: number): Promise<void> {
  const now = await businessNow(database.app);
  const at = startOfRegionDay(regionDayOf(now) + days).getTime() + hours * 3_600_000;
  await moveBusinessClock(database, at - now.getTime());
}
const today = async (): Promise<string> => regionDayText(regionDayOf(await businessNow(database.app)));
async function pay(order: OrderRow): Promise<void> {
  rooms.bank.pay(order.order_no);
  await confirmCollection(rooms.collections, order.id, null);
}
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

let one: Tenant;
let other: Tenant;
let server: DueWorks;
let second: DueWorks;
let first: string;
let left: OrderRow;

/** Two orders that were paid and one that was not on the first day, one of another tree, and a payout on the same day. */
beforeAll(async () => {
  [one, other] = [
    await createTenant(base, { provider: rooms.bank }),
    await createTenant(base, { provider: rooms.bank }),
  ];
  await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE kind = 'customer'");
  await moveTo(1, 10);
  first = await today();
  const start = () =>
    startDueWork({ db: database.workers, works: [dailyReportWork, restateWork], log, pollMs: 3_600_000 });
  [server, second] = [start(), start()];
  await Promise.all([server.runDue(), second.runDue()]);
  for (const major of ['10000', '500']) await pay(await rooms.place(one.merchantId, { major }));
  left = await rooms.place(one.merchantId, { major: '777' });
  await pay(await rooms.place(other.merchantId, { major: '300' }));
  await pay(await rooms.place(one.merchantId, { isTest: true }));
  await payouts.channel(one, [one.merchantId]);
  const payout = await payouts.place(one.merchantId);
  await payouts.work();
  rooms.bank.payout(payout.order_no).status = 'paid';
  await payouts.tell(await payouts.payout(payout.id));
});

const run = () => Promise.all([server.runDue(), second.runDue()]);

test('at 00:01, and not a minute earlier, the day before is made once by two servers', async () => {
  await moveTo(1, 0);
  await run();
  expect((await list()).items).toEqual([]);
  await moveBusinessClock(database, 60_000);
  await run();
  const { items, summary } = await list(platform, `?from=${first}&to=${first}`);
  expect(items).toHaveLength(3);
  const own = items.find(({ channel }) => channel?.id === String(one.channelId));
  expect(own).toMatchObject({
    day: first,
    channel: { id: String(one.channelId) },
    count: 3,
    success_count: 2,
    failed_count: 0,
    success_rate: '100.00',
    amount: '11277.0000',
    actual: '10500.0000',
    settled_count: 2,
    fee: '304.0000',
    accounted: '10196.0000',
    refunds: '0.0000',
    payouts: 0,
    version: 1,
    restated_at: null,
    difference: null,
  });
  expect(summary.by_currency).toMatchObject([
    {
      currency: 'TWD',
      rows: 3,
      count: 4,
      payouts: 1,
      payout_amount: '5000.0000',
      payout_fee: '20.0000',
      actual: '10800.0000',
      success_rate: '100.00',
    },
  ]);
  const { rows } = await admin.query('SELECT 1 FROM daily_report WHERE day = $1', [first]);
  expect(rows).toHaveLength(1);
  expect(await failing()).toEqual([]);
});

test('every figure leads to the orders that it is made of, in number and in sum', async () => {
  const { items } = await list(platform, `?from=${first}&to=${first}`);
  for (const row of items) {
    for (const [name, { screen, search }] of Object.entries(row.drill)) {
      const sums = await sumsAt(screen, search);
      expect(plain(sums[name]), name).toBe(plain(row[name as 'count']));
    }
  }
  expect(Object.keys(items[0]?.drill ?? {})).toHaveLength(12);
});

test('a supply of a past day makes a version beside it, with the difference, and the first one stays', async () => {
  const [was] = await versions(first);
  await pay(left);
  await moveBusinessClock(database, 11 * 60_000);
  await run();
  const { items } = await list(platform, `?from=${first}&to=${first}`);
  const own = items.find(({ channel }) => channel?.id === String(one.channelId));
  expect(own).toMatchObject({ version: 2, success_count: 3, count: 3, actual: '10500.0000' });
  expect(own?.difference).toMatchObject({ success_count: 1, count: 0, amount: '0.0000' });
  expect(own?.restated_at).not.toBeNull();
  const told = await versions(first);
  expect(told).toHaveLength(2);
  expect(told[0]).toEqual(was);
  expect(told[1]).toMatchObject({
    version: 2,
    previous: was?.hash,
    difference: [{ currency: 'TWD', success_count: 1 }],
  });
  // The other tree had no part in it, and is told of no version.
  const stranger = items.find(({ customer }) => customer.id === String(other.merchantId));
  expect(stranger).toMatchObject({ version: 1, difference: null });
  const foreign = actorOf('agent', other.agentId);
  expect(await versions(first, foreign)).toHaveLength(1);
  // Nothing more has changed: nothing more is made.
  await moveBusinessClock(database, 11 * 60_000);
  await run();
  expect(await versions(first)).toHaveLength(2);
  expect(await failing()).toEqual([]);
});

test('money that goes back of a past day is told of that day', async () => {
  const maker = await one.user('admin');
  await transact(database.app, (tx) =>
    chargeBack(tx, left.id, 'CB-1', { makerId: maker, approvalId: null, reason: 'evidence', requestId: 'r' }),
  );
  await moveBusinessClock(database, 11 * 60_000);
  await run();
  const { items } = await list(
    platform,
    `?from=${first}&to=${first}&customer_id=${one.merchantId}&channel=${one.channelId}`,
  );
  // It was paid, so it counts among the successes still.
  expect(items[0]).toMatchObject({ refunds: '777.0000', version: 3, success_count: 3 });
  expect((await versions(first)).at(-1)?.difference).toMatchObject([
    { refunds: '777.0000', success_count: 0 },
  ]);
  const { search } = items[0]?.drill['refunds'] ?? {};
  expect(await refundsAt(search ?? {})).toEqual({ count: 1n, amount: 7_770_000n });
  expect(await failing()).toEqual([]);
});

test('days that were missed are made one by one when the clock has jumped, and none twice', async () => {
  await moveTo(5, 3);
  await run();
  const { rows } = await admin.query<{ day: string; versions: string }>(
    'SELECT day::text, count(*) AS versions FROM daily_report GROUP BY day ORDER BY day',
  );
  const last = regionDayFromText(await today()) - 1;
  expect(rows.map(({ day }) => day)).toEqual(
    Array.from({ length: last - regionDayFromText(first) + 1 }, (_, n) =>
      regionDayText(regionDayFromText(first) + n),
    ),
  );
  await run();
  expect(await failing()).toEqual([]);
});

test('a month is what its days say together, to the last figure, and its file is the list', async () => {
  const month = first.slice(0, 7);
  const { data } = await http.get(platform, `/index/stats4?month=${month}`);
  const told = data as OutputOf<typeof monthlyReport>;
  const { to } = daysOf(month) ?? { to: first };
  const days = (await list(platform, `?from=${month}-01&to=${to}&paginate=200`)).items;
  const minor = (text: string): bigint => BigInt(text.replace('.', ''));
  for (const row of told.items) {
    const own = days.filter(
      ({ channel, customer }) => customer.id === row.customer.id && channel?.id === row.channel?.id,
    );
    for (const name of [
      'amount',
      'actual',
      'fee',
      'accounted',
      'refunds',
      'payout_amount',
      'payout_fee',
    ] as const)
      expect(minor(row[name]), `${row.key} ${name}`).toBe(
        own.reduce((sum, day) => sum + minor(day[name]), 0n),
      );
    for (const name of ['count', 'success_count', 'settled_count', 'payouts'] as const)
      expect(row[name], `${row.key} ${name}`).toBe(own.reduce((sum, day) => sum + day[name], 0));
    // The same figures at the orders themselves.
    for (const [name, { screen, search }] of Object.entries(row.drill)) {
      if (screen === 'collections.revert') continue;
      const sums = await sumsAt(screen, search);
      expect(plain(sums[name]), name).toBe(plain(row[name as 'count']));
    }
  }
  expect(told.items.length).toBeGreaterThan(2);
  const reader = { db: database, actor: platform, locale: 'en' as const };
  const filter = monthlyReportExport.filter.parse({ month });
  const { rows } = await monthlyReportExport.read(reader, filter, { after: null, limit: 500 });
  expect(rows).toHaveLength(told.items.length);
  expect(await monthlyReportExport.count(reader, filter)).toBe(told.total);
  const fees = rows.reduce((sum, row) => sum + minor((row['fee'] as { money: string }).money), 0n);
  expect(fees).toBe(minor(told.summary.by_currency[0]?.fee ?? '0'));
  const foreign = await http.get(actorOf('agent', other.agentId), `/index/stats4?month=${month}`);
  expect(foreign.data.items.map(({ customer }: { customer: { id: string } }) => customer.id)).toEqual([
    String(other.merchantId),
  ]);
  for (const month of ['2026-13', '0000-01', '2026-00', '9999-12'])
    expect((await http.get(platform, `/index/stats4?month=${month}`)).code, month).toBe(400);
  // Years that nobody lives in are the ends of the calendar, and no fault.
  for (const odd of [
    'from=0000-01-01',
    'to=9999-12-31',
    'to=9999-12-31T23:59:59Z',
    'from=0000-01-01T00:00:00Z',
  ])
    expect((await http.get(platform, `/reports?${odd}`)).code, odd).toBe(0);
  expect((await http.get(platform, '/reports/0000-01-01/versions')).data).toEqual({ items: [] });
});

test('everybody sees his own tree, and below a senior agent nobody is told of him', async () => {
  const query = `?from=${first}&to=${first}`;
  const of = async (actor: Actor) => (await list(actor, query)).items;
  const ids = (rows: List['items']) => rows.map(({ customer }) => customer.id);
  expect(new Set(ids(await of(actorOf('agent', one.agentId))))).toEqual(new Set([String(one.merchantId)]));
  expect(ids(await of(actorOf('agent', other.agentId)))).toEqual([String(other.merchantId)]);
  const mine = await of(actorOf('customer', one.merchantId));
  expect(new Set(ids(mine))).toEqual(new Set([String(one.merchantId)]));
  expect(mine[0]?.agent).toBeNull();
  expect(Object.keys(mine[0]?.drill ?? {})).not.toContain('refunds');
  expect(new Set(ids(await of(actorOf('subAgent', one.subAgentId))))).toEqual(
    new Set([String(one.merchantId)]),
  );
  expect((await http.get(actorOf('middleman', one.middlemanId), `/reports${query}`)).code).toBe(20403);
});

test('the file has the rows and the sums of the list', async () => {
  const reader = { db: database, actor: platform, locale: 'en' as const };
  const filter = reportExport.filter.parse({});
  const rows: ExportPage['rows'][number][] = [];
  for (let after: string | null = null; ;) {
    const page: ExportPage = await reportExport.read(reader, filter, { after, limit: 2 });
    rows.push(...page.rows);
    after = page.next;
    if (after === null) break;
  }
  const { total, summary } = await list();
  expect(rows).toHaveLength(total ?? 0);
  expect(await reportExport.count(reader, filter)).toBe(total);
  const added = rows.reduce(
    (sum, { actual }) => sum + BigInt((actual as { money: string }).money.replace('.', '')),
    0n,
  );
  expect(added).toBe(BigInt(summary.by_currency[0]?.actual.replace('.', '') ?? 0));
});

test('who alters what was made is found by the proof, and cannot do so as the product', async () => {
  await expect(database.pool.query('UPDATE daily_report_row SET actual = 1')).rejects.toThrow();
  const alter = async (sql: string) => {
    await admin.query(
      'ALTER TABLE daily_report_row DISABLE TRIGGER USER; ALTER TABLE daily_report DISABLE TRIGGER USER',
    );
    await admin.query(sql);
  };
  await alter('UPDATE daily_report_row SET payouts = payouts + 1 WHERE version = 1');
  expect(await failing()).toEqual(['R8']);
  await alter('UPDATE daily_report_row SET payouts = payouts - 1 WHERE version = 1');
  expect(await failing()).toEqual([]);
  await alter(
    "UPDATE daily_report SET summed = '{}' WHERE day = (SELECT min(day) FROM daily_report) AND version = 1",
  );
  expect(await failing()).toEqual(['R8']);
});

/** A figure without the zeros behind its point. */
const plain = (value: unknown): string => {
  const text = String(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

type Search = Readonly<Record<string, string | string[]>>;
const begins = (day: string | undefined, after = 0) =>
  day === undefined ? undefined : startOfRegionDay(regionDayFromText(day) + after).toISOString();

/** What the list of refunds says of a search. */
async function refundsAt(search: Search) {
  const { ordered_from: from, ordered_to: to, range: _all, ...rest } = search as Record<string, string>;
  const asked = { ...rest, ordered_from: begins(from), ordered_to: begins(to, 1) };
  const [sum] = await sumRefunds(
    database.app,
    platform.scope,
    refundFilterOf(searchRefunds.input.parse(asked)),
  );
  return { count: sum?.count, amount: sum?.amount };
}

/** What the list that a figure leads to says of it. */
async function sumsAt(screen: string, search: Search) {
  const at = (name: string): string | undefined => search[name] as string | undefined;
  const filter = orderFilterOf({
    customer_id: at('customer_id'),
    agent_id: at('agent_id'),
    channel: at('channel'),
    currency: at('currency') as 'TWD',
    status: search['status'] as string[] | undefined,
    is_test: false,
    created_from: begins(at('from')),
    created_to: begins(at('to'), 1),
    completed_from: begins(at('completed_from')),
    completed_to: begins(at('completed_to'), 1),
  });
  const money = (minor = 0n): string => `${minor / 10_000n}.${String(minor % 10_000n).padStart(4, '0')}`;
  if (screen === 'payment.transactions') {
    const [sum] = await sumPayouts(database.app, platform.scope, filter);
    return {
      payouts: sum?.count ?? 0n,
      payout_amount: money(sum?.amount),
      payout_fee: money(sum?.fee),
    } as Record<string, unknown>;
  }
  if (screen === 'collections.revert') return { refunds: money() } as Record<string, unknown>;
  const [sum] = await sumCollections(database.app, platform.scope, filter);
  return {
    count: sum?.count ?? 0n,
    amount: money(sum?.amount),
    success_count: sum?.count ?? 0n,
    failed_count: sum?.count ?? 0n,
    settled_count: sum?.count ?? 0n,
    actual: money(sum?.actual),
    fee: money(sum?.fee),
    accounted: money(sum?.accounted),
  } as Record<string, unknown>;
}
