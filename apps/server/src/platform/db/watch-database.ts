import type pg from 'pg';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';

export interface DatabaseWatch {
  /** Whether the last look got an answer. */
  readonly isReachable: boolean;
  /** Aborted while the database does not answer; a fresh signal stands as soon as it does again. */
  outage(): AbortSignal;
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;
const answerWithinMs = 2_000;

/**
 * Asks the database once a second on the connection kept for that. Two silences in a row, so that one lost
 * connection means nothing, are an outage: without this, calls would wait for a network that swallows them.
 */
export function watchDatabase(database: Database, log: Log): DatabaseWatch {
  let controller = new AbortController();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const answered = (await answers(database.pools.health)) || (await answers(database.pools.health));
    if (stopped) return;
    if (answered && controller.signal.aborted) {
      controller = new AbortController();
      log.info('the database answers again');
    } else if (!answered && !controller.signal.aborted) {
      controller.abort();
      log.error('the database does not answer');
    }
    timer = setTimeout(() => {
      current = look();
    }, lookEveryMs);
    timer.unref();
  }
  current = look();

  return {
    get isReachable() {
      return !controller.signal.aborted;
    },
    outage: () => controller.signal,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

/** A connection that stays silent is closed, so that the next look dials anew. */
async function answers(pool: pg.Pool): Promise<boolean> {
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    // The driver reads this limit from the query, though its types do not name it.
    const question = { text: 'SELECT 1', query_timeout: answerWithinMs };
    await client.query(question);
    client.release();
    return true;
  } catch {
    client?.release(true);
    return false;
  }
}
