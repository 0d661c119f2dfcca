import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Dice } from '../fuzz/dice.ts';

/** Rows that another transaction holds for a while: a balance, or an order that is still open. */
export function createHolder(admin: pg.Pool, dice: Dice, longestMs: number) {
  const holds = new Set<Promise<void>>();

  async function holdOne(forMs: number, isBalance: boolean, place: number): Promise<void> {
    const client = await admin.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        isBalance
          ? `SELECT FROM balance WHERE account_id = (
               SELECT account_id FROM balance ORDER BY account_id OFFSET $1 % (SELECT count(*) FROM balance) LIMIT 1) FOR UPDATE`
          : `SELECT FROM collection_order WHERE id = (
               SELECT id FROM collection_order WHERE status = 'pending' ORDER BY id DESC OFFSET $1 % 50 LIMIT 1) FOR UPDATE`,
        [place],
      );
      await sleep(forMs);
      await client.query('COMMIT');
    } finally {
      client.release(true);
    }
  }

  return {
    /** Begins to hold; the caller goes on meanwhile. */
    hold(): Promise<void> {
      const held = holdOne(50 + dice.below(longestMs), dice.below(2) === 0, dice.below(1_000));
      holds.add(held);
      void held.finally(() => holds.delete(held));
      return Promise.resolve();
    },
    async letGo(): Promise<void> {
      await Promise.all(holds);
    },
  };
}

/** Cuts one of the product's connections that has work under way, as a failover would. */
export async function cutConnection(admin: pg.Pool): Promise<void> {
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('suanpan api', 'suanpan workers') AND state <> 'idle'
     ORDER BY query_start LIMIT 1`,
  );
}
