import { beforeAll, expect, test } from 'vitest';
import type { CollectionFilter } from '../src/modules/collections/read/collection-search.ts';
import { listCollections } from '../src/modules/collections/read/search.queries.ts';
import { listByAmount } from '../src/modules/orders/index.ts';
import { listPayouts } from '../src/modules/payouts/read/search.queries.ts';
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
  await moveBusinessClock(database, hourMs);
  await placeOrders();
  await moveBusinessClock(database, hourMs / 2);
  await placeOrders();
}, 240_000);

const scopes = (): Readonly<Record<string, Scope>> => ({
  platform: { kind: 'platform' },
  'senior agent': { kind: 'agent', agentId: own.agentId },
  'general agent': { kind: 'subAgent', subAgentId: own.subAgentId },
  middleman: { kind: 'middleman', middlemanId: own.middlemanId },
  merchant: { kind: 'customer', customerId: foreign.merchantId },
});
const later = (hours: number): Date => new Date(begin.getTime() + hours * hourMs);
const filters = (): Readonly<Record<string, CollectionFilter>> => ({
  none: {},
  'the first ones': { createdFrom: begin, createdTo: later(0.5) },
  'those after them': { createdFrom: later(0.5) },
  nobody: { createdFrom: later(100), createdTo: later(200) },
  merchant: { customerId: own.merchantId },
  'senior agent': { agentId: foreign.agentId },
  currency: { currency: 'USD' },
  'another currency': { currency: 'USDT' },
  'a range of amounts': { amountMinMillionths: 101_000_000n, amountMaxMillionths: 1_200_000_000n },
  'no tests': { isTest: false },
  'general agent': { subAgentId: own.subAgentId },
});
const pages = [
  { offset: 0, limit: 4 },
  { offset: 3, limit: 5 },
  { offset: 0, limit: 100 },
];

interface Order {
  readonly id: bigint;
  readonly currency: string;
  readonly amount: bigint;
}
const up = (one: Order, other: Order): number =>
  (one.currency < other.currency ? -1 : Number(one.currency > other.currency)) ||
  Number(one.amount - other.amount) ||
  Number(one.id - other.id);
const down = (one: Order, other: Order): number =>
  one.currency === other.currency ? up(other, one) : up(one, other);

/** Every page by amount against all that are newest first, sorted here. */
async function expectSorted(readers = scopes()): Promise<void> {
  const lists = {
    collections: async (...asked: Parameters<typeof listCollections>) =>
      (await listCollections(...asked)).map((order) => ({ ...order, amount: order.order_amount })),
    payouts: async (...asked: Parameters<typeof listPayouts>) => listPayouts(...asked),
  };
  for (const [kind, read] of Object.entries(lists)) {
    for (const [who, scope] of Object.entries(readers)) {
      for (const [asked, filter] of Object.entries(filters())) {
        const all: readonly Order[] = await read(database.app, scope, filter, '-created_at', {
          offset: 0,
          limit: 500,
        });
        for (const [sort, order] of [
          ['amount', up],
          ['-amount', down],
        ] as const) {
          const ids = all.toSorted(order).map(({ id }) => id);
          for (const page of pages) {
            const rows = await read(database.app, scope, filter, sort, page);
            expect([kind, who, asked, sort, rows.map(({ id }) => id)]).toEqual([
              kind,
              who,
              asked,
              sort,
              ids.slice(page.offset, page.offset + page.limit),
            ]);
          }
        }
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
  expect(await listedOf()).toEqual([]);
  await moveBusinessClock(database, hourMs * 0.6);
  // Of thirty orders and sixteen payouts that are an hour old by now.
  expect([await list(13), await list(13), await list(13)]).toEqual([26, 13, 0]);
  expect(await listedOf()).toEqual(['collection 26', 'payout 13']);
});

test(
  'pages of what is listed and of what is not are sorted by amount, whoever looks for whatever',
  async () => expectSorted(),
  120_000,
);

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
  await expectSorted({ platform: { kind: 'platform' } });
}, 120_000);
