import type { CollectionNews } from '@suanpan/domain/collection-news';
import type { PayoutNews } from '@suanpan/domain/payout-news';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../platform/db/in-tree.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';

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

/** The same of payouts. */
export async function newsOfPayouts(db: Kysely<Tables>, orderIds: readonly bigint[]): Promise<PayoutNews[]> {
  const { rows } = await sql<{ news: PayoutNews }>`
    SELECT payout_news(o) AS news FROM payout_order o WHERE o.id = ANY (${orderIds}::bigint[])`.execute(db);
  return rows.map((row) => row.news);
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

/** Merchants among these orders' owners who asked for an event that is sent only on request. */
export async function ordersOptedIn(
  db: Kysely<Tables>,
  type: string,
  orderIds: readonly bigint[],
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT o.id FROM collection_order o
    JOIN app_user u ON u.id = o.customer_id
    JOIN webhook_endpoint w ON w.customer_id = CASE WHEN u.notify_via = 'agent' THEN u.agent_id ELSE u.id END
    WHERE o.id = ANY (${orderIds}::bigint[]) AND ${type} = ANY (w.opt_in_events)
    ORDER BY o.id`.execute(db);
  return rows.map((row) => row.id);
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
      .selectFrom('callback')
      .select('id')
      .where('event_id', '=', afterEventId)
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    if (known === undefined) return undefined;
    after = known.id;
  }
  return db
    .selectFrom('callback')
    .select(['event_id', 'type', 'status', 'body', 'created_at'])
    .where('customer_id', '=', customerId)
    .where('api_version', '=', 'v2')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** What limits a reader to the orders of his own tree; decided by the session alone. */
export const orderInScope = (scope: Scope): RawBuilder<boolean> =>
  inTree(scope, {
    agent: 'o.agent_id',
    subAgent: 'o.sub_agent_id',
    customer: 'o.customer_id',
    middleman: 'o.middleman_id',
  });
