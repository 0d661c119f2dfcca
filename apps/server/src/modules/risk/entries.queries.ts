import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../platform/db/in-tree.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';

export type EntryKind = 'door' | 'ip' | 'name' | 'card';

export interface ListedEntry {
  readonly id: bigint;
  readonly kind: EntryKind;
  readonly shown: string;
  readonly note: string;
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly hits: bigint;
  readonly last_hit_at: Date | null;
}

export interface EntryFilter {
  readonly kinds: readonly EntryKind[];
  /** A part of an address. */
  readonly part?: string;
  /** Exactly these values: hashes of what was asked for. */
  readonly values?: readonly string[];
  /** Only what comes after this entry, newest first. */
  readonly after?: bigint;
}

/** Entries newest first: all of them for the platform, his own for a senior agent, none for anybody else. */
export async function listEntries(
  db: Kysely<Tables>,
  scope: Scope,
  filter: EntryFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    SELECT e.id, e.kind, e.shown, e.note, e.agent_id, a.name AS agent_name, u.username AS created_by, e.created_at,
           e.hits, e.last_hit_at
    FROM block_entry e JOIN app_user u ON u.id = e.created_by LEFT JOIN app_user a ON a.id = e.agent_id
    WHERE ${conditionOf(scope, filter)}
    ORDER BY e.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countEntries(db: Kysely<Tables>, scope: Scope, filter: EntryFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM block_entry e WHERE ${conditionOf(scope, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Whether an id is a senior agent's. */
export async function isSeniorAgent(db: Kysely<Tables>, id: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'agent')
    .executeTakeFirst();
  return row !== undefined;
}

function conditionOf(scope: Scope, filter: EntryFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    ownedBy(scope),
    sql`e.kind = ANY (${[...filter.kinds]}::text[])`,
  ];
  if (filter.part !== undefined) conditions.push(sql`strpos(e.value, ${filter.part}) > 0`);
  if (filter.values !== undefined) conditions.push(sql`e.value = ANY (${[...filter.values]}::text[])`);
  if (filter.after !== undefined) conditions.push(sql`e.id < ${filter.after}`);
  return sql.join(conditions, sql` AND `);
}

/** The entries that a caller may read and remove. */
export const ownedBy = (scope: Scope): RawBuilder<boolean> => inTree(scope, { agent: 'e.agent_id' });
