import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** A user as the permission pages list him. */
export interface AccessRow {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
  readonly status: UserStatus;
  readonly has_own_grant: boolean;
  readonly role_id: bigint | null;
  readonly role_name: string | null;
  readonly owner_id: bigint | null;
  readonly owner_name: string | null;
}

const accessRows = sql`
  SELECT u.id, u.username, u.name, u.kind, u.status, u.permissions IS NOT NULL AS has_own_grant, u.role_id,
         r.name AS role_name, o.id AS owner_id, o.name AS owner_name
  FROM app_user u
  LEFT JOIN role r ON r.id = u.role_id
  LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')`;

/** Whom somebody may give rights: the whole platform, or the sub-accounts of one owner; never himself. */
export type Reach = { readonly self: bigint } & (
  | { readonly kind: 'everybody'; readonly isAdmin: boolean }
  | { readonly kind: 'subsOf'; readonly ownerId: bigint }
);

function inReach(reach: Reach): RawBuilder<unknown> {
  const whose =
    reach.kind === 'subsOf'
      ? sql`o.id = ${reach.ownerId}`
      : sql`(${reach.isAdmin} OR 'admin' NOT IN (u.kind, coalesce(o.kind, '')))`;
  return sql`u.id <> ${reach.self} AND u.status <> 'archived' AND ${whose}`;
}

export interface AccessFilter {
  readonly search?: string;
  readonly kind?: RoleName;
}

export async function listAccess(
  db: Kysely<Tables>,
  reach: Reach,
  filter: AccessFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    ${accessRows} WHERE ${matching(reach, filter)}
    ORDER BY u.username OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countAccess(db: Kysely<Tables>, reach: Reach, filter: AccessFilter): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM (${accessRows} WHERE ${matching(reach, filter)}) AS found`.execute(db);
  return rows[0]?.count ?? 0n;
}

export async function findAccess(
  db: Kysely<Tables>,
  reach: Reach,
  userId: bigint,
): Promise<AccessRow | undefined> {
  const { rows } = await sql<AccessRow>`
    ${accessRows} WHERE u.id = ${userId} AND ${inReach(reach)}`.execute(db);
  return rows[0];
}

function matching(reach: Reach, { search, kind }: AccessFilter): RawBuilder<unknown> {
  const conditions = [inReach(reach)];
  if (kind !== undefined) conditions.push(sql`u.kind = ${kind}`);
  if (search !== undefined && search !== '') {
    const text = search.toLowerCase();
    conditions.push(
      sql`(strpos(lower(u.username), ${text}) > 0 OR strpos(lower(u.name), ${text}) > 0 OR u.id::text = ${text})`,
    );
  }
  return sql.join(conditions, sql` AND `);
}
