import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { collectionStatuses, rareCollectionStatuses } from '@suanpan/domain/states/collection';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { confirmCollection } from '../confirm/confirm-collection.ts';
import { chargeBack } from '../refund/refund.store.ts';
import type { CollectionFilter } from './collection-search.ts';
import { keptSumsOf } from '../../orders/index.ts';
import { listCollections, sumCollections, sumOrders } from './search.queries.ts';
import type { ListedOrder } from './search.queries.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);

let own: Tenant;
let foreign: Tenant;
let dollars: Tenant;
let unboundId: bigint;
/** The business day before the first orders. */
let before: number;

async function moveTo(days: number, hours: number): Promise<void> {
  const now = await businessNow(database.app);
  const at = startOfRegionDay(regionDayOf(now) + days).getTime() + hours * 3_600_000;
  await moveBusinessClock(database, at - now.getTime());
}
async function pay(id: bigint, amount?: string): Promise<void> {
  rooms.bank.pay((await rooms.order(id)).order_no, amount === undefined ? {} : { amount });
  await confirmCollection(rooms.collections, id, null);
}

/**
 * Four evenings of orders of three trees in two currencies: paid, paid after midnight, paid in another sum, expired, paid after that,
 * charged back, left alone, and tests of each; the sums of the first two evenings are folded.
 */
beforeAll(async () => {
  const provider = rooms.bank;
  [own, foreign] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  dollars = await createTenant(base, { provider, currency: 'USD' });
  unboundId = await own.merchant();
  const maker = await own.user('admin');
  before = regionDayOf(await businessNow(database.app));
  let serial = 0;
  for (let evening = 0; evening < 4; evening += 1) {
    await moveTo(1, 23.5);
    const late: bigint[] = [];
    const unpaid: bigint[] = [];
    const charged: bigint[] = [];
    for (const { merchantId, currency } of [
      { merchantId: own.merchantId, currency: 'TWD' },
      { merchantId: unboundId, currency: 'TWD' },
      { merchantId: foreign.merchantId, currency: 'TWD' },
      { merchantId: dollars.merchantId, currency: 'USD' },
    ] as const) {
      const fates = ['paid', 'late', 'short', 'expired', 'revived', 'charged', 'open', 'test', 'open test'];
      for (const fate of fates) {
        serial += 1;
        const isTest = fate.endsWith('test');
        // No two of the same amount, so that no figure stands in for another.
        const { id } = await rooms.place(merchantId, {
          major: `${1000 + serial}.50`,
          currency,
          isTest,
          ...((fate === 'expired' || fate === 'revived') && { lifetimeS: 60 }),
        });
        if (fate === 'paid' || fate === 'charged' || fate === 'test') await pay(id);
        if (fate === 'short') await pay(id, `${serial}.25`);
        if (fate === 'late' || fate === 'revived') late.push(id);
        if (fate === 'expired' || fate === 'revived') unpaid.push(id);
        if (fate === 'charged') charged.push(id);
      }
    }
    await moveBusinessClock(database, 61_000);
    await admin.query('SELECT expire_collections($1, NULL)', [unpaid]);
    await moveTo(1, 0.25);
    for (const id of late) await pay(id);
    for (const id of charged) {
      const by = { makerId: maker, approvalId: null, reason: 'evidence', requestId: 'r' };
      await transact(database.app, (tx) => chargeBack(tx, id, `CB-${id}`, by));
    }
    if (evening === 1) await admin.query('SELECT fold_collections(100000)');
  }
}, 180_000);

const scopes = (): Readonly<Record<string, Scope>> => ({
  platform: { kind: 'platform' },
  'senior agent': { kind: 'agent', agentId: own.agentId },
  'general agent': { kind: 'subAgent', subAgentId: own.subAgentId },
  middleman: { kind: 'middleman', middlemanId: own.middlemanId },
  merchant: { kind: 'customer', customerId: own.merchantId },
  'merchant of nobody': { kind: 'customer', customerId: unboundId },
});
const filters = (): Readonly<Record<string, CollectionFilter>> => ({
  none: {},
  'senior agent': { agentId: own.agentId },
  'another senior agent': { agentId: foreign.agentId },
  'general agent': { subAgentId: own.subAgentId },
  'no general agent': { subAgentId: 0n },
  merchant: { customerId: own.merchantId },
  'merchant of another tree': { customerId: foreign.merchantId },
  currency: { currency: 'USD' },
  'another currency': { currency: 'USDT' },
  'no tests': { isTest: false },
  'no tests of a merchant': { isTest: false, customerId: own.merchantId, currency: 'TWD' },
  tests: { isTest: true },
  ...Object.fromEntries(collectionStatuses.map((status) => [status, { status: [status] }])),
  'two states': { status: ['success', 'amount_mismatch'] },
  'all but what is paid back': { status: collectionStatuses.filter((status) => status !== 'refund') },
  'a state without tests': { status: ['expired', 'pending'], isTest: false },
  channel: { channelId: own.channelId },
  'no channel': { channelId: 0n },
  'channel of another tree': { channelId: foreign.channelId, status: ['success', 'expired'] },
  'channel account of a tree': {
    channelAccountId: own.channelAccountId,
    agentId: own.agentId,
    currency: 'TWD',
  },
  'channel of a merchant': { channelId: own.channelId, customerId: own.merchantId },
  'a state of a merchant': { status: ['expired'], customerId: own.merchantId },
  'a state of a general agent by a channel': {
    status: ['pending', 'success'],
    subAgentId: own.subAgentId,
    channelId: own.channelId,
  },
  'one amount': { amountMinMillionths: 1_001_500_000n, amountMaxMillionths: 1_001_500_000n },
});
const hours = (day: number, hour: number): Date =>
  new Date(startOfRegionDay(before + day).getTime() + hour * 3_600_000);
