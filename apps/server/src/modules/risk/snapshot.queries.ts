import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { FirewallKey, PathClass } from '@suanpan/domain/protection/firewall';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface EntryRow {
  readonly id: bigint;
  readonly kind: 'door' | 'ip' | 'name' | 'card';
  readonly agent_id: bigint | null;
  readonly value: string;
}

export interface RuleRow {
  readonly id: bigint;
  readonly path_class: PathClass;
  readonly key_kind: FirewallKey;
  readonly window_s: number;
  readonly attempts: number;
  readonly ban_s: number;
  readonly agent_id: bigint | null;
}

export interface BanRow {
  readonly rule_id: bigint;
  readonly key: string;
  /** What is left of it on the database's clock. */
  readonly rest_ms: number;
}

export async function readVersion(db: Kysely<Tables>): Promise<bigint> {
  const { version } = await db.selectFrom('protection_version').select('version').executeTakeFirstOrThrow();
  return version;
}

export async function readEntries(db: Kysely<Tables>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`SELECT id, kind, agent_id, value FROM block_entry`.execute(db);
  return rows;
}

export async function readRules(db: Kysely<Tables>): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    SELECT id, path_class, key_kind, window_s, attempts, ban_s, agent_id
    FROM firewall_rule WHERE enabled ORDER BY id`.execute(db);
  return rows;
}

export async function readBans(db: Kysely<Tables>): Promise<BanRow[]> {
  const { rows } = await sql<BanRow>`
    SELECT rule_id, key, extract(epoch FROM until - now())::float8 * 1000 AS rest_ms
    FROM firewall_ban WHERE lifted_at IS NULL AND until > now()`.execute(db);
  return rows;
}
