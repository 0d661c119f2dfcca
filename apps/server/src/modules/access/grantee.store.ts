import type { UserStatus } from '@suanpan/domain/states/user';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { emit } from '../../platform/outbox/emit.ts';
import { readHolder } from '../rights/index.ts';
import type { Holder } from '../rights/index.ts';

/** A user who is given rights, with all that decides those he has. */
export interface Grantee {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly status: UserStatus;
  readonly agent_id: bigint | null;
  readonly role_id: bigint | null;
  readonly role: string | null;
  readonly updated_at: Date;
  readonly holder: Holder;
}

export async function findGrantee(db: Kysely<Tables>, id: bigint): Promise<Grantee | undefined> {
  const { rows } = await sql<Omit<Grantee, 'holder' | 'role'>>`
    SELECT id, username, name, status, agent_id, role_id, updated_at FROM app_user
    WHERE id = ${id} AND status <> 'archived'`.execute(db);
  const [found, [row]] = [await readHolder(db, id), rows];
  return row === undefined || found === undefined ? undefined : { ...row, ...found };
}

/** The row of the user's new role, then his own, so that neither changes until the grant stands. */
export async function lockGrantee(tx: Tx, id: bigint, roleId: bigint | null): Promise<Grantee | undefined> {
  await sql`SELECT id FROM role WHERE id = ${roleId}::bigint FOR SHARE`.execute(tx);
  await sql`SELECT id FROM app_user WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return findGrantee(tx, id);
}

/** The platform's roles `r` have no owner, or one of its own people. */
export const isOfPlatform = sql`(r.owner_id IS NULL OR EXISTS (
  SELECT FROM app_user o WHERE o.id = r.owner_id AND o.kind IN ('admin', 'manager')))`;

export interface RoleChoice {
  readonly id: bigint;
  readonly name: string;
  readonly permissions: string[];
}

/** Roles that a user can be given: the platform's, or for a sub-account those that its owner made. */
export async function listRoleChoices(
  db: Kysely<Tables>,
  { owner }: Pick<Holder, 'owner'>,
): Promise<RoleChoice[]> {
  const isPlatforms = owner === null || owner.kind === 'admin' || owner.kind === 'manager';
  const { rows } = await sql<RoleChoice>`
    SELECT r.id, r.name, r.permissions FROM role r
    WHERE ${isPlatforms ? isOfPlatform : sql`r.owner_id = ${owner.id}`} ORDER BY r.name`.execute(db);
  return rows;
}

/** What a user has from now on; what is left out stays. */
export interface NewRights {
  readonly roleId?: bigint | null;
  readonly permissions: readonly string[] | null;
  readonly allowManualBalance?: boolean | undefined;
  readonly allowManualPayout?: boolean | undefined;
}

/** A sub-account that waited for its access becomes active with it. Every change is another version. */
export async function saveRights(tx: Tx, userId: bigint, rights: NewRights): Promise<void> {
  const { roleId, permissions, allowManualBalance, allowManualPayout } = rights;
  await sql`
    UPDATE app_user SET permissions = ${permissions}::text[],
      role_id = CASE WHEN ${roleId !== undefined} THEN ${roleId ?? null}::bigint ELSE role_id END,
      allow_manual_balance = coalesce(${allowManualBalance ?? null}::boolean, allow_manual_balance),
      allow_manual_payout = coalesce(${allowManualPayout ?? null}::boolean, allow_manual_payout),
      status = CASE WHEN status = 'pending' AND kind IN ('staffSub', 'customerSub') THEN 'active' ELSE status END,
      updated_at = greatest(business_now(), updated_at + interval '1 millisecond')
    WHERE id = ${userId}`.execute(tx);
}

/** A user and the sub-accounts that are bounded by him. */
export async function boundedBy(tx: Tx, userId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM app_user
    WHERE id = ${userId} OR (parent_id = ${userId} AND kind IN ('staffSub', 'customerSub'))`.execute(tx);
  return rows.map((row) => row.id);
}

/** Their browsers come back with the rights of this moment. */
export async function tellChangedRights(tx: Tx, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length === 0) return;
  await emit(tx, [
    { kind: 'access.changed', subject: 'access', payload: { user_ids: userIds.map((id) => id.toString()) } },
  ]);
}
