import type { ShadowGrant, ShadowSession } from '@suanpan/contract/endpoints/impersonation';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { GrantRow } from './grants.store.ts';
import type { ShadowSessionRow } from './impersonation.queries.ts';

interface Person {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
}

export function presentPerson({ id, username, name, kind }: Person): ShadowSession['user'] {
  return { id: String(id), username, name, role_name: kind };
}

export function presentGrant(row: GrantRow): ShadowGrant {
  return {
    id: String(row.id),
    grantee: presentPerson({
      id: row.grantee_id,
      username: row.grantee_username,
      name: row.grantee_name,
      kind: row.grantee_kind,
    }),
    target: presentPerson({
      id: row.target_id,
      username: row.target_username,
      name: row.target_name,
      kind: row.target_kind,
    }),
    read_only: row.read_only,
    reason: row.reason,
    granted_by: row.granted_by,
    granted_at: row.granted_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    revoked_by: row.revoked_by,
    state: row.state,
  };
}

export function presentShadowSession(row: ShadowSessionRow): ShadowSession {
  return {
    id: String(row.id),
    operator: presentPerson({
      id: row.operator_id,
      username: row.operator_username,
      name: row.operator_name,
      kind: row.operator_kind,
    }),
    user: presentPerson({ id: row.user_id, username: row.username, name: row.name, kind: row.kind }),
    reason: row.reason,
    grant_id: row.grant_id === null ? null : String(row.grant_id),
    read_only: true,
    ip: row.ip ?? '',
    started_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
