import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of a process that has ended in ticks of this many microseconds. */
const tickUs = 10_000;

/** Fields of /proc/PID/stat after the name, which stands in parentheses and may hold anything. */
function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** What a process with one thread has used up to now, to the nanosecond. */
function usedUs(pid: number | string): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
}

/**
 * Processor time in microseconds that a whole PostgreSQL cluster has used since its start: the postmaster, every process
 * it has now, and every one that has ended. NaN where there is no /proc to say so.
 *
 * A process that ends between the two looks would be counted by neither: they are repeated until none did.
 */
export function clusterTimeUs(postmaster: number): number {
  try {
    for (;;) {
      const ended = endedUs(postmaster);
      const running = usedUs(postmaster) + childrenUs(postmaster);
      if (endedUs(postmaster) === ended) return ended + running;
    }
  } catch {
    return NaN;
  }
}

/** What the children of `postmaster` that have ended used. */
function endedUs(postmaster: number): number {
  const [user, system] = statOf(postmaster).slice(13, 15);
  return (Number(user) + Number(system)) * tickUs;
}

/** What the children used that `postmaster` has now. */
function childrenUs(postmaster: number): number {
  let total = 0;
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) total += timeOfChild(name, postmaster);
  }
  return total;
}

/** What a child of `postmaster` has used; 0 for any other process, and for one that ends while we look. */
function timeOfChild(pid: string, postmaster: number): number {
  try {
    return Number(statOf(pid)[1]) === postmaster ? usedUs(pid) : 0;
  } catch {
    return 0;
  }
}

/** Processor time in microseconds of another program with all its threads, in steps of a tick. NaN without /proc. */
export function programTimeUs(pid: number): number {
  try {
    const [user, system] = statOf(pid).slice(11, 13);
    return (Number(user) + Number(system)) * tickUs;
  } catch {
    return NaN;
  }
}

/** Processor time in microseconds of this program. */
export function ownTimeUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
