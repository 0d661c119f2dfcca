import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { NextTime } from './calendar.ts';
import { businessNow } from './clock.ts';
import type { Tables } from './db/tables.generated.ts';
import { transact } from './db/transact.ts';
import type { Tx } from './db/transact.ts';
import type { Log } from './log.ts';

export interface DueWork {
  readonly name: string;
  /** When it is due, on the business clock. */
  readonly next: NextTime;
  /**
   * What a clock that moved over several due times leaves to do: each of them in order (reports, settlement), or
   * the latest alone (sweeps that look at everything anyway).
   */
  readonly missed: 'each' | 'latest';
  /**
   * Runs in the transaction that marks it done. Answering 'more' commits what was done so far and runs it again
   * at once: for work in batches, which must therefore find its own next batch.
   */
  readonly run: (tx: Tx, dueAt: Date) => Promise<'more' | void>;
}

export interface DueWorks {
  /** Looks now; resolves when nothing is due any more. Called after a move of the business clock. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Looks every minute which work of the business calendar is due, and does it exactly once per due time over all
 * processes: the row in `due_work` is locked while it runs. Work that fails stays due and hinders no other.
 */
export function startDueWork(options: {
  readonly db: Kysely<Tables>;
  readonly works: readonly DueWork[];
  readonly log: Log;
  readonly pollMs?: number;
}): DueWorks {
  const { db, works, log } = options;
  let stopped = false;
  let current: Promise<void> | undefined;
  let again = false;

  /** One look at one work; answers whether something was done. */
  const doOne = (work: DueWork): Promise<boolean> =>
    transact(db, async (tx) => {
      const lock = `due work ${work.name}`;
      const { rows: locks } = await sql<{ mine: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) AS mine`.execute(tx);
      if (locks[0]?.mine !== true) return false;

      const now = await businessNow(tx);
      const open = await tx
        .selectFrom('due_work')
        .select('due_at')
        .where('name', '=', work.name)
        .where('done_at', 'is', null)
        .orderBy('due_at')
        .executeTakeFirst();
      if (open === undefined) {
        await plan(tx, work, now);
        return false;
      }
      if (open.due_at > now) return false;

      let dueAt = open.due_at;
      for (let later = work.next(dueAt); work.missed === 'latest' && later <= now; later = work.next(dueAt))
        dueAt = later;
      if ((await work.run(tx, dueAt)) === 'more') return true;
      await sql`
        INSERT INTO due_work (name, due_at, done_at) VALUES (${work.name}, ${dueAt}, now())
        ON CONFLICT (name, due_at) DO UPDATE SET done_at = now()`.execute(tx);
      if (dueAt > open.due_at) {
        await tx
          .deleteFrom('due_work')
          .where('name', '=', work.name)
          .where('due_at', '=', open.due_at)
          .execute();
      }
      await plan(tx, work, dueAt);
      return true;
    });

  async function plan(tx: Tx, work: DueWork, after: Date): Promise<void> {
    await sql`
      INSERT INTO due_work (name, due_at) VALUES (${work.name}, ${work.next(after)})
      ON CONFLICT DO NOTHING`.execute(tx);
  }

  async function look(): Promise<void> {
    do {
      again = false;
      for (const work of works) {
        try {
          while (!stopped && (await doOne(work)));
        } catch (error) {
          log.error({ err: error, work: work.name }, 'due work failed and stays due');
        }
      }
    } while (again && !stopped);
  }

  function runDue(): Promise<void> {
    if (stopped) return Promise.resolve();
    again = true;
    current ??= look().finally(() => {
      current = undefined;
    });
    return current;
  }

  const timer = setInterval(() => void runDue(), options.pollMs ?? 60_000);
  timer.unref();
  void runDue();

  return {
    runDue,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await current;
    },
  };
}
