import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Job as BossJob, JobResult, SendOptions } from 'pg-boss';
import { ordinaryLimits } from '../db/connection-settings.ts';
import { openPool } from '../db/database.ts';
import type { Tables } from '../db/tables.generated.ts';
import { afterCommit } from '../db/transact.ts';
import type { Tx } from '../db/transact.ts';
import type { Log } from '../log.ts';

/** How the jobs of one name are tried. Names are imperative: `callback.send`. */
export interface Queue {
  readonly name: string;
  /** Further tries after the first; then the job goes to the dead letters. Default 5. */
  readonly retries?: number;
  /** First wait between tries, doubled each time. Default 1 s. */
  readonly retryDelayS?: number;
  readonly retryDelayMaxS?: number;
  /** After this a running job counts as lost and is tried again. Default 60 s. */
  readonly expireS?: number;
  /** At most one waiting job a `singletonKey`. */
  readonly oneWaiting?: true;
}

export interface NewJob {
  readonly name: string;
  /** Plain JSON, small: ids rather than rows. */
  readonly data: object;
  readonly startAfter?: Date;
  readonly singletonKey?: string;
}

export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Aborted when the job has run out of its time. */
  readonly signal: AbortSignal;
}

/** A job that failed for good, with its last error. */
export interface DeadJob {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
  readonly error: unknown;
  readonly failedAt: Date;
}

export interface Jobs {
  /** Adds a job; inside `transact()` it exists exactly when the transaction commits. */
  enqueue(db: Tx | Kysely<Tables>, job: NewJob): Promise<void>;
  enqueueAll(db: Tx | Kysely<Tables>, name: string, jobs: readonly Omit<NewJob, 'name'>[]): Promise<void>;
  /**
   * Works the jobs of one queue: `concurrency` loops that each take up to `batchSize` jobs and run them side by
   * side. Each job succeeds or fails alone. A job may run twice after a crash, so handlers are idempotent.
   */
  work<Data>(
    name: string,
    handler: (job: Job<Data>) => Promise<void>,
    options?: { readonly batchSize?: number; readonly concurrency?: number; readonly pollS?: number },
  ): Promise<void>;
  /** The dead letters, newest first. */
  dead(limit: number): Promise<DeadJob[]>;
  /** Puts one dead letter back into its queue; false when it is not there any more. */
  revive(id: string): Promise<boolean>;
  /** Jobs that wait, by queue name. */
  waiting(): Promise<Readonly<Record<string, number>>>;
  readonly isRunning: boolean;
  /** Finishes what is under way, at most `timeoutMs`; the rest is tried again by the next start. */
  stop(timeoutMs?: number): Promise<void>;
}

const deadLetters = 'dead';

/**
 * Starts the job queue in the schema `pgboss`, on connections of its own. Jobs are found by polling and, inside
 * this process, woken right after their commit: a NOTIFY in money transactions would serialise their commits.
 */
