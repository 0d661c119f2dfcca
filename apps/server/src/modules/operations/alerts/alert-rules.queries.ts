import type { AlertMetric, AlertRule } from '@suanpan/contract/endpoints/alert-rules';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface RuleRow {
  readonly id: bigint;
  readonly name: string;
  readonly shipped: string | null;
  readonly metric: AlertMetric;
  readonly scope: string | null;
  readonly bound: AlertRule['bound'];
  readonly mark: string;
  readonly min_orders: number;
  readonly window_min: number;
  readonly cool_down_min: number;
  readonly via: AlertRule['via'];
  readonly url: string | null;
  readonly enabled: boolean;
  readonly version: number;
}

export interface ListedRule extends RuleRow {
  readonly scope_name: string | null;
  readonly firing: AlertRule['firing'];
  readonly last_fired_at: Date | null;
  readonly last_call: string | null;
}

const columns = sql`r.id, r.name, r.shipped, r.metric, r.scope, r.bound, trim_scale(r.mark)::text AS mark, r.min_orders,
  r.window_min, r.cool_down_min, r.via, r.url, r.enabled, r.version`;

export async function enabledRules(db: Kysely<Tables>): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    SELECT ${columns} FROM alert_rule r WHERE r.enabled ORDER BY r.id`.execute(db);
  return rows;
}

/** Every rule with what it is true of; a rule that is switched off is true of nothing. */
export async function listRules(db: Kysely<Tables>): Promise<ListedRule[]> {
  const { rows } = await sql<ListedRule>`
    SELECT ${columns}, a.name AS scope_name, s.last_fired_at, coalesce(s.firing, '[]'::json) AS firing,
           (SELECT c.outcome FROM alert_call c WHERE c.rule_id = r.id ORDER BY c.id DESC LIMIT 1) AS last_call
    FROM alert_rule r
    LEFT JOIN channel_account a ON r.metric IN ('success_rate', 'balance', 'feed_age') AND a.id::text = r.scope
    LEFT JOIN LATERAL (
      SELECT max(s.told_at) AS last_fired_at,
             json_agg(json_build_object('label', s.label, 'value', trim_scale(s.value)::text,
               'told_at', to_char(s.told_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
               ORDER BY s.subject) FILTER (WHERE s.firing AND r.enabled) AS firing
      FROM alert_state s WHERE s.rule_id = r.id
    ) s ON true
    ORDER BY r.id`.execute(db);
  return rows;
}

export async function findRule(db: Kysely<Tables>, id: bigint): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`SELECT ${columns} FROM alert_rule r WHERE r.id = ${id}`.execute(db);
  return rows[0];
}

/** The contracts that a rule can name. */
export async function listContracts(db: Kysely<Tables>): Promise<{ id: bigint; name: string }[]> {
  const { rows } = await sql<{ id: bigint; name: string }>`
    SELECT a.id, a.name FROM channel_account a WHERE a.enabled ORDER BY a.name, a.id`.execute(db);
  return rows;
}
