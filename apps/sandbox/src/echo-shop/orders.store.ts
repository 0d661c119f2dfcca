import type pg from 'pg';
import type { BasketLine } from './basket.ts';

/** An order that a visitor of the shop placed. */
export interface PlacedOrder {
  orderNo: string;
  shop: string;
  /** The platform's id of it. */
  collectionId: string;
  placedAt: Date;
  lines: readonly BasketLine[];
  total: bigint;
  currency: string;
  course: string;
  checkoutUrl: string;
}

export async function insertOrder(pool: pg.Pool, order: PlacedOrder): Promise<void> {
  await pool.query(
    `insert into echo_shop.placed (order_no, shop, collection_id, placed_at, lines, total, currency, course, checkout_url)
     values ($1,$2,$3,$4,$5,$6,$7,$8,$9)`,
    [
      order.orderNo,
      order.shop,
      order.collectionId,
      order.placedAt,
      JSON.stringify(order.lines),
      order.total,
      order.currency,
      order.course,
      order.checkoutUrl,
    ],
  );
}

export async function findOrder(pool: pg.Pool, orderNo: string): Promise<PlacedOrder | null> {
  const { rows } = await pool.query<PlacedOrder>(
    `select order_no as "orderNo", shop, collection_id as "collectionId", placed_at as "placedAt", lines, total,
       currency, course, checkout_url as "checkoutUrl"
     from echo_shop.placed where order_no = $1`,
    [orderNo],
  );
  return rows[0] ?? null;
}
