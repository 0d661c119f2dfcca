import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** The user's row and his role's, so that neither changes until the grant stands. */
export async function lockForGrant(tx: Tx, userId: bigint, roleId: bigint | null): Promise<void> {
  await sql`SELECT id FROM role WHERE id = ${roleId}::bigint FOR SHARE`.execute(tx);
  await sql`SELECT id FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx);
}

/** What he has from now on. A sub-account that waited for its access becomes active with it. */
export async function saveGrant(
  tx: Tx,
  userId: bigint,
  grant: { readonly roleId: bigint | null; readonly permissions: readonly string[] | null },
): Promise<void> {
  await sql`
    UPDATE app_user SET role_id = ${grant.roleId}::bigint, permissions = ${grant.permissions}::text[],
                        status = CASE WHEN status = 'pending' AND kind IN ('staffSub', 'customerSub')
                                      THEN 'active' ELSE status END,
                        updated_at = greatest(business_now(), updated_at + interval '1 millisecond')
    WHERE id = ${userId}`.execute(tx);
}
