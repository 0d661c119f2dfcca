import type { Permission } from '@suanpan/domain/access/permissions';
import { ceilingOf, presets } from '@suanpan/domain/access/presets';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Actor } from '../../platform/http/actor.ts';
import { isSub, permissionsOf } from '../rights/index.ts';
import type { Holder } from '../rights/index.ts';

/** The most a user can ever have; a sub-account what its owner has at this moment, and without an owner nothing. */
export function ceilingFor({ kind, owner }: Holder): readonly Permission[] {
  const most = ceilingOf(kind, owner?.kind);
  if (!isSub(kind)) return most;
  const bound = owner === null ? new Set<Permission>() : permissionsOf(owner);
  return most.filter((permission) => bound.has(permission));
}

/** The most that holders of a role can have: for the platform's roles an administrator's rights. */
export function roleCeiling(ownerKind: RoleName | null): readonly Permission[] {
  return ceilingOf(ownerKind ?? 'admin');
}

/** Of a ceiling, what the caller has himself: nobody hands on what he lacks. */
export function grantableBy(actor: Pick<Actor, 'permissions'>, ceiling: readonly Permission[]): Permission[] {
  return ceiling.filter((permission) => actor.permissions.has(permission));
}

/**
 * What the caller could grant a user. A person of the platform, and a sub-account to whom another sub-account gives
 * rights, gets no more than the giver has. The platform may give agents and merchants rights that it does not use
 * itself. An agent may give a merchant what merchants have by default.
 */
export function grantableTo(
  actor: Pick<Actor, 'permissions' | 'roleName' | 'scope'>,
  holder: Holder,
): Permission[] {
  const ceiling = ceilingFor(holder);
  const topKind = holder.owner?.kind ?? holder.kind;
  if (topKind === 'admin' || topKind === 'manager') return grantableBy(actor, ceiling);
  if (isSub(holder.kind)) return isSub(actor.roleName) ? grantableBy(actor, ceiling) : [...ceiling];
  if (actor.scope.kind === 'platform') return [...ceiling];
  const known: ReadonlySet<string> = new Set([...presets[holder.kind], ...permissionsOf(holder)]);
  return ceiling.filter((permission) => known.has(permission));
}
