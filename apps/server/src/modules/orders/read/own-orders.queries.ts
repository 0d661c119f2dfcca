import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** What a merchant's key reaches: his own orders of its kind, live or test. */
export interface OwnOrders {
  readonly customerId: bigint;
  readonly isTest: boolean;
}

/** A merchant's own orders of one kind, as his calls read them. */
export function ownOrders<Row>(name: string) {
  const table = sql.table(name);
  return {
    /** One of them, by our id or by his number. */
    async find(
      db: Kysely<Tables>,
      own: OwnOrders,
      by: { readonly id: bigint } | { readonly merchantOrderNo: string },
    ): Promise<Row | undefined> {
      const { rows } = await sql<Row>`
        SELECT o.* FROM ${table} o
        WHERE o.customer_id = ${own.customerId} AND o.is_test = ${own.isTest}
          AND ${'id' in by ? sql`o.id = ${by.id}` : sql`o.merchant_order_no = ${by.merchantOrderNo}`}`.execute(
        db,
      );
      return rows[0];
    },
    /** Newest first, from the one after `after`; nothing when that one is not his. */
    async list(
      db: Kysely<Tables>,
      own: OwnOrders,
      page: { readonly after: bigint | null; readonly limit: number },
    ): Promise<Row[]> {
      const { rows } = await sql<Row>`
        SELECT o.* FROM ${table} o
        WHERE o.customer_id = ${own.customerId} AND o.is_test = ${own.isTest}
          AND (${page.after}::bigint IS NULL OR (o.created_at, o.id) < (
            (SELECT a.created_at FROM ${table} a WHERE a.id = ${page.after} AND a.customer_id = ${own.customerId}),
            ${page.after}::bigint))
        ORDER BY o.created_at DESC, o.id DESC LIMIT ${page.limit}`.execute(db);
      return rows;
    },
  };
}
