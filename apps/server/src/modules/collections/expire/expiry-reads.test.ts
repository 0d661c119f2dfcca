import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms, orderRequest } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { openBackfill } from '../index.ts';

const base = await testDatabase();
const { database } = base;
const rooms = await openMoneyRooms(base);

/** Orders that this transaction has read. */
async function readSoFar(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables
    WHERE relname = 'collection_order'`.execute(tx);
  return rows[0]?.read ?? 0;
}

test('orders that expire are looked up by their key, however many of the same age ended before them', async () => {
  const { merchantId } = await createTenant(base, { provider: rooms.bank });
  const backfill = openBackfill();
  const make = (count: number) =>
    transact(database.app, async (tx) => {
      const orders = Array.from({ length: count }, () => ({
        ...orderRequest(merchantId),
        lifetimeS: 60,
        taken: null,
      }));
      return (await backfill.create(tx, orders, await businessNow(tx))).map(({ orderId }) => orderId);
    });
  const expire = (ids: readonly bigint[]) =>
    transact(database.app, async (tx) => {
      // As a connection that expires all day keeps its plan.
      await sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(tx);
      const before = await readSoFar(tx);
      const ended = await backfill.expire(tx, ids);
      return { ended: ended.length, read: (await readSoFar(tx)) - before };
    });

  // Planned while there was next to nothing, as on the first day of an installation and while a demo draws its history.
  const first = await make(4);
  await moveBusinessClock(database, 61_000);
  expect((await expire(first)).ended).toBe(4);
  const former = await make(2_000);
  const last = await make(4);
  await moveBusinessClock(database, 61_000);
  expect((await expire(former)).ended).toBe(2_000);
  const { ended, read } = await expire(last);
  expect(ended).toBe(4);
  // Locked, compared and written.
  expect(read).toBeLessThanOrEqual(4 * 6);
});
