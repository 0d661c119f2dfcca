import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { AgentTerms } from './agent-terms.ts';

/** Opens a channel to a senior agent; false where he has it already. */
export async function insertUse(
  tx: Tx,
  agentId: bigint,
  channelId: bigint,
  terms: AgentTerms,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO agent_method (agent_id, channel_id, system_pct, system_per_item, enabled)
    VALUES (${agentId}, ${channelId}, ${terms.system_pct}::numeric, ${terms.system_per_item}::bigint, ${terms.enabled})
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** Saves the terms over the version that was read; false where it had moved on. */
export async function saveUse(
  tx: Tx,
  agentId: bigint,
  channelId: bigint,
  version: number,
  terms: AgentTerms,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE agent_method SET system_pct = ${terms.system_pct}::numeric, system_per_item = ${terms.system_per_item}::bigint,
      enabled = ${terms.enabled}, version = version + 1
    WHERE agent_id = ${agentId} AND channel_id = ${channelId} AND version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Takes it from him, over the version that was read; false where it had moved on. */
export async function dropUse(tx: Tx, agentId: bigint, channelId: bigint, version: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM agent_method WHERE agent_id = ${agentId} AND channel_id = ${channelId} AND version = ${version}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}
