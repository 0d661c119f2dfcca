import type { Permission } from '@suanpan/domain/access/permissions';
import type { RoleName } from '@suanpan/domain/access/roles';
import { isUserActPossible, userActRights, userActs } from '@suanpan/domain/access/user-acts';
import type { UserAct, UserGroup } from '@suanpan/domain/access/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import type { UserStatus } from '@suanpan/domain/states/user';
import { mayUndo, standsAbove } from '../../../platform/http/owner-of.ts';
import type { Caller } from './caller.ts';

/** What has to be known of a user to say what may be done with him. */
export interface ActedOn {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly status: UserStatus;
  readonly parent_id: bigint | null;
  /** Himself, or whose person he counts as. */
  readonly person_id: bigint;
  /** The house that switched him off, 0 for the platform; null while he is not off. */
  readonly switched_off_by: bigint | null;
}

/** Which screen a user belongs to, as this caller sees him. */
export function groupOf({ ownerId }: Caller, user: Pick<ActedOn, 'kind' | 'parent_id'>): UserGroup {
  switch (user.kind) {
    case 'admin':
    case 'manager':
      return 'managers';
    case 'staffSub':
      return user.parent_id === ownerId ? 'ownSubs' : 'staffSubs';
    case 'customerSub':
      return user.parent_id === ownerId ? 'ownSubs' : 'merchantSubs';
    case 'agent':
    case 'subAgent':
    case 'customer':
    case 'middleman':
      return 'parties';
  }
}

const screenOf: Readonly<Record<UserGroup, Permission>> = {
  parties: 'users.list.get',
  managers: 'users.manage.get',
  ownSubs: 'users.subAcc.get',
  staffSubs: 'users.staffSubAcc.get',
  merchantSubs: 'users.customerSubAcc.get',
};

/** Whether the caller may look at a user of his scope: himself always, others with the right of their screen. */
export function maySee(caller: Caller, user: ActedOn): boolean {
  const { actor } = caller;
  if (user.id === actor.effectiveUserId) return true;
  const group = groupOf(caller, user);
  if (actor.permissions.has(screenOf[group])) return true;
  return group === 'parties' && user.status !== 'active' && actor.permissions.has('users.unList.get');
}

function rightOf(caller: Caller, user: ActedOn, act: UserAct): Permission | undefined {
  if (act === 'createSub') {
    if (user.id === caller.ownerId) return 'users.subAcc.create';
    if (user.kind === 'customer') return 'users.customerSubAcc.create';
    return user.kind === 'agent' || user.kind === 'subAgent' ? 'users.staffSubAcc.create' : undefined;
  }
  return userActRights[groupOf(caller, user)][act];
}

/** Acts that one may do to oneself: each has a guard of its own. */
const onOneself: readonly UserAct[] = ['ipAllowlist', 'createSub'];

/** Nobody acts on himself or on the owner he works for, and of the platform's people only the higher on the lower. */
function isAbove({ actor, ownerId }: Caller, user: ActedOn, act: UserAct): boolean {
  if (user.id === actor.effectiveUserId || user.id === ownerId) {
    return onOneself.includes(act) && (user.id === actor.effectiveUserId || act === 'createSub');
  }
  if (user.kind === 'admin' || user.kind === 'manager') return actor.roleName === 'admin';
  return true;
}

function mayAct(caller: Caller, user: ActedOn, act: UserAct): boolean {
  const right = rightOf(caller, user, act);
  return right !== undefined && caller.actor.permissions.has(right) && isAbove(caller, user, act);
}

/** Whoever is off is opened by the house that switched him off, or by one above it; of whom nothing is known, by the platform. */
const mayOpen = ({ actor }: Caller, { switched_off_by: by }: ActedOn): boolean =>
  mayUndo(actor.scope, by ?? 0n);

/** From further above he is switched off once more, so that nobody below opens him. */
const isOverruled = ({ actor }: Caller, { status, switched_off_by: by }: ActedOn): boolean =>
  status === 'disabled' && standsAbove(actor.scope, by ?? 0n);

/** Whether it makes sense with this user; a person of his own needs no confirmation. */
function isPossible(caller: Caller, act: UserAct, user: ActedOn): boolean {
  if (act === 'disable' && isOverruled(caller, user)) return true;
  return (
    isUserActPossible(act, user.kind, user.status) && (act !== 'confirmPerson' || user.person_id !== user.id)
  );
}

/** What the caller may do with a user now: the `actions` of a row. */
export function actionsOn(caller: Caller, user: ActedOn): UserAct[] {
  return userActs.filter(
    (act) =>
      mayAct(caller, user, act) &&
      isPossible(caller, act, user) &&
      (act !== 'enable' || mayOpen(caller, user)),
  );
}

/**
 * The right by which the caller may do an act. Refuses what he may not do: `cannotActOnYourself` on himself or his owner, `forbidden` without the
 * right, `invalidState` where the user's kind or state does not allow it, `switchedOffAbove` for opening whom a house above
 * his own switched off.
 */
export function requireAct(caller: Caller, user: ActedOn, act: UserAct): Permission {
  const right = rightOf(caller, user, act);
  if (right === undefined || !caller.actor.permissions.has(right)) throw new Refusal('forbidden');
  if (!isAbove(caller, user, act)) {
    const isOwn = user.id === caller.actor.effectiveUserId || user.id === caller.ownerId;
    throw new Refusal(isOwn ? 'cannotActOnYourself' : 'forbidden');
  }
  if (!isPossible(caller, act, user)) throw new Refusal('invalidState');
  if (act === 'enable' && !mayOpen(caller, user)) throw new Refusal('switchedOffAbove');
  return right;
}
