import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** Keeps what people are told of a payout; false where they were told the same before. */
export async function keepFlag(tx: Tx, orderId: bigint, reason: string, about: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO payout_flag (order_id, reason, about, flagged_at)
    VALUES (${orderId}, ${reason}, ${about}, business_now()) ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}
