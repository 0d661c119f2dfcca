import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { idOfOrderNo } from '@suanpan/domain/ids';
import type { Currency } from '@suanpan/money/currency';
import { errorCode } from '../../../platform/db/database-error.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { OrderRow } from '../collections.queries.ts';
import { failed, succeeded } from './outcome.queries.ts';

/** What a search asks for; every part optional, all parts together. */
export interface CollectionFilter {
  readonly id?: bigint;
  readonly ids?: readonly bigint[];
  readonly merchantOrderNo?: string;
  readonly orderNo?: string;
  readonly numbers?: readonly string[];
  readonly status?: readonly string[];
  readonly callbackStatus?: readonly string[];
  readonly channelId?: bigint;
  readonly customerId?: bigint;
  readonly agentId?: bigint;
  readonly realName?: string;
  readonly last5?: string;
  readonly requestIp?: string;
  /** Millionths of a major unit: a filter names no currency, so it is brought to each order's own scale. */
  readonly amountMinMillionths?: bigint;
  readonly amountMaxMillionths?: bigint;
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
  readonly completedFrom?: Date;
  readonly completedTo?: Date;
  readonly isTest?: boolean;
  /** Only what comes after this order, newest first: a place that no new order moves. */
  readonly after?: bigint;
}

export type ListedOrder = OrderRow & {
  readonly channel_name: string | null;
  readonly customer_name: string;
  readonly agent_name: string;
};

export interface CollectionSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly success_count: bigint;
  readonly failed_count: bigint;
  readonly amount: bigint;
  readonly actual: bigint;
  readonly accounted: bigint;
  readonly fee: bigint;
}

const orders = {
  '-created_at': sql`o.created_at DESC, o.id DESC`,
  created_at: sql`o.created_at, o.id`,
  // Amounts of two currencies are never compared: each currency is sorted by itself.
  '-amount': sql`o.currency, o.order_amount DESC, o.id DESC`,
  amount: sql`o.currency, o.order_amount, o.id`,
} as const;
export type CollectionSort = keyof typeof orders;

/** One page of the orders that the caller may see; every query carries his scope. */
export async function listCollections(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CollectionFilter,
  sort: CollectionSort,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    SELECT o.*, c.name AS channel_name, u.name AS customer_name, a.name AS agent_name
    FROM collection_order o
    LEFT JOIN channel c ON c.id = o.channel_id
    JOIN app_user u ON u.id = o.customer_id
    JOIN app_user a ON a.id = o.agent_id
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY ${orders[sort]}
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

const summed = ['amount', 'actual', 'accounted', 'fee'] as const;

/** The totals of the whole filter, one row a currency. */
export async function sumCollections(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CollectionFilter,
): Promise<CollectionSum[]> {
  const { rows } = await sql<WithSums<CollectionSum, (typeof summed)[number]>>`
    SELECT o.currency, count(*) AS count,
           count(*) FILTER (WHERE ${succeeded}) AS success_count, count(*) FILTER (WHERE ${failed}) AS failed_count,
           sum(o.order_amount) AS amount, coalesce(sum(o.actual_amount), 0) AS actual,
           coalesce(sum(o.accounted_amount), 0) AS accounted, coalesce(sum(o.fee), 0) AS fee
    FROM collection_order o
    WHERE ${conditionsOf(scope, filter)}
    GROUP BY o.currency ORDER BY o.currency`.execute(db);
  return readSums(rows, summed);
}

/** The rows of one owner's tree, in SQL; an order keeps the chain it was made with. */
export function inScope(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`o.agent_id = ${scope.agentId}`;
    case 'subAgent':
      return sql`o.sub_agent_id = ${scope.subAgentId} AND ${earnedOn(scope.subAgentId)}`;
    case 'customer':
      return sql`o.customer_id = ${scope.customerId}`;
    case 'middleman':
      return sql`o.middleman_id = ${scope.middlemanId} AND ${earnedOn(scope.middlemanId)}`;
  }
}

/** Orders are indexed by merchant and not by who earns on them. */
function earnedOn(earnerId: bigint): RawBuilder<unknown> {
  return sql`o.customer_id IN (SELECT e.customer_id FROM merchant_earner e WHERE e.earner_id = ${earnerId})`;
}

const outsideLimitMs = 1_500;
/** What PostgreSQL answers when it stops a statement at its time limit. */
const queryCanceled = '57014';

/**
 * How many the filter finds whatever their day, at most `most`; undefined where that takes too long, because neither
 * names nor amounts are indexed.
 */
