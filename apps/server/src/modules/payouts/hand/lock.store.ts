import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/**
 * Keeps a payout to one person, or keeps it longer. Answers until when; `taken` where somebody else has it, `many` where this
 * person has so many others already. Wall time.
 */
export async function lockFor(
  tx: Tx,
  orderId: bigint,
  userId: bigint,
  limits: { readonly minutes: number; readonly most: number },
): Promise<Date | 'taken' | 'many'> {
  await sql`DELETE FROM payout_lock WHERE user_id = ${userId} AND until <= now()`.execute(tx);
  const { rows: own } = await sql<{ others: bigint }>`
    SELECT count(*) AS others FROM payout_lock
    WHERE user_id = ${userId} AND order_id <> ${orderId}`.execute(tx);
  if ((own[0]?.others ?? 0n) >= BigInt(limits.most)) return 'many';
  const { rows } = await sql<{ until: Date }>`
    INSERT INTO payout_lock AS l (order_id, user_id, until)
    VALUES (${orderId}, ${userId}, now() + ${limits.minutes} * interval '1 minute')
    ON CONFLICT (order_id) DO UPDATE SET user_id = EXCLUDED.user_id, until = EXCLUDED.until
    WHERE l.user_id = EXCLUDED.user_id OR l.until <= now()
    RETURNING until`.execute(tx);
  return rows[0]?.until ?? 'taken';
}

/** Gives a payout back that this person has; false where he has it not. */
export async function unlockFor(tx: Tx, orderId: bigint, userId: bigint): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM payout_lock WHERE order_id = ${orderId} AND user_id = ${userId} AND until > now()
    RETURNING order_id`.execute(tx);
  return rows.length > 0;
}

/** Whether somebody else has the payout to himself now. */
export async function isLockedByAnother(tx: Tx, orderId: bigint, userId: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payout_lock WHERE order_id = ${orderId} AND user_id <> ${userId} AND until > now()`.execute(
    tx,
  );
  return rows.length > 0;
}
