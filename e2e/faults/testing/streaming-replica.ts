import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { findBinaries } from '../../../apps/server/src/platform/postgres/binaries.ts';
import { chooseRunAs, runProgram } from '../../../apps/server/src/platform/postgres/run-as.ts';
import { freePort } from '../../harness/free-port.ts';
import { clusterOf } from '../../harness/server-view.ts';
import type { ExternalPostgres } from '../../harness/server.ts';

/** A hot standby of a test's own PostgreSQL, which streams from it. */
export interface StreamingReplica {
  /** As an operator writes it into REPORT_DATABASE_URL: without a login. */
  readonly url: string;
  /** As the superuser. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  start(): Promise<void>;
  /** At once, as a crash would. */
  kill(): Promise<void>;
  /** Ends it, and lets the primary forget it. */
  remove(): Promise<void>;
}

const slot = 'report_replica';
/** Made anew at its start, or of the process that was copied. */
const leftOut: ReadonlySet<string> = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'start.log',
  'pg_internal.init',
]);
/** What is in these comes by streaming, or is of the primary alone. */
const emptied: ReadonlySet<string> = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_subtrans', 'log']);

/**
 * Copies the cluster between pg_backup_start and pg_backup_stop, as pg_basebackup does, which is not among the embedded programs, and
 * starts the copy as a standby. Begun before anybody works on the primary: what comes later comes by streaming.
 */
export async function startStreamingReplica(primary: ExternalPostgres): Promise<StreamingReplica> {
  const place = join(primary.dataDir, 'postgres.json');
  const { password, port: primaryPort } = JSON.parse(readFileSync(place, 'utf8')) as {
    password: string;
    port: number;
  };
  const user = chooseRunAs();
  const { pgCtl } = findBinaries(user);
  const from = clusterOf(primary.dataDir);
  const folder = `${from}-replica`;
  const port = await freePort();
  const login = { host: '127.0.0.1', user: 'postgres', password, database: 'suanpan' } as const;

  async function ask<Row extends pg.QueryResultRow>(at: number, text: string): Promise<Row[]> {
    const client = new pg.Client({ ...login, port: at, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function control(...args: string[]): Promise<void> {
    const ended = await runProgram(pgCtl, [...args, '--wait', '--pgdata', folder], {
      user,
      timeoutMs: 90_000,
      cwd: primary.dataDir,
    });
    if (ended.exitCode !== 0) throw new Error(`The replica: ${ended.output}`);
  }

  const backup = new pg.Client({ ...login, port: primaryPort });
  await backup.connect();
  try {
    await backup.query('SELECT pg_create_physical_replication_slot($1, true)', [slot]);
    await backup.query('SELECT pg_backup_start($1, true)', [slot]);
    cpSync(from, folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !leftOut.has(basename(path)),
    });
    const { rows } = await backup.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await backup.end();
  }
  for (const name of emptied) {
    rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, name));
  }
  writeFileSync(join(folder, 'standby.signal'), '');
  const follows = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`;
  writeFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = '${follows}'\nprimary_slot_name = '${slot}'\nhot_standby_feedback = on\n`,
  );
  chmodSync(folder, 0o700);
  if (user !== undefined) {
    chownSync(folder, user.uid, user.gid);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      chownSync(join(folder, name), user.uid, user.gid);
  }

  const start = (): Promise<void> => control('start', '--log', join(folder, 'start.log'), '-o', `-p ${port}`);
  const kill = (): Promise<void> => control('stop', '--mode', 'immediate');
  await start();
  return {
    url: `postgres://127.0.0.1:${port}/suanpan`,
    query: (text) => ask(port, text),
    start,
    kill,
    async remove() {
      await kill().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
      // The primary keeps its log for whoever has a slot, for ever.
      await ask(primaryPort, `SELECT pg_drop_replication_slot('${slot}')`).catch(() => {});
    },
  };
}
