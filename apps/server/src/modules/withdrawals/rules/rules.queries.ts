import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { Rule } from './rule.ts';

export type OwnerRole = 'customer' | 'agent' | 'subAgent' | 'middleman';

type Standing<Fields> = { readonly [Field in keyof Fields]: NonNullable<Fields[Field]> };

export interface ListedRule {
  readonly user_id: bigint;
  readonly user_name: string;
  readonly role: OwnerRole;
  readonly currency: Currency;
  readonly own: Rule;
  readonly effective: Standing<Rule>;
  readonly version: number;
}

interface RuleFilter {
  readonly userId?: bigint;
  readonly search?: string;
}

/** The numbers of a rule, as they come out of JSON: bigint as text. */
const columns = sql`jsonb_build_object(
  'min_amount', x.min_amount::text, 'max_amount', x.max_amount::text, 'daily_amount', x.daily_amount::text,
  'daily_count', x.daily_count, 'per_card_daily', x.per_card_daily::text, 'card_usage_limit', x.card_usage_limit,
  'windows', x.windows, 'holidays_closed', x.holidays_closed, 'auto_approve_max', x.auto_approve_max::text,
  'settle_accounts_max', x.settle_accounts_max)`;

/** The same as JSON brings it. */
interface ToldRule extends Pick<
  Rule,
  'daily_count' | 'card_usage_limit' | 'windows' | 'holidays_closed' | 'settle_accounts_max'
> {
  readonly min_amount: string | null;
  readonly max_amount: string | null;
  readonly daily_amount: string | null;
  readonly per_card_daily: string | null;
  readonly auto_approve_max: string | null;
}

/** The owners of the caller's tree with the rules that hold for them: those with rules of their own first. */
export async function listRules(
  db: Kysely<Tables>,
  scope: Scope,
  filter: RuleFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedRule[]> {
  const { rows } = await sql<Omit<ListedRule, 'own' | 'effective'> & { own: ToldRule; effective: ToldRule }>`
    SELECT u.id AS user_id, u.name AS user_name, u.kind AS role, m.currency, coalesce(r.version, 0) AS version,
           (SELECT ${columns} FROM (SELECT r.*) x) AS own,
           (SELECT ${columns} FROM withdraw_rule_of(u.id, m.currency) x) AS effective
    ${ownersIn(scope, filter)}
    ORDER BY r.id IS NULL, u.id DESC, m.currency
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows.map((row) => ({ ...row, own: readRule(row.own), effective: readStanding(row.effective) }));
}

export async function countRules(db: Kysely<Tables>, scope: Scope, filter: RuleFilter): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) AS count ${ownersIn(scope, filter)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0n;
}

/** An owner of the caller's tree that rules can be set for: never the caller himself. */
export async function findRuled(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<{ readonly id: bigint; readonly name: string } | undefined> {
  const { rows } = await sql<{ id: bigint; name: string }>`
    SELECT u.id, u.name FROM app_user u
    WHERE u.id = ${id} AND u.kind IN ('customer', 'subAgent', 'middleman', 'agent') AND u.status <> 'archived'
      AND ${inTree(scope, { agent: 'u.agent_id' })}`.execute(db);
  return rows[0];
}

/** Each owner has a line for his own currency, and one for each other in which he has rules. */
function ownersIn(scope: Scope, filter: RuleFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    sql`u.kind IN ('customer', 'subAgent', 'middleman', 'agent') AND u.status <> 'archived'`,
    inTree(scope, { agent: 'u.agent_id' }),
    ...(filter.userId === undefined ? [] : [sql`u.id = ${filter.userId}`]),
    ...(filter.search === undefined
      ? []
      : [sql`(u.name ILIKE '%' || ${filter.search} || '%' OR u.id::text = ${filter.search})`]),
  ];
  return sql`
    FROM app_user u
    CROSS JOIN LATERAL (
      SELECT u.currency UNION SELECT own.currency FROM withdraw_rule own WHERE own.owner_id = u.id
    ) m (currency)
    LEFT JOIN withdraw_rule r ON r.owner_id = u.id AND r.currency = m.currency
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

export interface ConfiguredRule extends Standing<Rule> {
  readonly role: OwnerRole;
  readonly currency: Currency;
  readonly account_rest_h: number;
  readonly rate_lock_s: number;
  readonly version: number;
}

/** What holds for owners of a kind. */
export async function readConfiguration(db: Kysely<Tables>): Promise<ConfiguredRule[]> {
  const { rows } = await sql<ConfiguredRule>`
    SELECT role, currency, min_amount, max_amount, daily_amount, daily_count, per_card_daily, card_usage_limit, windows,
           holidays_closed, auto_approve_max, settle_accounts_max, account_rest_h, rate_lock_s, version
    FROM withdraw_rule WHERE role IS NOT NULL
    ORDER BY array_position(ARRAY['customer', 'agent', 'subAgent', 'middleman'], role),
             array_position(ARRAY['TWD', 'USDT', 'CNY', 'USD'], currency)`.execute(db);
  return rows;
}

/** What is approved by itself for an owner, or a kind of them, as it stands. */
export async function ceilingOf(
  db: Kysely<Tables>,
  of: { readonly ownerId: bigint | null; readonly role: OwnerRole | null; readonly currency: Currency },
): Promise<{ readonly standing: bigint; readonly configured: bigint } | undefined> {
  const { rows } = await sql<{ standing: bigint; configured: bigint }>`
    SELECT coalesce(own.auto_approve_max, r.auto_approve_max) AS standing, r.auto_approve_max AS configured
    FROM withdraw_rule r
    LEFT JOIN withdraw_rule own ON own.owner_id = ${of.ownerId} AND own.currency = r.currency
    WHERE r.currency = ${of.currency}
      AND r.role = coalesce(${of.role}, (SELECT u.kind FROM app_user u WHERE u.id = ${of.ownerId}))`.execute(
    db,
  );
  return rows[0];
}

const minor = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

function readRule(told: ToldRule): Rule {
  return {
    ...told,
    min_amount: minor(told.min_amount),
    max_amount: minor(told.max_amount),
    daily_amount: minor(told.daily_amount),
    per_card_daily: minor(told.per_card_daily),
    auto_approve_max: minor(told.auto_approve_max),
  };
}

function readStanding(told: ToldRule): Standing<Rule> {
  const rule = readRule(told);
  return {
    min_amount: rule.min_amount ?? 0n,
    max_amount: rule.max_amount ?? 0n,
    daily_amount: rule.daily_amount ?? 0n,
    daily_count: rule.daily_count ?? 0,
    per_card_daily: rule.per_card_daily ?? 0n,
    card_usage_limit: rule.card_usage_limit ?? 0,
    windows: rule.windows ?? [],
    holidays_closed: rule.holidays_closed ?? false,
    auto_approve_max: rule.auto_approve_max ?? 0n,
    settle_accounts_max: rule.settle_accounts_max ?? 0,
  };
}
