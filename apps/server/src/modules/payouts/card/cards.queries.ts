import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOrderScope } from '../../orders/index.ts';

export interface CardFilter {
  /** Business day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly cardHashes?: readonly string[];
  readonly customerId?: bigint;
  readonly channelId?: bigint;
  readonly id?: bigint;
  /** Rows of smaller ids, for a reader that goes on. */
  readonly before?: bigint;
}

export interface UsedCard {
  /** The first payout of the day to it. */
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly currency: Currency;
  readonly card_hash: string;
  readonly card_shown: string;
  readonly bank_code: string;
  readonly account_name: string;
  readonly channel_name: string | null;
  readonly count: bigint;
  readonly amount: bigint;
  readonly last_at: Date;
  readonly cleared_at: Date | null;
  readonly limit_count: number;
  readonly limit_amount: bigint;
}

export interface CardSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly uses: bigint;
  readonly amount: bigint;
}

/** Accounts that were paid on a day, one row a merchant, account and currency, with what counts against his limits. */
export async function listCards(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CardFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<UsedCard[]> {
  const { rows } = await sql<WithSums<UsedCard, 'amount'>>`
    SELECT g.*, u.name AS customer_name, c.name AS channel_name,
           coalesce(own.card_daily_count, tree.card_daily_count, house.card_daily_count, 0) AS limit_count,
           coalesce(own.card_daily_amount, tree.card_daily_amount, house.card_daily_amount, 0) AS limit_amount
    FROM (${grouped(scope, filter)} ORDER BY id DESC OFFSET ${page.offset} LIMIT ${page.limit}) g
    JOIN app_user u ON u.id = g.customer_id
    LEFT JOIN channel c ON c.id = g.channel_id
    LEFT JOIN payout_setting own ON own.owner_id = g.customer_id AND own.currency = g.currency
    LEFT JOIN payout_setting tree ON tree.owner_id = g.agent_id AND tree.currency = g.currency
    LEFT JOIN payout_setting house ON house.owner_id = 0 AND house.currency = g.currency
    ORDER BY g.id DESC`.execute(db);
  return readSums<UsedCard, 'amount'>(rows, ['amount']);
}

export async function sumCards(db: Kysely<Tables>, scope: Scope, filter: CardFilter): Promise<CardSum[]> {
  const { rows } = await sql<WithSums<CardSum, 'amount' | 'uses'>>`
    SELECT g.currency, count(*) AS count, sum(g.count) AS uses, sum(g.amount) AS amount
    FROM (${grouped(scope, filter)}) g GROUP BY g.currency ORDER BY g.currency`.execute(db);
  return readSums<CardSum, 'amount' | 'uses'>(rows, ['amount', 'uses']);
}

function grouped(scope: Scope, filter: CardFilter): RawBuilder<unknown> {
  const midnight = sql`((${filter.day}::date)::timestamp AT TIME ZONE 'UTC' - interval '8 hours')`;
  const conditions = [
    inOrderScope(scope),
    sql`o.status <> 'insufficient_balance'`,
    sql`o.created_at >= ${midnight} AND o.created_at < ${midnight} + interval '1 day'`,
  ];
  if (filter.customerId !== undefined) conditions.push(sql`o.customer_id = ${filter.customerId}`);
  if (filter.channelId !== undefined) conditions.push(sql`o.channel_id = ${filter.channelId}`);
  if (filter.cardHashes !== undefined) conditions.push(sql`o.card_hash = ANY (${filter.cardHashes})`);
  const having = [sql`true`];
  if (filter.id !== undefined) having.push(sql`min(o.id) = ${filter.id}`);
  if (filter.before !== undefined) having.push(sql`min(o.id) < ${filter.before}`);
  // What was cleared later than that day counted on it all the same.
  const counts = sql`(k.cleared_at IS NULL OR o.created_at > k.cleared_at OR k.cleared_at >= ${midnight} + interval '1 day')`;
  return sql`
    SELECT min(o.id) AS id, o.customer_id, o.agent_id, o.currency, o.card_hash, min(o.card_shown) AS card_shown,
           min(o.bank_code) AS bank_code, (array_agg(o.account_name ORDER BY o.id DESC))[1] AS account_name,
           (array_agg(o.channel_id ORDER BY o.id DESC))[1] AS channel_id, count(*) FILTER (WHERE ${counts}) AS count,
           coalesce(sum(o.amount) FILTER (WHERE ${counts}), 0) AS amount, max(o.created_at) AS last_at,
           max(k.cleared_at) FILTER (WHERE k.cleared_at >= ${midnight} AND k.cleared_at < ${midnight} + interval '1 day') AS cleared_at
    FROM whole.payout_order o
    LEFT JOIN payout_card_clear k
      ON k.customer_id = o.customer_id AND k.card_hash = o.card_hash AND k.currency = o.currency
    WHERE ${sql.join(conditions, sql` AND `)}
    GROUP BY o.customer_id, o.agent_id, o.currency, o.card_hash
    HAVING ${sql.join(having, sql` AND `)}`;
}
