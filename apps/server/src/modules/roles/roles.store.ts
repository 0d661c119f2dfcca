import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';
import { roleColumns } from './roles.queries.ts';
import type { RoleRow } from './roles.queries.ts';

/**
 * A role under its row lock. The caller has checked before that it is in his tree. The holders are counted after the
 * lock is taken.
 */
export async function lockRole(tx: Tx, id: bigint): Promise<RoleRow | undefined> {
  await sql`SELECT id FROM role WHERE id = ${id} FOR UPDATE`.execute(tx);
  const { rows } = await sql<RoleRow>`SELECT ${roleColumns} FROM role r WHERE r.id = ${id}`.execute(tx);
  return rows[0];
}

/** Whether another role of this owner has the name. Nobody else gives it to one until the transaction ends. */
export async function isNameTaken(
  tx: Tx,
  { ownerId, name }: { readonly ownerId: bigint | null; readonly name: string },
  exceptId: bigint | null = null,
): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('role ' || ${String(ownerId)} || ' ' || lower(${name}), 0))`.execute(
    tx,
  );
  const { rows } = await sql`
    SELECT FROM role WHERE lower(name) = lower(${name}) AND owner_id IS NOT DISTINCT FROM ${ownerId}::bigint
      AND id IS DISTINCT FROM ${exceptId}::bigint LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Of a name that its owner has not given (`isNameTaken`). */
export async function insertRole(
  tx: Tx,
  role: { readonly name: string; readonly ownerId: bigint | null; readonly permissions: readonly string[] },
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO role (name, owner_id, permissions, created_at, updated_at)
    VALUES (${role.name}, ${role.ownerId}::bigint, ${role.permissions}::text[], business_now(), business_now())
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The role was not stored');
  return id;
}

/** Every change is another version, also two in the same millisecond. */
export async function saveRole(
  tx: Tx,
  id: bigint,
  role: { readonly name: string; readonly permissions: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE role SET name = ${role.name}, permissions = ${role.permissions}::text[],
                    updated_at = greatest(business_now(), updated_at + interval '1 millisecond')
    WHERE id = ${id}`.execute(tx);
}

/** Removes a role that nobody has any more; archived people lose it with it. */
export async function removeRole(tx: Tx, id: bigint): Promise<void> {
  await sql`UPDATE app_user SET role_id = NULL WHERE role_id = ${id} AND status = 'archived'`.execute(tx);
  await sql`DELETE FROM role WHERE id = ${id}`.execute(tx);
}

/** Everybody whose rights follow this role: its holders, and the sub-accounts that are bounded by them. */
export async function peopleOfRole(tx: Tx, id: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT u.id FROM app_user u LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
    WHERE u.role_id = ${id} OR o.role_id = ${id}`.execute(tx);
  return rows.map((row) => row.id);
}
