import { Kysely, PostgresDialect, sql } from 'kysely';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import type { EmbeddedPostgres } from '../postgres/embedded.ts';
import { ordinaryLimits, reportLimits } from './connection-settings.ts';
import { isConnectionLoss } from './database-error.ts';
import { openPool } from './database.ts';
import { PrimaryClient } from './primary-client.ts';
import type { Tables } from './tables.generated.ts';
import { transact, UnknownOutcome } from './transact.ts';

const log = createLog({ logLevel: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'suanpan-primary-'));
chmodSync(folder, 0o755);
let postgres: EmbeddedPostgres;
const start = async (): Promise<void> => {
  postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log,
    settings: { shared_buffers: '16MB' },
  });
};
beforeAll(start);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = () => openPool(postgres.adminUrl, { name: 'suanpan test', max: 2, limits: ordinaryLimits }, log);

/** Who waits for a standby that never comes. */
async function waitingForStandby(admin: pg.Pool): Promise<number> {
  const ask = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  await expect.poll(async () => (await admin.query<{ pid: number }>(ask)).rowCount).toBe(1);
  return (await admin.query<{ pid: number }>(ask)).rows[0]?.pid ?? 0;
}

test('a COMMIT that was answered without its standby is an unknown outcome', async () => {
  // As the driver is by itself, which believes the answer.
  const admin = new pg.Pool({ connectionString: postgres.adminUrl });
  admin.on('error', () => {});
  const pool = open();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await admin.query('CREATE TABLE told (n int)');
    await admin.query("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    await admin.query('SELECT pg_reload_conf()');
    await expect
      .poll(async () => (await admin.query('SHOW synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: 'nobody' }]);

    const believed = admin.query('INSERT INTO told VALUES (1)');
    await admin.query('SELECT pg_cancel_backend($1)', [await waitingForStandby(admin)]);
    expect((await believed).rowCount).toBe(1);

    const committed = transact(db, async (tx) => {
      await sql`INSERT INTO told VALUES (2)`.execute(tx);
    }).catch((error: unknown) => error);
    await admin.query('SELECT pg_cancel_backend($1)', [await waitingForStandby(admin)]);
    expect(await committed).toBeInstanceOf(UnknownOutcome);

    const alone = pool.query('INSERT INTO told VALUES (3)').catch((error: unknown) => error);
    await admin.query('SELECT pg_cancel_backend($1)', [await waitingForStandby(admin)]);
    expect(isConnectionLoss(await alone)).toBe(true);

    // Neither connection is used again, and the pool goes on.
    const { rows } = await pool.query('SELECT n FROM told ORDER BY n');
    expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  } finally {
    await admin.query('ALTER SYSTEM RESET synchronous_standby_names');
    await admin.query('SELECT pg_reload_conf()');
    await Promise.all([db.destroy(), admin.end()]);
  }
});

test('a standby is nobody to connect to, but for whoever wants one', async () => {
  await postgres.stop();
  writeFileSync(join(postgres.clusterDir, 'standby.signal'), '');
  await start();
  const pool = open();
  const options = { name: 'suanpan replica', max: 1, limits: reportLimits, isReplica: true } as const;
  const replica = openPool(postgres.adminUrl, options, log);
  try {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const refused = await pool.query('SELECT 1').catch((error: unknown) => error);
      expect(isConnectionLoss(refused)).toBe(true);
    }
    expect(pool.totalCount).toBe(0);
    await expect(new PrimaryClient(postgres.adminUrl).connect()).rejects.toThrow('is a standby');
    expect((await replica.query('SELECT pg_is_in_recovery() AS standby')).rows).toEqual([{ standby: true }]);

    // It is promoted: the very next call is served.
    await replica.query('SELECT pg_promote()');
    await expect
      .poll(async () => (await replica.query('SELECT pg_is_in_recovery() AS standby')).rows)
      .toEqual([{ standby: false }]);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await Promise.all([pool.end(), replica.end()]);
  }
});
