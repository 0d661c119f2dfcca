import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { errorCode, isConnectionLoss, isRetryable } from './database-error.ts';
import type { Tables } from './tables.generated.ts';

export type Tx = Transaction<Tables>;

/**
 * COMMIT was sent and no answer came: the work may stand or not. The caller looks his key up;
 * he never simply runs it again.
 */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('COMMIT was sent, but its answer was lost', { cause });
    this.name = 'UnknownOutcome';
  }
}

const retryLimit = 5;
/** Whoever asked waits no longer for another try: what held it for so long will hold it again. */
export const retryWithinMs = 3_000;
const afterCommits = new WeakMap<object, (() => void)[]>();

/**
 * Runs `callback` once the transaction of `tx` is durable; never when it rolls back.
 * For wake-ups only: whatever must happen belongs into the transaction, as an outbox event.
 */
export function afterCommit(tx: Tx, callback: () => void): void {
  const waiting = afterCommits.get(tx);
  if (waiting === undefined) throw new Error('afterCommit works only inside transact()');
  waiting.push(callback);
}

/**
 * One READ COMMITTED transaction. With `attempts` above 1 (at most 5) the whole work runs again, with
 * jitter and as long as it is young, after a serialisation failure, a deadlock, a lock timeout, or a connection lost before COMMIT:
 * give it only to work that is safe to repeat, which means it carries a key. Throws `UnknownOutcome`
 * when the answer of COMMIT was lost.
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (tx: Tx) => Promise<T>,
  options: { readonly attempts?: number } = {},
): Promise<T> {
  const attempts = Math.min(options.attempts ?? 1, retryLimit);
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      const isLate = performance.now() - began > retryWithinMs;
      if (isLate || attempt >= attempts || error instanceof UnknownOutcome || !isRetryable(error))
        throw error;
      await sleep(randomInt(5, 20 * 2 ** attempt) * (isConnectionLoss(error) ? 10 : 1));
    }
  }
}

async function runOnce<T>(db: Kysely<Tables>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().setIsolationLevel('read committed').execute();
  const callbacks: (() => void)[] = [];
  afterCommits.set(tx, callbacks);
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    // The first error is the one to report; a rollback over a dead connection fails too, and need not succeed.
    await tx
      .rollback()
      .execute()
      .catch(() => {});
    throw error;
  }
  try {
    await tx.commit().execute();
  } catch (error) {
    if (!tx.isCommitted && !tx.isRolledBack) {
      await tx
        .rollback()
        .execute()
        .catch(() => {});
    }
    // A deferred check or a serialisation failure is a definite no; a lost connection says nothing.
    if (isConnectionLoss(error) || errorCode(error) === undefined) {
      if (error instanceof Error && error.name === 'AbortedTransactionError') throw error;
      throw new UnknownOutcome(error);
    }
    throw error;
  }
  for (const callback of callbacks) callback();
  return result;
}
