import type pg from 'pg';
import type { Clock } from '../clock.ts';

/** The bank's clock: the machine's, plus what it was moved ahead by. The movement outlives the process. */
export interface BankClock {
  now: () => Date;
  /** Moves the clock ahead; answers the new time. */
  advance: (durationMs: number) => Promise<Date>;
}

export async function openBankClock(pool: pg.Pool, system: Clock): Promise<BankClock> {
  const { rows } = await pool.query<{ aheadMs: bigint }>(
    'select ahead_ms as "aheadMs" from sandbox_bank.clock',
  );
  let aheadMs = Number(rows[0]?.aheadMs ?? 0n);
  const now = () => new Date(system() + aheadMs);
  return {
    now,
    advance: async (durationMs) => {
      const moved = await pool.query<{ aheadMs: bigint }>(
        'update sandbox_bank.clock set ahead_ms = ahead_ms + $1 returning ahead_ms as "aheadMs"',
        [durationMs],
      );
      aheadMs = Number(moved.rows[0]?.aheadMs ?? 0n);
      return now();
    },
  };
}
