import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OrderKind } from './order-news.ts';

const tables: Readonly<Record<OrderKind, string>> = {
  collection: 'collection_order',
  payout: 'payout_order',
};

/** The orders of a kind: both have an id, numbers, a chain and a callback status. */
export const orderTable = (kind: OrderKind): RawBuilder<unknown> => sql.table(tables[kind]);

/** Which kinds there are among these; their orders are locked in this order everywhere. */
export function kindsAmong(orders: readonly { readonly orderKind: OrderKind }[]): OrderKind[] {
  return (['collection', 'payout'] as const).filter((kind) =>
    orders.some(({ orderKind }) => orderKind === kind),
  );
}
