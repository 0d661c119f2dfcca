import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

/** Rules as they are kept: amounts in minor units, 0 is no limit, null is inherited. */
export interface Rules {
  readonly min_amount: bigint | null;
  readonly max_amount: bigint | null;
  readonly daily_amount: bigint | null;
  readonly daily_count: number | null;
  readonly card_daily_amount: bigint | null;
  readonly card_daily_count: number | null;
  /** From this amount on payouts are sent by hand; 0 sends all of them by itself, 1 none. */
  readonly manual_from: bigint | null;
  readonly payee_hour_count: number | null;
  readonly payee_day_amount: bigint | null;
  readonly user_hour_count: number | null;
  readonly key_hour_count: number | null;
  readonly merchant_peak_factor: number | null;
}
export type RuleColumn = keyof Rules;
export const ruleColumns = [
  'min_amount',
  'max_amount',
  'daily_amount',
  'daily_count',
  'card_daily_amount',
  'card_daily_count',
  'manual_from',
  'payee_hour_count',
  'payee_day_amount',
  'user_hour_count',
  'key_hour_count',
  'merchant_peak_factor',
] as const satisfies readonly RuleColumn[];

const noRules = Object.fromEntries(ruleColumns.map((column) => [column, null])) as unknown as Rules;

/** Whose rules are read: nobody is the platform. */
export interface RuleOwner {
  readonly id: bigint;
  readonly name: string;
  readonly kind: 'agent' | 'customer';
  readonly agent_id: bigint;
  readonly agent_name: string;
}

export interface KeptRules {
  readonly rules: Rules;
  readonly version: number;
}

/** A merchant or a senior agent of the caller's tree; undefined for anybody else. */
export async function findRuleOwner(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<RuleOwner | undefined> {
  const { rows } = await sql<RuleOwner>`
    SELECT u.id, u.name, u.kind, a.id AS agent_id, a.name AS agent_name
    FROM app_user u JOIN app_user a ON a.id = CASE u.kind WHEN 'agent' THEN u.id ELSE u.agent_id END
    WHERE u.id = ${id} AND u.kind IN ('agent', 'customer') AND ${inTree(scope, { agent: 'a.id' })}`.execute(
    db,
  );
  return rows[0];
}

/** The rules of an account in one currency; version 0 where it has none. Owner 0 is the platform. */
export async function rulesOf(db: Kysely<Tables>, ownerId: bigint, currency: Currency): Promise<KeptRules> {
  const row = await db
    .selectFrom('payout_setting')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row === undefined ? { rules: noRules, version: 0 } : { rules: row, version: row.version };
}

/** What one payout of a merchant may come to, as the door reads it. */
export async function limitsFor(
  db: Kysely<Tables>,
  customerId: bigint,
  agentId: bigint,
  currency: Currency,
): Promise<Pick<Rules, 'min_amount' | 'max_amount'>> {
  const [own, tree, house] = await Promise.all(
    [customerId, agentId, 0n].map(async (id) => (await rulesOf(db, id, currency)).rules),
  );
  return {
    min_amount: own?.min_amount ?? tree?.min_amount ?? house?.min_amount ?? null,
    max_amount: own?.max_amount ?? tree?.max_amount ?? house?.max_amount ?? null,
  };
}

export interface KeptCheck {
  readonly enabled: boolean;
  readonly url: string;
  readonly key_sealed: string;
  readonly applies: readonly string[];
  readonly last_result: string | null;
  readonly key_set_at: Date | null;
  readonly version: number;
}

/** The reverse check of a merchant, switched on or off. */
export async function checkOf(db: Kysely<Tables>, customerId: bigint): Promise<KeptCheck | undefined> {
  return db.selectFrom('audit_setting').selectAll().where('user_id', '=', customerId).executeTakeFirst();
}
