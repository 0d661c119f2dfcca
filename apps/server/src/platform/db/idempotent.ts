import { createHash } from 'node:crypto';
import { Refusal } from '@suanpan/domain/errors';
import { idempotencyKeyHours } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { keptApart } from './kept-apart.ts';
import type { Tables } from './tables.generated.ts';
import { transact } from './transact.ts';
import type { Tx } from './transact.ts';

export interface IdempotentCall {
  /** Whose key it is; keys of different owners never meet. */
  readonly ownerId: bigint;
  /** For whom he calls: what he was answered as a visitor of one account is no answer for another. */
  readonly effectiveId: bigint;
  readonly endpoint: string;
  readonly key: string;
  /** What was asked; the same key with another request is refused. */
  readonly request: unknown;
}

/**
 * Runs `work` once per key: the key and its answer are stored in the transaction of the effect, so a replay
 * answers the stored result byte for byte and a crash leaves neither. Refuses with `idempotencyConflict` when
 * the key came with another request and with `requestInProgress` while the first one runs. A refusal of the
 * work stores nothing. The result must be plain JSON. The work is repeated after deadlocks, at most 5 times.
 */
export async function idempotently<T>(
  db: Kysely<Tables>,
  call: IdempotentCall,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { ownerId, effectiveId, endpoint, key } = call;
  const hash = createHash('sha256').update(JSON.stringify(call.request)).digest();
  const run = async (tx: Tx): Promise<T> => {
    const name = `idempotency ${ownerId} ${effectiveId} ${endpoint} ${key}`;
    const { rows } = await sql<{ free: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS free`.execute(tx);
    if (rows[0]?.free !== true) throw new Refusal('requestInProgress');

    const stored = await tx
      .selectFrom('idempotency_key')
      .select(['request_hash', 'response'])
      .where('owner_id', '=', ownerId)
      .where('effective_id', '=', effectiveId)
      .where('endpoint', '=', endpoint)
      .where('key', '=', key)
      .executeTakeFirst();
    if (stored !== undefined) {
      if (!stored.request_hash.equals(hash)) throw new Refusal('idempotencyConflict');
      return JSON.parse(stored.response ?? 'null') as T;
    }
    const result = await work(tx);
    await tx
      .insertInto('idempotency_key')
      .values({
        owner_id: ownerId,
        effective_id: effectiveId,
        endpoint,
        key,
        request_hash: hash,
        response: JSON.stringify(result ?? null),
      })
      .execute();
    return result;
  };
  return keptApart(db, 'keys', () => transact(db, run, { attempts: 5 }));
}

/** Forgets the keys that nobody may repeat any more. */
export async function sweepKeys(db: Kysely<Tables>): Promise<void> {
  await sql`
    DELETE FROM idempotency_key WHERE created_at < now() - ${idempotencyKeyHours} * interval '1 hour'`.execute(
    db,
  );
}
