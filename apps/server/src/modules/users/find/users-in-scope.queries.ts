import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';

/** A user as far as deciding about him goes. */
export interface UserRecord {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly username: string;
  readonly name: string;
  readonly status: UserStatus;
  readonly parent_id: bigint | null;
  readonly parent_kind: RoleName | null;
  readonly person_id: bigint;
  readonly agent_id: bigint | null;
  readonly sub_agent_id: bigint | null;
  readonly middleman_id: bigint | null;
  readonly tenant_path: string;
  readonly currency: Currency;
  readonly permissions: string[] | null;
  readonly role_id: bigint | null;
  readonly totp_bound: boolean;
  readonly switched_off_by: bigint | null;
  readonly updated_at: Date;
}

/** Which rows `u` of app_user a scope shows: the tree below a senior agent, else what belongs to the caller's owner. */
export function usersInScope(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`u.tenant_path LIKE ${`${scope.agentId}.%`}`;
    case 'subAgent':
      return sql`${scope.subAgentId} IN (u.id, u.parent_id, u.sub_agent_id)`;
    case 'customer':
      return sql`${scope.customerId} IN (u.id, u.parent_id)`;
    case 'middleman':
      return sql`${scope.middlemanId} IN (u.id, u.parent_id)`;
  }
}

/** The user, if the scope shows him. */
export async function findUser(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<UserRecord | undefined> {
  return (await readUsers(db, scope, [id], sql``))[0];
}

/** Those of them that the scope shows. */
export function findUsers(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly bigint[],
): Promise<readonly UserRecord[]> {
  return readUsers(db, scope, ids, sql``);
}

/** The user of `findUser`, locked until the end of the transaction, so that two edits of one user follow each other. */
export async function lockUserInScope(tx: Tx, scope: Scope, id: bigint): Promise<UserRecord | undefined> {
  return (await readUsers(tx, scope, [id], sql`FOR NO KEY UPDATE OF u`))[0];
}

async function readUsers(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly bigint[],
  lock: RawBuilder<unknown>,
): Promise<UserRecord[]> {
  const { rows } = await sql<UserRecord>`
    SELECT u.id, u.kind, u.username, u.name, u.status, u.parent_id, p.kind AS parent_kind, u.person_id,
           u.agent_id, u.sub_agent_id, u.middleman_id, u.tenant_path, u.currency, u.permissions, u.role_id,
           u.totp_bound_at IS NOT NULL AS totp_bound, u.switched_off_by, u.updated_at
    FROM app_user u LEFT JOIN app_user p ON p.id = u.parent_id
    WHERE u.id = ANY (${ids}::bigint[]) AND ${usersInScope(scope)} ${lock}`.execute(db);
  return rows;
}

export async function findParent(db: Kysely<Tables>, id: bigint): Promise<bigint | undefined> {
  const row = await db.selectFrom('app_user').select('parent_id').where('id', '=', id).executeTakeFirst();
  return row?.parent_id ?? undefined;
}
