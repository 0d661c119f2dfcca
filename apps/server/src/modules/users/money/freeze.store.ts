import { idOfOrderNo } from '@suanpan/domain/ids';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { foundOrRecalled } from '../../archive/index.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';

/** The id of an order of this merchant, by its number; undefined where he has none of it. */
export async function findOwnOrder(
  db: Kysely<Tables>,
  customerId: bigint,
  orderNo: string,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM whole.collection_order
    WHERE id = ${idOfOrderNo(orderNo)} AND order_no = ${orderNo} AND customer_id = ${customerId}`.execute(db);
  return rows[0]?.id;
}

export interface OrderToFreeze {
  readonly order_no: string;
  /** Where its merchant's money lies, in which currency, and how much of it can be frozen; null where nothing can. */
  readonly bucket: 'L200' | 'L210' | null;
  readonly currency: Currency | null;
  readonly amount: bigint | null;
}

/** An order of this merchant with what can be frozen for its sake, locked after its owner. */
export async function lockOrderToFreeze(
  tx: Tx,
  customerId: bigint,
  orderId: bigint,
): Promise<OrderToFreeze | undefined> {
  await foundOrRecalled(tx, 'collection', orderId, async () => {
    const { rows: locked } = await sql`
      SELECT FROM collection_order WHERE id = ${orderId} AND customer_id = ${customerId} FOR NO KEY UPDATE`.execute(
      tx,
    );
    return locked[0];
  });
  const { rows } = await sql<OrderToFreeze>`
    SELECT o.order_no, f.bucket, f.currency, f.amount
    FROM collection_order o LEFT JOIN LATERAL freezable_money(o) f ON true
    WHERE o.id = ${orderId} AND o.customer_id = ${customerId}`.execute(tx);
  return rows[0];
}

/**
 * How much can be frozen for an order's sake now, in the currency in which its money lies; undefined where nothing can. It is
 * brought back where it is archived.
 */
export async function freezableOf(
  db: Kysely<Tables>,
  orderId: bigint,
): Promise<{ readonly currency: Currency; readonly amount: bigint } | undefined> {
  const found = await foundOrRecalled(db, 'collection', orderId, async () => {
    const { rows } = await sql<{ currency: Currency | null; amount: bigint | null }>`
      SELECT f.currency, f.amount FROM collection_order o LEFT JOIN LATERAL freezable_money(o) f ON true
      WHERE o.id = ${orderId}`.execute(db);
    return rows[0];
  });
  const { amount = null, currency = null } = found ?? {};
  return amount === null || currency === null ? undefined : { amount, currency };
}

export interface NamedFreeze {
  readonly id: bigint;
  readonly currency: Currency;
  /** Minor units. */
  readonly change: bigint;
  readonly bucket: 'L200' | 'L210';
  readonly order_no: string | null;
  readonly until: Date | null;
  /** Nobody has given it back. */
  readonly is_open: boolean;
}

/** A freeze of this owner that names an order or a time, given back or not. */
export async function findFreeze(
  db: Kysely<Tables>,
  ownerId: bigint,
  id: bigint,
): Promise<NamedFreeze | undefined> {
  const { rows } = await sql<NamedFreeze>`
    SELECT f.id, f.currency, f.change, f.bucket, o.order_no, f.until, is_open_freeze(f) AS is_open
    FROM balance_edit f LEFT JOIN collection_order o ON o.id = f.order_id
    WHERE f.id = ${id} AND f.user_id = ${ownerId} AND (f.order_id IS NOT NULL OR f.until IS NOT NULL)`.execute(
    db,
  );
  return rows[0];
}

/** Freezes whose time has come, the oldest first. */
export async function freezesToEnd(db: Kysely<Tables>, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT f.id FROM balance_edit f
    WHERE f.until <= business_now() AND is_open_freeze(f)
    ORDER BY f.until, f.id LIMIT ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives back what was frozen until a time that has come; false where somebody was faster. */
export async function endFreeze(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql<{ journal_id: bigint | null }>`SELECT end_freeze(${id}) AS journal_id`.execute(
    tx,
  );
  afterCommit(tx, wakeRelays);
  return (rows[0]?.journal_id ?? null) !== null;
}
