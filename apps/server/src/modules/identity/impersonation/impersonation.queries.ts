import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { isAwake } from '../../sessions/index.ts';

export interface PersonRow {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
  readonly status: UserStatus;
  readonly owner_id: bigint | null;
  readonly owner_kind: RoleName | null;
  readonly owner_status: UserStatus | null;
}

/** A user by his name or, for plain digits, by his id too; a name goes first. */
export async function findPerson(db: Kysely<Tables>, nameOrId: string): Promise<PersonRow | undefined> {
  const id = /^\d{1,18}$/.test(nameOrId) ? BigInt(nameOrId) : null;
  return one(
    db,
    sql`lower(u.username) = ${nameOrId.toLowerCase()} OR u.id = ${id}::bigint`,
    sql`ORDER BY lower(u.username) = ${nameOrId.toLowerCase()} DESC LIMIT 1`,
  );
}

export function getPerson(db: Kysely<Tables>, id: bigint): Promise<PersonRow | undefined> {
  return one(db, sql`u.id = ${id}`, sql``);
}

async function one(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    SELECT u.id, u.username, u.name, u.kind, u.status, o.id AS owner_id, o.kind AS owner_kind,
           o.status AS owner_status
    FROM app_user u
    LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
    WHERE ${condition} ${order}`.execute(db);
  return rows[0];
}

export interface ShadowSessionRow {
  readonly id: bigint;
  readonly operator_id: bigint;
  readonly operator_username: string;
  readonly operator_name: string;
  readonly operator_kind: RoleName;
  readonly user_id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
  readonly reason: string;
  readonly grant_id: bigint | null;
  readonly ip: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

/** Who acts for whom at this moment, the latest first. */
export async function listShadowSessions(db: Kysely<Tables>): Promise<ShadowSessionRow[]> {
  const { rows } = await sql<ShadowSessionRow>`
    SELECT s.id, op.id AS operator_id, op.username AS operator_username, op.name AS operator_name,
           op.kind AS operator_kind, u.id AS user_id, u.username, u.name, u.kind, i.reason, i.grant_id, s.ip,
           s.created_at, s.last_seen_at, s.expires_at
    FROM session s
    JOIN impersonation i ON i.session_id = s.id
    JOIN app_user op ON op.id = s.user_id
    JOIN app_user u ON u.id = s.acting_for
    WHERE s.acting_for IS NOT NULL AND s.ended_at IS NULL AND ${isAwake}
    ORDER BY s.id DESC`.execute(db);
  return rows;
}

/** Whether a session is one of somebody who acts for another. */
export async function isShadowSession(db: Kysely<Tables>, sessionId: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM session WHERE id = ${sessionId} AND acting_for IS NOT NULL AND ended_at IS NULL`.execute(db);
  return rows.length > 0;
}
