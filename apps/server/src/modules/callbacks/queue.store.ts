import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import { sql } from 'kysely';
import type { OrderKind } from './order-news.ts';
import type { Tx } from '../../platform/db/transact.ts';

/** An event as it is kept: its body fixed, its address and secret's owner decided. */
export interface NewCallback {
  readonly eventId: string;
  /** The outbox event it came from; null when a person sends it. */
  readonly outboxId: bigint | null;
  readonly orderKind: OrderKind;
  readonly orderId: bigint;
  readonly customerId: bigint;
  readonly agentId: bigint;
  readonly recipientId: bigint;
  readonly type: string;
  readonly apiVersion: ApiVersion;
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

/** Where an order stands with a new event. */
export interface ToldOrder {
  readonly orderKind: OrderKind;
  readonly orderId: bigint;
  readonly status: 'success' | 'not_sent';
}

/** Those of these orders of which something was told before. */
export async function toldBefore(tx: Tx, kind: OrderKind, orderIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT asked.id FROM unnest(${orderIds}::bigint[]) AS asked (id)
    -- LIMIT keeps the planner at one probe an order, whatever it believes of the table's size.
    CROSS JOIN LATERAL (
      SELECT FROM callback c WHERE c.order_kind = ${kind} AND c.order_id = asked.id LIMIT 1) told`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Keeps the events once per outbox event, with the attempt of those that were delivered before we knew them.
 * Answers where the orders of the rows that are new stand with them, oldest first; a repeated event changes nothing.
 */
export async function insertCallbacks(tx: Tx, callbacks: readonly NewCallback[]): Promise<ToldOrder[]> {
  const { rows } = await sql<{ order_kind: OrderKind; order_id: bigint; status: 'success' | 'not_sent' }>`
    WITH made AS (
      INSERT INTO callback (
        event_id, outbox_id, order_kind, order_id, customer_id, agent_id, recipient_id, type, api_version, body, url, lane,
        source, manual, asked, status, result, attempts, next_at, created_at, order_created_at)
      SELECT n.event_id, n.outbox_id, n.order_kind, n.order_id, n.customer_id, n.agent_id, n.recipient_id, n.type, n.api_version,
             n.body, n.url, n.lane, CASE n.fate WHEN 'delivered' THEN 'seed' ELSE 'live' END, n.manual, n.manual,
             CASE n.fate WHEN 'delivered' THEN 'success' ELSE 'not_sent' END,
             CASE n.fate WHEN 'unsaid' THEN 'v1_no_rejection' END,
             CASE n.fate WHEN 'delivered' THEN 1 ELSE 0 END,
             CASE n.fate WHEN 'send' THEN now() END, n.created_at, n.order_created_at
      FROM unnest(
        ${callbacks.map((c) => c.eventId)}::text[], ${callbacks.map((c) => c.outboxId)}::bigint[],
        ${callbacks.map((c) => c.orderKind)}::text[], ${callbacks.map((c) => c.orderId)}::bigint[],
        ${callbacks.map((c) => c.customerId)}::bigint[], ${callbacks.map((c) => c.agentId)}::bigint[],
        ${callbacks.map((c) => c.recipientId)}::bigint[],
        ${callbacks.map((c) => c.type)}::text[], ${callbacks.map((c) => c.apiVersion)}::text[],
        ${callbacks.map((c) => c.body)}::text[], ${callbacks.map((c) => c.url)}::text[],
        ${callbacks.map((c) => c.lane)}::text[], ${callbacks.map((c) => c.fate)}::text[],
        ${callbacks.map((c) => c.manual)}::boolean[], ${callbacks.map((c) => c.createdAt)}::timestamptz[],
        ${callbacks.map((c) => c.orderCreatedAt)}::timestamptz[]
      ) WITH ORDINALITY AS n (event_id, outbox_id, order_kind, order_id, customer_id, agent_id, recipient_id, type, api_version,
        body, url, lane, fate, manual, created_at, order_created_at, place)
      ORDER BY n.place
      ON CONFLICT (outbox_id) DO NOTHING
      RETURNING id, order_kind, order_id, status, source, created_at
    ), delivered AS (
      INSERT INTO callback_attempt (callback_id, attempt, at, http_status, latency_ms, result, response)
      SELECT m.id, 1, m.created_at, 200, 0, 'success', '' FROM made m WHERE m.source = 'seed'
    )
    SELECT order_kind, order_id, status FROM made ORDER BY id`.execute(tx);
  return rows.map(({ order_kind: orderKind, order_id: orderId, status }) => ({ orderKind, orderId, status }));
}
