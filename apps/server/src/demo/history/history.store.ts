import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';

/**
 * Moves the business clock to an instant, or leaves it where it has passed that; answers its time in this
 * transaction. The transaction then commits without waiting for the disk: nobody is told of it before the seed has
 * ended with a commit that waits, and after a crash the seed goes on from what is there. The large statements of the
 * hot path are planned once and not for each instant anew.
 */
export async function moveClockTo(tx: Tx, instant: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    UPDATE business_clock
    SET offset_us = greatest(offset_us, (extract(epoch FROM ${instant}::timestamptz - now()) * 1000000)::bigint)
    RETURNING now() + offset_us * interval '1 microsecond' AS at,
              set_config('synchronous_commit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
    tx,
  );
  const at = rows[0]?.at;
  if (at === undefined) throw new Error('There is no business clock');
  return at;
}

/** The business clock has caught up: from here on it is the wall clock. */
export async function endHistory(tx: Tx): Promise<void> {
  await sql`UPDATE business_clock SET offset_us = greatest(offset_us, 0)`.execute(tx);
}
