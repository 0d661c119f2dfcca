import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { MerchantChannelRow } from '../channels.queries.ts';

/** How much of its limits a merchant's channel has used on this business day. */
export interface ChannelUsage {
  readonly method_id: bigint;
  /** Of the channel by itself: minor units and orders. */
  readonly amount: bigint;
  readonly count: number;
  /** Of this merchant's use of it. */
  readonly own_amount: bigint;
  readonly own_count: number;
  /** What the receiving account holds, and what is on its way to it. */
  readonly held: bigint;
}

export type UsageByMethod = ReadonlyMap<bigint, ChannelUsage>;

/** Whether orders by this channel count against a limit of a day or of what the account may hold. */
export function isLimited(row: MerchantChannelRow): boolean {
  return (
    row.daily_amount > 0n ||
    row.daily_count > 0 ||
    row.merchant_daily_amount > 0n ||
    row.merchant_daily_count > 0 ||
    balanceLimitOf(row) > 0n
  );
}

/** The least that the receiving account may hold, of channel and merchant; 0 is no limit. Payouts empty an account. */
export function balanceLimitOf(row: MerchantChannelRow): bigint {
  if (row.direction === 'payout') return 0n;
  const limits = [row.balance_limit, row.merchant_balance_limit].filter(
    (limit) => limit !== null && limit > 0n,
  );
  return limits.reduce<bigint>(
    (least, limit) => (limit !== null && (least === 0n || limit < least) ? limit : least),
    0n,
  );
}

/** What the channels with limits among these have used. No statement where there is no limit. */
export async function readUsage(
  db: Kysely<Tables>,
  channels: readonly MerchantChannelRow[],
): Promise<UsageByMethod> {
  const limited = channels.filter(isLimited);
  if (limited.length === 0) return new Map();
  const { rows } = await sql<ChannelUsage>`
    SELECT m.id AS method_id, coalesce(u.amount, 0) AS amount, coalesce(u.count, 0) AS count,
           coalesce(own.amount, 0) AS own_amount, coalesce(own.count, 0) AS own_count,
           coalesce(a.balance, 0) + coalesce(h.pending, 0) + coalesce(h.received, 0) AS held
    FROM (SELECT business_day(business_now()) AS today OFFSET 0) clock
    CROSS JOIN customer_method m
    JOIN channel c ON c.id = m.channel_id
    JOIN channel_account a ON a.id = c.channel_account_id
    LEFT JOIN channel_usage u ON u.channel_id = c.id AND u.method_id = 0 AND u.day = clock.today
    LEFT JOIN channel_usage own ON own.channel_id = c.id AND own.method_id = m.id AND own.day = clock.today
    LEFT JOIN channel_account_usage h ON h.channel_account_id = a.id
    WHERE m.id = ANY (${limited.map((row) => row.method_id)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.method_id, row]));
}
