import type { OutputOf } from '@suanpan/contract/endpoint';
import type { merchantDays } from '@suanpan/contract/endpoints/statements';
import { regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { foldAccounts } from '../../ledger/fold-accounts.store.ts';
import { prove } from '../../ledger/index.ts';
import { merchantDaysExport, openStatements } from '../index.ts';

const base = await testDatabase();
const { admin, database, vault } = base;
const rooms = await openMoneyRooms(base);
const payouts = await openPayoutRooms(base, rooms);
const http = openHttp(base);
openStatements({ db: database, vault }).bind(http.app);
const platform = actorOf('admin', 1n);

const seed = Number(process.env['SEED'] ?? Date.now() % 100_000);
/** A generator of its own, so that a seed says the whole world again. */
let state = seed;
const roll = (most: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state % most;
};

let tenants: Tenant[];
let first: Date;

/** Three merchants over five days: orders of any amount, some paid, payouts of which some are paid, given back or under way. */
beforeAll(async () => {
  tenants = [
    await createTenant(base, { provider: rooms.bank }),
    await createTenant(base, { provider: rooms.bank }),
    await createTenant(base, { provider: rooms.bank }),
  ];
  await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE kind = 'customer'");
  for (const tenant of tenants) await payouts.channel(tenant, [tenant.merchantId]);
  first = await businessNow(database.app);
  for (let n = 0; n < 40; n += 1) {
    const tenant = tenants[roll(3)] as Tenant;
    const order = await rooms.place(tenant.merchantId, { major: `${1_000 + roll(9_000)}.${10 + roll(89)}` });
    if (roll(5) > 0) {
      rooms.bank.pay(order.order_no);
      await rooms.tell(order);
    }
    if (roll(3) === 0) {
      const { payoutId } = await submitted(tenant);
      if (payoutId !== undefined && roll(3) > 0) {
        await payouts.work();
        const payout = await payouts.payout(payoutId);
        // After some that failed in a row a channel rests, and what was not sent to the bank stays under way.
        const there = rooms.bank.payouts.get(payout.order_no);
        if (there !== undefined) {
          there.status = roll(3) === 0 ? 'failed' : 'paid';
          await payouts.tell(payout);
        }
      }
    }
    if (n % 8 === 7) await moveBusinessClock(database, 86_400_000);
    if (n === 20) await foldAccounts(database.workers, 5);
  }
}, 120_000);

async function submitted(tenant: Tenant): Promise<{ payoutId: bigint | undefined }> {
  try {
    return { payoutId: (await payouts.place(tenant.merchantId, { major: String(100 + roll(700)) })).id };
  } catch {
    // He has not so much yet.
    return { payoutId: undefined };
  }
}

type List = OutputOf<typeof merchantDays>;
const range = async (): Promise<string> => {
  const now = await businessNow(database.app);
  const from = startOfRegionDay(regionDayOf(first)).toISOString();
  const to = startOfRegionDay(regionDayOf(now) + 1).toISOString();
  return `from=${from}&to=${to}&currency=TWD`;
};
const read = async (who: Actor = platform, more = ''): Promise<List> =>
  (await http.get(who, `/index/stats2?${await range()}&paginate=200${more}`)).data as List;
const minor = (text: string): bigint => BigInt(text.replace('.', ''));

test(`for every merchant and day (seed ${seed}) opening and movements are the closing, bucket by bucket`, async () => {
  const { items, summary } = await read();
  expect(items.length).toBeGreaterThan(8);
  expect(summary.broken).toBe(0);
  for (const row of items) {
    const came = [row.collections, row.deposits, row.adjustments, row.refunds].map(minor);
    const went = [row.fees, row.payouts, row.payout_fees, row.withdrawals].map(minor);
    const closing = [...came, ...went.map((each) => -each)].reduce(
      (sum, each) => sum + each,
      minor(row.opening.total),
    );
    expect(closing, row.key).toBe(minor(row.closing.total));
    // The same from every posting, one by one.
    const { rows } = await sql<{ kind: string; opening: string; closing: string }>`
      SELECT a.kind, coalesce(sum(p.amount) FILTER (WHERE business_day(p.posted_at) < ${row.day}::date), 0) AS opening,
             coalesce(sum(p.amount) FILTER (WHERE business_day(p.posted_at) <= ${row.day}::date), 0) AS closing
      FROM posting p JOIN account a ON a.id = p.account_id
      WHERE a.owner_id = ${BigInt(row.customer.id)} AND a.book = 'main' AND a.currency = 'TWD' AND p.version IS NOT NULL
      GROUP BY a.kind`.execute(database.app);
    for (const { closing: after, kind, opening } of rows) {
      expect(minor(row.opening.buckets[kind] ?? '0'), `${row.key} ${kind}`).toBe(BigInt(opening));
      expect(minor(row.closing.buckets[kind] ?? '0'), `${row.key} ${kind}`).toBe(BigInt(after));
    }
  }
  // Each closing is the opening of the next day on which he moved anything.
  for (const { merchantId } of tenants) {
    const own = items.filter(({ customer }) => customer.id === String(merchantId));
    for (const [n, row] of own.entries()) if (n > 0) expect(row.closing).toEqual(own[n - 1]?.opening);
  }
  // Folded or not, it says the same.
  await foldAccounts(database.workers, 0);
  expect((await read()).items).toEqual(items);
  expect((await prove(database)).checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual([]);
});

test('everybody has his own tree, by pages too, and the file is the list', async () => {
  const { items, summary } = await read();
  const [one] = tenants as [Tenant];
  const own = await read(actorOf('agent', one.agentId));
  expect(own.items).toEqual(
    items
      .filter(({ customer }) => customer.id === String(one.merchantId))
      .map((row) => ({ ...row, drill: expect.anything() })),
  );
  expect((await http.get(actorOf('customer', one.merchantId), '/index/stats2')).code).toBe(20403);
  const second = (await http.get(platform, `/index/stats2?${await range()}&paginate=3&page=2`)).data as List;
  expect(second.items).toEqual(items.slice(3, 6));
  const [from, to] = (await range()).split('&').map((part) => part.split('=')[1]);
  const filter = merchantDaysExport.filter.parse({ from, to, currency: 'TWD' });
  const reader = { db: database, actor: platform, locale: 'en' as const };
  expect(await merchantDaysExport.count(reader, filter)).toBe(items.length);
  const { rows } = await merchantDaysExport.read(reader, filter, { after: null, limit: 500 });
  const added = rows.reduce((sum, row) => sum + minor((row['collections'] as { money: string }).money), 0n);
  expect(added).toBe(minor(summary.collections));
});

test('a range of too many days is refused', async () => {
  const answer = await http.get(platform, '/index/stats2?from=2026-01-01T00:00:00Z&to=2026-12-01T00:00:00Z');
  expect(answer.code).toBe(400);
});

test('a break that somebody plants is shown on its day, with what is missing', async () => {
  const [target] = (await read()).items.filter(({ collections }) => minor(collections) > 0n);
  await admin.query(
    `UPDATE merchant_day SET fee = fee - 5 WHERE event = 'collection.settle' AND customer_id = $1 AND day = $2::date`,
    [target?.customer.id, target?.day],
  );
  const { items, summary } = await read();
  expect(summary.broken).toBe(1);
  expect(items.filter((row) => row.is_broken)).toMatchObject([{ key: target?.key, difference: '-0.0005' }]);
  expect((await prove(database)).checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual([
    'R7',
  ]);
  expect(regionDayText(regionDayOf(first)) <= (target?.day ?? '')).toBe(true);
});
