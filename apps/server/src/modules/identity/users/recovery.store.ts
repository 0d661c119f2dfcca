import { recoveryHours } from '@suanpan/domain/limits';
import type { UserStatus } from '@suanpan/domain/states/user';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

export interface Recoverable {
  readonly id: bigint;
  readonly status: UserStatus;
}

/** An administrator or manager of this name who is not archived, locked. */
export async function lockRecoverable(tx: Tx, username: string): Promise<Recoverable | undefined> {
  const { rows } = await sql<Recoverable>`
    SELECT id, status FROM app_user
    WHERE lower(username) = lower(${username}) AND kind IN ('admin', 'manager') AND status <> 'archived'
    FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

export interface Recovery {
  readonly id: bigint;
  readonly effective_at: Date;
  /** Its day has passed. */
  readonly is_due: boolean;
}

/** The recovery of a locked user that was announced and has not ended. */
export async function findRecovery(tx: Tx, userId: bigint): Promise<Recovery | undefined> {
  const { rows } = await sql<Recovery>`
    SELECT id, effective_at, effective_at <= now() AS is_due
    FROM admin_recovery WHERE user_id = ${userId} AND ended_at IS NULL`.execute(tx);
  return rows[0];
}

/** Answers when it may take effect. */
export async function insertRecovery(tx: Tx, userId: bigint): Promise<Date> {
  const { rows } = await sql<{ effective_at: Date }>`
    INSERT INTO admin_recovery (user_id, effective_at) VALUES (${userId}, now() + ${recoveryHours} * interval '1 hour')
    RETURNING effective_at`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('The recovery was not stored');
  return row.effective_at;
}

export async function endRecovery(tx: Tx, id: bigint): Promise<void> {
  await sql`UPDATE admin_recovery SET ended_at = now() WHERE id = ${id}`.execute(tx);
}

/** He may sign in again, as a person of his own, and sets a new payment password himself. */
export async function openAccount(tx: Tx, userId: bigint): Promise<void> {
  await sql`
    UPDATE app_user SET status = 'active', switched_off_by = NULL, person_id = id, payment_password_hash = NULL, updated_at = business_now()
    WHERE id = ${userId}`.execute(tx);
}
