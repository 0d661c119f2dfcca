import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';

// A managed server may let everybody make tables of his session's own, which stand before ours in whatever reads one by its
// bare name. The databases of the tests allow it.
const { database, admin } = await testDatabase();

test('every guard of the database that reads a table says where it is', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT DISTINCT p.proname AS name FROM pg_proc p LEFT JOIN pg_trigger t ON t.tgfoid = p.oid
     WHERE p.pronamespace = 'public'::regnamespace AND (t.oid IS NOT NULL OR p.prosecdef)
       AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS c WHERE c = 'search_path=public, pg_temp')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
     ORDER BY 1`,
  );
  // They look at nothing but the row itself.
  expect(rows.map(({ name }) => name)).toEqual([
    'keep_approval',
    'keep_installation',
    'refuse_change',
    'refuse_transition',
  ]);
});

test('a table of the session’s own takes in no guard', async () => {
  await admin.query("INSERT INTO installation (mode) VALUES ('production')");
  const { rows } = await admin.query<{ id: bigint }>(
    `INSERT INTO app_user (username, name, kind, password_hash, tenant_path, created_at, updated_at)
     VALUES ('first', 'first', 'admin', '', '', now(), now()) RETURNING id`,
  );
  const first = rows[0]?.id;
  const client = await database.pool.connect();
  try {
    await client.query('CREATE TEMP TABLE installation (mode text)');
    await client.query('CREATE TEMP TABLE app_user (id bigint, person_id bigint)');
    await expect(client.query('UPDATE business_clock SET offset_us = offset_us + 1')).rejects.toMatchObject({
      code: '42501',
    });
    const { rows: made } = await client.query(
      `INSERT INTO public.app_user (username, name, kind, password_hash, tenant_path, created_at, updated_at, made_by)
       VALUES ('second', 'second', 'admin', '', '', now(), now(), $1) RETURNING person_id`,
      [first],
    );
    expect(made).toEqual([{ person_id: first }]);
  } finally {
    client.release(true);
  }
});
