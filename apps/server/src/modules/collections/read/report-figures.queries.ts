import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { withinDay } from '../../../platform/db/within-day.ts';
import { failed, succeeded } from './outcome.queries.ts';

/**
 * What the collections of one business day come to for the daily statistics, by chain, channel and currency: made, succeeded and
 * failed by the day they were made, paid by the day they were settled. Test orders are in none of it. A relation, for a statement
 * of the reports.
 */
export function collectionFigures(day: string): RawBuilder<unknown> {
  return sql`
    SELECT ${keys}, count(*) AS count, count(*) FILTER (WHERE ${succeeded}) AS success_count,
           count(*) FILTER (WHERE ${failed}) AS failed_count, sum(o.order_amount) AS amount, 0 AS refunds,
           0 AS settled_count, 0 AS actual, 0 AS fee, 0 AS accounted, 0 AS payouts, 0 AS payout_amount, 0 AS payout_fee
    FROM whole.collection_order o LEFT JOIN channel c ON c.id = o.channel_id
    WHERE ${withinDay('o.created_at', day)} AND NOT o.is_test GROUP BY 1, 2, 3, 4, 5, 6, 7
    UNION ALL
    SELECT ${keys}, 0, 0, 0, 0, sum(r.amount), 0, 0, 0, 0, 0, 0, 0
    FROM whole.collection_order o JOIN refund r ON r.order_id = o.id AND r.status = 'success' LEFT JOIN channel c ON c.id = o.channel_id
    WHERE ${withinDay('o.created_at', day)} AND NOT o.is_test GROUP BY 1, 2, 3, 4, 5, 6, 7
    UNION ALL
    SELECT ${keys}, 0, 0, 0, 0, 0, count(*), sum(o.actual_amount), sum(o.fee), sum(o.accounted_amount), 0, 0, 0
    FROM journal j JOIN whole.collection_order o ON o.id = j.ref_id LEFT JOIN channel c ON c.id = o.channel_id
    WHERE j.event = 'collection.settle' AND ${withinDay('j.posted_at', day)} AND ${withinDay('o.completed_at', day)} AND ${succeeded}
    GROUP BY 1, 2, 3, 4, 5, 6, 7`;
}

/** What the sums by day of creation say of the same day, by currency. */
export function collectionsSummed(day: string): RawBuilder<unknown> {
  return sql`
    SELECT d.currency, sum(d.created_count) AS count, sum(d.created_amount) AS amount, sum(d.success_count) AS success_count
    FROM collection_day_now d WHERE d.day = ${day}::date GROUP BY d.currency`;
}

/** The past days whose collections were settled or paid back since then. */
export function collectionDaysCorrected(since: Date): RawBuilder<unknown> {
  return sql`
    SELECT business_day(o.created_at) AS day FROM journal j JOIN whole.collection_order o ON o.id = j.ref_id
    WHERE j.posted_at >= ${since} AND j.event IN ('collection.settle', 'collection.refund.done', 'collection.chargeBack')`;
}

/** The day of the first order that counts. */
export const firstCollectionDay = sql`SELECT business_day(min(o.created_at)) AS day FROM whole.collection_order o WHERE NOT o.is_test`;

const keys = sql`o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0) AS sub_agent_id, coalesce(o.middleman_id, 0) AS middleman_id,
  coalesce(o.channel_id, 0) AS channel_id, coalesce(c.name, '') AS channel, o.currency`;
