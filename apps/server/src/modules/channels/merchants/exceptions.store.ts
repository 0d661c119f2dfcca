import type { TimeWindow } from '@suanpan/domain/routing/time-window';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Direction } from './method.ts';

export interface NewException {
  readonly amountMin: bigint | null;
  readonly amountMax: bigint | null;
  readonly payer: string | null;
  readonly hours: TimeWindow | null;
  readonly act: 'force' | 'exclude';
  readonly channelId: bigint;
  readonly until: Date | null;
  readonly note: string;
}

/** Nobody else writes this merchant's rules until the transaction ends. */
export async function lockExceptions(tx: Tx, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`channel_exception ${customerId}`}, 0))`.execute(
    tx,
  );
}

/** Puts these rules in the place of those that stand, in their order. */
export async function replaceExceptions(
  tx: Tx,
  customerId: bigint,
  direction: Direction,
  rules: readonly NewException[],
): Promise<void> {
  await sql`DELETE FROM channel_exception WHERE customer_id = ${customerId} AND direction = ${direction}`.execute(
    tx,
  );
  for (const [place, rule] of rules.entries()) {
    await sql`
      INSERT INTO channel_exception (customer_id, direction, n, amount_min, amount_max, payer, hours, act, channel_id,
        until, note)
      VALUES (${customerId}, ${direction}, ${place + 1}, ${rule.amountMin}, ${rule.amountMax}, ${rule.payer},
        ${rule.hours === null ? null : JSON.stringify(rule.hours)}::jsonb, ${rule.act}, ${rule.channelId},
        ${rule.until}, ${rule.note})`.execute(tx);
  }
}
