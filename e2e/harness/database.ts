import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { ServerView } from './server-view.ts';

/** The administrator's view of the server's own cluster, to look behind what the server says. */
export interface AdminDatabase {
  readonly pool: pg.Pool;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Opens the product's database, or one of the sandbox's. bigint columns come as text. */
export function openAdmin(
  server: ServerView,
  database: 'suanpan' | 'suanpan_bank' | 'suanpan_echo' = 'suanpan',
): AdminDatabase {
  // A database that lies elsewhere than the others has a place of its own.
  const own = join(server.dataDir, `${database}.json`);
  const place = existsSync(own) ? own : join(server.dataDir, 'postgres.json');
  const { password, port } = JSON.parse(readFileSync(place, 'utf8')) as { password: string; port: number };
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database,
    max: 2,
    application_name: 'suanpan e2e',
    connectionTimeoutMillis: 5_000,
  });
  // Tests kill the server under this pool; a lost connection shows in the next question.
  pool.on('error', () => {});
  return {
    pool,
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(text, [...values])).rows;
    },
    close: () => pool.end(),
  };
}
