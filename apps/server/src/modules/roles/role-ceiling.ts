import type { Permission } from '@suanpan/domain/access/permissions';
import { ceilingOf } from '@suanpan/domain/access/presets';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Actor } from '../../platform/http/actor.ts';

/** The most that holders of a role can have: for the platform's roles an administrator's rights. */
export function roleCeiling(ownerKind: RoleName | null): readonly Permission[] {
  return ceilingOf(ownerKind ?? 'admin');
}

/** Of that, what the caller has himself: nobody hands on what he lacks. */
export function grantableBy(actor: Pick<Actor, 'permissions'>, ceiling: readonly Permission[]): Permission[] {
  return ceiling.filter((permission) => actor.permissions.has(permission));
}
