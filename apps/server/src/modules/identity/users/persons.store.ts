import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** The accounts of everybody who may be behind this one, itself included. */
export async function personsBehind(tx: Tx, userId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{
    persons: bigint[];
  }>`SELECT persons_behind(${userId}::bigint) AS persons`.execute(tx);
  return rows[0]?.persons ?? [];
}

/** From now on the account counts as another human than its maker. */
export async function confirmPerson(tx: Tx, userId: bigint): Promise<void> {
  await sql`UPDATE app_user SET person_id = id, updated_at = business_now() WHERE id = ${userId}`.execute(tx);
}
