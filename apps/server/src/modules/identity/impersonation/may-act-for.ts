import { subAccountRoles } from '@suanpan/domain/access/roles';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import type { Actor } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import type { TreeUserRow } from '../../sessions/index.ts';

const anybody: Permission = 'users.list.impersonate';
const ownSubs: Permission = 'users.subAcc.impersonate';

const isSub = (kind: RoleName): boolean => (subAccountRoles as readonly RoleName[]).includes(kind);

/** Domain §7: administrators, senior agents and merchants act by their right alone, their people by grant. */
export function needsGrant(kind: RoleName): boolean {
  return kind === 'manager' || isSub(kind);
}

/** Nobody may act for people of the platform. */
export function isOfPlatform(user: Pick<TreeUserRow, 'kind' | 'owner_kind'>): boolean {
  return [user.kind, user.owner_kind].some((kind) => kind === 'admin' || kind === 'manager');
}

/** Refuses a caller who may not act for anybody, before it reads anything. */
export function refuseWithoutRight({ permissions, userId, effectiveUserId }: Actor): void {
  if (userId !== effectiveUserId) throw new Refusal('impersonationForbidden');
  if (!permissions.has(anybody) && !permissions.has(ownSubs)) throw new Refusal('forbidden');
}

/** Whether these permissions let somebody who works for this owner, or is him, act for a user at all. */
export function holdsRightFor(
  permissions: ReadonlySet<string>,
  ownerId: bigint | null,
  user: Pick<TreeUserRow, 'kind' | 'parent_id'>,
): boolean {
  const isOwnSub = isSub(user.kind) && user.parent_id === ownerId;
  return permissions.has(anybody) || (isOwnSub && permissions.has(ownSubs));
}

/** Refuses `notImpersonable` for the platform's people and closed accounts, `forbidden` without the right for him. */
export function refuseUnfit(actor: Actor, user: TreeUserRow): void {
  if (isOfPlatform(user)) throw new Refusal('notImpersonable');
  if (!holdsRightFor(actor.permissions, ownerOf(actor.scope), user)) throw new Refusal('forbidden');
  if (user.status !== 'active' || (user.owner_status ?? 'active') !== 'active') {
    throw new Refusal('notImpersonable');
  }
}
