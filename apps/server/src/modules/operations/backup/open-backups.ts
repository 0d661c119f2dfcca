import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { everyMinutes } from '../../../platform/calendar.ts';
import type { Database } from '../../../platform/db/database.ts';
import { onlyOne } from '../../../platform/db/only-one.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Log } from '../../../platform/log.ts';
import { startLoop } from '../../../platform/loop.ts';
import type { Loop } from '../../../platform/loop.ts';
import type { Identity } from '../../identity/index.ts';
import type { BackupPlace } from './backup-place.ts';
import { bindBackups } from './backups.routes.ts';
import { findBackup } from './backups.queries.ts';
import {
  askBySchedule,
  endInterrupted,
  keepFailed,
  keepMade,
  keepVerdict,
  removeOld,
  takeToMake,
  takeToVerify,
} from './backups.store.ts';
import { backupFolder, makeBackup } from './make-backup.ts';
import { clearLeftovers } from './clear-leftovers.ts';
import { verifyBackup } from './verify-backup.ts';

const lookPauseMs = 2_000;
/** How late a backup of the schedule may begin. */
const scheduleMinutes = 5;

export interface BackupDeps {
  readonly db: Database;
  readonly log: Log;
  readonly identity: Pick<Identity, 'authenticateSession' | 'proveStepUp'>;
  /** Undefined where the database is somebody else's to copy. */
  readonly place: BackupPlace | undefined;
}

export interface Backups {
  bind(app: Http): void;
  readonly works: readonly DueWork[];
  /** Begins to make and to try what is asked for. */
  start(): void;
  /** Does now what is asked for; resolves when nothing is any more. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes and tries backups, one at a time over all processes; a fault is kept with its row and ends nothing else. */
export function openBackups({ db, identity, log, place }: BackupDeps): Backups {
  const stopping = new AbortController();
  let loop: Loop | undefined;

  async function makeNext(at: BackupPlace): Promise<boolean> {
    const taken = await takeToMake(db.workers);
    if (taken === undefined) return false;
    try {
      await keepMade(
        db.workers,
        taken.id,
        await makeBackup({ db, place: at, stopping: stopping.signal }, taken.file),
      );
      for (const file of await removeOld(db.workers)) {
        await rm(join(backupFolder(at), file), { force: true });
        await rm(join(backupFolder(at), `${file}.json`), { force: true });
      }
    } catch (error) {
      log.error({ err: error, backup: String(taken.id) }, 'a backup could not be made');
      await keepFailed(db.workers, taken.id, textOf(error));
    }
    return true;
  }

  async function verifyNext(at: BackupPlace): Promise<boolean> {
    const id = await takeToVerify(db.workers);
    if (id === undefined) return false;
    const backup = await findBackup(db.workers, id);
    try {
      if (backup?.file == null || backup.sha256 === null) throw new Error('It has no file');
      const verdict = await verifyBackup({ log, place: at }, { file: backup.file, sha256: backup.sha256 });
      if (!verdict.proof_passed || !verdict.counts_equal)
        log.error({ backup: String(id), verdict }, 'a backup does not hold what it should');
      await keepVerdict(db.workers, id, verdict);
    } catch (error) {
      log.error({ err: error, backup: String(id) }, 'a backup could not be verified');
      await keepVerdict(db.workers, id, { error: textOf(error) });
    }
    return true;
  }

  async function run(): Promise<void> {
    if (place === undefined) return;
    await onlyOne(db.pools.turns, 'backups', async () => {
      await endInterrupted(db.workers);
      await clearLeftovers({ log, place });
      while (!stopping.signal.aborted && ((await makeNext(place)) || (await verifyNext(place))));
    });
  }

  return {
    bind: (app) => bindBackups(app, { db, identity, place, wake: () => loop?.wake() }),
    works: [
      {
        name: 'backup.schedule',
        next: everyMinutes(scheduleMinutes),
        missed: 'latest',
        async run(tx) {
          if (place !== undefined && (await askBySchedule(tx))) loop?.wake();
        },
      },
    ],
    start() {
      if (place !== undefined) loop = startLoop({ name: 'backups', pauseMs: lookPauseMs, log, run });
    },
    run,
    async stop() {
      stopping.abort();
      await loop?.stop();
    },
  };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