export async function startJobs(options: {
  readonly url: string;
  readonly queues: readonly Queue[];
  readonly log: Log;
  readonly poolSize?: number;
}): Promise<Jobs> {
  const { log } = options;
  const pool = openPool(
    options.url,
    { name: 'suanpan jobs', max: options.poolSize ?? 4, limits: ordinaryLimits, driverTypes: true },
    log,
  );
  // Loaded here and not at the top: the queue opens while the start waits for the database anyway.
  const { fromKysely, PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    createSchema: false,
    schedule: false,
    reindex: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue warns'));
  await boss.start();

  await boss.createQueue(deadLetters, {
    retryLimit: 0,
    retentionSeconds: 90 * 86_400,
    deleteAfterSeconds: 0,
  });
  for (const queue of options.queues) {
    const settings = {
      retryLimit: queue.retries ?? 5,
      retryDelay: queue.retryDelayS ?? 1,
      retryBackoff: true,
      ...(queue.retryDelayMaxS === undefined ? {} : { retryDelayMax: queue.retryDelayMaxS }),
      expireInSeconds: queue.expireS ?? 60,
      deadLetter: deadLetters,
      deleteAfterSeconds: 86_400,
    };
    await boss.createQueue(queue.name, {
      ...settings,
      policy: queue.oneWaiting === true ? 'short' : 'standard',
    });
    await boss.updateQueue(queue.name, settings);
  }

  const known = new Set(options.queues.map(({ name }) => name));
  const workers = new Map<string, string[]>();
  let running = true;

  function wake(name: string): void {
    const ids = workers.get(name) ?? [];
    const id = ids[ids.length === 0 ? 0 : randomInt(ids.length)];
    if (id !== undefined) boss.notifyWorker(id);
  }

  function wakeAfter(db: Tx | Kysely<Tables>, name: string): void {
    if (db.isTransaction) afterCommit(db as Tx, () => wake(name));
    else wake(name);
  }

  function optionsOf(job: Omit<NewJob, 'name'>): SendOptions {
    return {
      ...(job.startAfter === undefined ? {} : { startAfter: job.startAfter }),
      ...(job.singletonKey === undefined ? {} : { singletonKey: job.singletonKey }),
    };
  }

  return {
    async enqueue(db, job) {
      if (!known.has(job.name)) throw new Error(`No queue is named ${job.name}`);
      await boss.send(job.name, job.data, { ...optionsOf(job), db: fromKysely(db) });
      wakeAfter(db, job.name);
    },

    async enqueueAll(db, name, jobs) {
      if (!known.has(name)) throw new Error(`No queue is named ${name}`);
      if (jobs.length === 0) return;
      await boss.insert(
        name,
        jobs.map((job) => ({ data: job.data, ...optionsOf(job) }) as { data: object; startAfter?: Date }),
        { db: fromKysely(db) },
      );
      wakeAfter(db, name);
    },

    async work<Data>(
      name: string,
      handler: (job: Job<Data>) => Promise<void>,
      { batchSize = 1, concurrency = 1, pollS = 1 } = {},
    ) {
      const runOne = async (job: BossJob<Data>): Promise<JobResult> => {
        try {
          await handler({ id: job.id, data: job.data, attempt: job.retryCount + 1, signal: job.signal });
          return { id: job.id, status: 'completed' };
        } catch (error) {
          log.warn({ err: error, job: job.id, queue: name, attempt: job.retryCount + 1 }, 'a job failed');
          const message = error instanceof Error ? error.message : String(error);
          return { id: job.id, status: 'failed', output: { message: message.slice(0, 2_000) } };
        }
      };
      const ids = workers.get(name) ?? [];
      workers.set(name, ids);
      for (let loop = 0; loop < concurrency; loop += 1) {
        const settings = {
          batchSize,
          pollingIntervalSeconds: pollS,
          burstWhenBatchFull: true,
          perJobResults: true,
        } as const;
        ids.push(
          await boss.work<Data, void, typeof settings>(name, settings, (jobs) =>
            Promise.all(jobs.map(runOne)),
          ),
        );
      }
    },

    async dead(limit) {
      const { rows } = await pool.query<DeadJob>(
        `SELECT id, source_name AS name, data, source_output AS error, created_on AS "failedAt"
         FROM pgboss.job WHERE name = $1 AND state = 'created' ORDER BY created_on DESC LIMIT $2`,
        [deadLetters, limit],
      );
      return rows;
    },

    async revive(id) {
      const [letter] = await boss.findJobs<object>(deadLetters, { id });
      if (letter === undefined || letter.sourceName === null || letter.state !== 'created') return false;
      await boss.send(letter.sourceName, letter.data);
      await boss.deleteJob(deadLetters, id);
      wake(letter.sourceName);
      return true;
    },

    async waiting() {
      const { rows } = await pool.query<{ name: string; n: number }>(
        `SELECT name, count(*)::int AS n FROM pgboss.job WHERE state IN ('created', 'retry') GROUP BY name`,
      );
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
    },

    get isRunning() {
      return running;
    },

    async stop(timeoutMs = 8_000) {
      running = false;
      await boss.stop({ graceful: true, timeout: timeoutMs, close: false });
      await pool.end();
    },
  };
}
