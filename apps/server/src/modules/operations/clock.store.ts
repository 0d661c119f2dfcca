import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';

export interface ClockReading {
  readonly now: Date;
  readonly offsetMs: number;
}

export async function readClockRow(db: Kysely<Tables>): Promise<ClockReading> {
  const { rows } = await sql<{ now: Date; offset_ms: number }>`
    SELECT business_now() AS now, (offset_us / 1000)::float8 AS offset_ms FROM business_clock`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('There is no business clock');
  return { now: row.now, offsetMs: row.offset_ms };
}

/** Moves the business clock forward; the table refuses any other direction. */
export async function advanceClock(tx: Tx, byMs: number): Promise<void> {
  await sql`UPDATE business_clock SET offset_us = offset_us + ${byMs}::bigint * 1000`.execute(tx);
}
