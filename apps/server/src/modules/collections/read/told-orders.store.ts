import type { CollectionNews } from '@suanpan/domain/collection-news';
import type { CallbackState } from '@suanpan/domain/states/callback';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inScope } from './search.queries.ts';

/** Takes the row locks of orders in ascending id, before their callback status changes. */
export async function lockOrders(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await sql`
    SELECT id FROM collection_order WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  );
}

export interface LockedNews {
  /** As the order stands under its lock. */
  readonly news: CollectionNews;
  /** By the business clock. */
  readonly now: Date;
}

/** An order under its row lock, if it lies in the caller's tree. */
export async function lockInScope(tx: Tx, scope: Scope, id: bigint): Promise<LockedNews | undefined> {
  const { rows } = await sql<LockedNews>`
    SELECT collection_news(o) AS news, business_now() AS now
    FROM collection_order o WHERE o.id = ${id} AND ${inScope(scope)}
    FOR NO KEY UPDATE OF o`.execute(tx);
  return rows[0];
}

export interface OrderTold {
  readonly orderId: bigint;
  readonly status: CallbackState;
}

/** Keeps how far the merchants of orders were told. The caller holds the locks where an order was told before. */
export async function markTold(tx: Tx, told: readonly OrderTold[]): Promise<void> {
  if (told.length === 0) return;
  await sql`
    UPDATE collection_order o SET callback_status = t.status
    FROM unnest(${told.map(({ orderId }) => orderId)}::bigint[], ${told.map(({ status }) => status)}::text[]) AS t (id, status)
    WHERE o.id = t.id AND o.callback_status <> t.status`.execute(tx);
}
