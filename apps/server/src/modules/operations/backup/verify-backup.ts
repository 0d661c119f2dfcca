import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadBackupKeys } from '../../../platform/backup/backup-key.ts';
import { extractCluster } from '../../../platform/backup/extract-cluster.ts';
import { wallClock } from '../../../platform/clock.ts';
import { randomToken } from '../../../platform/crypto/tokens.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { ensureDatabase } from '../../../platform/db/prepare.ts';
import type { Log } from '../../../platform/log.ts';
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded.ts';
import { prove } from '../../ledger/index.ts';
import type { BackupPlace } from './backup-place.ts';
import { countRows, liesBetween, sumOf } from './backups.queries.ts';
import type { Verdict } from './backups.store.ts';
import { backupFolder } from './make-backup.ts';
import { readManifest } from './manifest.ts';

/** How the folders of scratch servers begin. */
export const scratchPrefix = 'verify-';
const startWithinMs = 600_000;
/** It serves one proof and nobody else. */
const scratchSettings = {
  shared_buffers: '64MB',
  max_connections: '40',
  fsync: 'off',
  full_page_writes: 'off',
};

/**
 * Tries a backup: its file is whole, a scratch server starts from it, its books are right, and it holds the rows that there were
 * while it was made. The scratch server and its files go in any case. Throws what is wrong with the file.
 */
export async function verifyBackup(
  { log, place }: { readonly log: Log; readonly place: BackupPlace },
  backup: { readonly file: string; readonly sha256: string },
): Promise<Verdict> {
  const began = wallClock.monotonicMs();
  const keys = loadBackupKeys(place.keyFile, place.dataDir);
  const path = join(backupFolder(place), backup.file);
  const manifest = await readManifest(`${path}.json`, keys);
  if ((await hashOf(path)) !== backup.sha256 || manifest.sha256 !== backup.sha256)
    throw new Error('The file is not the one that was made');
  // Beside the cluster, where its user reaches it and there is as much room.
  const scratch = join(dirname(place.clusterDir), `${scratchPrefix}${randomToken(6)}`);
  try {
    await extractCluster(path, keys, scratch);
    await rm(join(scratch, 'secrets.json'), { force: true });
    const login = JSON.parse(await readFile(join(scratch, 'postgres.json'), 'utf8')) as { password: string };
    await writeFile(
      join(scratch, 'postgres.json'),
      JSON.stringify({ cluster: 'postgres', password: login.password, port: 0 }),
    );
    const server = await startEmbeddedPostgres({
      dataDir: scratch,
      log,
      settings: scratchSettings,
      startTimeoutMs: startWithinMs,
    });
    try {
      const url = await ensureDatabase(server.adminUrl, 'suanpan');
      const db = openDatabase({ app: url, reports: url }, log);
      try {
        const proof = await prove(db);
        const rows = await countRows(db.reports);
        return {
          proof_passed: proof.passed,
          counts_equal: liesBetween(rows, manifest.rows.before, manifest.rows.after),
          rows: sumOf(rows),
          ms: Math.round(wallClock.monotonicMs() - began),
        };
      } finally {
        await db.close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
