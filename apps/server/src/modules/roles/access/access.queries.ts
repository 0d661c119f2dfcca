import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { isOfPlatform } from '../roles.queries.ts';

/** A user with everything that decides his rights at this moment. */
export interface AccessRow {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
  readonly status: UserStatus;
  readonly updated_at: Date;
  readonly agent_id: bigint | null;
  readonly role_id: bigint | null;
  readonly role_name: string | null;
  readonly own_grant: string[] | null;
  readonly role_grant: string[] | null;
  readonly allow_manual_balance: boolean;
  readonly allow_manual_payout: boolean;
  readonly owner_id: bigint | null;
  readonly owner_name: string | null;
  readonly owner_kind: RoleName | null;
  readonly owner_grant: string[] | null;
  readonly owner_role_grant: string[] | null;
  readonly owner_allow_manual_balance: boolean | null;
  readonly owner_allow_manual_payout: boolean | null;
}

const accessRows = sql`
  SELECT u.id, u.username, u.name, u.kind, u.status, u.updated_at, u.agent_id, u.role_id, r.name AS role_name,
         u.permissions AS own_grant, r.permissions AS role_grant, u.allow_manual_balance, u.allow_manual_payout,
         o.id AS owner_id, o.name AS owner_name, o.kind AS owner_kind, o.permissions AS owner_grant,
         orole.permissions AS owner_role_grant, o.allow_manual_balance AS owner_allow_manual_balance,
         o.allow_manual_payout AS owner_allow_manual_payout
  FROM app_user u
  LEFT JOIN role r ON r.id = u.role_id
  LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
  LEFT JOIN role orole ON orole.id = o.role_id`;

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

/** The same of anybody, for whoever holds his row's lock. */
export async function readAccess(db: Kysely<Tables>, userId: bigint): Promise<AccessRow | undefined> {
  const { rows } = await sql<AccessRow>`${accessRows} WHERE u.id = ${userId}`.execute(db);
  return rows[0];
}

export interface RoleChoice {
  readonly id: bigint;
  readonly name: string;
  readonly permissions: string[];
}

/** Roles that a user can be given: the platform's, or for a sub-account those that its owner made. */
export async function listRoleChoices(db: Kysely<Tables>, row: AccessRow): Promise<RoleChoice[]> {
  const isPlatforms = row.owner_kind === null || row.owner_kind === 'admin' || row.owner_kind === 'manager';
  const { rows } = await sql<RoleChoice>`
    SELECT r.id, r.name, r.permissions FROM role r
    WHERE ${isPlatforms ? isOfPlatform : sql`r.owner_id = ${row.owner_id}`} ORDER BY r.name`.execute(db);
  return rows;
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
