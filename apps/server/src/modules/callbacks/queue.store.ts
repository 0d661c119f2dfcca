import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';
import { kindsAmong, orderTable } from './order-table.ts';
import type { OrderKind } from './order-news.ts';

/** An event as it is kept: its body fixed, its address and secret's owner decided. */
export interface NewCallback {
  readonly eventId: string;
  /** The outbox event it came from; null when a person sends it. */
  readonly outboxId: bigint | null;
  readonly orderKind: OrderKind;
  readonly orderId: bigint;
  readonly customerId: bigint;
  readonly recipientId: bigint;
  readonly type: string;
  readonly apiVersion: 'v1' | 'v2';
  readonly body: string;
  readonly url: string;
  readonly lane: string;
  /** `send` goes out; `delivered` was history when it came; `unsaid` is not part of the v1 form. */
  readonly fate: 'send' | 'delivered' | 'unsaid';
  /** A person sends it. */
  readonly manual: boolean;
  readonly createdAt: Date;
  readonly orderCreatedAt: Date;
}

/**
 * Takes the row locks of those orders that were told something before, in ascending id: their callback status is
 * about to change. First news of an order changes nothing of it and takes no lock.
 */
export async function lockToldOrders(
  tx: Tx,
  orders: readonly { readonly orderKind: OrderKind; readonly orderId: bigint }[],
): Promise<void> {
  for (const kind of kindsAmong(orders)) {
    const orderIds = orders.filter(({ orderKind }) => orderKind === kind).map(({ orderId }) => orderId);
    await sql`
      SELECT o.id FROM ${orderTable(kind)} o
      WHERE o.id = ANY (ARRAY(
        SELECT asked.id FROM unnest(${orderIds}::bigint[]) AS asked (id)
        -- LIMIT keeps the planner at one probe an order, whatever it believes of the table's size.
        CROSS JOIN LATERAL (
          SELECT FROM callback c WHERE c.order_kind = ${kind} AND c.order_id = asked.id LIMIT 1) told))
      ORDER BY o.id FOR NO KEY UPDATE`.execute(tx);
  }
}

/**
 * Keeps the events once per outbox event, with the attempt of those that were delivered before we knew them.
 * Answers the ids of the rows that are new; a repeated event changes nothing.
 */
export async function insertCallbacks(tx: Tx, callbacks: readonly NewCallback[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    WITH made AS (
      INSERT INTO callback (
        event_id, outbox_id, order_kind, order_id, customer_id, recipient_id, type, api_version, body, url, lane,
        source, manual, asked, status, result, attempts, next_at, created_at, order_created_at)
      SELECT n.event_id, n.outbox_id, n.order_kind, n.order_id, n.customer_id, n.recipient_id, n.type, n.api_version,
             n.body, n.url, n.lane, CASE n.fate WHEN 'delivered' THEN 'seed' ELSE 'live' END, n.manual, n.manual,
             CASE n.fate WHEN 'delivered' THEN 'success' ELSE 'not_sent' END,
             CASE n.fate WHEN 'unsaid' THEN 'v1_no_rejection' END,
             CASE n.fate WHEN 'delivered' THEN 1 ELSE 0 END,
             CASE n.fate WHEN 'send' THEN now() END, n.created_at, n.order_created_at
      FROM unnest(
        ${callbacks.map((c) => c.eventId)}::text[], ${callbacks.map((c) => c.outboxId)}::bigint[],
        ${callbacks.map((c) => c.orderKind)}::text[], ${callbacks.map((c) => c.orderId)}::bigint[],
        ${callbacks.map((c) => c.customerId)}::bigint[], ${callbacks.map((c) => c.recipientId)}::bigint[],
        ${callbacks.map((c) => c.type)}::text[], ${callbacks.map((c) => c.apiVersion)}::text[],
        ${callbacks.map((c) => c.body)}::text[], ${callbacks.map((c) => c.url)}::text[],
        ${callbacks.map((c) => c.lane)}::text[], ${callbacks.map((c) => c.fate)}::text[],
        ${callbacks.map((c) => c.manual)}::boolean[], ${callbacks.map((c) => c.createdAt)}::timestamptz[],
        ${callbacks.map((c) => c.orderCreatedAt)}::timestamptz[]
      ) WITH ORDINALITY AS n (event_id, outbox_id, order_kind, order_id, customer_id, recipient_id, type, api_version,
        body, url, lane, fate, manual, created_at, order_created_at, place)
      ORDER BY n.place
      ON CONFLICT (outbox_id) DO NOTHING
      RETURNING id, source, created_at
    ), delivered AS (
      INSERT INTO callback_attempt (callback_id, attempt, at, http_status, latency_ms, result, response)
      SELECT m.id, 1, m.created_at, 200, 0, 'success', '' FROM made m WHERE m.source = 'seed'
    )
    SELECT id FROM made ORDER BY id`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * The orders' callback status follows their newest event: not yet sent, or told long ago for seeded history.
 * The caller holds the locks of lockToldOrders.
 */
export async function markOrdersTold(
  tx: Tx,
  callbackIds: readonly bigint[],
  kinds: readonly OrderKind[],
): Promise<void> {
  for (const kind of kinds) {
    await sql`
      UPDATE ${orderTable(kind)} o SET callback_status = newest.status
      FROM (
        SELECT DISTINCT ON (c.order_id) c.order_id, CASE c.status WHEN 'success' THEN 'success' ELSE 'not_sent' END AS status
        FROM callback c WHERE c.id = ANY (${callbackIds}::bigint[]) AND c.order_kind = ${kind}
        ORDER BY c.order_id, c.id DESC
      ) newest
      WHERE o.id = newest.order_id AND o.callback_status <> newest.status`.execute(tx);
  }
}
