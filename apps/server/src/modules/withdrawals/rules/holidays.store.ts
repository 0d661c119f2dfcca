import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

interface Holiday {
  readonly day: string;
  readonly name: string;
}

/** The days on which banks rest, from today on. */
export async function readHolidays(db: Kysely<Tables>): Promise<Holiday[]> {
  const { rows } = await sql<Holiday>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, name FROM holiday
    WHERE day >= business_day((SELECT business_now())) ORDER BY day`.execute(db);
  return rows;
}

/** Replaces the list from today on; the days that are over stay. */
export async function writeHolidays(tx: Tx, holidays: readonly Holiday[]): Promise<void> {
  await sql`DELETE FROM holiday WHERE day >= business_day(business_now())`.execute(tx);
  await sql`
    INSERT INTO holiday (day, name)
    SELECT h.day::date, h.name
    FROM unnest(${holidays.map(({ day }) => day)}::text[], ${holidays.map(({ name }) => name)}::text[]) AS h (day, name)
    WHERE h.day::date >= business_day(business_now())
    ON CONFLICT (day) DO UPDATE SET name = EXCLUDED.name`.execute(tx);
}
