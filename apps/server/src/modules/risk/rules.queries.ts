import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { FirewallKey, PathClass } from '@suanpan/domain/protection/firewall';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface ListedRule {
  readonly id: bigint;
  readonly name: string;
  readonly path_class: PathClass;
  readonly key: FirewallKey;
  readonly window_s: number;
  readonly attempts: number;
  readonly ban_s: number;
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  readonly enabled: boolean;
  readonly version: number;
  readonly bans: number;
  readonly updated_at: Date;
}

export async function listRules(db: Kysely<Tables>): Promise<ListedRule[]> {
  const { rows } = await sql<ListedRule>`
    SELECT r.id, r.name, r.path_class, r.key_kind AS key, r.window_s, r.attempts, r.ban_s, r.agent_id,
           a.name AS agent_name, r.enabled, r.version, r.updated_at,
           (SELECT count(*)::int FROM firewall_ban b
            WHERE b.rule_id = r.id AND b.lifted_at IS NULL AND b.until > now()) AS bans
    FROM firewall_rule r LEFT JOIN app_user a ON a.id = r.agent_id ORDER BY r.id`.execute(db);
  return rows;
}

export interface ListedBan {
  readonly id: bigint;
  readonly rule: string;
  readonly shown: string;
  readonly started_at: Date;
  readonly until: Date;
  readonly state: 'active' | 'ended' | 'lifted';
  readonly lifted_by: string | null;
}

/** Bans that hold first, then those that have ended, newest first. */
export async function listBans(
  db: Kysely<Tables>,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedBan[]> {
  const { rows } = await sql<ListedBan>`
    SELECT b.id, r.name AS rule, b.shown, b.started_at, b.until, u.username AS lifted_by,
           CASE WHEN b.lifted_at IS NOT NULL THEN 'lifted' WHEN b.until > now() THEN 'active' ELSE 'ended' END AS state
    FROM firewall_ban b JOIN firewall_rule r ON r.id = b.rule_id LEFT JOIN app_user u ON u.id = b.lifted_by
    ORDER BY (b.lifted_at IS NULL AND b.until > now()) DESC, b.id DESC
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countBans(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM firewall_ban`.execute(db);
  return rows[0]?.n ?? 0;
}
