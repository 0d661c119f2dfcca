import type { receiptAbouts, ReceiptRow } from '@suanpan/contract/endpoints/receipts';
import { idOfOrderNo } from '@suanpan/domain/ids';
import type { CollectionStatus } from '@suanpan/domain/states/collection';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { orderLocks } from '../../orders/index.ts';

/** Receipts that somebody has to himself. */
export const receiptLocks = orderLocks('receipt');

export interface ReceiptFilter {
  readonly id?: bigint;
  readonly no?: string;
  readonly currency?: Currency;
  readonly reason?: ReceiptRow['reason'];
  /** Millionths of a unit, as in the filters of orders. */
  readonly amountMin?: bigint;
  readonly amountMax?: bigint;
  readonly state?: 'open' | 'closed';
  /** Only what has lain there so many seconds. */
  readonly ageS?: number;
  /** Where the order stands for which it came; `ended` is every other one, and none at all. */
  readonly about?: (typeof receiptAbouts)[number];
}

export interface ListedReceipt {
  readonly id: bigint;
  readonly provider_ref: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly left: bigint;
  readonly reason: ReceiptRow['reason'];
  readonly received_at: Date;
  readonly closed_at: Date | null;
  readonly channel_account_id: bigint;
  readonly account_name: string;
  readonly agent_id: bigint;
  readonly order_id: bigint | null;
  readonly order_no: string | null;
  readonly merchant_order_no: string | null;
  readonly order_status: CollectionStatus | null;
  readonly order_amount: bigint | null;
  readonly customer_id: bigint | null;
  readonly customer_name: string | null;
  readonly payer: string | null;
  readonly last5: string | null;
  readonly age_s: number;
  readonly locked_by: bigint | null;
  readonly locked_by_name: string | null;
  readonly lock_until: Date | null;
  /** Minor units that go to whoever had supplied its order; null where nobody had. */
  readonly restorable: bigint | null;
}

/** Test money is no work for anybody. */
const from = sql`
  receipt r JOIN channel_account a ON a.id = r.channel_account_id
  LEFT JOIN collection_order o ON o.id = r.order_id
  LEFT JOIN app_user u ON u.id = o.customer_id
  LEFT JOIN receipt_lock k ON k.order_id = r.id AND k.until > now()
  LEFT JOIN app_user h ON h.id = k.user_id`;

function conditions(scope: Scope, filter: ReceiptFilter): RawBuilder<unknown> {
  const { about, ageS, amountMax, amountMin, currency, id, no, reason, state } = filter;
  const millionths = sql`(CASE r.currency WHEN 'USDT' THEN r.amount ELSE r.amount * 100 END)`;
  return sql.join(
    [
      // Money came in by a senior agent's account: it is his tree's, and the platform's.
      inTree(scope, { agent: 'a.agent_id' }),
      sql`(o.is_test IS NOT TRUE)`,
      ...(id === undefined ? [] : [sql`r.id = ${id}`]),
      ...(no === undefined
        ? []
        : [sql`(r.provider_ref = ${no} OR o.order_no = ${no} OR o.merchant_order_no = ${no})`]),
      ...(currency === undefined ? [] : [sql`r.currency = ${currency}`]),
      ...(reason === undefined ? [] : [sql`r.reason = ${reason}`]),
      ...(ageS === undefined
        ? []
        : [sql`r.received_at <= business_now() - ${ageS}::integer * interval '1 second'`]),
      ...(about === undefined
        ? []
        : [
            about === 'ended'
              ? sql`(o.status IN ('amount_mismatch', 'abnormal')) IS NOT TRUE`
              : sql`o.status = ${about}`,
          ]),
      ...(amountMin === undefined ? [] : [sql`${millionths} >= ${amountMin}`]),
      ...(amountMax === undefined ? [] : [sql`${millionths} <= ${amountMax}`]),
      ...(state === undefined
        ? []
        : [
            state === 'open'
              ? sql`r.closed_at IS NULL`
              : sql`r.closed_at >= (business_day(business_now())::timestamp AT TIME ZONE 'UTC' - interval '8 hours')`,
          ]),
    ],
    sql` AND `,
  );
}

