import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** Keeps what people are told of an order, wherever it lies; false where they were told the same before. Of two at once one is first. */
export async function keepFlag(
  tx: Tx,
  orderId: bigint,
  { reason, about }: { readonly reason: string; readonly about: string },
): Promise<boolean> {
  // It does not leave now, or has left: the same flag would otherwise stand here and in the archive, and keep it there.
  await sql`SELECT FROM collection_order o WHERE o.id = ${orderId} FOR KEY SHARE`.execute(tx);
  const { numAffectedRows } = await sql`
    INSERT INTO collection_flag (order_id, reason, about, flagged_at)
    SELECT f.* FROM (VALUES (${orderId}::bigint, ${reason}::text, ${about}::text, business_now())) AS f (order_id, reason, about, at)
    WHERE NOT EXISTS (
      SELECT FROM archive.collection_flag a WHERE (a.order_id, a.reason, a.about) = (f.order_id, f.reason, f.about))
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}
