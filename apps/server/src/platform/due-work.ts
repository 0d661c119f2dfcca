import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { NextTime } from './calendar.ts';
import { businessNow } from './clock.ts';
import type { Tables } from './db/tables.generated.ts';
import { transact } from './db/transact.ts';
import type { Tx } from './db/transact.ts';
import type { Log } from './log.ts';
import { traced } from './tracing/tracing.ts';

export interface DueWork {
  readonly name: string;
  /** When it is due, on the business clock. */
  readonly next: NextTime;
  /**
   * What a clock that moved over several due times leaves to do: each of them in order (reports, settlement), or
   * the latest alone (sweeps that look at everything anyway).
   */
  readonly missed: 'each' | 'latest';
  /** It looks at everything that is due by itself, so that a person may have it done at any time. */
  readonly anytime?: true;
  /**
   * Runs in the transaction that marks it done. Answering 'more' commits what was done so far and runs it again
   * at once: for work in batches, which must therefore find its own next batch.
   */
  readonly run: (tx: Tx, dueAt: Date) => Promise<'more' | void>;
}

export interface DueWorks {
  /** Looks now; resolves when nothing is due any more. Called after a move of the business clock. */
  runDue(): Promise<void>;
  /** What is done when: the next time, and the last that it was done. */
  list(): Promise<ListedWork[]>;
  /**
   * Does one now, over the time that it has: what is due, or may be done at any time; what has a day of its own is done on
   * it. Waits for whoever is at it, and answers what became of it; `busy` where that took two minutes, and where the server stops
   * before all of it is done. Throws what it throws.
   */
  runNow(name: string): Promise<'done' | 'notDue' | 'busy' | 'absent'>;
  stop(): Promise<void>;
}

export interface ListedWork {
  readonly name: string;
  readonly dueAt: Date | null;
  readonly lastAt: Date | null;
  /** `runNow` would do something. */
  readonly canRun: boolean;
}

const busyMs = 120_000;
const lookAgainMs = 250;

/** What one look came to; `more`: part of it is done, and the rest can be done at once. */
type Looked = 'done' | 'more' | 'notDue' | 'busy';
const wasDone = (looked: Looked): boolean => looked === 'done' || looked === 'more';

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
  /** What people asked for and is not over. */
  const asked = new Set<Promise<unknown>>();

  /** One look at one work; `isAsked`: somebody wants it done now, due or not. */
  const attempt = (work: DueWork, isAsked = false): Promise<Looked> =>
    transact(db, async (tx) => {
      const lock = `due work ${work.name}`;
      const { rows: locks } = await sql<{ mine: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) AS mine`.execute(tx);
      if (locks[0]?.mine !== true) return 'busy';

      const now = await businessNow(tx);
      const open = await tx
        .selectFrom('due_work')
        .select('due_at')
        .where('name', '=', work.name)
        .where('done_at', 'is', null)
        .orderBy('due_at')
        .executeTakeFirst();
      if (open === undefined) await plan(tx, work, now);
      if (open === undefined || open.due_at > now) {
        if (!isAsked || work.anytime !== true) return 'notDue';
        if ((await runTraced(work, tx, now)) === 'more') return 'more';
        await markDone(tx, work, now);
        return 'done';
      }

      let dueAt = open.due_at;
      for (let later = work.next(dueAt); work.missed === 'latest' && later <= now; later = work.next(dueAt))
        dueAt = later;
      if ((await runTraced(work, tx, dueAt)) === 'more') return 'more';
      await markDone(tx, work, dueAt);
      if (dueAt > open.due_at) {
        await tx
          .deleteFrom('due_work')
          .where('name', '=', work.name)
          .where('due_at', '=', open.due_at)
          .execute();
      }
      await plan(tx, work, dueAt);
      return 'done';
    });

  async function markDone(tx: Tx, work: DueWork, dueAt: Date): Promise<void> {
    await sql`
      INSERT INTO due_work (name, due_at, done_at) VALUES (${work.name}, ${dueAt}, now())
      ON CONFLICT (name, due_at) DO UPDATE SET done_at = now()`.execute(tx);
  }

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
          while (!stopped && wasDone(await attempt(work)));
        } catch (error) {
          log.error({ err: error, work: work.name }, 'due work failed and stays due');
        }
      }
    } while (again && !stopped);
  }

  /** One work over all that it has to do, after whoever is at it. */
  async function runWhole(work: DueWork): Promise<Exclude<Looked, 'more'>> {
    const endsAt = performance.now() + busyMs;
    for (;;) {
      const looked = await attempt(work, true);
      if (looked === 'busy' && !stopped && performance.now() < endsAt) await sleep(lookAgainMs);
      else if (looked !== 'more') return looked;
      else if (stopped) return 'busy';
    }
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
    async list() {
      const { rows } = await sql<{
        name: string;
        due_at: Date | null;
        last_at: Date | null;
        is_due: boolean;
      }>`
        SELECT w.name, min(d.due_at) FILTER (WHERE d.done_at IS NULL) AS due_at, max(d.done_at) AS last_at,
               coalesce(min(d.due_at) FILTER (WHERE d.done_at IS NULL) <= business_now(), false) AS is_due
        FROM unnest(${works.map(({ name }) => name)}::text[]) AS w (name) LEFT JOIN due_work d ON d.name = w.name
        GROUP BY w.name ORDER BY due_at, w.name`.execute(db);
      return rows.map((row) => ({
        name: row.name,
        dueAt: row.due_at,
        lastAt: row.last_at,
        canRun: row.is_due || works.some(({ anytime, name }) => name === row.name && anytime === true),
      }));
    },
    async runNow(name) {
      const work = works.find((each) => each.name === name);
      if (work === undefined) return 'absent';
      const run = runWhole(work);
      asked.add(run);
      return run.finally(() => asked.delete(run));
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await current;
      await Promise.allSettled(asked);
    },
  };
}

const runTraced = (work: DueWork, tx: Tx, dueAt: Date): ReturnType<DueWork['run']> =>
  traced(`job ${work.name}`, {}, 'whole', () => work.run(tx, dueAt));
