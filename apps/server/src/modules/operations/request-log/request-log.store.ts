import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface WrittenRequest {
  /** Wall time. */
  readonly at: Date;
  readonly requestId: string;
  readonly customerId: bigint | null;
  readonly ip: string;
  readonly endpoint: string;
  readonly orderKind: 'collection' | 'payout';
  readonly orderId: bigint | null;
  readonly merchantOrderNo: string | null;
  readonly httpStatus: number;
  readonly outcome: string;
  readonly latencyMs: number;
  readonly request: string;
  readonly response: string;
}

/** Writes many at once, and how many others were not. Times become those of the business clock. */
export async function insertRequests(
  db: Kysely<Tables>,
  rows: readonly WrittenRequest[],
  dropped: number,
): Promise<void> {
  const all = <K extends keyof WrittenRequest>(key: K): WrittenRequest[K][] => rows.map((row) => row[key]);
  await sql`
    WITH gap AS (
      INSERT INTO request_log_gap (at, dropped) SELECT business_now(), ${dropped}::int WHERE ${dropped}::int > 0
    )
    INSERT INTO request_log (at, request_id, customer_id, ip, endpoint, order_kind, order_id, merchant_order_no,
                             http_status, outcome, latency_ms, request, response)
    SELECT t.at + (business_now() - now()), t.request_id, t.customer_id, t.ip, t.endpoint, t.order_kind, t.order_id, t.no,
           t.http_status, t.outcome, t.latency_ms, t.request, t.response
    FROM unnest(
      ${all('at')}::timestamptz[], ${all('requestId')}::text[], ${all('customerId')}::bigint[], ${all('ip')}::text[],
      ${all('endpoint')}::text[], ${all('orderKind')}::text[], ${all('orderId')}::bigint[], ${all('merchantOrderNo')}::text[],
      ${all('httpStatus')}::int[], ${all('outcome')}::text[], ${all('latencyMs')}::int[], ${all('request')}::text[],
      ${all('response')}::text[]
    ) AS t (at, request_id, customer_id, ip, endpoint, order_kind, order_id, no, http_status, outcome, latency_ms,
            request, response)`.execute(db);
}

/** Forgets the oldest of what is older than so many days; answers how many there were, at most `limit`. */
export async function sweepRequests(db: Kysely<Tables>, days: number, limit: number): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    WITH over AS (SELECT business_now() - ${days} * interval '1 day' AS at),
    gone AS (DELETE FROM request_log_gap g USING over WHERE g.at < over.at),
    swept AS (
      DELETE FROM request_log WHERE id IN (
        SELECT l.id FROM request_log l, over WHERE l.at < over.at ORDER BY l.at LIMIT ${limit})
      RETURNING 1
    )
    SELECT count(*) AS n FROM swept`.execute(db);
  return countOf(rows[0]?.n ?? 0n);
}
