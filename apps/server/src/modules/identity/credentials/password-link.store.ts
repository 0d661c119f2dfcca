import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { oneTimeLinkHours } from '@suanpan/domain/limits';
import { hashToken, randomToken } from '../../../platform/crypto/tokens.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

export interface PasswordLink {
  /** Told once; only its hash is kept. */
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Makes a code with which the user sets his own password once within 24 hours, so that nobody else ever knows it.
 * Earlier codes of his end. `madeBy` is null for the server's console.
 */
export async function createPasswordLink(
  tx: Tx,
  userId: bigint,
  madeBy: bigint | null,
): Promise<PasswordLink> {
  const code = randomToken();
  await forgetPasswordLinks(tx, userId);
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO password_link (token_hash, user_id, made_by, expires_at)
    VALUES (${hashToken(code)}, ${userId}, ${madeBy}::bigint, now() + ${oneTimeLinkHours} * interval '1 hour')
    RETURNING expires_at`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('The password link was not stored');
  return { code, expiresAt: row.expires_at };
}

/** Whose code it is, while it can still be used. */
export async function findPasswordLink(db: Kysely<Tables>, code: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ user_id: bigint }>`
    SELECT user_id FROM password_link
    WHERE token_hash = ${hashToken(code)} AND used_at IS NULL AND expires_at > now()`.execute(db);
  return rows[0]?.user_id;
}

/** Uses the code up and answers who made it; undefined when it was used before, or has ended. */
export async function burnPasswordLink(
  tx: Tx,
  code: string,
): Promise<{ readonly made_by: bigint | null } | undefined> {
  const { rows } = await sql<{ made_by: bigint | null }>`
    UPDATE password_link SET used_at = now()
    WHERE token_hash = ${hashToken(code)} AND used_at IS NULL AND expires_at > now() RETURNING made_by`.execute(
    tx,
  );
  return rows[0];
}

export async function forgetPasswordLinks(tx: Tx, userId: bigint): Promise<void> {
  await tx.deleteFrom('password_link').where('user_id', '=', userId).where('used_at', 'is', null).execute();
}
