import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory that looks like a disk. */
const memory = '/dev/shm';
/** What a whole run may come to; where there is less, the disk takes it. */
const roomBytes = 4 * 1024 ** 3;

/**
 * A new folder for the length of this process, named by it and private to its user: in memory where there is plenty, since
 * nothing of it outlives the run. What killed processes left behind under the same prefix goes first.
 */
export function makeRunFolder(prefix: string): string {
  const places = [tmpdir(), memory].filter((place) => existsSync(place));
  for (const place of places) forgetDeadRuns(place, prefix);
  return mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), `${prefix}${process.pid}-`));
}

function hasRoom(place: string): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize > roomBytes;
}

/** A killed run leaves its server behind; a server whose data directory vanishes ends by itself within a minute. */
function forgetDeadRuns(place: string, prefix: string): void {
  for (const name of readdirSync(place)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
