import type { RoleName } from '@suanpan/domain/access/roles';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Holder } from './permissions-of.ts';

interface HolderRow {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly own_grant: string[] | null;
  readonly role: string | null;
  readonly role_grant: string[] | null;
  readonly allow_manual_balance: boolean;
  readonly allow_manual_payout: boolean;
  readonly owner_id: bigint | null;
}

export interface HolderAndRole {
  readonly holder: Holder;
  readonly role: string | null;
}

/** What decides a user's rights, his owner's included. */
export async function readHolder(db: Kysely<Tables>, id: bigint): Promise<HolderAndRole | undefined> {
  return (await readHolders(db, [id]))[0];
}

/** The same for several users, in no fixed order; an id without a user is left out. */
export async function readHolders(db: Kysely<Tables>, ids: readonly bigint[]): Promise<HolderAndRole[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<HolderRow>`
    SELECT u.id, u.kind, u.permissions AS own_grant, r.name AS role, r.permissions AS role_grant,
           u.allow_manual_balance, u.allow_manual_payout,
           CASE WHEN u.kind IN ('staffSub', 'customerSub') THEN u.parent_id END AS owner_id
    FROM app_user u LEFT JOIN role r ON r.id = u.role_id WHERE u.id = ANY (${ids}::bigint[])`.execute(db);
  const owners = await readHolders(db, [
    ...new Set(rows.flatMap(({ owner_id: id }) => (id === null ? [] : [id]))),
  ]);
  return rows.map((row) => ({
    role: row.role,
    holder: {
      id: row.id,
      kind: row.kind,
      ownGrant: row.own_grant,
      roleGrant: row.role_grant,
      allowManualBalance: row.allow_manual_balance,
      allowManualPayout: row.allow_manual_payout,
      owner: owners.find(({ holder }) => holder.id === row.owner_id)?.holder ?? null,
    },
  }));
}
