import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { OrderRow } from '../collections.queries.ts';

/** An order with what its payer's page needs besides: the shop's name, how the channel is paid, and the hour. */
export type PayerOrder = OrderRow & {
  readonly merchant_name: string;
  readonly method_type: string | null;
  /** The business clock. */
  readonly now: Date;
};

export async function findPayerOrder(db: Kysely<Tables>, orderId: bigint): Promise<PayerOrder | undefined> {
  const { rows } = await sql<PayerOrder>`
    SELECT o.*, u.name AS merchant_name, c.method_type, business_now() AS now
    FROM whole.collection_order o
    JOIN app_user u ON u.id = o.customer_id
    LEFT JOIN channel c ON c.id = o.channel_id
    WHERE o.id = ${orderId}`.execute(db);
  return rows[0];
}
