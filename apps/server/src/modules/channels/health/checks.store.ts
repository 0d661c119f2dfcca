import { channelProbeSlowMs, channelUptimeLeastPct } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

export interface Probed {
  readonly answered: boolean;
  readonly ms: number;
  readonly error: string | null;
}

const longestError = 200;

/** Keeps what a question to an account brought, and shows it at each of its channels that are on. */
export async function keepProbe(tx: Tx, accountId: bigint, { answered, error, ms }: Probed): Promise<void> {
  await sql`
    INSERT INTO channel_probe (channel_account_id, at, answered, ms)
    VALUES (${accountId}, clock_timestamp(), ${answered}, ${ms})`.execute(tx);
  await sql`
    INSERT INTO channel_check AS k (channel_id, lamp, last_at, ms, error, uptime_24h)
    SELECT c.id, CASE WHEN NOT ${answered}::boolean THEN 'red'
        WHEN ${ms}::int > ${channelProbeSlowMs}::int OR day.uptime < ${channelUptimeLeastPct}::int THEN 'amber' ELSE 'green' END,
      business_now(), ${ms}::int, ${error?.slice(0, longestError) ?? null}::text, day.uptime
    FROM channel c
    CROSS JOIN (
      SELECT 100.0 * count(*) FILTER (WHERE p.answered) / greatest(1, count(*)) AS uptime FROM channel_probe p
      WHERE p.channel_account_id = ${accountId} AND p.at > now() - interval '24 hours'
    ) day
    WHERE c.channel_account_id = ${accountId} AND c.enabled
    ORDER BY c.id
    ON CONFLICT (channel_id) DO UPDATE
      SET lamp = EXCLUDED.lamp, last_at = EXCLUDED.last_at, ms = EXCLUDED.ms, error = EXCLUDED.error,
        uptime_24h = EXCLUDED.uptime_24h`.execute(tx);
}

/** The channels of an account that were tripped and have had their rest. */
export async function restedChannels(tx: Tx, accountId: bigint): Promise<readonly bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT c.id FROM channel c JOIN channel_state s ON s.channel_id = c.id
    WHERE c.channel_account_id = ${accountId} AND s.state = 'tripped'
      AND s.since <= business_now() - channel_rest(s.trips) ORDER BY c.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Turns the lamps of channels off that nobody asks any more, and forgets questions older than a day and an hour. */
export async function tidyChecks(db: Kysely<Tables>): Promise<void> {
  await sql`
    UPDATE channel_check k SET lamp = 'grey' FROM channel c JOIN channel_account a ON a.id = c.channel_account_id
    WHERE c.id = k.channel_id AND k.lamp <> 'grey' AND NOT (c.enabled AND a.enabled)`.execute(db);
  await sql`DELETE FROM channel_probe WHERE at < now() - interval '25 hours'`.execute(db);
}
