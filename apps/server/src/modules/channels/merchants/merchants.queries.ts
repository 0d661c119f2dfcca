import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { channelFacts } from '../listed-channel.queries.ts';
import type { ListedChannel } from '../listed-channel.queries.ts';
import type { Direction, MethodPlace, MethodPrices, MethodSettings } from './method.ts';

export interface ListedMerchant {
  readonly id: bigint;
  readonly name: string;
  readonly currency: Currency;
  readonly agent_id: bigint;
  readonly agent_name: string;
  readonly sub_agent_id: bigint | null;
  readonly sub_agent_name: string | null;
  readonly created_at: Date;
}

export interface MerchantFilter {
  readonly direction: Direction;
  readonly search?: string;
  readonly channelId?: bigint;
  readonly alias?: string;
  readonly customerId?: bigint;
  /** Only those without a channel that is switched on. */
  readonly isUnset?: boolean;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The merchants that the caller may see, the newest first. */
export async function listMerchants(
  db: Kysely<Tables>,
  scope: Scope,
  filter: MerchantFilter,
  { offset, limit }: Page,
): Promise<ListedMerchant[]> {
  const { rows } = await sql<ListedMerchant>`
    SELECT u.id, u.name, u.currency, u.agent_id, a.name AS agent_name, u.sub_agent_id, s.name AS sub_agent_name,
           u.created_at
    FROM app_user u JOIN app_user a ON a.id = u.agent_id LEFT JOIN app_user s ON s.id = u.sub_agent_id
    WHERE ${matching(scope, filter)} ORDER BY u.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

/** How many merchants there are, and how many channels they have in all and switched on. */
export async function sumMerchants(
  db: Kysely<Tables>,
  scope: Scope,
  filter: MerchantFilter,
): Promise<{ merchants: bigint; channels: number; enabled: number }> {
  const { rows } = await sql<{ merchants: bigint; channels: number; enabled: number }>`
    SELECT count(*) AS merchants, coalesce(sum(x.n), 0)::int AS channels, coalesce(sum(x.enabled), 0)::int AS enabled
    FROM app_user u CROSS JOIN LATERAL (
      SELECT count(*) AS n, count(*) FILTER (WHERE m.enabled) AS enabled
      FROM customer_method m JOIN channel c ON c.id = m.channel_id
      WHERE m.customer_id = u.id AND ${ofFilter(filter)} AND ${isKnown(scope)}) x
    WHERE ${matching(scope, filter)}`.execute(db);
  return rows[0] ?? { merchants: 0n, channels: 0, enabled: 0 };
}

function matching(scope: Scope, filter: MerchantFilter): RawBuilder<unknown> {
  const { alias, channelId, customerId, isUnset, search } = filter;
  const part = search?.replace(/[\\%_]/g, '\\$&');
  const has = sql`(SELECT FROM customer_method m JOIN channel c ON c.id = m.channel_id
    WHERE m.customer_id = u.id AND ${ofFilter(filter)} AND ${isKnown(scope)} ${isUnset ? sql`AND m.enabled AND c.enabled` : sql``})`;
  const conditions = [
    sql`u.kind = 'customer' AND u.status <> 'archived'`,
    inTree(scope, { agent: 'u.agent_id', customer: 'u.id', subAgent: 'u.sub_agent_id' }),
    ...(customerId === undefined ? [] : [sql`u.id = ${customerId}`]),
    ...(part === undefined ? [] : [sql`(u.name ILIKE ${`%${part}%`} OR u.id::text = ${search})`]),
    ...(isUnset ? [sql`NOT EXISTS ${has}`] : []),
    ...(alias === undefined && channelId === undefined ? [] : [sql`EXISTS ${has}`]),
  ];
  return sql.join(conditions, sql` AND `);
}

function ofFilter({ alias, channelId, direction }: MerchantFilter): RawBuilder<unknown> {
  return sql.join(
    [
      sql`c.direction = ${direction}`,
      ...(alias === undefined ? [] : [sql`m.alias = ${alias}`]),
      ...(channelId === undefined ? [] : [sql`m.channel_id = ${channelId}`]),
    ],
    sql` AND `,
  );
}

/**
 * Whether the reader may know what the merchant `u` has of the channel `c`: what he had under another senior agent is that one's,
 * prices and all.
 */
export function isKnown(scope: Scope): RawBuilder<unknown> {
  if (scope.kind === 'platform') return sql`true`;
  return sql`EXISTS (SELECT FROM agent_method own WHERE own.channel_id = c.id AND own.agent_id = u.agent_id)`;
}

export interface ListedMethod extends ListedChannel {
  readonly customer_id: bigint;
  readonly own_priority: number | null;
  readonly keeps_payers: boolean;
  readonly allow_loss: boolean;
  readonly channel_enabled: boolean;
  readonly channel_min: bigint;
  readonly channel_max: bigint;
}

/** The channels of merchants who were found before, each merchant's in the order in which routing asks them. */
export async function methodsOf(
  db: Kysely<Tables>,
  scope: Scope,
  customerIds: readonly bigint[],
  filter: MerchantFilter,
): Promise<ListedMethod[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<ListedMethod>`
    SELECT m.id::text AS id, m.customer_id, ${channelFacts}, m.alias, m.weight, m.min_amount, m.max_amount,
           m.balance_limit, m.daily_amount, m.daily_count, m.windows, coalesce(m.priority, c.priority) AS priority,
           m.priority AS own_priority, m.enabled, m.polling, m.keeps_payers, m.allow_loss,
           c.enabled AS channel_enabled,
           is_day_full(c.id, m.id, m.daily_amount, m.daily_count)
             OR is_day_full(c.id, 0, c.daily_amount, c.daily_count) AS is_capped,
           c.min_amount AS channel_min, c.max_amount AS channel_max, m.version,
           trim_scale(m.merchant_pct)::text AS merchant_pct, m.merchant_per_item,
           trim_scale(m.sub_agent_pct)::text AS sub_agent_pct, m.sub_agent_per_item,
           trim_scale(m.middleman_pct)::text AS middleman_pct, m.middleman_per_item
    FROM customer_method m JOIN app_user u ON u.id = m.customer_id JOIN channel c ON c.id = m.channel_id
    LEFT JOIN channel_state st ON st.channel_id = c.id
    WHERE m.customer_id = ANY (${customerIds}::bigint[]) AND ${ofFilter(filter)} AND ${isKnown(scope)}
    ORDER BY m.customer_id, m.alias, coalesce(m.priority, c.priority), m.id`.execute(db);
  return rows;
}

/** A merchant's channel as it is kept. */
export interface KeptMethod extends MethodPlace, MethodSettings, MethodPrices {
  readonly id: bigint;
  readonly version: number;
}

export const placeColumns: RawBuilder<unknown> = sql`u.id AS customer_id, u.name AS customer_name, u.agent_id,
  u.sub_agent_id IS NOT NULL AS has_sub_agent, u.middleman_id IS NOT NULL AS has_middleman, c.id AS channel_id,
  c.name AS channel_name, c.currency, c.min_amount AS channel_min, c.max_amount AS channel_max,
  trim_scale(c.endpoint_pct)::text AS endpoint_pct, c.endpoint_per_item,
  trim_scale(coalesce(g.system_pct, 0))::text AS system_pct, coalesce(g.system_per_item, 0) AS system_per_item`;

export const methodColumns: RawBuilder<unknown> = sql`m.id, m.version, m.alias, m.weight, m.polling, m.keeps_payers, m.priority,
  m.min_amount, m.max_amount, m.daily_amount, m.daily_count, m.balance_limit, m.windows, m.enabled, m.allow_loss,
  trim_scale(m.merchant_pct)::text AS merchant_pct, m.merchant_per_item,
  trim_scale(m.sub_agent_pct)::text AS sub_agent_pct, m.sub_agent_per_item,
  trim_scale(m.middleman_pct)::text AS middleman_pct, m.middleman_per_item`;

/** A merchant's channel of the caller's own tree; `isLocked` keeps it until the transaction ends. */
export async function findMethod(
  db: Kysely<Tables>,
  scope: Scope,
  direction: Direction,
  id: bigint,
  isLocked = false,
): Promise<KeptMethod | undefined> {
  const { rows } = await sql<KeptMethod>`
    SELECT ${placeColumns}, ${methodColumns}
    FROM customer_method m JOIN app_user u ON u.id = m.customer_id JOIN channel c ON c.id = m.channel_id
    LEFT JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id
    WHERE m.id = ${id} AND c.direction = ${direction} AND ${inTree(scope, { agent: 'u.agent_id' })} AND ${isKnown(scope)}
    ${isLocked ? sql`FOR UPDATE OF m` : sql``}`.execute(db);
  return rows[0];
}

/** A merchant of the caller's own tree and a channel that his senior agent may use. */
export async function findPlace(
  db: Kysely<Tables>,
  scope: Scope,
  direction: Direction,
  customerId: bigint,
  channelId: bigint,
): Promise<MethodPlace | undefined> {
  const { rows } = await sql<MethodPlace>`
    SELECT ${placeColumns}
    FROM app_user u JOIN channel c ON c.id = ${channelId} AND c.direction = ${direction}
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id
    WHERE u.id = ${customerId} AND u.kind = 'customer' AND u.status <> 'archived'
      AND ${inTree(scope, { agent: 'u.agent_id' })}`.execute(db);
  return rows[0];
}

/** A merchant whose channels the caller may change. */
export async function findMerchant(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<{ readonly id: bigint; readonly name: string; readonly currency: Currency } | undefined> {
  const { rows } = await sql<{ id: bigint; name: string; currency: Currency }>`
    SELECT u.id, u.name, u.currency FROM app_user u
    WHERE u.id = ${id} AND u.kind = 'customer' AND u.status <> 'archived'
      AND ${inTree(scope, { agent: 'u.agent_id' })}`.execute(db);
  return rows[0];
}

/** Whether a merchant has a channel by this name already. */
export async function hasMethod(
  db: Kysely<Tables>,
  customerId: bigint,
  channelId: bigint,
  alias: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM customer_method m
    WHERE m.customer_id = ${customerId} AND m.channel_id = ${channelId} AND m.alias = ${alias}`.execute(db);
  return rows.length > 0;
}
