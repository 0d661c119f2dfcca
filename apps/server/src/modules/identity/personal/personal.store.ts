import { sql } from 'kysely';
import { stepUpTries } from '@suanpan/domain/limits';
import type { Tx } from '../../../platform/db/transact.ts';

/** Answers nothing when the row was edited since `readAt`, which is as exact as the wire: milliseconds. */
export async function saveContact(
  tx: Tx,
  userId: bigint,
  contact: { readonly phone: string | null; readonly email: string | null },
  readAt: Date,
): Promise<{ phone: string | null; email: string | null } | undefined> {
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    WITH earlier AS (
      SELECT id, phone, email FROM app_user
      WHERE id = ${userId} AND date_trunc('milliseconds', updated_at) = ${readAt} FOR UPDATE
    )
    UPDATE app_user u SET phone = ${contact.phone}, email = ${contact.email}, updated_at = business_now()
    FROM earlier WHERE u.id = earlier.id RETURNING earlier.phone, earlier.email`.execute(tx);
  return rows[0];
}

/** The list before, or nothing when the row was edited since `readAt`. */
export async function saveAddresses(
  tx: Tx,
  userId: bigint,
  entries: readonly string[],
  readAt: Date,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ ip_allowlist: string[] }>`
    WITH earlier AS (
      SELECT id, ip_allowlist FROM app_user
      WHERE id = ${userId} AND date_trunc('milliseconds', updated_at) = ${readAt} FOR UPDATE
    )
    UPDATE app_user u SET ip_allowlist = ${[...entries]}::text[], updated_at = business_now()
    FROM earlier WHERE u.id = earlier.id RETURNING earlier.ip_allowlist`.execute(tx);
  return rows[0]?.ip_allowlist;
}

export async function savePaymentPassword(tx: Tx, userId: bigint, passwordHash: string): Promise<void> {
  await sql`
    UPDATE app_user SET payment_password_hash = ${passwordHash}, updated_at = business_now()
    WHERE id = ${userId}`.execute(tx);
}

const changeMinutes = 10;

/** Keeps the new secret for this session; an earlier start of the same user is forgotten. Answers when it ends. */
export async function saveTwoFactorChange(
  tx: Tx,
  change: { readonly userId: bigint; readonly sessionId: bigint; readonly secretSealed: string },
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO two_factor_change (user_id, session_id, secret_sealed, expires_at)
    VALUES (${change.userId}, ${change.sessionId}, ${change.secretSealed},
            now() + ${changeMinutes} * interval '1 minute')
    ON CONFLICT (user_id) DO UPDATE SET session_id = excluded.session_id, secret_sealed = excluded.secret_sealed,
      attempts = 0, expires_at = excluded.expires_at
    RETURNING expires_at`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('The change of the second factor was not stored');
  return row.expires_at;
}

/** Counts one try before the code is looked at; undefined when the change was not started here, or is over. */
export async function tryTwoFactorChange(
  tx: Tx,
  userId: bigint,
  sessionId: bigint,
): Promise<string | undefined> {
  const { rows } = await sql<{ secret_sealed: string }>`
    UPDATE two_factor_change SET attempts = attempts + 1
    WHERE user_id = ${userId} AND session_id = ${sessionId} AND expires_at > now() AND attempts < ${stepUpTries}
    RETURNING secret_sealed`.execute(tx);
  return rows[0]?.secret_sealed;
}

/**
 * Ends the change; false when another call ended or began it anew. The steps that were used belong to the secret
 * so far: the new one begins without any.
 */
export async function closeTwoFactorChange(tx: Tx, userId: bigint, secretSealed: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('two_factor_change')
    .where('user_id', '=', userId)
    .where('secret_sealed', '=', secretSealed)
    .returning('user_id')
    .executeTakeFirst();
  await tx.deleteFrom('totp_used').where('user_id', '=', userId).execute();
  return row !== undefined;
}
