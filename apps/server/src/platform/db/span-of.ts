import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Into which stretches of time rows are counted. */
export type Span = 'day' | 'hour';

/** The stretch that an instant falls in: a business day as `yyyy-mm-dd`, or the instant at which its hour began. */
export function spanOf(span: Span, column: string): RawBuilder<string> {
  const at = sql.ref(column);
  return span === 'day'
    ? sql<string>`business_day(${at})::text`
    : sql<string>`to_char(date_trunc('hour', ${at} AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
}
