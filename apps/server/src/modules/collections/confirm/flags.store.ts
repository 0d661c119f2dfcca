import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** Keeps what people are told of an order; false where they were told the same before. Of two at once one is first. */
export async function keepFlag(
  tx: Tx,
  orderId: bigint,
  { reason, about }: { readonly reason: string; readonly about: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO collection_flag (order_id, reason, about, flagged_at)
    VALUES (${orderId}, ${reason}, ${about}, business_now()) ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}
