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
  readonly parent_id: bigint | null;
}

export interface HolderAndRole {
  readonly holder: Holder;
  readonly role: string | null;
}

/** What decides a user's rights, his owner's included. */
export async function readHolder(db: Kysely<Tables>, id: bigint): Promise<HolderAndRole | undefined> {
  const { rows } = await sql<HolderRow>`
    SELECT u.id, u.kind, u.permissions AS own_grant, r.name AS role, r.permissions AS role_grant,
           u.allow_manual_balance, u.allow_manual_payout,
           CASE WHEN u.kind IN ('staffSub', 'customerSub') THEN u.parent_id END AS parent_id
    FROM app_user u LEFT JOIN role r ON r.id = u.role_id WHERE u.id = ${id}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const owner = row.parent_id === null ? undefined : await readHolder(db, row.parent_id);
  return {
    role: row.role,
    holder: {
      id: row.id,
      kind: row.kind,
      ownGrant: row.own_grant,
      roleGrant: row.role_grant,
      allowManualBalance: row.allow_manual_balance,
      allowManualPayout: row.allow_manual_payout,
      owner: owner?.holder ?? null,
    },
  };
}
