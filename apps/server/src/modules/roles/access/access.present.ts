import type { AccessDetail, AccessUser } from '@suanpan/contract/endpoints/access';
import { presets } from '@suanpan/domain/access/presets';
import type { Actor } from '../../../platform/http/actor.ts';
import { isTenantSub } from '../../access/index.ts';
import type { AccessRow, RoleChoice } from './access.queries.ts';
import { ceilingFor, grantableTo, holderOf, rightsOf } from './rights-of.ts';

export function presentAccessUser(row: AccessRow): AccessUser {
  return {
    id: row.id.toString(),
    username: row.username,
    name: row.name,
    role_name: row.kind,
    status: row.status,
    source: row.own_grant !== null ? 'own' : row.role_id !== null ? 'role' : 'preset',
    role: row.role_id === null ? null : { role_id: row.role_id.toString(), name: row.role_name ?? '' },
    owner: row.owner_id === null ? null : { id: row.owner_id.toString(), name: row.owner_name ?? '' },
  };
}

export function presentAccess(row: AccessRow, choices: readonly RoleChoice[], actor: Actor): AccessDetail {
  return {
    ...presentAccessUser(row),
    own: row.own_grant,
    preset: [...presets[row.kind]],
    ceiling: [...ceilingFor(row)],
    grantable: grantableTo(row, actor),
    effective: [...rightsOf(row)],
    roles: choices.map(({ id, name, permissions }) => ({ role_id: id.toString(), name, permissions })),
    version: row.updated_at.toISOString(),
    needs_approval: !isTenantSub(holderOf(row)),
  };
}
