import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The wall clock: sessions, TOTP, nonces, signatures, leases, rate limits, retry delays.
 * `monotonicMs` measures durations and never jumps. Money and calendars follow `businessNow`.
 */
export interface WallClock {
  now(): Date;
  monotonicMs(): number;
}

export const wallClock: WallClock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

/**
 * The business clock: the database's now() plus the offset row, to the microsecond truncated to milliseconds.
 * Within one transaction every call answers the same instant.
 */
export async function businessNow<Tables>(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT business_now() AS now`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('business_now() answered no row');
  return row.now;
}

/** The present in business time, and what an instant of the wall clock, such as a provider's, is in it. */
export async function businessTimeOf<Tables>(
  db: Kysely<Tables>,
  wall: Date | null,
): Promise<{ readonly now: Date; readonly at: Date | null }> {
  const { rows } = await sql<{ now: Date; at: Date | null }>`
    SELECT business_now() AS now, ${wall}::timestamptz + (business_now() - now()) AS at`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('business_now() answered no row');
  return row;
}
