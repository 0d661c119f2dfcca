import type { SkipReason } from '@suanpan/domain/routing/candidate';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

/** Another order took what was left of a channel's limit between the choice and its reservation: choose again. */
export class ChannelFull extends Error {
  override readonly name = 'ChannelFull';
  readonly channelId: bigint;
  readonly reason: SkipReason;

  constructor(channelId: bigint, reason: SkipReason) {
    super(reason);
    this.channelId = channelId;
    this.reason = reason;
  }
}

export interface Reservation {
  readonly kind: 'collection' | 'payout';
  readonly orderId: bigint;
  readonly channelId: bigint;
  /** The merchant's use of the channel. */
  readonly methodId: bigint;
  /** Minor units. */
  readonly amount: bigint;
}

/**
 * Reserves what an order takes of its channel's limits, the last thing of its transaction. Throws `ChannelFull` where it does not
 * fit any more, and a lock timeout after 50 ms.
 */
export async function reserveChannel(tx: Tx, wanted: Reservation): Promise<void> {
  const { rows } = await sql<{ full: SkipReason | null }>`
    SELECT reserve_channel(${wanted.kind}, ${wanted.orderId}, ${wanted.channelId}, ${wanted.methodId}, ${wanted.amount})
      AS full`.execute(tx);
  const full = rows[0]?.full ?? null;
  if (full !== null) throw new ChannelFull(wanted.channelId, full);
}

/** Gives back what an order holds of its channel's limits, when it surely does not go by it; nothing where it holds none. */
export async function releaseChannel(tx: Tx, kind: Reservation['kind'], orderId: bigint): Promise<void> {
  await sql`SELECT release_channel(${kind}, ${orderId})`.execute(tx);
}

/** Has the day of a channel counted anew: an order came to it without asking its limits. Nothing where it has none. */
export async function countAnew(tx: Tx, channelId: bigint): Promise<void> {
  await sql`
    UPDATE channel_usage SET is_whole = false
    WHERE channel_id = ${channelId} AND day = business_day(business_now())`.execute(tx);
}

/** Counts what came before a limit was set, and ends the reservations of all orders that have ended; answers how many. */
export async function finishReservations(db: Kysely<Tables>): Promise<number> {
  const most = 1_000;
  await sql`SELECT recount_channels()`.execute(db);
  for (let ended = 0; ;) {
    const { rows } = await sql<{ ended: number }>`SELECT finish_reservations(${most}) AS ended`.execute(db);
    ended += rows[0]?.ended ?? 0;
    if ((rows[0]?.ended ?? 0) < most) return ended;
  }
}
