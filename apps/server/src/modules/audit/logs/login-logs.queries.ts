import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { PersonRow } from './operation-logs.queries.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';

export interface LoginFilter {
  readonly username?: string;
  readonly ip?: string;
  readonly outcome?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Only what comes after this row, newest first. */
  readonly after?: bigint;
}

export interface LoginRow {
  readonly id: bigint;
  readonly at: Date;
  readonly username: string;
  readonly user: PersonRow | null;
  readonly ip: string;
  readonly user_agent: string | null;
  readonly outcome: string;
}

/** Tries at the door, newest first. Names that nobody has are the platform's to see alone. */
export async function listLogins(
  db: Kysely<Tables>,
  scope: Scope,
  filter: LoginFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<LoginRow[]> {
  const { rows } = await sql<LoginRow>`
    SELECT l.id, l.at, l.username, l.ip, l.user_agent, l.outcome,
           CASE WHEN u.id IS NOT NULL THEN json_build_object(
             'id', u.id::text, 'username', u.username, 'name', u.name, 'role_name', u.kind) END AS user
    FROM login_attempt l LEFT JOIN app_user u ON u.id = l.user_id
    WHERE ${conditionOf(scope, filter)}
    ORDER BY l.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export interface LoginSum {
  readonly count: number;
  readonly succeeded: number;
  readonly refused: number;
  readonly addresses: number;
}

/** Of the whole filter. A question for a code is neither a success nor a refusal. */
export async function sumLogins(db: Kysely<Tables>, scope: Scope, filter: LoginFilter): Promise<LoginSum> {
  const { rows } = await sql<LoginSum>`
    SELECT count(*)::int AS count,
           count(*) FILTER (WHERE l.outcome IN ('success', 'demo'))::int AS succeeded,
           count(*) FILTER (WHERE l.outcome NOT IN ('success', 'demo', 'codeAsked', 'bindingStarted'))::int AS refused,
           count(DISTINCT l.ip)::int AS addresses
    FROM login_attempt l LEFT JOIN app_user u ON u.id = l.user_id
    WHERE ${conditionOf(scope, filter)}`.execute(db);
  return rows[0] ?? { count: 0, succeeded: 0, refused: 0, addresses: 0 };
}

function conditionOf(scope: Scope, filter: LoginFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  const root = ownerOf(scope);
  if (root !== null) {
    conditions.push(
      sql`u.tenant_path LIKE (SELECT root.tenant_path || '%' FROM app_user root WHERE root.id = ${root})`,
    );
  }
  if (filter.username !== undefined) conditions.push(sql`lower(l.username) = lower(${filter.username})`);
  if (filter.ip !== undefined) conditions.push(sql`l.ip = ${filter.ip}`);
  if (filter.outcome !== undefined) conditions.push(sql`l.outcome = ${filter.outcome}`);
  if (filter.from !== undefined) conditions.push(sql`l.at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`l.at < ${filter.to}`);
  if (filter.after !== undefined) conditions.push(sql`l.id < ${filter.after}`);
  return sql.join(conditions, sql` AND `);
}
