import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** False when it is no longer the version that was looked at. */
export async function saveContact(
  tx: Tx,
  id: bigint,
  contact: {
    readonly name: string;
    readonly email: string | null;
    readonly phone: string | null;
    readonly version: string;
  },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE app_user SET name = ${contact.name}, email = ${contact.email}, phone = ${contact.phone},
                        updated_at = greatest(business_now(), updated_at + interval '1 millisecond')
    WHERE id = ${id} AND date_trunc('milliseconds', updated_at) = ${contact.version}::timestamptz
    RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function archiveUser(tx: Tx, id: bigint): Promise<void> {
  await sql`UPDATE app_user SET status = 'archived', updated_at = business_now() WHERE id = ${id}`.execute(
    tx,
  );
}

/** Active administrators, each under his lock, so that two who archive each other do not both succeed. */
export async function lockAdministrators(tx: Tx): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM app_user WHERE kind = 'admin' AND status = 'active' ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
