import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

interface Moved {
  readonly id: bigint;
  readonly kind: string;
  readonly subject: string;
}

/** Puts failed jobs back where they came from, under their own numbers; answers those that were open. */
export async function putBack(tx: Tx, ids: readonly bigint[]): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    WITH back AS (
      DELETE FROM outbox_dead WHERE id = ANY (${ids}::bigint[]) AND discarded_at IS NULL RETURNING *
    )
    INSERT INTO outbox (id, kind, subject, payload, created_at) OVERRIDING SYSTEM VALUE
    SELECT b.id, b.kind, b.subject, b.payload, b.created_at FROM back b ORDER BY b.id
    RETURNING id, kind, subject`.execute(tx);
  return rows;
}

/** They stay, with who found that they need not be done and why; answers those that were open. */
export async function discard(
  tx: Tx,
  ids: readonly bigint[],
  by: { readonly userId: bigint; readonly reason: string },
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    UPDATE outbox_dead SET discarded_at = business_now(), discarded_by = ${by.userId}, discard_reason = ${by.reason}
    WHERE id = ANY (${ids}::bigint[]) AND discarded_at IS NULL
    RETURNING id, kind, subject`.execute(tx);
  return rows;
}