export async function countWithoutDates(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CollectionFilter,
  most: number,
): Promise<bigint | undefined> {
  const {
    createdFrom: _from,
    createdTo: _to,
    completedFrom: _since,
    completedTo: _until,
    ...dateless
  } = filter;
  try {
    return await transact(db, async (tx) => {
      await sql`SELECT set_config('statement_timeout', ${String(outsideLimitMs)}, true)`.execute(tx);
      const { rows } = await sql<{ count: bigint }>`
        SELECT count(*) AS count
        FROM (SELECT FROM collection_order o WHERE ${conditionsOf(scope, dateless)} LIMIT ${most}) found`.execute(
        tx,
      );
      return rows[0]?.count ?? 0n;
    });
  } catch (error) {
    if (errorCode(error) === queryCanceled) return undefined;
    throw error;
  }
}

const asksForPayer = ({ realName, last5, requestIp }: CollectionFilter): boolean =>
  realName !== undefined || last5 !== undefined || requestIp !== undefined;

/** General agents and middlemen see that an order exists, not who paid it: nor may they guess it by searching. */
export function knowsPayers(scope: Scope): boolean {
  return scope.kind !== 'subAgent' && scope.kind !== 'middleman';
}

function conditionsOf(scope: Scope, filter: CollectionFilter): RawBuilder<unknown> {
  const conditions = [inScope(scope)];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.id !== undefined) add(sql`o.id = ${filter.id}`);
  if (filter.ids !== undefined) add(sql`o.id = ANY (${filter.ids}::bigint[])`);
  if (filter.merchantOrderNo !== undefined) add(sql`o.merchant_order_no = ${filter.merchantOrderNo}`);
  if (filter.orderNo !== undefined)
    add(sql`o.id = ${idOfOrderNo(filter.orderNo)} AND o.order_no = ${filter.orderNo}`);
  if (filter.numbers !== undefined) {
    // Ours end in the id that finds them; a day that does not fit makes them no number of ours. The provider's are
    // looked up account by account, as they are kept.
    const ours = filter.numbers.map(idOfOrderNo);
    add(
      sql`((o.id = ANY (${ours}::bigint[]) AND o.order_no = ANY (${filter.numbers})) OR o.merchant_order_no = ANY (${filter.numbers})
           OR o.id = ANY (ARRAY(SELECT p.order_id FROM provider_confirmation p
                                WHERE p.channel_account_id IN (SELECT id FROM channel_account) AND p.provider_ref = ANY (${filter.numbers}))))`,
    );
  }
  if (filter.status !== undefined) add(sql`o.status = ANY (${filter.status})`);
  if (filter.callbackStatus !== undefined) {
    // `sending` shows as not sent: the specification knows three callback states.
    add(
      sql`CASE o.callback_status WHEN 'sending' THEN 'not_sent' ELSE o.callback_status END = ANY (${filter.callbackStatus})`,
    );
  }
  if (filter.channelId !== undefined) add(sql`o.channel_id = ${filter.channelId}`);
  if (filter.customerId !== undefined) add(sql`o.customer_id = ${filter.customerId}`);
  if (filter.agentId !== undefined) add(sql`o.agent_id = ${filter.agentId}`);
  if (asksForPayer(filter) && !knowsPayers(scope)) add(sql`false`);
  if (filter.realName !== undefined) add(sql`o.real_name = ${filter.realName}`);
  if (filter.last5 !== undefined) add(sql`o.payer_last5 = ${filter.last5}`);
  if (filter.requestIp !== undefined) add(sql`o.request_ip = ${filter.requestIp}`);
  if (filter.amountMinMillionths !== undefined)
    add(sql`o.order_amount >= ${atScale(filter.amountMinMillionths)}`);
  if (filter.amountMaxMillionths !== undefined)
    add(sql`o.order_amount <= ${atScale(filter.amountMaxMillionths)}`);
  if (filter.createdFrom !== undefined) add(sql`o.created_at >= ${filter.createdFrom}`);
  if (filter.createdTo !== undefined) add(sql`o.created_at < ${filter.createdTo}`);
  if (filter.completedFrom !== undefined) add(sql`o.completed_at >= ${filter.completedFrom}`);
  if (filter.completedTo !== undefined) add(sql`o.completed_at < ${filter.completedTo}`);
  if (filter.isTest !== undefined) add(sql`o.is_test = ${filter.isTest}`);
  if (filter.after !== undefined) {
    add(
      sql`(o.created_at, o.id) < ((SELECT a.created_at FROM collection_order a WHERE a.id = ${filter.after}), ${filter.after}::bigint)`,
    );
  }
  return sql.join(conditions, sql` AND `);
}

/** Ledger scales: six decimals for USDT, four for every other currency. */
function atScale(millionths: bigint): RawBuilder<unknown> {
  return sql`CASE o.currency WHEN 'USDT' THEN ${millionths}::bigint ELSE ${millionths}::bigint / 100 END`;
}
