import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { OrderKind } from './order-news.ts';
import { kindsIn } from './told-orders.ts';
import type { OrderBook, OrderParties } from './told-orders.ts';

interface OfOrder {
  readonly order_kind: OrderKind;
  readonly order_id: bigint;
}

/** Whom the orders of these rows concern, and their numbers. */
export async function findParties(
  db: Kysely<Tables>,
  orders: OrderBook,
  rows: readonly OfOrder[],
): Promise<(row: OfOrder) => OrderParties | undefined> {
  const found = new Map<string, OrderParties>();
  for (const { kind, now } of kindsIn(orders)) {
    const ids = rows.filter((row) => row.order_kind === kind).map(({ order_id: id }) => id);
    if (ids.length === 0) continue;
    for (const order of await now(db, ids)) found.set(`${kind} ${order.id}`, order);
  }
  return ({ order_kind: kind, order_id: id }) => found.get(`${kind} ${id}`);
}
