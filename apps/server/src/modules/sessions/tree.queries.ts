import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Actor, Scope } from '../../platform/http/actor.ts';

export interface TreeUserRow {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly kind: RoleName;
  readonly status: UserStatus;
  readonly parent_id: bigint | null;
  /** Of the owner of a sub-account; null for everybody else. */
  readonly owner_kind: RoleName | null;
  readonly owner_status: UserStatus | null;
}

/** The users `u` below a scope; a user himself does not stand below himself. */
export function isBelow(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`u.agent_id = ${scope.agentId}`;
    case 'subAgent':
      return sql`(u.parent_id = ${scope.subAgentId} OR u.sub_agent_id = ${scope.subAgentId} OR EXISTS (
        SELECT FROM app_user c WHERE c.id = u.customer_id AND c.sub_agent_id = ${scope.subAgentId}))`;
    case 'customer':
      return sql`(u.parent_id = ${scope.customerId} OR u.customer_id = ${scope.customerId})`;
    case 'middleman':
      return sql`u.parent_id = ${scope.middlemanId}`;
  }
}

/**
 * A user in the caller's tree, himself excluded. Only an administrator reaches administrators. Undefined for a
 * foreign user as for one who does not exist.
 */
export async function findBelow(
  db: Kysely<Tables>,
  actor: Pick<Actor, 'scope' | 'roleName' | 'effectiveUserId'>,
  userId: bigint,
): Promise<TreeUserRow | undefined> {
  const { rows } = await sql<TreeUserRow>`
    SELECT u.id, u.username, u.name, u.kind, u.status, u.parent_id, o.kind AS owner_kind, o.status AS owner_status
    FROM app_user u
    LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
    WHERE u.id = ${userId} AND u.id <> ${actor.effectiveUserId} AND ${isBelow(actor.scope)}
      AND (${actor.roleName === 'admin'} OR 'admin' NOT IN (u.kind, coalesce(o.kind, '')))`.execute(db);
  return rows[0];
}
