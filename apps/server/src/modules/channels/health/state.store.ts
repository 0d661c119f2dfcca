import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { recordAudit } from '../../audit/index.ts';

export type ChannelState = 'ok' | 'tripped' | 'maintenance';

export interface StateChange {
  readonly channelId: bigint;
  readonly state: ChannelState;
  /** It changes from one of these alone; from any, where none are named. */
  readonly from?: readonly ChannelState[];
  /** In a few words of the provider, or of whoever sets it. */
  readonly reason: string | null;
  /** Who sets it; the system itself where nobody does. */
  readonly by?: RequestContext;
}

interface ChangedRow {
  readonly was: ChannelState;
  readonly name: string;
  readonly direction: 'collection' | 'payout';
  readonly agent_id: bigint;
}

const longestReason = 200;

/**
 * Sets how a channel stands, with its row in the log and the news of it in the same transaction. False, and nothing changes,
 * where it stands so already or may not go there from where it stands.
 */
export async function changeState(tx: Tx, change: StateChange): Promise<boolean> {
  const { by, channelId, from = ['ok', 'tripped', 'maintenance'], state } = change;
  const reason = change.reason?.slice(0, longestReason) ?? null;
  // In a statement of its own: the next one sees what whoever held it before has written.
  await sql`SELECT FROM channel WHERE id = ${channelId} FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<ChangedRow>`
    WITH seen AS (
      SELECT c.id, c.name, c.direction, a.agent_id FROM channel c JOIN channel_account a ON a.id = c.channel_account_id
      WHERE c.id = ${channelId}
    ), was AS MATERIALIZED (
      SELECT seen.*, coalesce(s.state, 'ok') AS was FROM seen LEFT JOIN channel_state s ON s.channel_id = seen.id
    ), kept AS (
      INSERT INTO channel_state AS s (channel_id, state, since, reason, trips)
      SELECT was.id, ${state}, business_now(), ${reason}, (${state} = 'tripped')::int FROM was
      WHERE was.was <> ${state} AND was.was = ANY (${from}::text[])
      ON CONFLICT (channel_id) DO UPDATE SET state = EXCLUDED.state, since = EXCLUDED.since, reason = EXCLUDED.reason,
        -- Failing again soon after it came back, it rests longer.
        trips = CASE WHEN EXCLUDED.state <> 'tripped' THEN s.trips
          WHEN s.since > business_now() - interval '10 minutes' THEN least(s.trips, 8) + 1 ELSE 1 END
      RETURNING s.channel_id
    )
    SELECT was.was, was.name, was.direction, was.agent_id FROM was JOIN kept ON kept.channel_id = was.id`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) return false;
  await recordAudit(tx, {
    actorId: by?.actor.userId ?? null,
    effectiveId: by?.actor.effectiveUserId ?? null,
    act: 'channel.state',
    objectKind: 'channel',
    objectId: String(channelId),
    fromStatus: row.was,
    toStatus: state,
    after: { reason },
    requestId: by?.requestId ?? null,
  });
  await emit(tx, [
    {
      kind: 'channel.stateChanged',
      subject: `channel:${channelId}`,
      payload: {
        channel_id: String(channelId),
        channel: row.name,
        direction: row.direction,
        agent_id: String(row.agent_id),
        was: row.was,
        state,
        reason,
      },
    },
  ]);
  return true;
}
