import type { CollectionNews } from '@suanpan/domain/collection-news';
import type { CallbackState } from '@suanpan/domain/states/callback';
import type { CollectionStatus } from '@suanpan/domain/states/collection';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** The news of orders as they stand now; locks nothing. */
export async function newsOfOrders(
  db: Kysely<Tables>,
  orderIds: readonly bigint[],
): Promise<CollectionNews[]> {
  const { rows } = await sql<{ news: CollectionNews }>`
    SELECT collection_news(o) AS news FROM collection_order o WHERE o.id = ANY (${orderIds}::bigint[])`.execute(
    db,
  );
  return rows.map((row) => row.news);
}

export interface OrderNow {
  readonly id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly status: CollectionStatus;
  readonly callback_status: CallbackState;
  readonly order_amount: bigint;
  readonly currency: Currency;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly sub_agent_id: bigint | null;
  /** When it was read, by the business clock: the later of two readings is the newer truth. */
  readonly at: Date;
}

/** What notices and browsers say of orders, as they stand now, in ascending id. */
export async function ordersNow(db: Kysely<Tables>, ids: readonly bigint[]): Promise<OrderNow[]> {
  const { rows } = await sql<OrderNow>`
    SELECT id, order_no, merchant_order_no, status, callback_status, order_amount, currency, customer_id, agent_id,
           sub_agent_id, business_now() AS at
    FROM collection_order WHERE id = ANY (${ids}::bigint[]) ORDER BY id`.execute(db);
  return rows;
}
