import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOrderScope } from '../../orders/index.ts';

/** What payouts are grouped by, and what of a payout that is; a payout that is paid has no failure. */
const columns = {
  day: sql`business_day(o.created_at)::text`,
  hour: sql`to_char(o.created_at AT TIME ZONE 'UTC' + interval '8 hours', 'HH24')`,
  status: sql`o.status`,
  failure: sql`''`,
  bank: sql`o.bank_code`,
  customer: sql`o.customer_id`,
  agent: sql`o.agent_id`,
  subAgent: sql`coalesce(o.sub_agent_id, 0)`,
  channel: sql`coalesce(o.channel_id, 0)`,
  channelAccount: sql`coalesce(o.channel_account_id, 0)`,
} as const;
export type PayoutDimension = keyof typeof columns;
export const isPayoutDimension = (one: string): one is PayoutDimension => Object.hasOwn(columns, one);

export interface PayoutTimesQuestion {
  readonly scope: Scope;
  readonly currency: Currency;
  /** Half open, by the time of the making; no more than two days, for it reads the payouts themselves. */
  readonly from: Date;
  readonly to: Date;
  readonly of: Readonly<Partial<Record<PayoutDimension, bigint>>>;
}

export interface TimeToPayout {
  /** Its parts, joined by blanks; null is all groups together. */
  readonly group: string | null;
  /** The median, and what nineteen of twenty keep within, in whole seconds. */
  readonly p50: number;
  readonly p95: number;
}

/** How long payouts took from being accepted to being paid, of each group and of all, from one reading of the payouts. */
export async function timesToPayout(
  db: Kysely<Tables>,
  { scope, currency, from, to, of }: PayoutTimesQuestion,
  by: readonly PayoutDimension[],
): Promise<TimeToPayout[]> {
  const asked = Object.entries(of).map(([one, id]) => sql`${columns[one as PayoutDimension]} = ${id}`);
  const parts = by.length === 0 ? sql`''` : sql`concat_ws(' ', ${sql.join(by.map((one) => columns[one]))})`;
  const within = (share: number) => sql`percentile_disc(${sql.lit(share)}) WITHIN GROUP (ORDER BY p.seconds)`;
  const { rows } = await sql<TimeToPayout>`
    SELECT CASE grouping(p.parts) WHEN 0 THEN p.parts END AS group, ${within(0.5)} AS p50, ${within(0.95)} AS p95
    FROM (
      SELECT ${parts} AS parts, floor(extract(epoch FROM o.completed_at - o.created_at))::int AS seconds
      FROM whole.payout_order o
      WHERE ${sql.join([inOrderScope(scope), ...asked], sql` AND `)} AND o.currency = ${currency}
        AND o.created_at >= ${from} AND o.created_at < ${to} AND o.status = 'paid' AND NOT o.is_test
    ) p
    GROUP BY GROUPING SETS ((p.parts), ()) HAVING count(*) > 0`.execute(db);
  return rows;
}
