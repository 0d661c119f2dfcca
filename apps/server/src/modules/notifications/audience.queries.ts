import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** A user who may have to be told, with what decides his rights. */
export interface PersonRow {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly own_grant: string[] | null;
  readonly role_grant: string[] | null;
  readonly allow_manual_balance: boolean;
  readonly allow_manual_payout: boolean;
  readonly owner_id: bigint | null;
  readonly owner_kind: RoleName | null;
  readonly owner_grant: string[] | null;
  readonly owner_role_grant: string[] | null;
  readonly owner_allow_manual_balance: boolean | null;
  readonly owner_allow_manual_payout: boolean | null;
  /** He switched the ringing of new collection orders on. */
  readonly rings: boolean;
}

/** The key under which a user keeps that new collection orders ring for him (value `true`). */
export const newCollectionPreference = 'collections.ring';

/**
 * Active people of the platform (when asked), of these senior agents and of these merchants, each with his
 * sub-accounts, and the users named.
 */
export async function findPeople(
  db: Kysely<Tables>,
  wanted: {
    readonly platform: boolean;
    readonly ownerIds: readonly bigint[];
    readonly userIds: readonly bigint[];
  },
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT u.id, u.kind, u.permissions AS own_grant, r.permissions AS role_grant, u.allow_manual_balance,
           u.allow_manual_payout, o.id AS owner_id, o.kind AS owner_kind, o.permissions AS owner_grant,
           orole.permissions AS owner_role_grant, o.allow_manual_balance AS owner_allow_manual_balance,
           o.allow_manual_payout AS owner_allow_manual_payout,
           EXISTS (
             SELECT FROM user_preference p
             WHERE p.user_id = u.id AND p.key = ${newCollectionPreference} AND p.value = 'true') AS rings
    FROM app_user u
    LEFT JOIN role r ON r.id = u.role_id
    LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
    LEFT JOIN role orole ON orole.id = o.role_id
    WHERE u.status = 'active' AND (o.id IS NULL OR o.status = 'active')
      AND ((${wanted.platform} AND (u.kind IN ('admin', 'manager') OR o.kind IN ('admin', 'manager')))
           OR u.id = ANY (${wanted.ownerIds}::bigint[]) OR o.id = ANY (${wanted.ownerIds}::bigint[])
           OR u.id = ANY (${wanted.userIds}::bigint[]))
    ORDER BY u.id`.execute(db);
  return rows;
}

/** Everybody with a live session, and the active people of the platform. */
export async function listSignedIn(db: Kysely<Tables>): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT u.id FROM app_user u
    WHERE (u.status = 'active' AND u.kind IN ('admin', 'manager'))
       OR EXISTS (SELECT FROM session s WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > now())
    ORDER BY u.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether anybody at all has new collection orders ring; nearly always nobody. */
export async function somebodyRings(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ rings: boolean }>`
    SELECT EXISTS (
      SELECT FROM user_preference WHERE key = ${newCollectionPreference} AND value = 'true') AS rings`.execute(
    db,
  );
  return rows[0]?.rings ?? false;
}

export async function findChannelNames(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<{ readonly id: bigint; readonly name: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('channel_account').select(['id', 'name']).where('id', 'in', ids).execute();
}

export async function findUserNames(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<{ readonly id: bigint; readonly name: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('app_user').select(['id', 'name']).where('id', 'in', ids).execute();
}
