import { Refusal } from '@suanpan/domain/errors';
import type { UserStatus } from '@suanpan/domain/states/user';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import { readHolder, rightsChange } from '../../access/index.ts';
import type { RightsChange } from '../../access/index.ts';
import { noteAccountChange } from './account-change.store.ts';

/** What a user has from now on; what is left out stays. */
export interface Grant {
  readonly roleId?: bigint | null;
  readonly permissions: readonly string[] | null;
  readonly allowManualBalance?: boolean;
  readonly allowManualPayout?: boolean;
}

/**
 * The one place where somebody's rights are written, whichever screen they are given on. The caller holds the user's
 * row lock and has asked a second person where `rightsChange` says so. A sub-account that waited for its access becomes
 * active with it. Whoever gave more (`byId`) is kept beside it. Sessions and news are the caller's.
 */
export async function giveRights(tx: Tx, userId: bigint, grant: Grant, byId: bigint): Promise<RightsChange> {
  const before = await readHolder(tx, userId);
  const { rows } = await sql<{
    status: UserStatus;
  }>`SELECT status FROM app_user WHERE id = ${userId}`.execute(tx);
  const status = rows[0]?.status;
  if (before === undefined || status === undefined) throw new Refusal('notFound');
  const { roleId, permissions, allowManualBalance, allowManualPayout } = grant;
  await sql`
    UPDATE app_user SET permissions = ${permissions}::text[],
      role_id = CASE WHEN ${roleId !== undefined} THEN ${roleId ?? null}::bigint ELSE role_id END,
      allow_manual_balance = coalesce(${allowManualBalance ?? null}::boolean, allow_manual_balance),
      allow_manual_payout = coalesce(${allowManualPayout ?? null}::boolean, allow_manual_payout),
      status = CASE WHEN status = 'pending' AND kind IN ('staffSub', 'customerSub') THEN 'active' ELSE status END,
      updated_at = greatest(business_now(), updated_at + interval '1 millisecond')
    WHERE id = ${userId}`.execute(tx);
  const after = await readHolder(tx, userId);
  if (after === undefined) throw new Refusal('notFound');
  const change = rightsChange(before.holder, status, after.holder);
  if (change.added.length > 0) await noteAccountChange(tx, { userIds: [userId], what: 'rights', byId });
  return change;
}
