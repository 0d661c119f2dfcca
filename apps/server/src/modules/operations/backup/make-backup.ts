import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeArchive } from '../../../platform/backup/archive.ts';
import { loadBackupKeys } from '../../../platform/backup/backup-key.ts';
import { copyCluster } from '../../../platform/backup/copy-cluster.ts';
import { businessNow } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { BackupPlace } from './backup-place.ts';
import { countRows } from './backups.queries.ts';
import type { MadeBackup } from './backups.store.ts';
import { writeManifest } from './manifest.ts';

export const backupFolder = ({ dataDir }: Pick<BackupPlace, 'dataDir'>): string => join(dataDir, 'backups');

/** How to log in to the cluster, and the keys of what is sealed in it: without them a copy could not be read. */
const besides = ['postgres.json', 'secrets.json'] as const;

/**
 * Copies the cluster into an encrypted file of the folder of backups, with a signed manifest beside it. The file gets its name when
 * it is whole; what is half done goes with its fault.
 */
export async function makeBackup(
  {
    db,
    place,
    stopping,
  }: { readonly db: Database; readonly place: BackupPlace; readonly stopping: AbortSignal },
  file: string,
): Promise<MadeBackup> {
  const keys = loadBackupKeys(place.keyFile, place.dataDir);
  const folder = backupFolder(place);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, file);
  const part = `${path}.part`;
  await rm(part, { force: true });
  const startedAt = await businessNow(db.reports);
  const before = await countRows(db.reports);
  const archive = await writeArchive(part, keys.newest);
  try {
    for (const name of besides) {
      const own = join(place.dataDir, name);
      if (existsSync(own)) await archive.file(name, [await readFile(own)]);
    }
    const copied = await copyCluster({
      adminUrl: place.adminUrl(),
      clusterDir: place.clusterDir,
      label: file,
      archive,
      stopping,
    });
    const { bytes, salt, sha256 } = await archive.finish();
    await writeManifest(`${path}.json`, keys, {
      format: 1,
      file,
      bytes,
      sha256,
      key_id: keys.newest.id,
      salt: salt.toString('base64'),
      postgres: copied.version,
      start_lsn: copied.startLsn,
      stop_lsn: copied.stopLsn,
      started_at: startedAt.toISOString(),
      finished_at: (await businessNow(db.reports)).toISOString(),
      rows: { before, after: await countRows(db.reports) },
    });
    await rename(part, path);
    return { bytes, sha256, lsn: copied.stopLsn };
  } catch (error) {
    await archive.abandon().catch(() => {});
    await rm(part, { force: true });
    await rm(`${path}.json`, { force: true });
    throw error;
  }
}
