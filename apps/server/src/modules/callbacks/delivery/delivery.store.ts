import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { OrderKind } from '../order-news.ts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

/** What a claim leaves room for; lanes and hosts that are not named have the ordinary room. */
export interface Room {
  /** Places left in all, and for lanes that are failing. */
  readonly free: number;
  readonly ailingFree: number;
  readonly lanes: readonly { readonly lane: string; readonly free: number; readonly ailing: boolean }[];
  readonly hosts: readonly { readonly host: string; readonly free: number; readonly ailingFree: number }[];
  readonly laneDefault: number;
  readonly hostDefault: number;
  readonly hostAilingDefault: number;
}

/** An event in the hands of one worker; `lease_token` proves it. */
export interface LeasedRow {
  readonly id: bigint;
  readonly lease_token: bigint;
  readonly event_id: string;
  readonly order_kind: OrderKind;
  readonly order_id: bigint;
  readonly recipient_id: bigint;
  readonly api_version: ApiVersion;
  readonly body: string;
  readonly url: string;
  readonly lane: string;
  readonly asked: boolean;
  readonly attempts: number;
  readonly order_created_at: Date;
  readonly business_now: Date;
  readonly hold_after_8h: boolean;
  readonly extended: boolean;
  /** Waits before the automatic attempts, where somebody has set them. */
  readonly delays_s: readonly number[] | null;
  /** The recipient's own address refused everything (410) and this event goes to it. */
  readonly paused: boolean;
  readonly secret_sealed: string | null;
  readonly previous_secret_sealed: string | null;
  readonly v1_secret_sealed: string | null;
}

const claimLock = 5_741_650_011;
/** Up to so many due events are looked at one by one; beyond, a crowd in one lane must not hide the others. */
const crowd = 512;

/**
 * The lanes in which something is due. Nearly always few events are, and they name them; when many are, the index
 * is read from lane to lane, so that the cost follows the lanes and not the events.
 */
export async function findDueLanes(db: Kysely<Tables>): Promise<string[]> {
  const due = await sql<{ lane: string }>`
    SELECT lane FROM callback WHERE next_at <= now() ORDER BY next_at LIMIT ${crowd}`.execute(db);
  if (due.rows.length < crowd) return [...new Set(due.rows.map((row) => row.lane))];
  const { rows } = await sql<{ lane: string }>`
    WITH RECURSIVE lanes (lane) AS (
      (SELECT c.lane FROM callback c WHERE c.next_at IS NOT NULL ORDER BY c.lane LIMIT 1)
      UNION ALL
      SELECT (SELECT c.lane FROM callback c WHERE c.next_at IS NOT NULL AND c.lane > l.lane ORDER BY c.lane LIMIT 1)
      FROM lanes l WHERE l.lane IS NOT NULL
    )
    SELECT l.lane FROM lanes l
    CROSS JOIN LATERAL (SELECT FROM callback c WHERE c.lane = l.lane AND c.next_at <= now() LIMIT 1) due`.execute(
    db,
  );
  return rows.map((row) => row.lane);
}

/**
 * Leases due events of these lanes, oldest first within the room given. One claim at a time over all processes, so
 * that what one worker has taken is seen by the next. An event waits while another of its order is on its way or an
 * earlier one is due; it never waits for an earlier one that rests between two attempts.
 * While a lease runs, `next_at` is its end: an event whose worker died becomes due by itself.
 */
