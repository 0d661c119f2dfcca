import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalBy } from '../../approvals/index.ts';

export interface UnsettledOrder {
  readonly order_id: bigint;
  readonly order_no: string;
  /** The merchant's own leg, minor units. */
  readonly amount: bigint;
}

/** More would hold the books too long at once; the rest is the next edit. */
const ordersAtOnce = 2_000;

/**
 * A merchant's orders whose money waits for its day, oldest day first, locked, in ascending id as everybody locks them.
 * Money that may pay others meanwhile is among it. Orders that are frozen or have a refund under way stay where they are, and so do
 * those of tests.
 */
export async function lockUnsettledOrders(
  tx: Tx,
  customerId: bigint,
  currency: Currency,
): Promise<UnsettledOrder[]> {
  const isWaiting = sql`o.customer_id = ${customerId} AND o.currency = ${currency} AND NOT o.is_test
    AND (o.refund_status IN ('preparing', 'refunding')) IS NOT TRUE`;
  const { rows: locked } = await sql<{ id: bigint }>`
    SELECT o.id FROM collection_order o
    WHERE o.id IN (
      SELECT d.order_id FROM settlement_due d JOIN collection_order o ON o.id = d.order_id
      WHERE ${isWaiting} AND d.frozen_by IS NULL ORDER BY d.settle_at, d.order_id LIMIT ${ordersAtOnce})
      AND ${isWaiting}
    ORDER BY o.id FOR NO KEY UPDATE`.execute(tx);
  // Whoever held one meanwhile may have released it: what waits is read under the locks.
  const { rows } = await sql<UnsettledOrder>`
    SELECT d.order_id, o.order_no, leg.amount
    FROM settlement_due d
    JOIN collection_order o ON o.id = d.order_id
    JOIN collection_plan p ON p.order_id = o.id
    CROSS JOIN LATERAL (
      SELECT sum(x.amount)::bigint AS amount
      FROM unnest(p.leg_accounts, coalesce(d.remaining, p.leg_amounts)) AS x (account_id, amount)
      JOIN account a ON a.id = x.account_id
      WHERE a.owner_id = o.customer_id AND a.kind IN ('L210', 'L202')
    ) leg
    WHERE d.order_id = ANY (${locked.map(({ id }) => id)}::bigint[]) AND d.frozen_by IS NULL AND leg.amount > 0
    ORDER BY d.settle_at, d.order_id`.execute(tx);
  return rows;
}

/**
 * Releases exactly these orders now, whole: the merchant's leg and those of everybody who earns on them. The journals and
 * the audit rows name the maker.
 */
export async function releaseNow(tx: Tx, orderIds: readonly bigint[], by: ApprovalBy): Promise<void> {
  const { rows } = await sql<{ released: bigint }>`
    SELECT count(*) AS released FROM release_collections(${orderIds}::bigint[], ${by.makerId}, ${by.requestId})`.execute(
    tx,
  );
  if (rows[0]?.released !== BigInt(orderIds.length)) throw new Error('Not every order was released');
}
