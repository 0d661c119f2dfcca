import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function fromProc(): Process[] {
  const found: Process[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name stands in parentheses and may hold anything; what follows the last one is fixed.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') continue;
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      found.push({ pid: Number(name), parent: Number(parent), command });
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

function fromPs(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' }).split(
    '\n',
  );
  return lines.flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }];
  });
}

/** Every living process of the machine that this user may see; one that has ended but is not reaped is not living. */
export function listProcesses(): Process[] {
  return existsSync('/proc/self/stat') ? fromProc() : fromPs();
}

/** The processes that `pid` started itself. */
export function childrenOf(pid: number): Process[] {
  return listProcesses().filter(({ parent }) => parent === pid);
}

export function isAlive(pid: number): boolean {
  return listProcesses().some((one) => one.pid === pid);
}