export async function claimDue(
  tx: Tx,
  lanes: readonly string[],
  room: Room,
  leaseMs: number,
): Promise<LeasedRow[]> {
  await sql`SELECT pg_advisory_xact_lock(${claimLock})`.execute(tx);
  const { rows } = await sql<LeasedRow>`
    WITH lane_room AS (
      SELECT l.lane, split_part(l.lane, ' ', 1) AS host,
             coalesce(r.free, ${room.laneDefault}) AS free, coalesce(r.ailing, false) AS ailing
      FROM unnest(${lanes}::text[]) AS l (lane)
      LEFT JOIN unnest(
        ${room.lanes.map((r) => r.lane)}::text[], ${room.lanes.map((r) => r.free)}::int[],
        ${room.lanes.map((r) => r.ailing)}::boolean[]) AS r (lane, free, ailing) ON r.lane = l.lane
    ), due AS (
      SELECT d.id, d.next_at, l.host, l.ailing,
             row_number() OVER (PARTITION BY l.host ORDER BY d.next_at, d.id) AS in_host,
             row_number() OVER (PARTITION BY l.host, l.ailing ORDER BY d.next_at, d.id) AS in_host_kind,
             row_number() OVER (PARTITION BY l.ailing ORDER BY d.next_at, d.id) AS in_kind
      FROM lane_room l CROSS JOIN LATERAL (
        SELECT c.id, c.next_at FROM callback c
        WHERE c.lane = l.lane AND c.next_at <= now()
          AND NOT EXISTS (
            SELECT FROM callback e
            WHERE e.order_kind = c.order_kind AND e.order_id = c.order_id AND e.id <> c.id
              AND (e.lease_until > now() OR (e.id < c.id AND e.next_at <= now())))
        ORDER BY c.next_at, c.id LIMIT l.free
      ) d
      WHERE l.free > 0
    ), chosen AS (
      SELECT d.id FROM due d
      LEFT JOIN unnest(
        ${room.hosts.map((r) => r.host)}::text[], ${room.hosts.map((r) => r.free)}::int[],
        ${room.hosts.map((r) => r.ailingFree)}::int[]) AS h (host, free, ailing_free) ON h.host = d.host
      WHERE d.in_host <= coalesce(h.free, ${room.hostDefault})
        AND (NOT d.ailing OR (d.in_host_kind <= coalesce(h.ailing_free, ${room.hostAilingDefault})
                              AND d.in_kind <= ${room.ailingFree}))
      ORDER BY d.next_at, d.id LIMIT ${room.free}
    ), taken AS MATERIALIZED (
      SELECT c.id FROM callback c JOIN chosen USING (id) WHERE c.next_at <= now() FOR UPDATE OF c SKIP LOCKED
    ), leased AS (
      UPDATE callback c
      SET lease_token = c.lease_token + 1, status = 'sending',
          lease_until = now() + ${leaseMs} * interval '1 millisecond',
          next_at = now() + ${leaseMs} * interval '1 millisecond'
      FROM taken t WHERE c.id = t.id
      RETURNING c.*
    )
    SELECT c.id, c.lease_token, c.event_id, c.order_kind, c.order_id, c.recipient_id, c.api_version, c.body, c.url,
           c.lane, c.asked, c.attempts, c.order_created_at, business_now() AS business_now,
           coalesce(u.callback_hold_after_8h, false) OR coalesce(s.hold_after_8h, false) AS hold_after_8h,
           coalesce(w.extended, false) AS extended, s.callback_delays_s AS delays_s,
           w.paused_at IS NOT NULL AND w.url = c.url AS paused, w.secret_sealed,
           CASE WHEN w.previous_until > now() THEN w.previous_secret_sealed END AS previous_secret_sealed,
           w.v1_secret_sealed
    FROM leased c
    LEFT JOIN app_user u ON u.id = c.customer_id
    LEFT JOIN webhook_endpoint w ON w.customer_id = c.recipient_id
    LEFT JOIN LATERAL collection_setting_of(c.customer_id, c.agent_id) s ON true
    ORDER BY c.id`.execute(tx);
  return rows.map((row) => ({ ...row, paused: row.paused ?? false }));
}

