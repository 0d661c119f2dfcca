import { isId } from '@suanpan/domain/ids';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

/** Kinds of things whose place in the tree is known: whether one is there, below this senior agent or (null) at all. */
const isThere: Readonly<Record<string, (agentId: bigint | null, id: bigint) => RawBuilder<boolean>>> = {
  collection: (agentId, id) => sql<boolean>`EXISTS (
    SELECT FROM whole.collection_order WHERE id = ${id} AND (${agentId}::bigint IS NULL OR agent_id = ${agentId}))`,
  payout: (agentId, id) => sql<boolean>`EXISTS (
    SELECT FROM whole.payout_order WHERE id = ${id} AND (${agentId}::bigint IS NULL OR agent_id = ${agentId}))`,
  user: (agentId, id) => sql<boolean>`EXISTS (
    SELECT FROM app_user u LEFT JOIN app_user a ON a.id = ${agentId}::bigint
    WHERE u.id = ${id} AND (${agentId}::bigint IS NULL OR u.tenant_path LIKE a.tenant_path || '%'))`,
};

/**
 * Whether there is such an object for the caller to read the history of. Histories name people of the platform and of
 * the senior agent, so they are for these two alone; of what has no place in a tree, for the platform, once something
 * was written of it.
 */
export async function isHistoryOpen(
  db: Kysely<Tables>,
  scope: Scope,
  kind: string,
  id: string,
): Promise<boolean> {
  if (scope.kind !== 'platform' && scope.kind !== 'agent') return false;
  const agentId = scope.kind === 'agent' ? scope.agentId : null;
  const known = Object.hasOwn(isThere, kind) ? isThere[kind] : undefined;
  if (known !== undefined && !isId(id)) return false;
  if (known === undefined && agentId !== null) return false;
  const condition =
    known?.(agentId, BigInt(id)) ?? sql<boolean>`EXISTS (SELECT FROM audit_of(${kind}, ${id}))`;
  const { rows } = await sql<{ open: boolean }>`SELECT ${condition} AS open`.execute(db);
  return rows[0]?.open === true;
}
