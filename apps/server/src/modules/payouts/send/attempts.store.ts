import { notFoundPauseMinutes, providerAskLeaseMs } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { PayoutAttemptRow } from '../payouts.queries.ts';

/** What a provider said of an attempt; null where nobody knows. */
export type Heard = 'accepted' | 'refused' | 'failed' | null;

/**
 * Gives payouts to their providers' accounts, committed before anybody asks; answers the attempts that were made. What stands
 * still is left out.
 */
export async function sendPayouts(db: Kysely<Tables>, ids: readonly bigint[]): Promise<PayoutAttemptRow[]> {
  const { rows } = await sql<PayoutAttemptRow>`
    SELECT * FROM payout_send_open(${ids}::bigint[], ${providerAskLeaseMs})`.execute(db);
  return rows;
}

/** Takes an attempt in hand whose end is open; undefined while another process has it. */
export async function takeAttempt(
  db: Kysely<Tables>,
  orderId: bigint,
  n: number,
): Promise<PayoutAttemptRow | undefined> {
  const { rows } = await sql<PayoutAttemptRow>`
    SELECT * FROM payout_take(${orderId}, ${n}::smallint, ${providerAskLeaseMs})`.execute(db);
  return rows[0];
}

/** Keeps what was heard of an attempt; false, and nothing changes, where its end is known or a refusal proves nothing. */
export async function hear(
  db: Kysely<Tables>,
  attempt: PayoutAttemptRow,
  heard: Heard,
  about: { readonly providerOrderNo?: string | null; readonly againAfterS: number },
): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    SELECT payout_heard(${attempt.order_id}, ${attempt.n}::smallint, ${attempt.asks}::smallint, ${heard},
      ${about.providerOrderNo ?? null}, now() + ${about.againAfterS} * interval '1 second', NULL) AS kept`.execute(
    db,
  );
  return rows[0]?.kept === true;
}

/** Counts that the provider does not know the number, where that says something; answers how often it did. */
export async function countNotFound(
  db: Kysely<Tables>,
  attempt: PayoutAttemptRow,
  queryMinDelayMs: number,
): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    SELECT payout_not_found(${attempt.order_id}, ${attempt.n}::smallint, ${queryMinDelayMs},
      ${notFoundPauseMinutes}) AS times`.execute(db);
  return rows[0]?.times ?? 0;
}

/** The provider knows the number after all. */
export async function forgetNotFound(db: Kysely<Tables>, attempt: PayoutAttemptRow): Promise<void> {
  if (attempt.not_found === 0) return;
  await sql`SELECT payout_found(${attempt.order_id}, ${attempt.n}::smallint)`.execute(db);
}

export interface WorkRow {
  readonly order_id: bigint;
  readonly looks: number;
  /** Until when it is in the caller's hand; another time says that somebody set it on its way anew. */
  readonly lease: string;
}

/** Takes payouts at which something is to be done, in the hand of the caller for the length of a call. */
export async function takeWork(db: Kysely<Tables>, limit: number): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    UPDATE payout_work w SET next_at = now() + ${providerAskLeaseMs} * interval '1 millisecond'
    FROM (
      SELECT order_id FROM payout_work WHERE next_at <= now() ORDER BY next_at, order_id LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ) due
    WHERE w.order_id = due.order_id
    RETURNING w.order_id, w.looks, w.next_at::text AS lease`.execute(db);
  return rows;
}

/** Puts work off, once more in vain. */
export async function postponeWork(db: Kysely<Tables>, orderId: bigint, afterS: number): Promise<void> {
  await sql`
    UPDATE payout_work SET next_at = now() + ${afterS} * interval '1 second', looks = looks + 1
    WHERE order_id = ${orderId}`.execute(db);
}

/** Nothing is left to do at this payout, unless somebody set it on its way anew since it was taken. */
export async function endWork(db: Kysely<Tables>, { lease, order_id: orderId }: WorkRow): Promise<void> {
  await sql`DELETE FROM payout_work WHERE order_id = ${orderId} AND next_at = ${lease}::timestamptz`.execute(
    db,
  );
}
