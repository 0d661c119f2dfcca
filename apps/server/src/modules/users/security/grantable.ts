import type { Permission } from '@suanpan/domain/access/permissions';
import { ceilingOf, presets } from '@suanpan/domain/access/presets';
import { permissionsOf } from '../../access/index.ts';
import type { Holder } from '../../access/index.ts';
import type { Caller } from '../find/caller.ts';

/**
 * What the caller could grant a user: for a sub-account no more than its owner has, and nothing that a caller who is
 * a sub-account himself lacks; for the others the ceiling of their kind, of which abilities on request are the
 * platform's to give.
 */
export function grantableTo({ actor }: Caller, holder: Holder): Permission[] {
  const isCallerSub = actor.roleName === 'staffSub' || actor.roleName === 'customerSub';
  const ceiling = ceilingOf(holder.kind, holder.owner?.kind);
  if (holder.kind === 'staffSub' || holder.kind === 'customerSub') {
    const owned = holder.owner === null ? new Set<Permission>() : permissionsOf(holder.owner);
    return ceiling.filter(
      (permission) => owned.has(permission) && (!isCallerSub || actor.permissions.has(permission)),
    );
  }
  if (actor.scope.kind === 'platform') return [...ceiling];
  const own: ReadonlySet<string> = new Set([...presets[holder.kind], ...permissionsOf(holder)]);
  return ceiling.filter((permission) => own.has(permission));
}
