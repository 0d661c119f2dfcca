import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { PayoutRow } from '../payouts.queries.ts';

/** What a merchant's key reaches: his own payouts of its kind, live or test. */
export interface OwnPayouts {
  readonly customerId: bigint;
  readonly isTest: boolean;
}

/** One payout of the merchant, by our id or by his number. */
export async function findOwnPayout(
  db: Kysely<Tables>,
  own: OwnPayouts,
  by: { readonly id: bigint } | { readonly merchantOrderNo: string },
): Promise<PayoutRow | undefined> {
  const query = db
    .selectFrom('payout_order')
    .selectAll()
    .where('customer_id', '=', own.customerId)
    .where('is_test', '=', own.isTest);
  const one =
    'id' in by ? query.where('id', '=', by.id) : query.where('merchant_order_no', '=', by.merchantOrderNo);
  return one.executeTakeFirst();
}

/** The merchant's payouts, newest first, from the one after `after`; nothing when that one is not his. */
export async function listOwnPayouts(
  db: Kysely<Tables>,
  own: OwnPayouts,
  page: { readonly after: bigint | null; readonly limit: number },
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    SELECT o.* FROM payout_order o
    WHERE o.customer_id = ${own.customerId} AND o.is_test = ${own.isTest}
      AND (${page.after}::bigint IS NULL OR (o.created_at, o.id) < (
        (SELECT a.created_at FROM payout_order a WHERE a.id = ${page.after} AND a.customer_id = ${own.customerId}),
        ${page.after}::bigint))
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}
