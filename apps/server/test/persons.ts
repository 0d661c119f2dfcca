import type { Pool } from 'pg';

/** As if all that others gave an account, or reset of it, lay so many hours further back. */
export async function letHoursPass(admin: Pool, userId: bigint, hours: number): Promise<void> {
  // The record takes no updates; only a session that runs no triggers can make it older.
  await admin.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    UPDATE account_change SET at = at - ${hours} * interval '1 hour' WHERE user_id = ${userId};
    COMMIT`);
}

/** How long others have an account in hand, and how long one that they reset decides nothing: `hands_on`, `is_seasoned`. */
export const handledDays = 7;
export const seasoningHours = 72;

/** Somebody made through the back office, as he stands later: confirmed as another human, and left alone for long. */
export async function settlePerson(admin: Pool, userId: bigint): Promise<void> {
  await admin.query('UPDATE app_user SET person_id = id WHERE id = $1', [userId]);
  await letHoursPass(admin, userId, handledDays * 24 + 1);
}
