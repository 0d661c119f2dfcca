import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** By what the transfer of an attempt is known. Times are wall times, as accounts tell theirs. */
export interface Waiting {
  readonly order_id: bigint;
  readonly request_no: string;
  readonly destination: string;
  readonly amount: bigint;
  readonly asked_at: Date;
  readonly freed_at: Date | null;
  readonly real_name: string | null;
  readonly payer_last5: string | null;
  readonly is_pending: boolean;
}

const waiting = sql`
  SELECT t.order_id, a.request_no, t.destination, t.amount, a.asked_at, t.freed_at, o.real_name, o.payer_last5,
         o.status = 'pending' AS is_pending
  FROM awaited_transfer t
  JOIN collection_order o ON o.id = t.order_id
  JOIN collection_attempt a ON a.order_id = t.order_id AND a.channel_account_id = t.channel_account_id`;

/** How an order waits at an account that only tells what came in; undefined where it does not. */
export async function findWaiting(
  db: Kysely<Tables>,
  orderId: bigint,
  channelAccountId: bigint,
): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    ${waiting} WHERE t.order_id = ${orderId} AND t.channel_account_id = ${channelAccountId}
    ORDER BY a.n DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Who waited for something at a place when it came in there. */
export async function listWaiting(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  came: { readonly destination: string; readonly at: Date },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    ${waiting} WHERE t.channel_account_id = ${channelAccountId} AND t.destination = ${came.destination}
      AND a.asked_at <= ${came.at}::timestamptz + interval '1 minute' AND (t.freed_at IS NULL OR t.freed_at >= ${came.at})
    ORDER BY t.order_id`.execute(db);
  return rows;
}

/** Which of these payments of an account are booked, in whatever way. */
export async function bookedRefs(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  refs: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ provider_ref: string }>`
    SELECT provider_ref FROM provider_confirmation
    WHERE channel_account_id = ${channelAccountId} AND provider_ref = ANY (${[...refs]}::text[])`.execute(db);
  return new Set(rows.map(({ provider_ref }) => provider_ref));
}

/** Whether a payment lies aside as nobody's. */
export async function liesUnidentified(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  ref: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM provider_confirmation
    WHERE channel_account_id = ${channelAccountId} AND provider_ref = ${ref} AND order_id IS NULL`.execute(
    db,
  );
  return rows.length > 0;
}

export interface DueFeed {
  readonly channel_account_id: bigint;
  readonly read_until: Date | null;
  /** When it was read for the first time. */
  readonly begun_at: Date | null;
}

/** Which of these accounts are to be read; one that was never read before begins now. */
export async function dueFeeds(
  db: Kysely<Tables>,
  channelAccountIds: readonly bigint[],
  everyMs: number,
): Promise<DueFeed[]> {
  const { rows } = await sql<DueFeed>`
    SELECT a.id AS channel_account_id, f.read_until, f.begun_at
    FROM unnest(${[...channelAccountIds]}::bigint[]) AS a (id)
    LEFT JOIN channel_feed f ON f.channel_account_id = a.id
    WHERE f.looked_at IS NULL OR f.looked_at <= now() - ${everyMs} * interval '1 millisecond'
    ORDER BY f.looked_at NULLS FIRST`.execute(db);
  return rows;
}

export interface UnreadFeed {
  readonly id: bigint;
  readonly name: string;
  /** From its provider's last answer to the last look, in minutes. */
  readonly minutes: string;
}

/** How long each account in use that is read has been looked at in vain: while nobody looks, nobody waits for an answer. */
export async function unreadFeeds(db: Kysely<Tables>): Promise<UnreadFeed[]> {
  const { rows } = await sql<UnreadFeed>`
    SELECT a.id, a.name, round(greatest(0, extract(epoch FROM f.looked_at - f.answered_at)) / 60, 1)::text AS minutes
    FROM channel_feed f JOIN channel_account a ON a.id = f.channel_account_id
    WHERE a.enabled ORDER BY a.id`.execute(db);
  return rows;
}
