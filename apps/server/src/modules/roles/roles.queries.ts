import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import { inTree } from '../../platform/db/in-tree.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { isOfPlatform } from '../access/index.ts';

/** Roles `r` that one may see: the platform all, a senior agent those of his staff. */
export const rolesOf = (scope: Scope): RawBuilder<boolean> => inTree(scope, { agent: 'r.owner_id' });

export interface RoleRow {
  readonly id: bigint;
  readonly name: string;
  readonly permissions: string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Null for the platform's. */
  readonly owner_id: bigint | null;
  readonly owner_name: string | null;
  readonly owner_kind: RoleName | null;
  readonly users: bigint;
}

export const roleColumns = sql`
  r.id, r.name, r.permissions, r.created_at, r.updated_at,
  CASE WHEN ${isOfPlatform} THEN NULL ELSE r.owner_id END AS owner_id,
  CASE WHEN ${isOfPlatform} THEN NULL ELSE (SELECT name FROM app_user WHERE id = r.owner_id) END AS owner_name,
  CASE WHEN ${isOfPlatform} THEN NULL ELSE (SELECT kind FROM app_user WHERE id = r.owner_id) END AS owner_kind,
  (SELECT count(*) FROM app_user u WHERE u.role_id = r.id AND u.status <> 'archived') AS users`;

export interface RoleFilter {
  readonly search?: string;
  /** Only those that the caller's own managers may have. */
  readonly own?: true;
}

export async function listRoles(
  db: Kysely<Tables>,
  scope: Scope,
  filter: RoleFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    SELECT ${roleColumns} FROM role r WHERE ${matching(scope, filter)}
    ORDER BY r.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countRoles(db: Kysely<Tables>, scope: Scope, filter: RoleFilter): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM role r WHERE ${matching(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

export async function findRole(db: Kysely<Tables>, scope: Scope, id: bigint): Promise<RoleRow | undefined> {
  const { rows } = await sql<RoleRow>`
    SELECT ${roleColumns} FROM role r WHERE r.id = ${id} AND ${rolesOf(scope)}`.execute(db);
  return rows[0];
}

export interface HolderRow {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
  readonly status: UserStatus;
}

export async function listHolders(db: Kysely<Tables>, roleId: bigint): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    SELECT id, username, name, kind, status FROM app_user
    WHERE role_id = ${roleId} AND status <> 'archived' ORDER BY username LIMIT 500`.execute(db);
  return rows;
}

function matching(scope: Scope, { search, own }: RoleFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [rolesOf(scope)];
  if (search !== undefined) conditions.push(sql`strpos(lower(r.name), ${search.toLowerCase()}) > 0`);
  if (own && scope.kind === 'platform') conditions.push(isOfPlatform);
  return sql.join(conditions, sql` AND `);
}
