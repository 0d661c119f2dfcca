import { exportFormats } from '@suanpan/domain/exports/kinds';
import { afterCommit, transact } from '../../platform/db/transact.ts';
import type { ExportsRoom } from './exports-deps.ts';
import {
  expireExports,
  forgetTickets,
  lockDeadExports,
  lockOutdated,
  requeueExport,
} from './exports.store.ts';
import { findExport } from './exports.queries.ts';
import { failWith, tell } from './write-export.ts';

/** An export whose writer died so often has something that kills them. */
const attemptsMax = 3;

/** Exports left by a process that died are begun again, or given up; files whose time is over are removed. */
export async function sweepExports(room: ExportsRoom): Promise<void> {
  await reviveDead(room);
  await expire(room);
  await forgetTickets(room.db.workers);
}

async function reviveDead(room: ExportsRoom): Promise<void> {
  const hopeless = await transact(room.db.workers, async (tx) => {
    const dead = await lockDeadExports(tx);
    const hopeful = dead.filter(({ attempts }) => attempts < attemptsMax);
    for (const job of hopeful) await requeueExport(tx, job.id);
    if (hopeful.length > 0) afterCommit(tx, room.wake);
    return dead.filter(({ attempts }) => attempts >= attemptsMax);
  });
  for (const job of hopeless) {
    await room.folder.remove(job);
    await failWith(room, job, 'interrupted');
  }
}

async function expire(room: ExportsRoom): Promise<void> {
  const gone = await transact(room.db.workers, async (tx) => {
    const outdated = await lockOutdated(tx);
    // The file goes first: a row never says that there is none while it lies there.
    for (const job of outdated) await room.folder.remove(job);
    await expireExports(
      tx,
      outdated.map(({ id }) => id),
    );
    return outdated;
  });
  for (const job of gone) tell(room, { ...job, status: 'expired' });
}

/** Once, before anything is written: what a process that was killed left behind and no export knows. */
export async function clearFolder(room: ExportsRoom): Promise<void> {
  for (const name of await room.folder.list()) {
    const [, id, format] = /^(\d{1,18})\.(csv|xlsx)(?:\.part)?$/.exec(name) ?? [];
    const known = exportFormats.find((each) => each === format);
    if (id === undefined || known === undefined) continue;
    const job = await findExport(room.db.workers, BigInt(id));
    if (job?.status === 'completed' || job?.status === 'running') continue;
    await room.folder.remove({ id: BigInt(id), format: known });
  }
}
