import type pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Mode } from '../mode.ts';

/** Throws when the database was begun for something else. Asked before anything in it is touched. */
export async function refuseOtherMode(client: pg.Client, mode: Mode): Promise<void> {
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
