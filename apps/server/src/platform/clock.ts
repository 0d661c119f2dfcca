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
