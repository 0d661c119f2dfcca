import { channelProbeEveryS, channelProbeTrippedEveryS } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

/** Accounts of these drivers with a tripped channel that has had its rest. */
export async function unprobedAccounts(
  db: Kysely<Tables>,
  drivers: readonly string[],
): Promise<readonly bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT a.id FROM channel_account a JOIN provider p ON p.id = a.provider_id
    WHERE p.driver = ANY (${drivers}::text[]) AND EXISTS (
      SELECT FROM channel c JOIN channel_state s ON s.channel_id = c.id
      WHERE c.channel_account_id = a.id AND s.state = 'tripped'
        AND s.since <= business_now() - channel_rest(s.trips))
    ORDER BY a.id`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Enabled accounts that were not asked for a while; those with a tripped channel more often, once it has had its rest.
 * Those of the drivers in `except` are not asked.
 */
export async function accountsToProbe(
  db: Kysely<Tables>,
  except: readonly string[],
  most: number,
): Promise<readonly bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT a.id
    FROM channel_account a JOIN provider d ON d.id = a.provider_id
    CROSS JOIN LATERAL (SELECT max(p.at) AS at FROM channel_probe p WHERE p.channel_account_id = a.id) last
    WHERE a.enabled AND d.driver <> ALL (${except}::text[])
      AND EXISTS (SELECT FROM channel c WHERE c.channel_account_id = a.id AND c.enabled)
      AND (last.at IS NULL OR last.at <= now() - ${channelProbeEveryS} * interval '1 second'
        OR (last.at <= now() - ${channelProbeTrippedEveryS} * interval '1 second' AND EXISTS (
          SELECT FROM channel c JOIN channel_state s ON s.channel_id = c.id
          WHERE c.channel_account_id = a.id AND s.state = 'tripped'
            AND s.since <= business_now() - channel_rest(s.trips))))
    ORDER BY last.at NULLS FIRST, a.id LIMIT ${most}`.execute(db);
  return rows.map((row) => row.id);
}

/** Which way money goes by a channel of the caller's tree; undefined for any other. */
export async function directionInTree(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<'collection' | 'payout' | undefined> {
  const { rows } = await sql<{ direction: 'collection' | 'payout' }>`
    SELECT c.direction FROM channel c JOIN channel_account a ON a.id = c.channel_account_id
    WHERE c.id = ${id} AND ${inTree(scope, { agent: 'a.agent_id' })}`.execute(db);
  return rows[0]?.direction;
}
