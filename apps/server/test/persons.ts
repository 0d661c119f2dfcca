import type { Pool } from 'pg';
import { handledDays } from '@suanpan/domain/limits';

/** As if all that others gave an account, or reset of it, lay so many hours further back. */
export async function letHoursPass(admin: Pool, userId: bigint, hours: number): Promise<void> {
  // The record takes no updates; only a session that runs no triggers can make it older.
  await admin.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    UPDATE account_change SET at = at - ${hours} * interval '1 hour' WHERE user_id = ${userId};
    COMMIT`);
}

/** Somebody made through the back office, as he stands later: confirmed as another human, and left alone for long. */
export async function settlePerson(admin: Pool, userId: bigint): Promise<void> {
  await admin.query('UPDATE app_user SET person_id = id WHERE id = $1', [userId]);
  await letHoursPass(admin, userId, handledDays * 24 + 1);
}
