import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

/**
 * Uses up one time step of a user; false when it was used before, by whatever call. Of two rivals the second waits
 * for the first to commit and then loses. A step far behind the newest used one is refused too, so that a clock
 * set back gives old codes no second life.
 */
export async function burnStep(tx: Tx, userId: bigint, step: bigint): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO totp_used (user_id, step)
    SELECT ${userId}, ${step}
    WHERE NOT EXISTS (SELECT FROM totp_used WHERE user_id = ${userId} AND step > ${step + 2n})
    ON CONFLICT DO NOTHING
    RETURNING step`.execute(tx);
  if (rows.length === 0) return false;
  await tx
    .deleteFrom('totp_used')
    .where('user_id', '=', userId)
    .where('step', '<', step - 20n)
    .execute();
  return true;
}

/** Keeps the secret that a binding has begun with; it replaces the one of an earlier start. */
export async function savePendingSecret(
  db: Kysely<Tables>,
  userId: bigint,
  sealed: string,
): Promise<boolean> {
  const row = await db
    .updateTable('app_user')
    .set({ totp_pending_sealed: sealed })
    .where('id', '=', userId)
    .where('totp_bound_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The pending secret becomes the bound one. */
export async function saveBinding(tx: Tx, userId: bigint, sealed: string): Promise<void> {
  await sql`
    UPDATE app_user
    SET totp_sealed = ${sealed}, totp_pending_sealed = NULL, totp_bound_at = business_now(), totp_reset_at = NULL,
        updated_at = business_now()
    WHERE id = ${userId}`.execute(tx);
}

/** Takes the second factor away; the user binds anew inside a locked session. */
export async function clearBinding(tx: Tx, userId: bigint): Promise<void> {
  await sql`
    UPDATE app_user
    SET totp_sealed = NULL, totp_pending_sealed = NULL, totp_bound_at = NULL, totp_reset_at = business_now(),
        updated_at = business_now()
    WHERE id = ${userId}`.execute(tx);
}
