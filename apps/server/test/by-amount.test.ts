import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CollectionFilter } from '../src/modules/collections/read/collection-search.ts';
import { listCollections, sumCollections } from '../src/modules/collections/read/search.queries.ts';
import { listByAmount } from '../src/modules/orders/index.ts';
import { listPayouts, sumPayouts } from '../src/modules/payouts/read/search.queries.ts';
import { businessNow } from '../src/platform/clock.ts';
import type { Scope } from '../src/platform/http/actor.ts';
import { moveBusinessClock, testDatabase } from './database.ts';
import { openMoneyRooms } from './money-rooms.ts';
import { openPayoutRooms } from './payout-rooms.ts';
import { createTenant } from './tenant.ts';
import type { Tenant } from './tenant.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);

const hourMs = 3_600_000;
let own: Tenant;
let foreign: Tenant;
let dollars: Tenant;
let begin: Date;

/** Orders of three trees in two currencies and payouts of two, some of the same amount. */
async function placeOrders(): Promise<void> {
  for (let n = 0; n < 6; n += 1) {
    const major = String(1_000 + ((n * 7) % 4) * 100);
    for (const { merchantId } of [own, foreign]) await rooms.create(merchantId, { major, isTest: n === 5 });
    if (n < 3) await rooms.create(dollars.merchantId, { major, currency: 'USD' });
    if (n < 4)
      for (const { merchantId } of [own, foreign])
        await here.submit(merchantId, { major: String(100 + (n % 3)) });
  }
}
/** As many more of the own tree's first orders, so that whoever looks at them has too many to sort. */
async function placeMany(): Promise<void> {
  for (const [table, amount] of [
    ['collection_order', 'order_amount'],
    ['payout_order', 'amount'],
  ]) {
    await admin.query(
      `INSERT INTO ${table} SELECT r.*
       FROM ${table} o, generate_series(1, 6172) AS n,
            jsonb_populate_record(o, jsonb_build_object('id', nextval('${table}_id'), '${amount}', 100 + n % 7,
              'order_no', 'N' || n, 'merchant_order_no', 'M' || n, 'created_at', $2::timestamptz)) AS r
       WHERE o.id = (SELECT min(id) FROM ${table} WHERE customer_id = $1)`,
      [own.merchantId, begin],
    );
  }
}

const list = async (size: number): Promise<number> =>
  (await database.pool.query<{ made: number }>('SELECT list_by_amount($1) AS made', [size])).rows[0]?.made ??
  NaN;

beforeAll(async () => {
  const provider = rooms.bank;
  [own, foreign] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  dollars = await createTenant(base, { provider, currency: 'USD' });
  for (const each of [own, foreign]) {
    await here.channel(each, [each.merchantId]);
    await here.earn(each.merchantId, 1);
  }
  begin = await businessNow(database.app);
  await placeOrders();
  await placeMany();
  await moveBusinessClock(database, hourMs);
  await placeOrders();
  await moveBusinessClock(database, hourMs / 2);
  await placeOrders();
}, 240_000);

interface Order {
  readonly id: bigint;
  readonly currency: string;
  readonly amount: bigint;
  /** Microseconds since 1970: two orders of one millisecond are told apart. */
  readonly at: bigint;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly sub_agent_id: bigint | null;
  readonly middleman_id: bigint | null;
  readonly is_test: boolean;
}
type Meets = (order: Order) => boolean;

