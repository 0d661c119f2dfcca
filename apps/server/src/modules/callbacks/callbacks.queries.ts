import type { OrderKind } from './order-news.ts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface RecipientRow {
  readonly customer_id: bigint;
  /** The merchant, or his senior agent where `notify_via` says so. */
  readonly recipient_id: bigint;
  readonly through_agent: boolean;
  readonly url: string | null;
  readonly opt_in_events: string[];
}

/** Who is told of a merchant's orders, and under which address where the order brings none. */
export async function findRecipients(
  db: Kysely<Tables>,
  customerIds: readonly bigint[],
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    SELECT u.id AS customer_id, r.id AS recipient_id, r.id <> u.id AS through_agent, w.url,
           coalesce(w.opt_in_events, '{}') AS opt_in_events
    FROM app_user u
    CROSS JOIN LATERAL (
      SELECT CASE WHEN u.notify_via = 'agent' THEN coalesce(u.agent_id, u.id) ELSE u.id END AS id
    ) r
    LEFT JOIN webhook_endpoint w ON w.customer_id = r.id
    WHERE u.id = ANY (${customerIds}::bigint[])`.execute(db);
  return rows;
}

/** A merchant's own address, whoever is told of his orders, and what it is signed with; nulls where he has none. */
export interface OwnEndpointRow {
  readonly url: string | null;
  readonly secret_sealed: string | null;
  readonly previous_secret_sealed: string | null;
  readonly v1_secret_sealed: string | null;
}

export async function findOwnEndpoint(db: Kysely<Tables>, customerId: bigint): Promise<OwnEndpointRow> {
  const { rows } = await sql<OwnEndpointRow>`
    SELECT url, secret_sealed, CASE WHEN previous_until > now() THEN previous_secret_sealed END AS previous_secret_sealed,
           v1_secret_sealed
    FROM webhook_endpoint WHERE customer_id = ${customerId}`.execute(db);
  return rows[0] ?? { url: null, secret_sealed: null, previous_secret_sealed: null, v1_secret_sealed: null };
}

/** Whether anybody at all asked for an event that is sent only on request; mostly nobody. */
export async function somebodyOptedIn(db: Kysely<Tables>, type: string): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    SELECT EXISTS (
      SELECT FROM webhook_endpoint WHERE opt_in_events <> '{}' AND ${type} = ANY (opt_in_events)) AS wanted`.execute(
    db,
  );
  return rows[0]?.wanted ?? false;
}

export interface StoryRow {
  readonly id: bigint;
  readonly event_id: string;
  readonly type: string;
  readonly status: 'not_sent' | 'sending' | 'success' | 'failed';
  readonly result: string | null;
  readonly url: string;
  readonly next_at: Date | null;
  readonly body: string;
}

/** Every event of one order, oldest first. */
export async function listOrderCallbacks(
  db: Kysely<Tables>,
  orderKind: 'collection' | 'payout',
  orderId: bigint,
): Promise<StoryRow[]> {
  return db
    .withSchema('whole')
    .selectFrom('callback')
    .select(['id', 'event_id', 'type', 'status', 'result', 'url', 'next_at', 'body'])
    .where('order_kind', '=', orderKind)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

export interface AttemptRow {
  readonly callback_id: bigint;
  readonly attempt: number;
  readonly at: Date;
  readonly http_status: number | null;
  readonly latency_ms: number;
  readonly result: string;
  readonly response: string;
}

export async function listAttempts(
  db: Kysely<Tables>,
  callbackIds: readonly bigint[],
): Promise<AttemptRow[]> {
  if (callbackIds.length === 0) return [];
  return db
    .withSchema('whole')
    .selectFrom('callback_attempt')
    .select(['callback_id', 'attempt', 'at', 'http_status', 'latency_ms', 'result', 'response'])
    .where('callback_id', 'in', callbackIds)
    .orderBy('callback_id')
    .orderBy('attempt')
    .execute();
}

export interface EventRow {
  readonly event_id: string;
  readonly type: string;
  readonly status: 'not_sent' | 'sending' | 'success' | 'failed';
  /** The v2 envelope, exactly as it is or was sent. */
  readonly body: string;
  readonly created_at: Date;
}

/**
 * A merchant's v2 events after one he knows (or from the first), in the order in which they happened; undefined
 * when the event named is not his.
 */
export async function listEventsAfter(
  db: Kysely<Tables>,
  customerId: bigint,
  afterEventId: string | null,
  limit: number,
): Promise<EventRow[] | undefined> {
  let after = 0n;
  if (afterEventId !== null) {
    const known = await db
      .withSchema('whole')
      .selectFrom('callback')
      .select('id')
      .where('event_id', '=', afterEventId)
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    if (known === undefined) return undefined;
    after = known.id;
  }
  return db
    .withSchema('whole')
    .selectFrom('callback')
    .select(['event_id', 'type', 'status', 'body', 'created_at'])
    .where('customer_id', '=', customerId)
    .where('api_version', '=', 'v2')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Orders of one kind whose newest word to their merchant failed for good: nothing is tried again by itself. */
export async function unansweredOrders(db: Kysely<Tables>, kind: OrderKind): Promise<bigint[]> {
  const { rows } = await sql<{ order_id: bigint }>`
    SELECT DISTINCT order_id FROM callback
    WHERE order_kind = ${kind} AND status = 'failed' AND next_at IS NULL`.execute(db);
  return rows.map(({ order_id: id }) => id);
}
