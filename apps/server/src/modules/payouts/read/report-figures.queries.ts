import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { withinDay } from '../../../platform/db/within-day.ts';

/**
 * The payouts that were paid on one business day, for the daily statistics, by chain, channel and currency; one that was given
 * back since is not among them. A relation with the columns of `collectionFigures`.
 */
export function payoutFigures(day: string): RawBuilder<unknown> {
  return sql`
    SELECT o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.middleman_id, 0), coalesce(o.channel_id, 0),
           coalesce(c.name, ''), o.currency, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), sum(o.amount), sum(o.merchant_fee)
    FROM journal j JOIN whole.payout_order o ON o.id = j.ref_id LEFT JOIN channel c ON c.id = o.channel_id
    WHERE j.event IN ('payout.paid', 'payout.paidLate') AND ${withinDay('j.posted_at', day)} AND ${withinDay('o.completed_at', day)}
      AND o.status = 'paid' AND NOT o.is_test
    GROUP BY 1, 2, 3, 4, 5, 6, 7`;
}

/** The days on which payouts were paid that were given back since then. */
export function payoutDaysCorrected(since: Date): RawBuilder<unknown> {
  return sql`
    SELECT business_day(p.posted_at) AS day FROM journal j JOIN journal p ON p.event = 'payout.paid' AND p.ref_id = j.ref_id
    WHERE j.posted_at >= ${since} AND j.event = 'payout.reverse'`;
}