/** Milliseconds until the next event is due; 0 when one is already, null when none waits. */
export async function untilNextDue(db: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT greatest(0, ceil(extract(epoch FROM min(next_at) - now()) * 1000))::float8 AS ms
    FROM callback WHERE next_at IS NOT NULL`.execute(db);
  return rows[0]?.ms ?? null;
}

/** What came of one lease. */
export interface Report {
  readonly id: bigint;
  readonly leaseToken: bigint;
  readonly orderKind: OrderKind;
  readonly orderId: bigint;
  /** False: nothing was sent (held, paused), so there is no attempt to keep. */
  readonly attempted: boolean;
  readonly state: 'not_sent' | 'success' | 'failed';
  readonly result: string | null;
  readonly httpStatus: number | null;
  readonly latencyMs: number;
  /** The first kilobyte of the answer, or what went wrong. */
  readonly response: string;
  /** Until the next automatic attempt; null when there is none. */
  readonly delayMs: number | null;
  /** The address answered 410: it wants nothing any more. */
  readonly gone: boolean;
  /** A paused address took what a person sent it: it is open again. */
  readonly reopens: boolean;
}

export interface KeptReport {
  readonly id: bigint;
  readonly event_id: string;
  readonly order_kind: OrderKind;
  readonly order_id: bigint;
  readonly customer_id: bigint;
  readonly recipient_id: bigint;
  readonly type: string;
  readonly url: string;
  readonly status: 'not_sent' | 'success' | 'failed';
  readonly result: string | null;
  readonly attempts: number;
  readonly next_at: Date | null;
  /** The order was told nothing newer. */
  readonly is_newest: boolean;
}

/**
 * Keeps what came of the leases that still hold, in one statement, and answers those; a report whose lease was
 * lost has no effect at all. What an order was told earlier and did not arrive is not sent again once a newer state is
 * acknowledged. The caller holds the locks of the orders.
 */
export async function keepReports(tx: Tx, reports: readonly Report[]): Promise<KeptReport[]> {
  const { rows } = await sql<KeptReport>`
    WITH told AS (
      SELECT * FROM unnest(
        ${reports.map((r) => r.id)}::bigint[], ${reports.map((r) => r.leaseToken)}::bigint[],
        ${reports.map((r) => r.attempted)}::boolean[], ${reports.map((r) => r.state)}::text[],
        ${reports.map((r) => r.result)}::text[], ${reports.map((r) => r.httpStatus)}::int[],
        ${reports.map((r) => r.latencyMs)}::int[], ${reports.map((r) => r.response)}::text[],
        ${reports.map((r) => r.delayMs)}::float8[]
      ) AS t (id, token, attempted, state, result, http_status, latency_ms, response, delay_ms)
    ), kept AS (
      UPDATE callback c
      SET status = t.state, result = t.result, lease_until = NULL,
          attempts = c.attempts + CASE WHEN t.attempted THEN 1 ELSE 0 END,
          asked = c.asked AND NOT t.attempted,
          next_at = now() + t.delay_ms * interval '1 millisecond'
      FROM told t WHERE c.id = t.id AND c.lease_token = t.token AND c.lease_until IS NOT NULL
      RETURNING c.*, t.attempted, t.http_status, t.latency_ms, t.response
    ), logged AS (
      INSERT INTO callback_attempt (callback_id, attempt, at, http_status, latency_ms, result, response)
      SELECT k.id, k.attempts, business_now(), k.http_status, k.latency_ms, coalesce(k.result, k.status), k.response
      FROM kept k WHERE k.attempted
    ), superseded AS (
      UPDATE callback e SET next_at = NULL FROM kept k
      WHERE k.status = 'success' AND e.order_kind = k.order_kind AND e.order_id = k.order_id AND e.id < k.id
        AND e.next_at IS NOT NULL
    )
    SELECT k.id, k.event_id, k.order_kind, k.order_id, k.customer_id, k.recipient_id, k.type, k.url, k.status,
           k.result, k.attempts, k.next_at, NOT EXISTS (
             SELECT FROM callback n WHERE n.order_kind = k.order_kind AND n.order_id = k.order_id AND n.id > k.id) AS is_newest
    FROM kept k ORDER BY k.id`.execute(tx);
  return rows;
}

/**
 * Pauses an address for a house (0 is the platform), for itself (null), or opens it; answers whether anything changed. By itself it
 * opens only where nobody above its owner paused it; whether a person may is for the caller to know.
 */
export async function pauseAddress(
  tx: Tx,
  recipientId: bigint,
  url: string,
  paused: boolean,
  by: bigint | null,
): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    UPDATE webhook_endpoint SET paused_at = CASE WHEN ${paused} THEN now() END,
      paused_by = CASE WHEN ${paused} THEN ${by}::bigint END
    WHERE customer_id = ${recipientId} AND url = ${url}
      AND CASE WHEN ${paused} THEN paused_at IS NULL OR (${by}::bigint IS NOT NULL AND paused_by IS DISTINCT FROM ${by}::bigint)
        ELSE paused_at IS NOT NULL AND (${by}::bigint IS NOT NULL OR coalesce(paused_by, customer_id) = customer_id) END
    RETURNING true AS changed`.execute(tx);
  return rows.length > 0;
}

/** Sends what waited for a paused address, now that it accepts again. */
export async function releasePaused(tx: Tx, recipientId: bigint, url: string): Promise<void> {
  await sql`
    UPDATE callback SET next_at = now()
    WHERE recipient_id = ${recipientId} AND url = ${url} AND result = 'address_paused' AND next_at IS NULL
      AND status <> 'success'`.execute(tx);
}

/** Keeps a first secret of a recipient who has none; the one that stands is answered. */
export async function keepFirstSecret(
  db: Kysely<Tables>,
  recipientId: bigint,
  column: 'secret_sealed' | 'v1_secret_sealed',
  sealed: { readonly v2: string; readonly v1: string },
): Promise<string> {
  const { rows } = await sql<{ secret_sealed: string; v1_secret_sealed: string | null }>`
    INSERT INTO webhook_endpoint AS w (customer_id, secret_sealed, v1_secret_sealed)
    VALUES (${recipientId}, ${sealed.v2}, ${column === 'v1_secret_sealed' ? sealed.v1 : null})
    ON CONFLICT (customer_id) DO UPDATE SET v1_secret_sealed = coalesce(w.v1_secret_sealed, EXCLUDED.v1_secret_sealed)
    RETURNING secret_sealed, v1_secret_sealed`.execute(db);
  const stands = rows[0]?.[column];
  if (stands == null) throw new Error('A first secret was not kept');
  return stands;
}
