import type pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Mode } from '../mode.ts';

/**
 * Throws when the database was begun for something else, or holds what a demo made. Asked before anything in it is touched.
 */
export async function refuseOtherMode(client: pg.Client, mode: Mode): Promise<void> {
  if (mode === 'production' && (await hasDemoAccounts(client))) {
    throw new ConfigError([
      'SUANPAN_MODE: it is production, but this database has accounts of a demo, which anybody may enter',
    ]);
  }
  const { rows: tables } = await client.query(
    "SELECT 1 WHERE to_regclass('public.installation') IS NOT NULL",
  );
  if (tables.length === 0) return;
  const { rows } = await client.query<{ mode: Mode }>('SELECT mode FROM public.installation');
  const begun = rows[0]?.mode;
  if (begun === undefined || begun === mode) return;
  throw new ConfigError([
    `SUANPAN_MODE: it is ${mode}, but this database was begun as ${begun} and is never served as anything else`,
  ]);
}

/** The first start says what the database is for. */
export async function noteMode(client: pg.Client, mode: Mode): Promise<void> {
  await client.query('INSERT INTO installation (mode) VALUES ($1) ON CONFLICT DO NOTHING', [mode]);
}

/** Whatever the database says of itself: one that was copied together says nothing, or not the truth. */
async function hasDemoAccounts(client: pg.Client): Promise<boolean> {
  const { rows: columns } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = to_regclass('public.app_user') AND attname = 'is_demo'`,
  );
  if (columns.length === 0) return false;
  return (await client.query('SELECT FROM public.app_user WHERE is_demo LIMIT 1')).rows.length > 0;
}
