import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import { exactly } from './policy.queries.ts';
import type { PolicyPlace } from './policy.queries.ts';

/** Changes of thresholds follow each other; whoever only reads them is not held up. */
export async function lockPolicy(tx: Tx): Promise<void> {
  await sql`LOCK TABLE approval_policy IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** The name of a senior agent, who is kept from being archived meanwhile. */
export async function lockAgentName(tx: Tx, agentId: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM app_user
    WHERE id = ${agentId} AND kind = 'agent' AND status <> 'archived' FOR KEY SHARE`.execute(tx);
  return rows[0]?.name;
}

/** Sets the threshold of exactly this place, in minor units; null takes it away. */
export async function saveThreshold(tx: Tx, place: PolicyPlace, threshold: bigint | null): Promise<void> {
  if (threshold === null) {
    await sql`DELETE FROM approval_policy WHERE ${exactly(place)}`.execute(tx);
    return;
  }
  await sql`
    INSERT INTO approval_policy (agent_id, act, currency, threshold)
    VALUES (${place.agentId}::bigint, ${place.act}::text, ${place.currency}, ${threshold})
    ON CONFLICT (agent_id, act, currency) DO UPDATE SET threshold = excluded.threshold`.execute(tx);
}