const scopes = (): Readonly<Record<string, readonly [Scope, Meets]>> => ({
  platform: [{ kind: 'platform' }, () => true],
  'senior agent': [{ kind: 'agent', agentId: own.agentId }, (order) => order.agent_id === own.agentId],
  'general agent': [
    { kind: 'subAgent', subAgentId: own.subAgentId },
    (order) => order.sub_agent_id === own.subAgentId,
  ],
  middleman: [
    { kind: 'middleman', middlemanId: own.middlemanId },
    (order) => order.middleman_id === own.middlemanId,
  ],
  merchant: [
    { kind: 'customer', customerId: own.merchantId },
    (order) => order.customer_id === own.merchantId,
  ],
  'another merchant': [
    { kind: 'customer', customerId: foreign.merchantId },
    (order) => order.customer_id === foreign.merchantId,
  ],
});
const later = (hours: number): Date => new Date(begin.getTime() + hours * hourMs);
const micros = (at: Date): bigint => BigInt(at.getTime()) * 1_000n;
const millionths = ({ amount, currency }: Order): bigint => (currency === 'USDT' ? amount : amount * 100n);
const filters = (): Readonly<Record<string, readonly [CollectionFilter, Meets]>> => ({
  none: [{}, () => true],
  'the first ones': [
    { createdFrom: begin, createdTo: later(0.5) },
    ({ at }) => at >= micros(begin) && at < micros(later(0.5)),
  ],
  'those after them': [{ createdFrom: later(0.5) }, ({ at }) => at >= micros(later(0.5))],
  nobody: [{ createdFrom: later(100), createdTo: later(200) }, () => false],
  merchant: [{ customerId: own.merchantId }, (order) => order.customer_id === own.merchantId],
  'senior agent': [{ agentId: foreign.agentId }, (order) => order.agent_id === foreign.agentId],
  currency: [{ currency: 'USD' }, ({ currency }) => currency === 'USD'],
  'another currency': [{ currency: 'USDT' }, () => false],
  'a range of amounts': [
    { amountMinMillionths: 101_000_000n, amountMaxMillionths: 1_200_000_000n },
    (order) => millionths(order) >= 101_000_000n && millionths(order) <= 1_200_000_000n,
  ],
  'one amount': [
    { amountMinMillionths: 10_200n, amountMaxMillionths: 10_200n },
    (order) => millionths(order) === 10_200n,
  ],
  'no less': [{ amountMinMillionths: 1_100_000_000n }, (order) => millionths(order) >= 1_100_000_000n],
  'no tests': [{ isTest: false }, (order) => !order.is_test],
  'general agent': [{ subAgentId: own.subAgentId }, (order) => order.sub_agent_id === own.subAgentId],
});
const pages = [
  { offset: 0, limit: 4 },
  { offset: 3, limit: 97 },
];

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));
const byCurrency = (one: Order, other: Order): number =>
  one.currency < other.currency ? -1 : Number(one.currency > other.currency);
const up = (one: Order, other: Order): number =>
  compare(one.amount, other.amount) || compare(one.id, other.id);
const orderings = {
  amount: (one: Order, other: Order) => byCurrency(one, other) || up(one, other),
  '-amount': (one: Order, other: Order) => byCurrency(one, other) || up(other, one),
  '-created_at': (one: Order, other: Order) => compare(other.at, one.at) || compare(other.id, one.id),
} as const;

const kinds = {
  collection_order: { amount: 'order_amount', page: listCollections, sums: sumCollections },
  payout_order: { amount: 'amount', page: listPayouts, sums: sumPayouts },
} as const;

const knowing: ReadonlySet<Scope['kind']> = new Set(['platform', 'agent', 'subAgent']);

/** Every page against the orders themselves, filtered and sorted here. */
async function expectSorted(readers = scopes()): Promise<void> {
  for (const [table, { amount, page: read, sums }] of Object.entries(kinds)) {
    const { rows: all } = await sql<Order>`
      SELECT id, currency, ${sql.ref(amount)} AS amount, (extract(epoch FROM created_at) * 1000000)::bigint AS at,
             customer_id, agent_id, sub_agent_id, middleman_id, is_test
      FROM ${sql.table(table)}`.execute(database.app);
    for (const [who, [scope, isHis]] of Object.entries(readers)) {
      for (const [asked, [filter, isAsked]] of Object.entries(filters())) {
        // Whoever may not know a chain finds nothing by it.
        const isTold = filter.subAgentId === undefined || knowing.has(scope.kind);
        const met = all.filter((order) => isTold && isHis(order) && isAsked(order));
        const isOfAmount = (filter.amountMinMillionths ?? filter.amountMaxMillionths) !== undefined;
        for (const [sort, ordering] of Object.entries(orderings)) {
          // Newest first they are another matter, but for those of an amount.
          if (sort === '-created_at' && !isOfAmount) continue;
          const ids = met.toSorted(ordering).map(({ id }) => id);
          for (const page of pages) {
            const rows = await read(database.app, scope, filter, sort as keyof typeof orderings, page);
            const due = ids.slice(page.offset, page.offset + page.limit);
            expect([table, who, asked, sort, rows.map(({ id }) => id)]).toEqual([
              table,
              who,
              asked,
              sort,
              due,
            ]);
          }
        }
        const totals = await sums(database.reports, scope, filter);
        const counted = totals.reduce((total, { count }) => total + count, 0n);
        expect([table, who, asked, counted]).toEqual([table, who, asked, BigInt(met.length)]);
      }
    }
  }
}
const listedOf = async (): Promise<readonly string[]> =>
  (
    await admin.query<{ listed: string }>(
      "SELECT order_kind || ' ' || count(*) AS listed FROM order_by_amount GROUP BY order_kind ORDER BY 1",
    )
  ).rows.map(({ listed }) => listed);

