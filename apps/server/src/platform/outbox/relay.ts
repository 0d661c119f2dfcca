import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isConnectionLoss } from '../db/database-error.ts';
import type { Tables } from '../db/tables.generated.ts';
import { transact } from '../db/transact.ts';
import type { Tx } from '../db/transact.ts';
import type { Log } from '../log.ts';
import { traced } from '../tracing/tracing.ts';
import { onCommittedEvents } from './emit.ts';
import type { OutboxEvent } from './event.ts';
import { takeEvent, takeOutbox, unfoldBatches } from './take.ts';
import type { Taken } from './take.ts';

/**
 * Reacts to a batch of events of its kinds, oldest first, in the relay's transaction. It must be idempotent by event
 * id: after a crash a batch comes again. It does no I/O besides `tx`; the outside world is reached through jobs.
 */
export type OutboxHandler = (tx: Tx, events: readonly OutboxEvent[]) => Promise<void>;

/** Made by `on`, which knows what each kind's payload is. */
export interface Subscription {
  readonly kinds: readonly string[];
  readonly handle: OutboxHandler;
}

export interface OutboxRelay {
  wake(): void;
  /** Resolves once nothing waits (tests, and the end of a demo seed). */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface OutboxRelayOptions {
  readonly db: Kysely<Tables>;
  readonly subscriptions: readonly Subscription[];
  readonly log: Log;
  readonly pollMs?: number;
  /** Tries of a single event before it is parked in outbox_dead. */
  readonly attempts?: number;
}

const batchSize = 500;
/** Nobody notices it in a callback or on a screen; under load it makes one take of dozens. */
const gatherMs = 50;

/**
 * Dispatches committed events to the rooms that asked for them, one relay at a time over all processes, oldest
 * first, and takes them out in the same commit. What cannot be told together is unfolded and told one by one: the event
 * at fault is tried again later and then parked, and meanwhile only events of the same subject wait behind it.
 */
export function startOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { db, log } = options;
  const attemptLimit = options.attempts ?? 5;
  const subscribers = options.subscriptions.map(({ kinds, handle }) => ({ kinds: new Set(kinds), handle }));
  const failures = new Map<bigint, { attempts: number; subject: string; notBefore: number }>();
  let stopped = false;
  let woken = false;
  let current: Promise<void> | undefined;

  async function tell(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
    // Each gets all of its events at once, however kinds alternate: a busy hour is a few large calls.
    for (const { kinds, handle } of subscribers) {
      const own = events.filter(({ kind }) => kinds.has(kind));
      if (own.length > 0) await handle(tx, own);
    }
  }

  /** A round without news is no trace. */
  async function tellTraced(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
    if (events.length === 0) return;
    await traced('job outbox.tell', { 'suanpan.events': events.length }, 'whole', () => tell(tx, events));
  }

  /** The subjects that wait for the next try of an event that failed. */
  function restingSubjects(): string[] {
    const now = performance.now();
    return [...failures.values()].flatMap(({ notBefore, subject }) => (notBefore > now ? [subject] : []));
  }

  /** Answers how many events were taken. */
  async function takeBatch(): Promise<number> {
    let taken: Taken = { events: [], batches: [] };
    try {
      await transact(db, async (tx) => {
        taken = await takeOutbox(tx, restingSubjects(), batchSize);
        await tellTraced(tx, taken.events);
      });
    } catch (error) {
      const { batches, events } = taken;
      if (isConnectionLoss(error) || events.length === 0) throw error;
      if (events.length > 1)
        log.warn({ err: error, events: events.length }, 'a batch of events failed; one by one now');
      if (batches.length > 0) await transact(db, (tx) => unfoldBatches(tx, batches));
      await takeSingly(events);
    }
    return taken.events.length;
  }

  async function takeSingly(events: readonly OutboxEvent[]): Promise<void> {
    const blocked = new Set<string>();
    for (const event of events) {
      if (blocked.has(event.subject)) continue;
      try {
        const isOurs = await transact(db, async (tx) => {
          if (!(await takeEvent(tx, event.id))) return false;
          await tellTraced(tx, [event]);
          return true;
        });
        failures.delete(event.id);
        // Another relay took over, and tells the rest in its order.
        if (!isOurs) return;
      } catch (error) {
        if (isConnectionLoss(error)) throw error;
        blocked.add(event.subject);
        await noteFailure(event, error);
      }
    }
  }

  async function noteFailure(event: OutboxEvent, error: unknown): Promise<void> {
    const attempts = (failures.get(event.id)?.attempts ?? 0) + 1;
    const about = { err: error, event: String(event.id), kind: event.kind, attempts };
    if (attempts < attemptLimit) {
      log.warn(about, 'an event failed and will be tried again');
      const notBefore = performance.now() + 100 * 2 ** attempts;
      failures.set(event.id, { attempts, subject: event.subject, notBefore });
      return;
    }
    log.error(about, 'an event keeps failing and was parked');
    const message = error instanceof Error ? error.message : String(error);
    await transact(db, async (tx) => {
      await sql`
        WITH parked AS (DELETE FROM outbox WHERE id = ${event.id} RETURNING *)
        INSERT INTO outbox_dead (id, kind, subject, payload, created_at, error, attempts)
        SELECT id, kind, subject, payload, created_at, ${message.slice(0, 2_000)}, ${attempts} FROM parked
        ON CONFLICT (id) DO NOTHING`.execute(tx);
    });
    failures.delete(event.id);
  }

  async function drain(): Promise<void> {
    do {
      woken = false;
      try {
        while (!stopped && (await takeBatch()) >= batchSize);
        // After a batch that was not full, what comes meanwhile gathers: each batch costs a commit of its own.
        if (woken && !stopped) await sleep(gatherMs);
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read; the next look comes by itself');
        return;
      }
    } while (woken && !stopped);
  }

  function wake(): void {
    woken = true;
    if (stopped || current !== undefined) return;
    current = drain().finally(() => {
      current = undefined;
    });
  }

  const forget = onCommittedEvents(wake);
  const timer = setInterval(wake, options.pollMs ?? 1_000);
  timer.unref();
  wake();

  return {
    wake,
    async idle() {
      for (;;) {
        wake();
        await current;
        const { rows } = await sql<{ waits: boolean }>`
          SELECT EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM outbox_batch) AS waits`.execute(db);
        if (rows[0]?.waits === false) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      stopped = true;
      forget();
      clearInterval(timer);
      await current;
    },
  };
}
