import { Refusal } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

export interface Pause {
  readonly direction: 'collection' | 'payout';
  readonly agentId: bigint | null;
  readonly providerId: bigint | null;
  readonly until: Date | null;
  readonly reason: string;
}

/**
 * Lets stand still what is named and nothing else. Waits for orders that are being given to providers this moment, and lets
 * nobody give any until its commit; payouts whose pause is lifted are looked at again at once. Whoever paused something keeps
 * his name as long as it stays as he said. Refuses `enterPremiumProxyId` and `notFound` for whom there is not.
 */
export async function replacePauses(tx: Tx, pauses: readonly Pause[], actorId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(pause_lock())`.execute(tx);
  const agents = pauses.flatMap(({ agentId }) => agentId ?? []);
  const providers = pauses.flatMap(({ providerId }) => providerId ?? []);
  const { rows } = await sql<{ agents: boolean; providers: boolean }>`
    SELECT NOT EXISTS (SELECT FROM unnest(${agents}::bigint[]) AS w (id)
             WHERE NOT EXISTS (SELECT FROM app_user u WHERE u.id = w.id AND u.kind = 'agent')) AS agents,
           NOT EXISTS (SELECT FROM unnest(${providers}::bigint[]) AS w (id)
             WHERE NOT EXISTS (SELECT FROM provider p WHERE p.id = w.id)) AS providers`.execute(tx);
  if (rows[0]?.agents !== true) throw new Refusal('enterPremiumProxyId');
  if (rows[0].providers !== true) throw new Refusal('notFound');
  const wanted = sql`unnest(${pauses.map((p) => p.direction)}::text[], ${pauses.map((p) => p.agentId)}::bigint[],
      ${pauses.map((p) => p.providerId)}::bigint[], ${pauses.map((p) => p.until)}::timestamptz[],
      ${pauses.map((p) => p.reason)}::text[]) AS w (direction, agent_id, provider_id, until, reason)`;
  await sql`
    DELETE FROM money_pause z WHERE NOT EXISTS (SELECT FROM ${wanted}
      WHERE w.direction = z.direction AND w.agent_id IS NOT DISTINCT FROM z.agent_id
        AND w.provider_id IS NOT DISTINCT FROM z.provider_id AND w.until IS NOT DISTINCT FROM z.until
        AND w.reason = z.reason)`.execute(tx);
  await sql`
    INSERT INTO money_pause (direction, agent_id, provider_id, until, reason, paused_by, paused_at)
    SELECT w.direction, w.agent_id, w.provider_id, w.until, w.reason, ${actorId}, business_now() FROM ${wanted}
    ON CONFLICT (direction, agent_id, provider_id) DO NOTHING`.execute(tx);
  await sql`SELECT wake_payouts()`.execute(tx);
}
