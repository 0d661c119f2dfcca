import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface ChannelAccountRow {
  readonly id: bigint;
  readonly driver: string;
  readonly name: string;
  readonly agent_id: bigint;
  readonly currency: Currency;
  readonly base_url: string;
  readonly credentials_sealed: string;
  /** Null once nothing that was signed with them is believed any more. */
  readonly previous_credentials_sealed: string | null;
  readonly late_payment: 'credit' | 'abnormal';
  readonly enabled: boolean;
  readonly direction: 'collection' | 'payout';
  readonly notify_networks: readonly string[];
}

export async function findChannelAccount(
  db: Kysely<Tables>,
  id: bigint,
): Promise<ChannelAccountRow | undefined> {
  const row = await db
    .selectFrom('channel_account as a')
    .innerJoin('provider as p', 'p.id', 'a.provider_id')
    .select([
      'a.id',
      'p.driver',
      'a.name',
      'a.agent_id',
      'a.currency',
      'a.base_url',
      'a.credentials_sealed',
      sql<string | null>`CASE WHEN a.previous_until > now() THEN a.previous_credentials_sealed END`.as(
        'previous_credentials_sealed',
      ),
      'a.late_payment',
      'a.enabled',
      'a.direction',
      'a.notify_networks',
    ])
    .where('a.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, currency: row.currency as Currency };
}

/** The accounts by which orders come in over a driver and that are in use. */
export async function accountsByDriver(db: Kysely<Tables>, driver: string): Promise<bigint[]> {
  const rows = await db
    .selectFrom('channel_account as a')
    .innerJoin('provider as p', 'p.id', 'a.provider_id')
    .select('a.id')
    .where('p.driver', '=', driver)
    .where('a.direction', '=', 'collection')
    .where('a.enabled', '=', true)
    .orderBy('a.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Everything routing and the fee split need of one channel that a merchant may use. */
export interface MerchantChannelRow {
  readonly direction: 'collection' | 'payout';
  /** Of the merchant's use of the channel. */
  readonly method_id: bigint;
  readonly channel_id: bigint;
  readonly channel_account_id: bigint;
  readonly driver: string;
  readonly alias: string;
  readonly code: string;
  readonly name: string;
  readonly method_type: string;
  readonly currency: Currency;
  readonly priority: number;
  readonly weight: number;
  readonly polling: boolean;
  /** Whoever paid by it last goes by it again. */
  readonly keeps_payers: boolean;
  readonly needs_payer_name: boolean;
  readonly integer_only: boolean;
  readonly channel_enabled: boolean;
  readonly agent_enabled: boolean;
  readonly merchant_enabled: boolean;
  readonly account_enabled: boolean;
  readonly min_amount: bigint;
  readonly max_amount: bigint;
  readonly merchant_min: bigint;
  readonly merchant_max: bigint;
  readonly windows: unknown;
  readonly merchant_windows: unknown;
  /** Of the channel by itself, and narrower for this merchant: 0 is no limit, nor is an unset balance limit. */
  readonly daily_amount: bigint;
  readonly daily_count: number;
  readonly balance_limit: bigint | null;
  readonly merchant_daily_amount: bigint;
  readonly merchant_daily_count: number;
  readonly merchant_balance_limit: bigint | null;
  readonly allow_loss: boolean;
  readonly state: 'ok' | 'tripped' | 'maintenance';
  /** The platform lets its direction stand still, for all, for the merchant's tree or at the provider. */
  readonly is_paused: boolean;
  /** Whether the merchant has rules that overrule his polling. */
  readonly has_exceptions: boolean;
  readonly merchant_pct: string;
  readonly merchant_per_item: bigint;
  readonly sub_agent_pct: string;
  readonly sub_agent_per_item: bigint;
  readonly middleman_pct: string;
  readonly middleman_per_item: bigint;
  readonly endpoint_pct: string;
  readonly endpoint_per_item: bigint;
  readonly system_pct: string;
  readonly system_per_item: bigint;
  /** What the provider of payouts holds, and from which mark on it is too little; null where nobody looks. */
  readonly balance: bigint | null;
  readonly low_water: bigint | null;
}

/** Where the round robin's state stands when no method was named and all channels take part. */
export const anyAlias = '*';

/** The merchant's channels of one direction, also the disabled ones, so that each refusal can say why; null is any. */
export async function merchantChannels(
  db: Kysely<Tables>,
  customerId: bigint,
  agentId: bigint,
  currency: Currency | null,
  alias: string | null,
  direction: 'collection' | 'payout' = 'collection',
): Promise<MerchantChannelRow[]> {
  const { rows } = await sql<MerchantChannelRow>`
    SELECT c.direction, m.id AS method_id, c.id AS channel_id, c.channel_account_id, p.driver, m.alias, c.code, c.name, c.method_type,
           c.currency, coalesce(m.priority, c.priority) AS priority,
           m.weight, m.polling, m.keeps_payers, c.needs_payer_name, c.integer_only, c.enabled AS channel_enabled,
           coalesce(g.enabled, false) AS agent_enabled, m.enabled AS merchant_enabled, a.enabled AS account_enabled,
           c.min_amount, c.max_amount, m.min_amount AS merchant_min, m.max_amount AS merchant_max, c.windows,
           m.windows AS merchant_windows, c.daily_amount, c.daily_count, c.balance_limit,
           m.daily_amount AS merchant_daily_amount, m.daily_count AS merchant_daily_count,
           m.balance_limit AS merchant_balance_limit, m.allow_loss, coalesce(t.state, 'ok') AS state,
           (SELECT count(*) > 0 FROM money_pause) AND is_paused(c.direction, ${agentId}, a.provider_id) AS is_paused,
           EXISTS (SELECT FROM channel_exception e WHERE e.customer_id = ${customerId} AND e.direction = ${direction})
             AS has_exceptions,
           m.merchant_pct, m.merchant_per_item, m.sub_agent_pct, m.sub_agent_per_item, m.middleman_pct,
           m.middleman_per_item, c.endpoint_pct, c.endpoint_per_item,
           coalesce(g.system_pct, 0) AS system_pct, coalesce(g.system_per_item, 0) AS system_per_item,
           a.balance, a.low_water
    FROM customer_method m
    JOIN channel c ON c.id = m.channel_id AND c.direction = ${direction}
    JOIN channel_account a ON a.id = c.channel_account_id
    JOIN provider p ON p.id = a.provider_id
    LEFT JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = ${agentId}
    LEFT JOIN channel_state t ON t.channel_id = c.id
    WHERE m.customer_id = ${customerId} AND (${currency}::text IS NULL OR c.currency = ${currency})
      AND (${alias}::text IS NULL OR m.alias = ${alias} OR c.code = ${alias})
    ORDER BY coalesce(m.priority, c.priority), m.id`.execute(db);
  return rows;
}

/** The protocol of each of these accounts. */
export async function driversOfAccounts(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<{ id: bigint; driver: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('channel_account')
    .innerJoin('provider', 'provider.id', 'channel_account.provider_id')
    .select(['channel_account.id', 'provider.driver'])
    .where('channel_account.id', 'in', [...new Set(ids)])
    .execute();
}
