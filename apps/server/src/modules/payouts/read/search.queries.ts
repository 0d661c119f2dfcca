import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { idOfOrderNo } from '@suanpan/domain/ids';
import type { Currency } from '@suanpan/money/currency';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { PayoutRow } from '../payouts.queries.ts';

/** What a search asks for; every part optional, all parts together. */
export interface PayoutFilter {
  readonly id?: bigint;
  readonly merchantOrderNo?: string;
  readonly orderNo?: string;
  readonly providerOrderNo?: string;
  readonly status?: readonly string[];
  readonly stage?: readonly string[];
  readonly callbackStatus?: readonly string[];
  readonly reverseStatus?: readonly string[];
  /** Keyed hashes of the account at each bank that it may be of. */
  readonly cardHashes?: readonly string[];
  readonly accountName?: string;
  readonly bankCode?: string;
  readonly customerId?: bigint;
  readonly agentId?: bigint;
  readonly channelId?: bigint;
  /** Millionths of a major unit: a filter names no currency. */
  readonly amountMinMillionths?: bigint;
  readonly amountMaxMillionths?: bigint;
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
  readonly completedFrom?: Date;
  readonly completedTo?: Date;
  readonly isTest?: boolean;
}

export type ListedPayout = PayoutRow & {
  readonly channel_name: string | null;
  readonly account_label: string | null;
  readonly customer_name: string;
  readonly agent_name: string;
};

export interface PayoutSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly paid_count: bigint;
  readonly amount: bigint;
  readonly paid_amount: bigint;
  readonly fee: bigint;
}

const orders = {
  '-created_at': sql`o.created_at DESC, o.id DESC`,
  created_at: sql`o.created_at, o.id`,
  // Amounts of two currencies are never compared: each currency is sorted by itself.
  '-amount': sql`o.currency, o.amount DESC, o.id DESC`,
  amount: sql`o.currency, o.amount, o.id`,
} as const;
export type PayoutSort = keyof typeof orders;

/** One page of the payouts that the caller may see; every query carries his scope. */
export async function listPayouts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: PayoutFilter,
  sort: PayoutSort,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedPayout[]> {
  const { rows } = await sql<ListedPayout>`
    SELECT o.*, c.name AS channel_name, ca.name AS account_label, u.name AS customer_name, a.name AS agent_name
    FROM payout_order o
    LEFT JOIN channel c ON c.id = o.channel_id
    LEFT JOIN channel_account ca ON ca.id = o.channel_account_id
    JOIN app_user u ON u.id = o.customer_id
    JOIN app_user a ON a.id = o.agent_id
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY ${orders[sort]}
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

const summed = ['amount', 'paid_amount', 'fee'] as const;

/** The totals of the whole filter, one row a currency. */
export async function sumPayouts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: PayoutFilter,
): Promise<PayoutSum[]> {
  const { rows } = await sql<WithSums<PayoutSum, (typeof summed)[number]>>`
    SELECT o.currency, count(*) AS count, count(*) FILTER (WHERE o.status = 'paid') AS paid_count,
           sum(o.amount) AS amount, coalesce(sum(o.amount) FILTER (WHERE o.status = 'paid'), 0) AS paid_amount,
           coalesce(sum(o.merchant_fee) FILTER (WHERE o.status = 'paid'), 0) AS fee
    FROM payout_order o
    WHERE ${conditionsOf(scope, filter)}
    GROUP BY o.currency ORDER BY o.currency`.execute(db);
  return readSums(rows, summed);
}

/** The rows of one owner's tree, in SQL; a payout keeps the chain it was made with. */
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

/** Payouts are indexed by merchant and not by who earns on them. */
function earnedOn(earnerId: bigint): RawBuilder<unknown> {
  return sql`o.customer_id IN (SELECT e.customer_id FROM merchant_earner e WHERE e.earner_id = ${earnerId})`;
}

function conditionsOf(scope: Scope, filter: PayoutFilter): RawBuilder<unknown> {
  const conditions = [inScope(scope)];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.id !== undefined) add(sql`o.id = ${filter.id}`);
  if (filter.merchantOrderNo !== undefined) add(sql`o.merchant_order_no = ${filter.merchantOrderNo}`);
  if (filter.orderNo !== undefined)
    add(sql`o.id = ${idOfOrderNo(filter.orderNo)} AND o.order_no = ${filter.orderNo}`);
  // Looked up account by account, as it is kept; what was sent and is not paid has its number in its row alone.
  if (filter.providerOrderNo !== undefined) add(sql`o.provider_order_no = ${filter.providerOrderNo}`);
  if (filter.status !== undefined) add(sql`o.status = ANY (${filter.status})`);
  if (filter.stage !== undefined) add(sql`o.stage = ANY (${filter.stage})`);
  if (filter.callbackStatus !== undefined) {
    // `sending` shows as not sent: the specification knows three callback states.
    add(
      sql`CASE o.callback_status WHEN 'sending' THEN 'not_sent' ELSE o.callback_status END = ANY (${filter.callbackStatus})`,
    );
  }
  if (filter.reverseStatus !== undefined) add(sql`o.reverse_status = ANY (${filter.reverseStatus})`);
  if (filter.cardHashes !== undefined) add(sql`o.card_hash = ANY (${filter.cardHashes})`);
  if (filter.accountName !== undefined) add(sql`o.account_name = ${filter.accountName}`);
  if (filter.bankCode !== undefined) add(sql`o.bank_code = ${filter.bankCode}`);
  if (filter.customerId !== undefined) add(sql`o.customer_id = ${filter.customerId}`);
  if (filter.agentId !== undefined) add(sql`o.agent_id = ${filter.agentId}`);
  if (filter.channelId !== undefined) add(sql`o.channel_id = ${filter.channelId}`);
  if (filter.amountMinMillionths !== undefined) add(sql`o.amount >= ${atScale(filter.amountMinMillionths)}`);
  if (filter.amountMaxMillionths !== undefined) add(sql`o.amount <= ${atScale(filter.amountMaxMillionths)}`);
  if (filter.createdFrom !== undefined) add(sql`o.created_at >= ${filter.createdFrom}`);
  if (filter.createdTo !== undefined) add(sql`o.created_at < ${filter.createdTo}`);
  if (filter.completedFrom !== undefined) add(sql`o.completed_at >= ${filter.completedFrom}`);
  if (filter.completedTo !== undefined) add(sql`o.completed_at < ${filter.completedTo}`);
  if (filter.isTest !== undefined) add(sql`o.is_test = ${filter.isTest}`);
  return sql.join(conditions, sql` AND `);
}

/** Ledger scales: six decimals for USDT, four for every other currency. */
function atScale(millionths: bigint): RawBuilder<unknown> {
  return sql`CASE o.currency WHEN 'USDT' THEN ${millionths}::bigint ELSE ${millionths}::bigint / 100 END`;
}
