import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { businessNow } from '../clock.ts';
import { createLog } from '../log.ts';
import { findPgbouncer, startPgbouncer } from '../testing/pgbouncer.ts';
import { ordinaryLimits, reportLimits } from './connection-settings.ts';
import { openPool } from './database.ts';
import { onlyOne } from './only-one.ts';
import type { Tables } from './tables.generated.ts';

const { database } = await testDatabase();
const program = findPgbouncer();
const { app, reports } = database.urls;
const log = createLog({ logLevel: 'silent' });
const pooler = program === undefined ? undefined : await startPgbouncer(program, [reports, app]);
afterAll(() => pooler?.stop());
/** Without one these are counted as skipped, under a name that says what is missing. */
const isMissing = pooler === undefined;
const needs = '(needs pgbouncer on PATH or in PGBOUNCER)';

test.skipIf(isMissing)(
  `what reads reports goes through a pooler in transaction mode, with its limits ${needs}`,
  async () => {
    const pool = openPool(
      pooler?.through(reports) ?? '',
      { name: 'suanpan pooled', max: 4, limits: reportLimits },
      log,
    );
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    try {
      // Four at once over one connection to the server.
      const read = await Promise.all(
        [1, 2, 3, 4].map((n) =>
          db
            .transaction()
            .setIsolationLevel('repeatable read')
            .setAccessMode('read only')
            .execute(async (tx) => {
              await sql`SELECT set_config('statement_timeout', ${String(1_000 + n)}, true)`.execute(tx);
              const { rows } = await sql<{ own: string; server: number; n: number }>`
              SELECT current_setting('statement_timeout') AS own, pg_backend_pid() AS server, ${n}::int AS n`.execute(
                tx,
              );
              expect(await businessNow(tx)).toBeInstanceOf(Date);
              return rows[0];
            }),
        ),
      );
      expect(read.map((row) => [row?.n, row?.own])).toEqual([1, 2, 3, 4].map((n) => [n, `${1_000 + n}ms`]));
      expect(new Set(read.map((row) => row?.server)).size).toBe(1);
      const standing = await pool.query(
        `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
              current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone,
              current_setting('default_transaction_read_only') AS "readOnly", current_setting('jit') AS jit`,
      );
      expect(standing.rows).toEqual([
        { statement: '2min', lock: '5s', idle: '10s', zone: 'UTC', readOnly: 'on', jit: 'off' },
      ]);
    } finally {
      await db.destroy();
    }
  },
);

test.skipIf(isMissing)(`whatever else connects loses there what it stands on ${needs}`, async () => {
  const url = pooler?.through(app) ?? '';
  const pool = openPool(url, { name: 'suanpan pooled', max: 2, limits: ordinaryLimits }, log);
  const clients = await Promise.all([1, 2].map(() => connect(url)));
  const [one, other] = clients;
  try {
    // Limits: a client that died would hold its locks for as long as it likes.
    const { rows } = await pool.query<{ limit: string }>("SELECT current_setting('lock_timeout') AS limit");
    expect(rows).toEqual([{ limit: '0' }]);
    // Whose turn it is: both have it.
    const both = await onlyOne(pool, 'pooled', async () => onlyOne(pool, 'pooled', async () => 'both at it'));
    expect(both).toBe('both at it');
    // News: whoever listens hears nothing of them, unless the server's one connection happens to be his.
    const heard: string[] = [];
    one?.on('notification', ({ payload }) => void heard.push(payload ?? ''));
    await one?.query('LISTEN pooled');
    await other?.query("NOTIFY pooled, 'news'");
    await other?.query('SELECT 1');
    expect(heard).toEqual([]);
  } finally {
    await Promise.all([pool.end(), ...clients.map((client) => client.end())]);
  }
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}
