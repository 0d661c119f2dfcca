import { z } from 'zod';
import type { UserGroup } from '@suanpan/domain/access/user-acts';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../../platform/db/transact.ts';
import { readHolder, rightsChange } from '../../access/index.ts';
import type { Holder, RightsChange } from '../../access/index.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { giveRights } from '../../identity/index.ts';
import { endSessions } from '../../sessions/index.ts';
import { subsOf } from '../acts.store.ts';
import { versionOf } from '../find/get-user.ts';
import { lockUserInScope } from '../find/users-in-scope.queries.ts';
import type { UserRecord } from '../find/users-in-scope.queries.ts';

const payload = z.strictObject({
  user_id: z.string(),
  /** The version that was on the maker's screen. */
  version: z.string(),
  permissions: z.array(z.string()).nullable(),
  allow_manual_balance: z.boolean(),
  allow_manual_payout: z.boolean(),
});
export type AccessGrant = z.output<typeof payload>;

/** The screen on which the access of each group is set names the right, and the checker needs that of the maker. */
export const grantActNames = {
  parties: 'users.grant',
  ownSubs: 'users.grantOwnSub',
  staffSubs: 'users.grantStaff',
  merchantSubs: 'users.grantMerchantSub',
} as const satisfies Partial<Record<UserGroup, ApprovalActName>>;

export type GrantActName = (typeof grantActNames)[keyof typeof grantActNames];

/** More rights for one user, whoever grants them. */
export const grantAct = (name: GrantActName): ApprovalAct<AccessGrant> => ({
  name,
  payload,
  async preview(tx, grant) {
    const user = await lockUserInScope(tx, { kind: 'platform' }, BigInt(grant.user_id));
    if (user === undefined || user.status === 'archived') throw new Refusal('notFound');
    if (versionOf(user) !== grant.version) throw new Refusal('staleEdit');
    const { change } = await changeBy(tx, user, grant);
    const [added, removed] = [change.added.join('\n'), change.removed.join('\n')];
    return {
      subject: { kind: 'user', id: grant.user_id, label: `${user.name} · ${user.username}` },
      // Neither a senior agent nor his own people agree to what concerns himself.
      agentId: user.kind === 'agent' ? null : user.agent_id,
      rows: [
        ...(added === '' ? [] : [{ field: 'added' as const, before: null, after: added }]),
        ...(removed === '' ? [] : [{ field: 'removed' as const, before: removed, after: null }]),
      ],
    };
  },
  async perform(tx, grant, { makerId }) {
    const user = await lockUserInScope(tx, { kind: 'platform' }, BigInt(grant.user_id));
    if (user === undefined) throw new Refusal('notFound');
    await saveAccess(tx, user, grant, makerId);
  },
});

/** What the user has now, and what of it the grant would change. */
export async function changeBy(
  tx: Tx,
  user: UserRecord,
  grant: AccessGrant,
): Promise<{ holder: Holder; change: RightsChange }> {
  const found = await readHolder(tx, user.id);
  if (found === undefined) throw new Refusal('notFound');
  const { holder } = found;
  const after: Holder = {
    ...holder,
    ownGrant: grant.permissions,
    allowManualBalance: grant.allow_manual_balance,
    allowManualPayout: grant.allow_manual_payout,
  };
  return { holder, change: rightsChange(holder, user.status, after) };
}

/**
 * Of a locked user: from now on he has this, from `byId`. Rights that were taken away end his sessions and those of who
 * works for him, so that open sockets lose them too.
 */
export async function saveAccess(tx: Tx, user: UserRecord, grant: AccessGrant, byId: bigint): Promise<void> {
  const { removed } = await giveRights(
    tx,
    user.id,
    {
      permissions: grant.permissions,
      allowManualBalance: grant.allow_manual_balance,
      allowManualPayout: grant.allow_manual_payout,
    },
    byId,
  );
  if (removed.length === 0) return;
  for (const id of [user.id, ...(await subsOf(tx, user.id))]) await endSessions(tx, id, 'accessChanged');
}
