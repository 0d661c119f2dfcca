import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';

const { database, admin } = await testDatabase();

test('no view lets the application write what it may not write by itself', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_class c
     CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) AS r (verb)
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'
       AND (pg_relation_is_updatable(c.oid, true) & CASE r.verb WHEN 'UPDATE' THEN 4 WHEN 'INSERT' THEN 8 ELSE 16 END) <> 0
       AND has_table_privilege('suanpan_app', c.oid, r.verb)
     ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});

test.each([
  'collection_day',
  'collection_hour',
  'collection_channel_day',
  'collection_agent_day',
  'collection_merchant_day',
  'payer_slice',
  'payer_changed',
  'order_by_amount',
  'listed_by_amount',
  'payout_channel_day',
  'payout_agent_day',
  'payout_facet_day',
  'payout_delta',
  'reconciliation_write_off',
  'awaited_transfer',
  'rare_order',
  'failed_callback',
])('the application changes %s through its door alone', async (table) => {
  for (const change of [`DELETE FROM ${table}`, `INSERT INTO ${table} DEFAULT VALUES`])
    await expect(database.pool.query(change)).rejects.toMatchObject({ code: '42501' });
  const { rows } = await admin.query<{ may: boolean }>(
    "SELECT has_any_column_privilege('suanpan_app', $1, 'UPDATE') AS may",
    [table],
  );
  expect(rows).toEqual([{ may: false }]);
});

test('what is noted for the sums is not taken back', async () => {
  for (const change of ['DELETE FROM collection_delta', 'UPDATE collection_delta SET kind = kind'])
    await expect(database.pool.query(change)).rejects.toMatchObject({ code: '42501' });
});
