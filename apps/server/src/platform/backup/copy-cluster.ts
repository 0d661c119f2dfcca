import { open, readdir, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ArchiveWriter } from './archive.ts';

/** What PostgreSQL makes anew at its start, or what belongs to the process that runs. */
const leftOut: ReadonlySet<string> = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'start.log',
  'backup_label',
  'tablespace_map',
  'pg_internal.init',
]);
/** Kept as folders, without what is in them. */
const emptied: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'log',
]);

const readBytes = 1 << 20;

export interface CopiedCluster {
  readonly startLsn: string;
  /** The copy stands as the server did here. */
  readonly stopLsn: string;
  readonly version: string;
}

/**
 * Copies a running cluster into an archive, below `postgres/`: its files between pg_backup_start and pg_backup_stop, and the log
 * from the one to the other, which a slot of its own keeps from being recycled meanwhile. `stopping` ends it between two files.
 */
export async function copyCluster(options: {
  /** A superuser's; the backup belongs to one connection from its beginning to its end. */
  readonly adminUrl: string;
  readonly clusterDir: string;
  readonly label: string;
  readonly archive: ArchiveWriter;
  readonly stopping: AbortSignal;
}): Promise<CopiedCluster> {
  const { archive, clusterDir, stopping } = options;
  const client = new pg.Client({
    connectionString: options.adminUrl,
    application_name: 'suanpan backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("SELECT pg_create_physical_replication_slot('suanpan_backup', true, true)");
    const { rows: begun } = await client.query<{ lsn: string; wal: string; version: string }>(
      `SELECT lsn::text AS lsn, pg_walfile_name(lsn) AS wal, current_setting('server_version') AS version
       FROM pg_backup_start($1, true) AS lsn`,
      [options.label],
    );
    const [start] = begun;
    if (start === undefined) throw new Error('pg_backup_start answered nothing');
    await archive.folder('postgres');
    await copyFolder({ archive, clusterDir, stopping, buffer: Buffer.allocUnsafeSlow(readBytes) }, '');
    const { rows: ended } = await client.query<{
      lsn: string;
      wal: string;
      labelfile: string;
      spcmapfile: string;
    }>(
      `SELECT lsn::text AS lsn, pg_walfile_name(lsn) AS wal, labelfile, spcmapfile FROM pg_backup_stop(false)`,
    );
    const [stop] = ended;
    if (stop === undefined) throw new Error('pg_backup_stop answered nothing');
    if (stop.spcmapfile.trim() !== '') throw new Error('The cluster has tablespaces, which are not copied');
    await copyWal(archive, clusterDir, start.wal, stop.wal);
    await archive.file('postgres/backup_label', [Buffer.from(stop.labelfile)]);
    return { startLsn: start.lsn, stopLsn: stop.lsn, version: start.version };
  } finally {
    // Its end ends the backup, should it be under way, and gives the slot back.
    await client.end().catch(() => {});
  }
}

interface Copying {
  readonly archive: ArchiveWriter;
  readonly clusterDir: string;
  readonly stopping: AbortSignal;
  /** Every file is read through it: a cluster has thousands, most of them of one page. */
  readonly buffer: Buffer;
}

async function copyFolder(copying: Copying, folder: string): Promise<void> {
  const { archive, clusterDir, stopping, buffer } = copying;
  const found = await readdir(join(clusterDir, folder), { withFileTypes: true });
  for (const entry of found.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    stopping.throwIfAborted();
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (leftOut.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    if (entry.isSymbolicLink()) throw new Error(`${path} leads elsewhere, which is not copied`);
    if (entry.isDirectory()) {
      await archive.folder(`postgres/${path}`);
      if (!emptied.has(path)) await copyFolder(copying, path);
    } else if (entry.isFile()) {
      await archive.file(`postgres/${path}`, bytesOf(join(clusterDir, path), buffer));
    }
  }
}

/** A table that is dropped meanwhile takes its files along; the log knows of it. */
async function* bytesOf(path: string, buffer: Buffer): AsyncGenerator<Buffer> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** From the first file to the last, and the histories of time lines; names of one time line sort as they were written. */
async function copyWal(
  archive: ArchiveWriter,
  clusterDir: string,
  first: string,
  last: string,
): Promise<void> {
  const names = (await readdir(join(clusterDir, 'pg_wal'))).toSorted();
  const wanted = names.filter(
    (name) => name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last),
  );
  if (!wanted.includes(first) || !wanted.includes(last)) {
    throw new Error(`The log from ${first} to ${last} is not whole any more`);
  }
  await archive.folder('postgres/pg_wal/archive_status');
  for (const name of wanted) {
    await archive.file(`postgres/pg_wal/${name}`, [await readFile(join(clusterDir, 'pg_wal', name))]);
  }
}
