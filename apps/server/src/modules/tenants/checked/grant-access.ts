import { z } from 'zod';
import type { UserGroup } from '@suanpan/domain/access/user-acts';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../../platform/db/transact.ts';
import { permissionsOf, readHolder } from '../../access/index.ts';
import type { Holder } from '../../access/index.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { endSessions } from '../../identity/index.ts';
import { saveUser, subsOf } from '../acts/acts.store.ts';
import { versionOf } from '../who/get-user.ts';
import { lockUserInScope } from '../who/users-in-scope.queries.ts';
import type { UserRecord } from '../who/users-in-scope.queries.ts';

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
} as const satisfies Partial<Record<UserGroup, ApprovalActName>>;

export type GrantActName = (typeof grantActNames)[keyof typeof grantActNames];

/**
 * A tenant's sub-account never exceeds its owner, who could do all of it himself; whoever else gets more, gets it from
 * two people (reliability §5 C21).
 */
export function needsSecondPerson({ owner }: Holder): boolean {
  return owner === null || owner.kind === 'admin' || owner.kind === 'manager';
}

/** More rights for one user, whoever grants them. */
export const grantAct = (name: GrantActName): ApprovalAct<AccessGrant> => ({
  name,
  payload,
  async preview(tx, grant) {
    const user = await lockUserInScope(tx, { kind: 'platform' }, BigInt(grant.user_id));
    if (user === undefined || user.status === 'archived') throw new Refusal('notFound');
    if (versionOf(user) !== grant.version) throw new Refusal('staleEdit');
    const { had, has } = await changeBy(tx, user, grant);
    const listed = (all: ReadonlySet<string>, without: ReadonlySet<string>): string =>
      [...all].filter((permission) => !without.has(permission)).join('\n');
    const [added, removed] = [listed(has, had), listed(had, has)];
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
  async perform(tx, grant) {
    const user = await lockUserInScope(tx, { kind: 'platform' }, BigInt(grant.user_id));
    if (user === undefined) throw new Refusal('notFound');
    await saveAccess(tx, user, grant);
  },
});

/** What the user has and what he would have. Whoever waits for his access has nothing yet that could stay. */
export async function changeBy(
  tx: Tx,
  user: UserRecord,
  grant: AccessGrant,
): Promise<{ holder: Holder; had: ReadonlySet<Permission>; has: ReadonlySet<Permission> }> {
  const found = await readHolder(tx, user.id);
  if (found === undefined) throw new Refusal('notFound');
  const { holder } = found;
  return {
    holder,
    had: user.status === 'pending' ? new Set() : permissionsOf(holder),
    has: permissionsOf({
      ...holder,
      ownGrant: grant.permissions,
      allowManualBalance: grant.allow_manual_balance,
      allowManualPayout: grant.allow_manual_payout,
    }),
  };
}

/**
 * Of a locked user: from now on he has this. A sub-account that waited for it becomes active. Rights that were taken
 * away end his sessions and those of who works for him, so that open sockets lose them too.
 */
export async function saveAccess(tx: Tx, user: UserRecord, grant: AccessGrant): Promise<void> {
  const { had, has } = await changeBy(tx, user, grant);
  const { permissions, allow_manual_balance, allow_manual_payout } = grant;
  await saveUser(tx, user.id, {
    permissions,
    allow_manual_balance,
    allow_manual_payout,
    ...(user.status === 'pending' && { status: 'active' as const }),
  });
  if ([...had].every((permission) => has.has(permission))) return;
  for (const id of [user.id, ...(await subsOf(tx, user.id))]) await endSessions(tx, id, 'accessChanged');
}
