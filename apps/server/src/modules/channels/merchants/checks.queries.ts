import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { isKnown } from './merchants.queries.ts';
import type { Direction } from './method.ts';

export interface CheckedChannel {
  readonly channel_id: bigint;
  readonly channel_account_id: bigint;
  readonly driver: string;
  readonly name: string;
  /** Channel and account are on: then their provider is asked. */
  readonly is_asked: boolean;
  readonly lamp: 'green' | 'amber' | 'red' | 'grey';
  /** The last question to its provider; null where nobody asked. */
  readonly last_at: Date | null;
  readonly ms: number | null;
  /** What it failed of, in the words of whoever failed. */
  readonly error: string | null;
  /** Percent of a day's questions that were answered, with one decimal, cut. */
  readonly uptime_24h: string | null;
  /** Nobody asked its account for so many seconds; null where nobody ever did. */
  readonly rested_s: number | null;
}

/** How the providers behind a merchant's channels answered when they were last asked, by the clock or by a person. */
export async function checksOf(
  db: Kysely<Tables>,
  scope: Scope,
  customerId: bigint,
  direction: Direction,
): Promise<CheckedChannel[]> {
  const { rows } = await sql<CheckedChannel>`
    SELECT DISTINCT ON (c.name, c.id) c.id AS channel_id, c.channel_account_id, p.driver, c.name,
           c.enabled AND a.enabled AS is_asked, coalesce(k.lamp, 'grey') AS lamp, k.last_at, k.ms, k.error,
           trunc(k.uptime_24h, 1)::text AS uptime_24h,
           (SELECT extract(epoch FROM now() - max(q.at))::int FROM channel_probe q
            WHERE q.channel_account_id = a.id) AS rested_s
    FROM customer_method m JOIN app_user u ON u.id = m.customer_id JOIN channel c ON c.id = m.channel_id
    JOIN channel_account a ON a.id = c.channel_account_id JOIN provider p ON p.id = a.provider_id
    LEFT JOIN channel_check k ON k.channel_id = c.id
    WHERE m.customer_id = ${customerId} AND c.direction = ${direction} AND ${isKnown(scope)}
    ORDER BY c.name, c.id`.execute(db);
  return rows;
}
