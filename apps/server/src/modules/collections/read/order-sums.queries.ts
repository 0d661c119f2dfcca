import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { failed, succeeded } from './outcome.queries.ts';
import { inOrderScope } from '../../orders/index.ts';

/** Whose orders, in which currency. Test orders are never counted. */
export interface Subject {
  readonly scope: Scope;
  readonly currency: Currency;
}

/** Sums over orders by the time they were made; amounts in minor units, `amount` as really paid. */
export interface OrderSums {
  readonly count: bigint;
  readonly success_count: bigint;
  readonly amount: bigint;
}

const daySummed = ['amount', 'fee', 'endpoint_fee'] as const;

export interface DaySums extends OrderSums {
  readonly day: string;
  readonly fee: bigint;
  readonly endpoint_fee: bigint;
}

/**
 * The business days from `first` on that saw orders. Kept by the rollup for everybody but middlemen, of whom it
 * knows nothing; theirs are counted from the orders.
 */
export async function daySums(db: Kysely<Tables>, subject: Subject, first: string): Promise<DaySums[]> {
  const kept = rollupOf(subject.scope);
  if (kept === null) return daySumsOfOrders(db, subject, first);
  const { rows } = await sql<WithSums<DaySums, (typeof daySummed)[number]>>`
    SELECT d.day, sum(d.created_count)::bigint AS count, sum(d.success_count)::bigint AS success_count,
           sum(d.actual_amount) AS amount, sum(d.fee) AS fee,
           sum(d.endpoint_fee) AS endpoint_fee
    FROM collection_day_now d
    WHERE d.day >= ${first}::date AND d.currency = ${subject.currency} AND ${kept}
    GROUP BY d.day`.execute(db);
  return readSums(rows, daySummed);
}

function rollupOf(scope: Scope): RawBuilder<unknown> | null {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`d.agent_id = ${scope.agentId}`;
    case 'subAgent':
      return sql`d.sub_agent_id = ${scope.subAgentId}`;
    case 'customer':
      return sql`d.customer_id = ${scope.customerId}`;
    case 'middleman':
      return null;
  }
}

async function daySumsOfOrders(db: Kysely<Tables>, subject: Subject, first: string): Promise<DaySums[]> {
  const { rows } = await sql<WithSums<DaySums, (typeof daySummed)[number]>>`
    SELECT business_day(o.created_at) AS day, ${sums},
           coalesce(sum(o.fee) FILTER (WHERE ${succeeded}), 0) AS fee,
           coalesce(sum(p.endpoint_fee) FILTER (WHERE ${succeeded}), 0) AS endpoint_fee
    FROM whole.collection_order o LEFT JOIN whole.collection_plan p ON p.order_id = o.id
    WHERE ${madeFor(subject)} AND o.created_at >= ${beginOf(first)}
    GROUP BY 1`.execute(db);
  return readSums(rows, daySummed);
}

/** How many orders of each day from `first` on have ended without success. */
export async function failuresByDay(
  db: Kysely<Tables>,
  subject: Subject,
  first: string,
): Promise<{ day: string; count: bigint }[]> {
  const { rows } = await sql<{ day: string; count: bigint }>`
    SELECT business_day(o.created_at) AS day, count(*) AS count
    FROM whole.collection_order o
    WHERE ${madeFor(subject)} AND o.created_at >= ${beginOf(first)}
      AND ${failed}
    GROUP BY 1`.execute(db);
  return rows;
}

export interface HourSums extends OrderSums {
  readonly failed_count: bigint;
  readonly at: Date;
}

/** The hours from `since` on that saw orders. The rollup by hour knows successes alone, so this counts the orders. */
export async function hourSums(db: Kysely<Tables>, subject: Subject, since: Date): Promise<HourSums[]> {
  const { rows } = await sql<WithSums<HourSums, 'amount'>>`
    SELECT date_trunc('hour', o.created_at) AS at, ${sums}, count(*) FILTER (WHERE ${failed}) AS failed_count
    FROM whole.collection_order o
    WHERE ${madeFor(subject)} AND o.created_at >= ${since}
    GROUP BY 1`.execute(db);
  return readSums(rows, ['amount']);
}

export interface ChannelSums extends OrderSums {
  readonly failed_count: bigint;
  readonly channel_id: bigint;
  readonly channel: string;
  readonly enabled: boolean;
  readonly windows: unknown;
  readonly runtime: 'ok' | 'tripped' | 'maintenance';
  /** Its senior agent has it: it stands in the list of what he has. */
  readonly is_held: boolean;
  /** It took all that it may take in a day. */
  readonly is_capped: boolean;
}

/** The caller's collection channels with what came through them since the day began, the busiest first. */
export async function channelSums(
  db: Kysely<Tables>,
  subject: Subject,
  day: string,
  limit: number,
): Promise<ChannelSums[]> {
  const { rows } = await sql<WithSums<ChannelSums, 'amount'>>`
    SELECT c.id AS channel_id, c.name AS channel, c.enabled AND a.enabled AS enabled, c.windows,
           EXISTS (SELECT FROM agent_method am WHERE am.channel_id = c.id AND am.agent_id = a.agent_id) AS is_held,
           coalesce(st.state, 'ok') AS runtime, is_day_full(c.id, 0, c.daily_amount, c.daily_count) AS is_capped,
           coalesce(t.count, 0)::bigint AS count, coalesce(t.success_count, 0)::bigint AS success_count,
           coalesce(t.failed_count, 0)::bigint AS failed_count, coalesce(t.amount, 0) AS amount
    FROM channel c
    JOIN channel_account a ON a.id = c.channel_account_id
    LEFT JOIN channel_state st ON st.channel_id = c.id
    LEFT JOIN (
      SELECT o.channel_id, ${sums}, count(*) FILTER (WHERE ${failed}) AS failed_count
      FROM whole.collection_order o
      WHERE ${madeFor(subject)} AND o.created_at >= ${beginOf(day)} AND o.channel_id IS NOT NULL
      GROUP BY o.channel_id
    ) t ON t.channel_id = c.id
    WHERE c.direction = 'collection' AND c.currency = ${subject.currency}
      AND (t.channel_id IS NOT NULL OR ${ownChannel(subject.scope)})
    ORDER BY t.amount DESC NULLS LAST, t.count DESC NULLS LAST, c.id
    LIMIT ${limit}`.execute(db);
  return readSums(rows, ['amount']);
}

function ownChannel(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`a.agent_id = ${scope.agentId}`;
    case 'subAgent':
      return sql`EXISTS (SELECT FROM customer_method m JOIN app_user u ON u.id = m.customer_id
                         WHERE m.channel_id = c.id AND m.enabled AND u.sub_agent_id = ${scope.subAgentId})`;
    case 'customer':
      return sql`EXISTS (SELECT FROM customer_method m
                         WHERE m.channel_id = c.id AND m.enabled AND m.customer_id = ${scope.customerId})`;
    case 'middleman':
      return sql`false`;
  }
}

const sums = sql`
  count(*) AS count, count(*) FILTER (WHERE ${succeeded}) AS success_count,
  coalesce(sum(o.actual_amount) FILTER (WHERE ${succeeded}), 0) AS amount`;

function madeFor({ scope, currency }: Subject): RawBuilder<unknown> {
  return sql`${inOrderScope(scope)} AND o.currency = ${currency} AND NOT o.is_test`;
}

/** Midnight of the platform's calendar (UTC+8). */
function beginOf(day: string): RawBuilder<unknown> {
  return sql`((${day}::date)::timestamp - interval '8 hours') AT TIME ZONE 'UTC'`;
}
