import type { AccessDetail, AccessUser } from '@suanpan/contract/endpoints/access';
import { presets } from '@suanpan/domain/access/presets';
import type { Actor } from '../../../platform/http/actor.ts';
import { ceilingFor, grantableTo } from '../../access/index.ts';
import type { Grantee, RoleChoice } from '../../access/index.ts';
import { isTenantSub, permissionsOf } from '../../rights/index.ts';
import type { AccessRow } from './access.queries.ts';

export function presentAccessUser(row: AccessRow): AccessUser {
  return {
    id: row.id.toString(),
    username: row.username,
    name: row.name,
    role_name: row.kind,
    status: row.status,
    source: row.has_own_grant ? 'own' : row.role_id !== null ? 'role' : 'preset',
    role: row.role_id === null ? null : { role_id: row.role_id.toString(), name: row.role_name ?? '' },
    owner: row.owner_id === null ? null : { id: row.owner_id.toString(), name: row.owner_name ?? '' },
  };
}

export function presentAccess(
  row: AccessRow,
  { holder, updated_at: updatedAt }: Grantee,
  choices: readonly RoleChoice[],
  actor: Actor,
): AccessDetail {
  return {
    ...presentAccessUser(row),
    own: holder.ownGrant === null ? null : [...holder.ownGrant],
    preset: [...presets[row.kind]],
    ceiling: [...ceilingFor(holder)],
    grantable: grantableTo(actor, holder),
    effective: [...permissionsOf(holder)],
    roles: choices.map(({ id, name, permissions }) => ({ role_id: id.toString(), name, permissions })),
    version: updatedAt.toISOString(),
    needs_approval: !isTenantSub(holder),
  };
}
