import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { inOrderScope } from '../../orders/index.ts';
import { succeeded } from './outcome.queries.ts';
import type { Subject } from './order-sums.queries.ts';

/** What orders are grouped by, and what of an order that is. */
const columns = {
  day: sql`business_day(o.created_at)`,
  customer: sql`o.customer_id`,
  agent: sql`o.agent_id`,
  subAgent: sql`coalesce(o.sub_agent_id, 0)`,
  channel: sql`coalesce(o.channel_id, 0)`,
  channelAccount: sql`coalesce(o.channel_account_id, 0)`,
} as const;
export type PayDimension = keyof typeof columns;

export interface PayQuestion extends Subject {
  /** Half open, by the time of creation; no more than two days, for it reads the orders themselves. */
  readonly from: Date;
  readonly to: Date;
  readonly of: Readonly<Partial<Record<PayDimension, bigint>>>;
}

export interface TimeToPay {
  /** Its parts, joined by blanks; null is all groups together. */
  readonly group: string | null;
  /** The median, in whole seconds. */
  readonly seconds: number;
}

/** How long payers took, from the making of an order to its payment, of each group and of all, from one reading of the orders. */
export async function timesToPay(
  db: Kysely<Tables>,
  { scope, currency, from, to, of }: PayQuestion,
  by: readonly PayDimension[],
): Promise<TimeToPay[]> {
  const asked = Object.entries(of).map(([one, id]) => sql`${columns[one as PayDimension]} = ${id}`);
  const parts = by.length === 0 ? sql`''` : sql`concat_ws(' ', ${sql.join(by.map((one) => columns[one]))})`;
  const { rows } = await sql<TimeToPay>`
    SELECT CASE grouping(p.parts) WHEN 0 THEN p.parts END AS group, percentile_disc(0.5) WITHIN GROUP (ORDER BY p.seconds) AS seconds
    FROM (
      SELECT ${parts} AS parts, floor(extract(epoch FROM o.completed_at - o.created_at))::int AS seconds
      FROM whole.collection_order o
      WHERE ${sql.join([inOrderScope(scope), ...asked], sql` AND `)} AND o.currency = ${currency}
        AND o.created_at >= ${from} AND o.created_at < ${to} AND ${succeeded}
    ) p
    GROUP BY GROUPING SETS ((p.parts), ()) HAVING count(*) > 0`.execute(db);
  return rows;
}
