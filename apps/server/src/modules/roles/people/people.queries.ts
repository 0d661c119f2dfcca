import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';

export interface ManagerRow {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
  readonly role_id: bigint | null;
  readonly role_name: string | null;
  readonly has_own_grant: boolean;
  readonly has_password: boolean;
  readonly status: UserStatus;
  readonly email: string | null;
  readonly phone: string | null;
  readonly totp_bound: boolean;
  readonly last_login_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ManagerFilter {
  readonly search?: string;
  readonly status?: UserStatus;
}

const managerColumns = sql`
  u.id, u.username, u.name, u.kind, u.role_id, r.name AS role_name, u.permissions IS NOT NULL AS has_own_grant,
  u.password_hash <> '' AS has_password, u.status, u.email, u.phone, u.totp_bound_at IS NOT NULL AS totp_bound,
  u.last_login_at, u.created_at, u.updated_at
  FROM app_user u LEFT JOIN role r ON r.id = u.role_id`;

/** Of the platform its administrators and managers, of a senior agent his staff. */
function managersOf({ scope }: Actor): RawBuilder<unknown> {
  if (scope.kind === 'platform') return sql`u.kind IN ('admin', 'manager')`;
  if (scope.kind === 'agent') return sql`u.kind = 'staffSub' AND u.parent_id = ${scope.agentId}`;
  return sql`false`;
}

function matching(actor: Actor, { search, status }: ManagerFilter): RawBuilder<unknown> {
  const conditions = [
    managersOf(actor),
    status === undefined ? sql`u.status <> 'archived'` : sql`u.status = ${status}`,
  ];
  if (search !== undefined && search !== '') {
    const text = search.toLowerCase();
    conditions.push(sql`(strpos(lower(u.username), ${text}) > 0 OR strpos(lower(u.name), ${text}) > 0)`);
  }
  return sql.join(conditions, sql` AND `);
}

export async function listManagers(
  db: Kysely<Tables>,
  actor: Actor,
  filter: ManagerFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ManagerRow[]> {
  const { rows } = await sql<ManagerRow>`
    SELECT ${managerColumns} WHERE ${matching(actor, filter)}
    ORDER BY u.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countManagers(
  db: Kysely<Tables>,
  actor: Actor,
  filter: ManagerFilter,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM app_user u WHERE ${matching(actor, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

/** One of them that is not archived, himself excluded. */
export async function findManager(
  db: Kysely<Tables>,
  actor: Actor,
  id: bigint,
): Promise<ManagerRow | undefined> {
  const { rows } = await sql<ManagerRow>`
    SELECT ${managerColumns}
    WHERE u.id = ${id} AND u.status <> 'archived' AND ${managersOf(actor)}`.execute(db);
  return rows[0];
}

/** Somebody of any kind has this user name, in whatever case. */
export async function isUsernameTaken(db: Kysely<Tables>, username: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM app_user WHERE lower(username) = ${username.toLowerCase()}`.execute(db);
  return rows.length > 0;
}