test(
  'pages of what nobody has listed yet are sorted by amount, whoever looks for whatever',
  async () => expectSorted(),
  120_000,
);

test('an order is listed an hour after it was made, and with as many others alone', async () => {
  await listByAmount(database.app);
  expect(await listedOf()).toEqual(['collection 6144', 'payout 6144']);
  expect(await list(13)).toBe(26);
  await moveBusinessClock(database, hourMs * 0.6);
  // By now two of three parts are an hour old.
  const made: number[] = [];
  for (let last = 1; last > 0;) made.push((last = await list(13)));
  expect(made).toEqual([26, 26, 13, 0]);
});

test(
  'pages of what is listed and of what is not are sorted by amount, whoever looks for whatever',
  async () => expectSorted(),
  120_000,
);

test('whatever the worker lists between two statements of a page is met once', async () => {
  /** As if the worker were due whenever a statement has ended. */
  const between = database.app.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await list(41);
      return result;
    },
  });
  const { platform } = scopes();
  const { none, 'a range of amounts': range, 'one amount': one } = filters();
  for (const [asked, filter] of Object.entries({ none, range, one }))
    for (const sort of Object.keys(orderings) as (keyof typeof orderings)[])
      for (const { page: read } of Object.values(kinds)) {
        const page = { offset: 0, limit: 300 };
        const pageOf = async (db: typeof between): Promise<readonly bigint[]> =>
          (await read(db, platform?.[0] ?? { kind: 'platform' }, filter?.[0] ?? {}, sort, page)).map(
            ({ id }) => id,
          );
        const due = await pageOf(database.app);
        await admin.query('TRUNCATE order_by_amount');
        await admin.query('UPDATE listed_by_amount SET last_id = 0');
        for (let step = 0; step < 6; step += 1)
          expect([asked, sort, step, await pageOf(between)]).toEqual([asked, sort, step, due]);
      }
  await listByAmount(database.app);
}, 120_000);

test('the list is what a page goes by', async () => {
  const largest = async (): Promise<bigint | undefined> =>
    (
      await listCollections(
        database.app,
        { kind: 'platform' },
        {},
        '-amount',
        pages[0] ?? { offset: 0, limit: 1 },
      )
    )[0]?.id;
  const before = await largest();
  await admin.query('CREATE TEMP TABLE kept AS SELECT * FROM order_by_amount');
  await admin.query('DELETE FROM order_by_amount WHERE order_id = $1', [before]);
  expect(await largest()).not.toBe(before);
  await admin.query('INSERT INTO order_by_amount SELECT * FROM kept ON CONFLICT DO NOTHING');
  expect(await largest()).toBe(before);
});

test('where a page passes by too many, the orders themselves are sorted', async () => {
  await admin.query(
    `INSERT INTO order_by_amount (order_kind, currency, amount, order_id, created_at, customer_id, agent_id)
     SELECT kind, 'TWD', amount, -n, $1, $2, $3
     FROM generate_series(1, 3001) AS n, unnest(ARRAY['collection', 'payout']) AS kind, unnest(ARRAY[1, 1000000000000]) AS amount`,
    [later(0.2), own.merchantId, own.agentId],
  );
  const { platform } = scopes();
  if (platform) await expectSorted({ platform });
}, 120_000);
