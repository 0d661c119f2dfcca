import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms, orderRequest } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { openBackfill } from '../index.ts';

const base = await testDatabase();
const { app } = base.database;
const rooms = await openMoneyRooms(base);

/** Rows that this connection has read, by table. */
async function readSoFar(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ relname: string; read: bigint }>`
    SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.relname, Number(row.read)]));
}

// Nobody has analysed these tables yet, as on the first day of an installation and while a demo draws its history.
test('planning many orders looks each up by its key, whatever the planner knows of the tables', async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const merchants: bigint[] = [];
  for (let n = 0; n < 40; n += 1) merchants.push(await tenant.merchant());
  await tenant.channel({ merchants, method: { alias: 'many' } });
  const backfill = openBackfill();
  const make = async (tx: Tx) => {
    const orders = merchants.map((id) => ({ ...orderRequest(id), taken: 'many' }));
    const made = await backfill.create(tx, orders, await businessNow(tx));
    expect(made.every(({ channelAccountId }) => channelAccountId !== null)).toBe(true);
  };
  // Opens the accounts, and lets the backfill learn its merchants.
  await transact(app, make);
  for (let n = 0; n < 10; n += 1) await transact(app, make);
  // Before PostgreSQL 17 no scan looks keys up in their order, and of a table that nobody has analysed it reads all.
  const { rows } = await base.admin.query<{ is_older: boolean }>(
    `SELECT current_setting('server_version_num')::int < 170000 AS is_older`,
  );
  if (rows[0]?.is_older) await base.admin.query('ANALYZE collection_order');

  const read = await transact(app, async (tx) => {
    const before = await readSoFar(tx);
    await make(tx);
    const after = await readSoFar(tx);
    return (table: string): number => (after.get(table) ?? 0) - (before.get(table) ?? 0);
  });
  expect(read('customer_method')).toBe(merchants.length);
  // Locked, examined and written: what was made before is not walked through.
  expect(read('collection_order')).toBeLessThanOrEqual(merchants.length * 12);
});
