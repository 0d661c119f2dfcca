import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Whether an instant lies within a business day (`yyyy-mm-dd`), which begins at midnight in UTC+8; an index serves it. */
export function withinDay(column: string, day: string): RawBuilder<boolean> {
  const at = sql.ref(column);
  return sql<boolean>`(${at} >= ((${day}::date)::timestamp - interval '8 hours') AT TIME ZONE 'UTC'
    AND ${at} < ((${day}::date)::timestamp + interval '16 hours') AT TIME ZONE 'UTC')`;
}
