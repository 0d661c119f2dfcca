import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';
import { kindsIn } from './told-orders.ts';
import type { OrderKind } from './order-news.ts';
import type { OrderBook } from './told-orders.ts';

export interface LockedCallback {
  readonly id: bigint;
  readonly event_id: string;
  readonly order_kind: OrderKind;
  readonly order_id: bigint;
  readonly status: 'not_sent' | 'sending' | 'success' | 'failed';
  readonly type: string;
  readonly api_version: 'v1' | 'v2';
  readonly result: string | null;
  /** A later event of the order was acknowledged: its merchant knows a newer state. */
  readonly outdated: boolean;
}

/** The newest event of an order, under its row lock. */
export async function lockNewestCallback(
  tx: Tx,
  kind: OrderKind,
  orderId: bigint,
): Promise<LockedCallback | undefined> {
  const { rows } = await sql<LockedCallback>`
    SELECT c.id, c.event_id, c.order_kind, c.order_id, c.status, c.type, c.api_version, c.result, false AS outdated
    FROM callback c WHERE c.order_kind = ${kind} AND c.order_id = ${orderId}
    ORDER BY c.id DESC LIMIT 1 FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

/** One event of a merchant by its public id, under the locks of its order and then its own. */
export async function lockCallbackOf(
  tx: Tx,
  orders: OrderBook,
  customerId: bigint,
  eventId: string,
): Promise<LockedCallback | undefined> {
  const event = await tx
    .selectFrom('callback')
    .select(['order_id', 'order_kind'])
    .where('event_id', '=', eventId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (event === undefined) return undefined;
  const own = kindsIn(orders).find(({ kind }) => kind === event.order_kind);
  await own?.lock(tx, [event.order_id]);
  const { rows } = await sql<LockedCallback>`
    SELECT c.id, c.event_id, c.order_kind, c.order_id, c.status, c.type, c.api_version, c.result,
           EXISTS (
             SELECT FROM callback n WHERE n.order_kind = c.order_kind AND n.order_id = c.order_id AND n.id > c.id
               AND n.status = 'success') AS outdated
    FROM callback c WHERE c.event_id = ${eventId} AND c.customer_id = ${customerId}
    FOR NO KEY UPDATE OF c`.execute(tx);
  return rows[0];
}

/** Makes an event due now, as a person's wish; the caller has locked it and found it resendable. */
export async function makeDue(tx: Tx, callbackId: bigint): Promise<void> {
  await tx
    .updateTable('callback')
    .set({ asked: true, next_at: sql`now()`, result: null })
    .where('id', '=', callbackId)
    .execute();
}
