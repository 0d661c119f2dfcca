import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.generated.ts';

/**
 * Has the server process behind this connection take a tenth of a processor that somebody else wants, and all of one that
 * is free, for as long as it lives. The tenth keeps it from holding its snapshot for hours where there is never one free.
 * Answers whether it does: where the server runs on another machine, or as a user whom we may not tell, nothing changes.
 */
export async function standBack(tx: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ pid: number; port: number }>`
    SELECT pg_backend_pid() AS pid, inet_client_port() AS port`.execute(tx);
  const [server] = rows;
  if (server === undefined || !isOurs(server)) return false;
  const rank = constants.priority.PRIORITY_BELOW_NORMAL;
  try {
    setPriority(server.pid, rank);
    await rankSession(server.pid, rank);
    return true;
  } catch {
    return false;
  }
}

/** Linux lets one session be ranked in a tenth of a second by those who are not its administrators. */
const rankEveryMs = 120;

/**
 * Where Linux shares processors out between sessions (sched_autogroup, man 7 sched), a rank counts within its session alone,
 * and every server process is a session of its own: so the session is ranked too.
 */
async function rankSession(pid: number, rank: number): Promise<void> {
  const file = `/proc/${pid}/autogroup`;
  if (!existsSync(file)) return;
  for (let tries = 5; ; tries -= 1) {
    try {
      writeFileSync(file, `${rank}`);
      return;
    } catch (error) {
      if (tries === 1 || (error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await sleep(rankEveryMs);
    }
  }
}

/** Under this number another machine's server would meet a stranger here: a server process names our port in its title. */
function isOurs({ pid, port }: { readonly pid: number; readonly port: number }): boolean {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return title.startsWith('postgres:') && title.includes(`(${port})`);
  } catch {
    return false;
  }
}
