import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { slicePayers } from '../collections.store.ts';
import type { CollectionFilter } from './collection-search.ts';
import { countCollections, listCollections, sumCollections } from './search.queries.ts';
import type { ListedOrder } from './search.queries.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);

const hourMs = 3_600_000;
let own: Tenant;
let foreign: Tenant;
let begin: Date;

/** Nine orders of two trees, of three payers who take turns; the tenth tells nothing of its payer. */
async function placeOrders(): Promise<void> {
  for (let n = 0; n < 10; n += 1) {
    const tenant = n % 2 === 0 ? own : foreign;
    await rooms.create(tenant.merchantId, {
      major: String(1_000 + (n % 4)),
      ...(n < 9 && {
        realName: `Payer ${n % 3}`,
        payerLast5: `0000${n % 3}`,
        requestIp: `198.51.100.${n % 3}`,
      }),
    });
  }
}
const slices = async (): Promise<number> =>
  (await admin.query<{ n: number }>('SELECT count(*)::int AS n FROM payer_slice')).rows[0]?.n ?? NaN;
const slice = async (size: number): Promise<number> =>
  (await database.pool.query<{ made: number }>('SELECT slice_payers($1) AS made', [size])).rows[0]?.made ??
  NaN;

beforeAll(async () => {
  own = await createTenant(base, { provider: rooms.bank });
  foreign = await createTenant(base, { provider: rooms.bank });
  begin = await businessNow(database.app);
  await placeOrders();
  // Of a currency with another scale.
  await admin.query(
    "UPDATE collection_order SET currency = 'USDT', order_amount = 1003000000 WHERE real_name IS NULL",
  );
  await moveBusinessClock(database, hourMs);
  await placeOrders();
  await moveBusinessClock(database, hourMs / 2);
  await placeOrders();
});

const scopes = (): Readonly<Record<string, Scope>> => ({
  platform: { kind: 'platform' },
  'senior agent': { kind: 'agent', agentId: own.agentId },
  merchant: { kind: 'customer', customerId: foreign.merchantId },
});
const later = (hours: number): Date => new Date(begin.getTime() + hours * hourMs);
const ranges = (): Readonly<Record<string, Pick<CollectionFilter, 'createdFrom' | 'createdTo'>>> => ({
  'all time': {},
  'the first ones': { createdFrom: begin, createdTo: later(0.5) },
  'those after them': { createdFrom: later(0.5) },
  nobody: { createdFrom: later(100), createdTo: later(200) },
});
type Asked = readonly [CollectionFilter, (order: ListedOrder) => boolean];
const asked = (): Readonly<Record<string, Asked>> => ({
  name: [{ realName: 'Payer 1' }, (order) => order.real_name === 'Payer 1'],
  'a new name': [{ realName: 'Payer 9' }, (order) => order.real_name === 'Payer 9'],
  'a name of nobody': [{ realName: 'Payer X' }, () => false],
  'last five digits': [{ last5: '00002' }, (order) => order.payer_last5 === '00002'],
  address: [{ requestIp: '198.51.100.0' }, (order) => order.request_ip === '198.51.100.0'],
  amount: [
    { amountMinMillionths: 1_003_000_000n, amountMaxMillionths: 1_003_000_000n },
    ({ currency, order_amount: amount }) => amount === (currency === 'USDT' ? 1_003_000_000n : 10_030_000n),
  ],
  'a name and an amount': [
    { realName: 'Payer 0', amountMinMillionths: 1_002_000_000n, amountMaxMillionths: 1_002_000_000n },
    (order) => order.real_name === 'Payer 0' && order.order_amount === 10_020_000n,
  ],
  'a name of a state': [
    { realName: 'Payer 1', status: ['expired'] },
    (order) => order.real_name === 'Payer 1' && order.status === 'expired',
  ],
});

async function expectTheSame(): Promise<void> {
  for (const [who, scope] of Object.entries(scopes())) {
    for (const [range, dates] of Object.entries(ranges())) {
      for (const sort of ['-created_at', 'amount'] as const) {
        const all = await listCollections(database.app, scope, dates, sort, { offset: 0, limit: 100 });
        for (const [what, [filter, meets]] of Object.entries(asked())) {
          const whole = { ...filter, ...dates };
          const rows = await listCollections(database.app, scope, whole, sort, { offset: 1, limit: 3 });
          const met = all.filter(meets);
          const ids = met.slice(1, 4).map(({ id }) => id);
          expect([who, range, what, sort, rows.map(({ id }) => id)]).toEqual([who, range, what, sort, ids]);
          const sums = await sumCollections(database.reports, scope, whole);
          expect([who, range, what, sums.reduce((total, { count }) => total + count, 0n)]).toEqual([
            who,
            range,
            what,
            BigInt(met.length),
          ]);
          expect(await countCollections(database.app, scope, whole, 100)).toBe(BigInt(met.length));
        }
      }
    }
  }
}

test('an order is listed an hour after it was made, and in a full slice alone', async () => {
  await slicePayers(database.app);
  expect(await slices()).toBe(0);
  expect([await slice(8), await slice(8), await slices()]).toEqual([1, 0, 1]);
  await moveBusinessClock(database, hourMs / 2);
  expect([await slice(7), await slice(7), await slices()]).toEqual([1, 0, 2]);
});

test('a search finds what is listed and what is not yet, whoever looks', expectTheSame, 120_000);

test('a payer who is told later is found by what he is called now', async () => {
  const { rows } = await admin.query<{ id: string }>('SELECT id FROM collection_order ORDER BY id');
  // One that is listed, and one that is not; what stays as it is, is no change.
  const changed = [rows[1], rows[28]].map((row) => row?.id);
  await admin.query(
    `UPDATE collection_order SET real_name = 'Payer 9', payer_last5 = '00002' WHERE id = ANY ($1)`,
    [changed],
  );
  await admin.query('UPDATE collection_order SET real_name = real_name');
  const { rows: noted } = await admin.query<{ order_id: string }>(
    'SELECT order_id FROM payer_changed ORDER BY 1',
  );
  expect(noted.map(({ order_id: id }) => id)).toEqual([rows[1]?.id]);
  await expectTheSame();
}, 120_000);

test('the lists are what a search goes by', async () => {
  const found = async (): Promise<number> =>
    (
      await listCollections(database.app, { kind: 'platform' }, { realName: 'Payer 2' }, '-created_at', {
        offset: 0,
        limit: 100,
      })
    ).length;
  const before = await found();
  await admin.query(`UPDATE payer_slice SET names = '{}', name_ids = '{}'`);
  // What stands behind the last slice is still found.
  expect(await found()).toBeLessThan(before);
  expect(await found()).toBeGreaterThan(0);
});
