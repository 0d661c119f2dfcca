import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

/** Kinds of things that stand in a senior agent's tree, and how that is seen. */
const inAgentsTree: Readonly<Record<string, (agentId: bigint, id: string) => RawBuilder<boolean>>> = {
  collection: (agentId, id) =>
    sql<boolean>`EXISTS (SELECT FROM collection_order WHERE id::text = ${id} AND agent_id = ${agentId})`,
  user: (agentId, id) => sql<boolean>`EXISTS (
    SELECT FROM app_user u JOIN app_user a ON u.tenant_path LIKE a.tenant_path || '%'
    WHERE u.id::text = ${id} AND a.id = ${agentId})`,
};

/**
 * Whether the caller may read what happened to this object. Histories name people of the platform and of the senior
 * agent, so they are for these two alone.
 */
export async function isHistoryOpen(
  db: Kysely<Tables>,
  scope: Scope,
  kind: string,
  id: string,
): Promise<boolean> {
  if (scope.kind === 'platform') return true;
  const condition = scope.kind === 'agent' ? inAgentsTree[kind]?.(scope.agentId, id) : undefined;
  if (condition === undefined) return false;
  const { rows } = await sql<{ open: boolean }>`SELECT ${condition} AS open`.execute(db);
  return rows[0]?.open === true;
}
