import type { UserStatus } from '@suanpan/domain/states/user';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** What a user has from now on; what is left out stays. */
export interface Grant {
  readonly roleId?: bigint | null;
  readonly permissions: readonly string[] | null;
  readonly allowManualBalance?: boolean;
  readonly allowManualPayout?: boolean;
}

export async function statusOf(tx: Tx, userId: bigint): Promise<UserStatus | undefined> {
  const { rows } = await sql<{ status: UserStatus }>`
    SELECT status FROM app_user WHERE id = ${userId}`.execute(tx);
  return rows[0]?.status;
}

/** A sub-account that waited for its access becomes active with it. Every change is another version. */
export async function saveRights(tx: Tx, userId: bigint, grant: Grant): Promise<void> {
  const { roleId, permissions, allowManualBalance, allowManualPayout } = grant;
  await sql`
    UPDATE app_user SET permissions = ${permissions}::text[],
      role_id = CASE WHEN ${roleId !== undefined} THEN ${roleId ?? null}::bigint ELSE role_id END,
      allow_manual_balance = coalesce(${allowManualBalance ?? null}::boolean, allow_manual_balance),
      allow_manual_payout = coalesce(${allowManualPayout ?? null}::boolean, allow_manual_payout),
      status = CASE WHEN status = 'pending' AND kind IN ('staffSub', 'customerSub') THEN 'active' ELSE status END,
      updated_at = greatest(business_now(), updated_at + interval '1 millisecond')
    WHERE id = ${userId}`.execute(tx);
}
