import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface PlacesInUse {
  readonly id: bigint;
  /** Addresses or cards that somebody is asked to pay to now, and how many are asked. */
  readonly used: bigint;
  readonly waiting: bigint;
}

/** Of these accounts those that are read for what came in; whoever asks has seen to it that the reader may know them. */
export async function placesInUse(db: Kysely<Tables>, ids: readonly bigint[]): Promise<PlacesInUse[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PlacesInUse>`
    SELECT f.channel_account_id AS id, count(DISTINCT t.destination) AS used, count(t.order_id) AS waiting
    FROM channel_feed f
    LEFT JOIN awaited_transfer t ON t.channel_account_id = f.channel_account_id AND t.freed_at IS NULL
      AND t.until > (SELECT business_now())
    WHERE f.channel_account_id = ANY (${ids}::bigint[]) GROUP BY f.channel_account_id`.execute(db);
  return rows;
}
