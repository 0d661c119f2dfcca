import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface BroadcastAudience {
  readonly roles: readonly RoleName[];
  readonly agentId: bigint | null;
  readonly userIds: readonly bigint[];
}

/** Active users that a message is for, as a condition on `app_user u`. */
export function isHeardBy({ agentId, roles, userIds }: BroadcastAudience): RawBuilder<boolean> {
  const tree =
    agentId === null
      ? sql`true`
      : sql`u.tenant_path LIKE (SELECT a.tenant_path || '%' FROM app_user a WHERE a.id = ${agentId})`;
  return sql<boolean>`u.status = 'active'
    AND ((u.kind = ANY (${[...roles]}::text[]) AND ${tree}) OR u.id = ANY (${[...userIds]}::bigint[]))`;
}

export async function countHearers(db: Kysely<Tables>, audience: BroadcastAudience): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM app_user u WHERE ${isHeardBy(audience)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Users by name; who is asked for and absent is missing from the answer. */
export async function findByNames(
  db: Kysely<Tables>,
  names: readonly string[],
): Promise<{ readonly id: bigint; readonly username: string }[]> {
  const { rows } = await sql<{ id: bigint; username: string }>`
    SELECT id, username FROM app_user WHERE lower(username) = ANY (${names.map((name) => name.toLowerCase())}::text[])`.execute(
    db,
  );
  return rows;
}

export async function isSeniorAgent(db: Kysely<Tables>, id: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'agent')
    .executeTakeFirst();
  return row !== undefined;
}

export interface BroadcastRow {
  readonly id: bigint;
  readonly created_at: Date;
  readonly created_by: string;
  readonly title: string;
  readonly content: string;
  readonly level: 'info' | 'warning' | 'danger';
  readonly color: 'blue' | 'green' | 'orange' | 'red' | 'violet';
  readonly sound: boolean;
  readonly roles: RoleName[];
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  readonly users: string[];
  readonly recipients: number | null;
  readonly read: number;
}

/** Messages newest first, with how many have read them. */
export async function listBroadcasts(
  db: Kysely<Tables>,
  page: { readonly offset: number; readonly limit: number },
): Promise<BroadcastRow[]> {
  const { rows } = await sql<BroadcastRow>`
    SELECT b.id, b.created_at, c.username AS created_by, b.title, b.content, b.level, b.color, b.sound, b.roles,
           b.agent_id, a.name AS agent_name, b.recipients,
           ARRAY(SELECT u.username FROM app_user u WHERE u.id = ANY (b.user_ids) ORDER BY u.username) AS users,
           (SELECT count(*)::int FROM notification n WHERE n.broadcast_id = b.id AND n.read_at IS NOT NULL) AS read
    FROM broadcast b JOIN app_user c ON c.id = b.created_by LEFT JOIN app_user a ON a.id = b.agent_id
    ORDER BY b.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countBroadcasts(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM broadcast`.execute(db);
  return rows[0]?.n ?? 0;
}
