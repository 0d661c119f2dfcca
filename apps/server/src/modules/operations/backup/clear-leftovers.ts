import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../../../platform/log.ts';
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded.ts';
import type { BackupPlace } from './backup-place.ts';
import { backupFolder } from './make-backup.ts';
import { scratchPrefix } from './verify-backup.ts';

/** What a process that died left: files that were not whole, and scratch servers with all of theirs. Only whoever has the turn calls it. */
export async function clearLeftovers({
  log,
  place,
}: {
  readonly log: Log;
  readonly place: BackupPlace;
}): Promise<void> {
  const folder = backupFolder(place);
  for (const name of await namesIn(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true });
  }
  const beside = dirname(place.clusterDir);
  for (const name of await namesIn(beside)) {
    if (!name.startsWith(scratchPrefix)) continue;
    const scratch = join(beside, name);
    if (existsSync(join(scratch, 'postgres', 'postmaster.pid'))) await end(scratch, log);
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A server that outlived whoever started it is logged in to, and stopped as ours. */
async function end(scratch: string, log: Log): Promise<void> {
  try {
    await (await startEmbeddedPostgres({ dataDir: scratch, log })).stop();
  } catch (error) {
    log.warn({ err: error, scratch }, 'a scratch server could not be ended');
  }
}

const namesIn = (folder: string): Promise<string[]> =>
  existsSync(folder) ? readdir(folder) : Promise.resolve([]);