/** One page of the unidentified money that the caller may see, the oldest first. */
export async function listReceipts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ReceiptFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedReceipt[]> {
  const { rows } = await sql<ListedReceipt>`
    SELECT r.id, r.provider_ref, r.currency, r.amount, r.amount - r.taken AS left, r.reason, r.received_at, r.closed_at,
           r.channel_account_id, a.name AS account_name, a.agent_id, o.id AS order_id, o.order_no, o.merchant_order_no,
           o.status AS order_status, o.order_amount, o.customer_id, u.name AS customer_name, o.real_name AS payer, o.payer_last5 AS last5,
           floor(extract(epoch FROM business_now() - r.received_at))::integer AS age_s, k.user_id AS locked_by,
           h.username AS locked_by_name, k.until AS lock_until,
           (SELECT b.amount FROM restorable_of(r) b WHERE b.amount > 0) AS restorable
    FROM ${from} WHERE ${conditions(scope, filter)}
    ORDER BY r.received_at, r.id LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

export async function sumReceipts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ReceiptFilter,
): Promise<{ currency: Currency; count: bigint; amount: bigint; oldest_at: Date }[]> {
  const { rows } = await sql<{ currency: Currency; count: bigint; amount: bigint; oldest_at: Date }>`
    SELECT r.currency, count(*) AS count, sum(r.amount - r.taken)::bigint AS amount, min(r.received_at) AS oldest_at
    FROM ${from} WHERE ${conditions(scope, filter)} GROUP BY r.currency ORDER BY r.currency`.execute(db);
  return rows;
}

/** One that is not used up, of the caller's tree. */
export async function openReceipt(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<ListedReceipt | undefined> {
  const [row] = await listReceipts(db, scope, { id, state: 'open' }, { offset: 0, limit: 1 });
  return row;
}

/** What lies aside for an order. */
export async function receiptsOfOrder(
  db: Kysely<Tables>,
  orderId: bigint,
): Promise<Pick<ListedReceipt, 'id' | 'provider_ref' | 'left' | 'received_at'>[]> {
  const { rows } = await sql<Pick<ListedReceipt, 'id' | 'provider_ref' | 'left' | 'received_at'>>`
    SELECT r.id, r.provider_ref, r.amount - r.taken AS left, r.received_at
    FROM receipt r JOIN collection_order o ON o.id = r.order_id AND o.currency = r.currency
    WHERE r.order_id = ${orderId} AND r.closed_at IS NULL ORDER BY r.received_at, r.id`.execute(db);
  return rows;
}

interface Candidate {
  readonly order_id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly amount: bigint;
  readonly status: CollectionStatus;
  readonly created_at: Date;
  readonly is_own: boolean;
  readonly is_amount: boolean;
  readonly is_near: boolean;
}

/** Orders of the same senior agent and currency that could be settled with it, archived ones too, the likeliest first. */
export async function candidatesFor(
  db: Kysely<Tables>,
  { agent_id: agentId, currency, left, order_id: ownId, received_at: at }: ListedReceipt,
  no: string | undefined,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT * FROM (
      SELECT o.id AS order_id, o.order_no, o.merchant_order_no, o.customer_id, u.name AS customer_name, o.pay_amount AS amount,
             o.status, o.created_at, o.id IS NOT DISTINCT FROM ${ownId}::bigint AS is_own, o.pay_amount = ${left} AS is_amount,
             o.created_at BETWEEN ${at}::timestamptz - interval '1 day' AND ${at}::timestamptz AS is_near
      FROM whole.collection_order o JOIN app_user u ON u.id = o.customer_id
      WHERE o.agent_id = ${agentId} AND o.currency = ${currency} AND NOT o.is_test
        AND o.status IN ('pending', 'expired', 'amount_mismatch', 'abnormal')
        AND ${
          no === undefined
            ? sql`o.created_at > ${at}::timestamptz - interval '7 days' AND (o.id IS NOT DISTINCT FROM ${ownId}::bigint OR o.pay_amount = ${left})`
            : sql`((o.id = ${idOfOrderNo(no)} AND o.order_no = ${no}) OR o.merchant_order_no = ${no})`
        }
    ) c
    ORDER BY is_own DESC, is_amount DESC, is_near DESC, created_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}
