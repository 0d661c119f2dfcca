import { sql } from 'kysely';
import { impersonationCodeS } from '@suanpan/domain/limits';
import { hashToken, randomToken } from '../../../platform/crypto/tokens.ts';
import type { Tx } from '../../../platform/db/transact.ts';

export interface NewImpersonation {
  readonly operatorId: bigint;
  readonly targetId: bigint;
  readonly operatorSessionId: bigint;
  readonly grantId: bigint | null;
  readonly reason: string;
}

/** Keeps why and by which right, with the hash of a fresh code. */
export async function insertImpersonation(
  tx: Tx,
  wanted: NewImpersonation,
): Promise<{ readonly id: bigint; readonly code: string; readonly expiresAt: Date }> {
  const code = randomToken();
  const { rows } = await sql<{ id: bigint; code_expires_at: Date }>`
    INSERT INTO impersonation (code_hash, code_expires_at, operator_id, target_id, operator_session_id, grant_id, reason)
    VALUES (${hashToken(code)}, now() + ${impersonationCodeS} * interval '1 second', ${wanted.operatorId},
            ${wanted.targetId}, ${wanted.operatorSessionId}, ${wanted.grantId}, ${wanted.reason})
    RETURNING id, code_expires_at`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('The impersonation was not stored');
  return { id: row.id, code, expiresAt: row.code_expires_at };
}

export interface WaitingImpersonation {
  readonly id: bigint;
  readonly operator_id: bigint;
  readonly target_id: bigint;
  readonly operator_session_id: bigint;
  readonly grant_id: bigint | null;
  /** Of the session that asked; null for a bearer client. */
  readonly browser_hash: string | null;
}

/** The impersonation a code was made for, locked; undefined when it is used, over, or its operator has left. */
export async function lockWaiting(tx: Tx, code: string): Promise<WaitingImpersonation | undefined> {
  const { rows } = await sql<WaitingImpersonation>`
    SELECT i.id, i.operator_id, i.target_id, i.operator_session_id, i.grant_id, s.browser_hash
    FROM impersonation i JOIN session s ON s.id = i.operator_session_id
    WHERE i.code_hash = ${hashToken(code)} AND i.session_id IS NULL AND i.code_expires_at > now()
      AND s.ended_at IS NULL AND s.expires_at > now()
    FOR UPDATE OF i`.execute(tx);
  return rows[0];
}

/** The code is spent: from now on the session stands for it. */
export async function saveEntered(tx: Tx, id: bigint, sessionId: bigint): Promise<void> {
  await tx.updateTable('impersonation').set({ session_id: sessionId }).where('id', '=', id).execute();
}
