import type { Permission } from '@suanpan/domain/access/permissions';
import { ceilingOf } from '@suanpan/domain/access/presets';
import type { Actor } from '../../../platform/http/actor.ts';
import { permissionsOf, rightsChange } from '../../access/index.ts';
import type { Holder, RightsChange } from '../../access/index.ts';
import type { AccessRow } from './access.queries.ts';

export interface GrantOf {
  readonly own: readonly string[] | null;
  readonly role: readonly string[] | null;
}

/** What the user has. */
export function rightsOf(row: AccessRow): ReadonlySet<Permission> {
  return permissionsOf(holderOf(row));
}

/** The most he can ever have; a sub-account what its owner has at this moment. */
export function ceilingFor(row: AccessRow): readonly Permission[] {
  const { owner } = holderOf(row, { own: null, role: null });
  const most = ceilingOf(row.kind, owner?.kind);
  if (owner === null) return most;
  const bound = permissionsOf(owner);
  return most.filter((permission) => bound.has(permission));
}

/**
 * People of the platform get no more from somebody than he has himself, and neither do one's own sub-accounts;
 * agents and merchants hold rights that the platform grants and has no use for.
 */
export function grantableTo(row: AccessRow, actor: Pick<Actor, 'permissions' | 'scope'>): Permission[] {
  const ceiling = ceilingFor(row);
  const isTenant = !['admin', 'manager'].includes(row.owner_kind ?? row.kind);
  if (isTenant && actor.scope.kind === 'platform') return [...ceiling];
  return ceiling.filter((permission) => actor.permissions.has(permission));
}

/** What another grant would change. */
export function changeOfGrant(row: AccessRow, grant: GrantOf): RightsChange {
  return rightsChange(holderOf(row), row.status, holderOf(row, grant));
}

/** The user with the grant he has, or would have. */
export function holderOf(
  row: AccessRow,
  grant: GrantOf = { own: row.own_grant, role: row.role_grant },
): Holder {
  return {
    id: row.id,
    kind: row.kind,
    ownGrant: grant.own,
    roleGrant: grant.role,
    allowManualBalance: row.allow_manual_balance,
    allowManualPayout: row.allow_manual_payout,
    owner:
      row.owner_id === null || row.owner_kind === null
        ? null
        : {
            id: row.owner_id,
            kind: row.owner_kind,
            ownGrant: row.owner_grant,
            roleGrant: row.owner_role_grant,
            allowManualBalance: row.owner_allow_manual_balance === true,
            allowManualPayout: row.owner_allow_manual_payout === true,
            owner: null,
          },
  };
}