/** The orders are made between 23:30 and 00:16 of days 1, 3, 5 and 7. */
const ranges = (): Readonly<Record<string, Pick<CollectionFilter, 'createdFrom' | 'createdTo'>>> => ({
  'whole days': { createdFrom: hours(0, 0), createdTo: hours(10, 0) },
  'days without their ends': { createdFrom: hours(2, 0), createdTo: hours(7, 0) },
  'both ends within a day of orders': { createdFrom: hours(1, 23.4), createdTo: hours(7, 23.6) },
  'a first day that begins too late': { createdFrom: hours(1, 23.9), createdTo: hours(7, 1) },
  'the first instant of a day left out': {
    createdFrom: new Date(hours(1, 0).getTime() + 1),
    createdTo: new Date(hours(8, 0).getTime() - 1),
  },
  'no order': { createdFrom: hours(20, 0), createdTo: hours(30, 0) },
  'a day': { createdFrom: hours(1, 0), createdTo: hours(2, 0) },
  'no end': { createdFrom: hours(0, 0) },
});

test.each(Object.keys(ranges()))(
  'totals over %s are those of the orders, whoever looks for whatever',
  async (range) => {
    for (const [who, scope] of Object.entries(scopes())) {
      for (const [asked, filter] of Object.entries(filters())) {
        const whole = { ...filter, ...ranges()[range] };
        const counted = await sumOrders(database.app, scope, whole);
        // The files of a list are written with the rights of reports.
        for (const db of [database.app, database.reports])
          expect([who, asked, await sumCollections(db, scope, whole)]).toEqual([who, asked, counted]);
      }
    }
  },
);

const sorts = ['-created_at', 'amount'] as const;
type Asked = readonly [CollectionFilter, (order: ListedOrder) => boolean];
/** What few orders meet, and how an order that was read shows that it does. */
const rarities = (): Readonly<Record<string, Asked>> => {
  const status = (...wanted: readonly string[]): Asked => [
    { status: wanted },
    (order) => wanted.includes(order.status),
  ];
  return {
    pending: status('pending'),
    expired: status('expired'),
    'set aside': status('amount_mismatch'),
    'paid back': status('refund'),
    'of tests': status('test_supplied'),
    abnormal: status('abnormal'),
    'two rare ones': status('refund', 'amount_mismatch'),
    'a rare one and a common one': status('refund', 'success'),
    untold: [{ callbackStatus: ['failed'] }, (order) => order.callback_status === 'failed'],
    channel: [{ channelId: own.channelId }, (order) => order.channel_id === own.channelId],
    'no channel': [{ channelId: 0n }, (order) => order.channel_id === null],
    currency: [{ currency: 'USD' }, (order) => order.currency === 'USD'],
    'another currency': [{ currency: 'USDT' }, () => false],
    'channel and status': [
      { channelId: own.channelId, status: ['expired'] },
      (order) => order.channel_id === own.channelId && order.status === 'expired',
    ],
    'channel without tests': [
      { channelId: own.channelId, isTest: false },
      (order) => order.channel_id === own.channelId && !order.is_test,
    ],
    'rare ones of a merchant': [
      { customerId: own.merchantId, status: ['amount_mismatch'] },
      (order) => order.customer_id === own.merchantId && order.status === 'amount_mismatch',
    ],
    'rare ones of a senior agent': [
      { agentId: own.agentId, status: ['amount_mismatch'] },
      (order) => order.agent_id === own.agentId && order.status === 'amount_mismatch',
    ],
  };
};

