import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';

export interface FoundUser {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly username: string;
  readonly name: string;
}

/** Users of the caller's own tree by their id or by a part of their names; an exact hit comes first. */
export async function findUsers(
  db: Kysely<Tables>,
  scope: Scope,
  text: string,
  limit: number,
): Promise<FoundUser[]> {
  const { rows } = await sql<FoundUser>`
    SELECT u.id, u.kind, u.username, u.name
    FROM app_user u
    WHERE ${inTree(scope)}
      AND (u.id::text = ${text} OR strpos(lower(u.username), lower(${text})) > 0
           OR strpos(lower(u.name), lower(${text})) > 0)
    ORDER BY u.id::text = ${text} DESC, lower(u.username) = lower(${text}) DESC, u.id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** Those of these users that are of the caller's own tree, in no order. */
export async function getUsersById(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly bigint[],
): Promise<FoundUser[]> {
  const { rows } = await sql<FoundUser>`
    SELECT u.id, u.kind, u.username, u.name FROM app_user u
    WHERE u.id = ANY (${ids}::bigint[]) AND ${inTree(scope)}`.execute(db);
  return rows;
}

/** Below and including the caller; a general agent also sees the merchants that are bound to him. */
function inTree(scope: Scope): RawBuilder<unknown> {
  const below = (id: bigint): RawBuilder<unknown> =>
    sql`starts_with(u.tenant_path, (SELECT top.tenant_path FROM app_user top WHERE top.id = ${id}))`;
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return below(scope.agentId);
    case 'subAgent':
      return sql`(u.sub_agent_id = ${scope.subAgentId} OR ${below(scope.subAgentId)})`;
    case 'customer':
      return below(scope.customerId);
    case 'middleman':
      return below(scope.middlemanId);
  }
}
