import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** The user's row and his role's, so that neither changes until the grant stands. */
export async function lockForGrant(tx: Tx, userId: bigint, roleId: bigint | null): Promise<void> {
  await sql`SELECT id FROM role WHERE id = ${roleId}::bigint FOR SHARE`.execute(tx);
  await sql`SELECT id FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx);
}
