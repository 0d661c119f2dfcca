import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Direction } from './method.ts';

export interface CheckedChannel {
  readonly channel_id: bigint;
  readonly channel_account_id: bigint;
  readonly name: string;
  /** The last question to its provider within a day; null where nobody asked. */
  readonly last_at: Date | null;
  readonly ms: number | null;
  readonly outcome: string | null;
  readonly is_answered: boolean | null;
  /** Questions of a day, and how many of them were answered. */
  readonly asked: number;
  readonly answered: number;
}

/** How the providers behind a merchant's channels answered within a day: whatever they say, an answer is one. */
export async function checksOf(
  db: Kysely<Tables>,
  customerId: bigint,
  direction: Direction,
): Promise<CheckedChannel[]> {
  const { rows } = await sql<CheckedChannel>`
    WITH own AS MATERIALIZED (
      SELECT DISTINCT c.id, c.channel_account_id, c.name
      FROM customer_method m JOIN channel c ON c.id = m.channel_id
      WHERE m.customer_id = ${customerId} AND c.direction = ${direction}
    ), said AS MATERIALIZED (
      SELECT l.id, l.channel_account_id, l.at, l.latency_ms, l.outcome,
             l.http_status IS NOT NULL AND l.http_status < 500 AS is_answered
      FROM provider_log l
      WHERE l.at > business_now() - interval '1 day' AND l.direction = 'out'
        AND l.channel_account_id IN (SELECT o.channel_account_id FROM own o)
    )
    SELECT o.id AS channel_id, o.channel_account_id, o.name, last.at AS last_at, last.latency_ms AS ms, last.outcome,
           last.is_answered, coalesce(sums.asked, 0)::int AS asked, coalesce(sums.answered, 0)::int AS answered
    FROM own o
    LEFT JOIN LATERAL (
      SELECT * FROM said s WHERE s.channel_account_id = o.channel_account_id ORDER BY s.id DESC LIMIT 1) last ON true
    LEFT JOIN LATERAL (
      SELECT count(*) AS asked, count(*) FILTER (WHERE s.is_answered) AS answered
      FROM said s WHERE s.channel_account_id = o.channel_account_id) sums ON true
    ORDER BY o.name, o.id`.execute(db);
  return rows;
}
