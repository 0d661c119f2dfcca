import { regionOffsetMinutes } from '@suanpan/domain/limits';
import { currencies } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Minor units as `formatLedger` writes them: times a power of ten, a numeric keeps all of its decimals. */
export function ledgerText(minor: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<unknown> {
  const written = Object.values(currencies).map(({ code, ledgerScale }) => {
    const unit = sql.lit(`0.${'1'.padStart(ledgerScale, '0')}`);
    return sql`WHEN ${sql.lit(code)} THEN (${minor} * ${unit}::numeric)::text`;
  });
  return sql`CASE ${currency} ${sql.join(written, sql` `)} END`;
}

/** What a clock on a wall of the platform's zone shows, seconds cut. Quicker than a format that is asked for, and as PostgreSQL writes times for us everywhere. */
export const wallText = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left((${at} AT TIME ZONE 'UTC' + ${sql.lit(`${regionOffsetMinutes} minutes`)}::interval)::text, 19)`;
