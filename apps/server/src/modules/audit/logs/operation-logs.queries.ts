import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';

export interface AuditFilter {
  readonly actor?: string;
  readonly act?: string;
  readonly objectKind?: string;
  readonly objectId?: string;
  readonly outcome?: 'done' | 'denied' | 'failed';
  readonly by?: 'people' | 'system';
  readonly ip?: string;
  readonly requestId?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Only what comes after this act, newest first. */
  readonly after?: Pick<OperationRow, 'id' | 'place'>;
}

export interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly role_name: RoleName;
}

export interface OperationRow {
  /** The row of the log, and where in it this act stands; 0 where it stands alone. */
  readonly id: bigint;
  readonly place: bigint;
  readonly at: Date;
  readonly actor: PersonRow | null;
  readonly effective: PersonRow | null;
  readonly act: string;
  readonly object_kind: string;
  readonly object_id: string;
  readonly outcome: 'done' | 'denied' | 'failed';
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly block: bigint | null;
}

/** Acts newest first: all of them for the platform, for others those of people of their own tree. */
export async function listOperations(
  db: Kysely<Tables>,
  scope: Scope,
  filter: AuditFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<OperationRow[]> {
  return read(db, where([...inTree(scope), ...conditionsOf(filter)]), page);
}

export async function countOperations(
  db: Kysely<Tables>,
  scope: Scope,
  filter: AuditFilter,
): Promise<number> {
  const condition = where([...inTree(scope), ...conditionsOf(filter)]);
  // Rows of a single act need not be unfolded to be counted, and there are millions of them.
  const { rows } = await sql<{ n: number }>`
    SELECT ((SELECT count(*) FROM (SELECT *, 0::bigint AS place FROM audit_log WHERE act <> 'collection.create') l
             WHERE ${condition})
          + (SELECT count(*) FROM audit_entry l WHERE l.act = 'collection.create' AND ${condition}))::int AS n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

const objectRows = 200;

/** What happened to one object, newest first; who may see the object is asked before. */
export async function operationsOn(db: Kysely<Tables>, kind: string, id: string): Promise<OperationRow[]> {
  return read(db, isOf(kind, id), { offset: 0, limit: objectRows });
}

async function read(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  page: { readonly offset: number; readonly limit: number },
): Promise<OperationRow[]> {
  const { rows } = await sql<OperationRow>`
    SELECT l.id, l.place, l.at, ${personOf('u')} AS actor, ${personOf('e')} AS effective, l.act, l.object_kind, l.object_id,
           l.outcome, l.from_status, l.to_status, l.before, l.after, l.ip, l.user_agent, l.request_id,
           (SELECT s.id FROM audit_seal s WHERE s.source = 'log' AND s.ids @> l.id) AS block
    FROM (SELECT * FROM audit_entry l WHERE ${condition}
          ORDER BY l.id DESC, l.place DESC OFFSET ${page.offset} LIMIT ${page.limit}) l
    LEFT JOIN app_user u ON u.id = l.actor_id
    LEFT JOIN app_user e ON e.id = l.effective_id AND l.effective_id <> l.actor_id
    ORDER BY l.id DESC, l.place DESC`.execute(db);
  return rows;
}

function personOf(alias: 'u' | 'e'): RawBuilder<unknown> {
  const at = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`CASE WHEN ${at('id')} IS NOT NULL THEN json_build_object('id', ${at('id')}::text,
    'username', ${at('username')}, 'name', ${at('name')}, 'role_name', ${at('kind')}) END`;
}

function inTree(scope: Scope): RawBuilder<unknown>[] {
  const root = ownerOf(scope);
  if (root === null) return [];
  return [
    sql`EXISTS (
      SELECT FROM app_user root JOIN app_user p ON p.tenant_path LIKE root.tenant_path || '%'
      WHERE root.id = ${root} AND p.id IN (l.actor_id, l.effective_id))`,
  ];
}

function conditionsOf(filter: AuditFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.actor !== undefined) {
    const actor = filter.actor;
    conditions.push(sql`EXISTS (
      SELECT FROM app_user p
      WHERE (lower(p.username) = lower(${actor}) OR p.id::text = ${actor}) AND p.id IN (l.actor_id, l.effective_id))`);
  }
  if (filter.act !== undefined) conditions.push(sql`starts_with(l.act, ${filter.act})`);
  if (filter.objectKind !== undefined && filter.objectId !== undefined) {
    conditions.push(isOf(filter.objectKind, filter.objectId));
  } else if (filter.objectKind !== undefined) conditions.push(sql`l.object_kind = ${filter.objectKind}`);
  else if (filter.objectId !== undefined) conditions.push(sql`l.object_id = ${filter.objectId}`);
  if (filter.outcome !== undefined) conditions.push(sql`l.outcome = ${filter.outcome}`);
  if (filter.by === 'people') conditions.push(fromOutside);
  if (filter.by === 'system') conditions.push(sql`NOT ${fromOutside}`);
  if (filter.ip !== undefined) conditions.push(sql`l.ip = ${filter.ip}`);
  if (filter.requestId !== undefined) conditions.push(sql`l.request_id = ${filter.requestId}`);
  if (filter.from !== undefined) conditions.push(sql`l.at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`l.at < ${filter.to}`);
  if (filter.after !== undefined) {
    const { id, place } = filter.after;
    conditions.push(sql`l.id <= ${id} AND (l.id, l.place) < (${id}, ${place})`);
  }
  return conditions;
}

/** Somebody who was known, or somewhere it came from: the system has neither. What a table notes of an act is no act of his. */
const fromOutside = sql`((l.actor_id IS NOT NULL OR l.ip IS NOT NULL) AND l.act <> 'record.note')`;

function isOf(kind: string, id: string): RawBuilder<unknown> {
  return sql`(l.id, l.place) IN (SELECT o.id, o.place FROM audit_of(${kind}, ${id}) o)`;
}

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `);
}