test.each(Object.keys(ranges()))(
  'over %s a page finds what few orders meet, and its totals are theirs, whoever looks',
  async (range) => {
    await admin.query(`UPDATE collection_order SET callback_status = 'failed' WHERE id % 7 = 0`);
    for (const [who, scope] of Object.entries(scopes())) {
      const dates = ranges()[range] ?? {};
      for (const sort of sorts) {
        const whole = await listCollections(database.app, scope, dates, sort, { offset: 0, limit: 1_000 });
        for (const [asked, [filter, meets]] of Object.entries(rarities())) {
          const met = whole.filter(meets);
          for (const page of [
            { offset: 0, limit: 3 },
            { offset: 2, limit: 200 },
          ]) {
            const rows = await listCollections(database.app, scope, { ...filter, ...dates }, sort, page);
            expect([who, asked, sort, rows.map(({ id }) => id)]).toEqual([
              who,
              asked,
              sort,
              met.slice(page.offset, page.offset + page.limit).map(({ id }) => id),
            ]);
          }
          if (sort !== '-created_at') continue;
          const sums = await sumCollections(database.reports, scope, { ...filter, ...dates });
          expect([who, asked, sums.reduce((all, { count }) => all + count, 0n)]).toEqual([
            who,
            asked,
            BigInt(met.length),
          ]);
        }
      }
    }
  },
  180_000,
);

test('there is something of every rarity to be missed, and what stops standing so is kept no longer', async () => {
  const all = await listCollections(database.app, { kind: 'platform' }, {}, '-created_at', {
    offset: 0,
    limit: 1_000,
  });
  const missing = Object.entries(rarities()).filter(([, [, meets]]) => !all.some(meets));
  expect(missing.map(([name]) => name)).toEqual(['abnormal', 'no channel', 'another currency']);
  const kept = async (): Promise<unknown> =>
    (await admin.query('SELECT count(*)::int AS n FROM failed_callback')).rows[0];
  expect(await kept()).not.toEqual({ n: 0 });
  await admin.query(
    "UPDATE collection_order SET callback_status = 'success' WHERE callback_status = 'failed'",
  );
  expect(await kept()).toEqual({ n: 0 });
});

test('where an order is rare is said alike here and in the database', async () => {
  const { rows } = await admin.query<{ status: string; rare: boolean }>(
    `SELECT s AS status, collection_is_rare(s) AS rare FROM unnest($1::text[]) AS s WHERE collection_is_rare(s)`,
    [collectionStatuses],
  );
  expect(rows.map(({ status }) => status).toSorted()).toEqual([...rareCollectionStatuses].toSorted());
});

test('long ranges are read from the kept sums, and what these cannot tell from the orders', async () => {
  const platform: Scope = { kind: 'platform' };
  const days = ranges()['both ends within a day of orders'];
  const keptBy = (scope: Scope, filter: CollectionFilter = {}) =>
    keptSumsOf(scope, { ...filter, ...days })?.by;
  const by = Map.groupBy(Object.keys(filters()), (name) => keptBy(platform, filters()[name]));
  expect(by.get('merchant')).toEqual([
    'general agent',
    'no general agent',
    'merchant',
    'merchant of another tree',
    'no tests of a merchant',
    'channel of a merchant',
    'a state of a merchant',
    'a state of a general agent by a channel',
  ]);
  expect(by.get(undefined)).toEqual(['tests', 'one amount']);
  expect(Object.values(scopes()).map((scope) => [scope.kind, keptBy(scope)])).toEqual(
    Object.values(scopes()).map(({ kind }) => [
      kind,
      kind === 'middleman' ? undefined : kind === 'platform' || kind === 'agent' ? 'agent' : 'merchant',
    ]),
  );
  expect(
    Object.keys(ranges()).filter((name) => keptSumsOf(platform, { ...ranges()[name] }) === null),
  ).toEqual(['no end']);
  // There is something of everything to be missed.
  const [sum] = await sumOrders(database.app, platform, { ...days, currency: 'TWD' });
  expect(sum).toMatchObject({ count: 108n, success_count: 48n, failed_count: 24n });
  // A sum that was altered is what is told: nothing else tells of it.
  const filter = { ...days, currency: 'TWD' };
  for (const [table, asked] of Object.entries({
    collection_merchant_day: { ...filter, customerId: own.merchantId },
    collection_agent_day: filter,
  })) {
    const [told] = await sumCollections(database.app, platform, asked);
    await admin.query(`UPDATE ${table} SET created_count = created_count + 1`);
    const [altered] = await sumCollections(database.app, platform, asked);
    expect(altered?.count).toBeGreaterThan(told?.count ?? 0n);
    await admin.query(`UPDATE ${table} SET created_count = created_count - 1`);
  }
});
