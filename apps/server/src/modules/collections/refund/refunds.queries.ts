import type { MixKind } from '@suanpan/domain/journals/mix';
import type { RefundStatus } from '@suanpan/domain/states/collection';
import type { Currency } from '@suanpan/money/currency';
import { idOfOrderNo } from '@suanpan/domain/ids';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree, isNamedTo } from '../../../platform/db/in-tree.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { AmountSum } from '../../ledger/index.ts';

export interface RefundFilter {
  readonly id?: bigint;
  readonly no?: string;
  readonly orderNo?: string;
  readonly merchantOrderNo?: string;
  readonly kind?: string;
  readonly statuses?: readonly RefundStatus[];
  readonly customerId?: bigint;
  readonly currency?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly agentId?: bigint;
  /** Of the order's channel; 0 where none took it. */
  readonly channelId?: bigint;
  /** When the order was made. */
  readonly orderedFrom?: Date;
  readonly orderedTo?: Date;
  /** Only what is open, and what was closed on this business day. */
  readonly isQueue?: boolean;
  /** Only those before this one, newest first. */
  readonly before?: bigint;
}

export interface ListedRefund {
  readonly id: bigint;
  readonly no: string;
  readonly kind: 'refund' | 'charge_back';
  readonly order_id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly status: RefundStatus;
  readonly provider_ref: string | null;
  /** What was taken from each of the merchant's accounts, above zero. */
  readonly mix_kinds: readonly MixKind[];
  readonly mix_amounts: readonly bigint[];
  readonly attempts: number;
  readonly maker_id: bigint;
  readonly sent_by: bigint | null;
  readonly operator: string | null;
  readonly reason: string;
  readonly failure: string | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly closed_at: Date | null;
  /** When the provider took a charge-back back, and his number of that. */
  readonly won_at: Date | null;
  readonly won_ref: string | null;
  /** By which its payer had paid. */
  readonly channel_account_id: bigint;
  /** Its provider was asked to pay it back, and has not said that it did not. */
  readonly is_with_provider: boolean;
}

/** One page of the refunds that the caller may see, newest first; every query carries his scope. */
export async function listRefunds(
  db: Kysely<Tables>,
  scope: Scope,
  filter: RefundFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedRefund[]> {
  const { rows } = await sql<ListedRefund>`
    SELECT r.id, r.no, r.kind, r.order_id, o.order_no, o.merchant_order_no, r.customer_id, u.name AS customer_name, r.currency,
           r.amount, r.status, r.provider_ref, mix.kinds AS mix_kinds, mix.amounts AS mix_amounts, r.attempts, r.maker_id,
           r.sent_by, m.username AS operator, r.reason, r.failure, r.created_at, r.completed_at, r.closed_at, r.won_at, r.won_ref,
           r.channel_account_id, is_with_provider(r) AS is_with_provider
    FROM refund r
    JOIN collection_order o ON o.id = r.order_id
    JOIN app_user u ON u.id = r.customer_id
    LEFT JOIN app_user m ON m.id = r.maker_id AND ${isNamedTo(scope, 'm')}
    LEFT JOIN LATERAL (
      SELECT coalesce(array_agg(a.kind ORDER BY l.n), '{}') AS kinds, coalesce(array_agg(-l.amount ORDER BY l.n), '{}') AS amounts
      FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) WITH ORDINALITY AS l (account_id, amount, n)
      JOIN account a ON a.id = l.account_id AND a.owner_id = r.customer_id AND a.kind IN ('L210', 'L202', 'L201', 'L200')
      WHERE j.event = CASE r.kind WHEN 'refund' THEN 'collection.refund.prepare' ELSE 'collection.chargeBack' END
        AND j.ref_id = r.order_id AND j.seq = r.seq AND l.amount < 0
    ) mix ON true
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY r.id DESC
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** The totals of the whole filter, one row a currency. */
export async function sumRefunds(
  db: Kysely<Tables>,
  scope: Scope,
  filter: RefundFilter,
): Promise<AmountSum[]> {
  const { rows } = await sql<WithSums<AmountSum, 'amount'>>`
    SELECT r.currency, count(*) AS count, sum(r.amount) AS amount
    FROM refund r JOIN collection_order o ON o.id = r.order_id
    WHERE ${conditionsOf(scope, filter)} GROUP BY r.currency ORDER BY r.currency`.execute(db);
  return readSums(rows, ['amount']);
}

function conditionsOf(scope: Scope, filter: RefundFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    inTree(scope, { agent: 'r.agent_id', customer: 'r.customer_id' }),
  ];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.id !== undefined) add(sql`r.id = ${filter.id}`);
  if (filter.no !== undefined) add(sql`r.no = ${filter.no}`);
  if (filter.orderNo !== undefined)
    add(sql`o.id = ${idOfOrderNo(filter.orderNo)} AND o.order_no = ${filter.orderNo}`);
  if (filter.merchantOrderNo !== undefined) add(sql`o.merchant_order_no = ${filter.merchantOrderNo}`);
  if (filter.kind !== undefined) add(sql`r.kind = ${filter.kind}`);
  if (filter.statuses !== undefined) add(sql`r.status = ANY (${[...filter.statuses]})`);
  if (filter.customerId !== undefined) add(sql`r.customer_id = ${filter.customerId}`);
  if (filter.currency !== undefined) add(sql`r.currency = ${filter.currency}`);
  if (filter.agentId !== undefined) add(sql`r.agent_id = ${filter.agentId}`);
  if (filter.channelId !== undefined) add(sql`coalesce(o.channel_id, 0) = ${filter.channelId}`);
  if (filter.orderedFrom !== undefined) add(sql`o.created_at >= ${filter.orderedFrom}`);
  if (filter.orderedTo !== undefined) add(sql`o.created_at < ${filter.orderedTo}`);
  if (filter.from !== undefined) add(sql`r.created_at >= ${filter.from}`);
  if (filter.to !== undefined) add(sql`r.created_at < ${filter.to}`);
  if (filter.before !== undefined) add(sql`r.id < ${filter.before}`);
  if (filter.isQueue === true) {
    add(sql`(r.status IN ('preparing', 'refunding') OR (r.status = 'failed' AND r.closed_at IS NULL)
      OR business_day(coalesce(r.won_at, r.closed_at, r.completed_at)) = business_day((SELECT business_now())))`);
  }
  return sql.join(conditions, sql` AND `);
}
