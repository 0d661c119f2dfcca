import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { rareOrders } from '../../orders/index.ts';
import type { WholeDays } from '../../orders/index.ts';
import { failed, succeeded } from './outcome.queries.ts';

// The parts that totals of whole days are summed up from, each a row a currency of the order `o`: of how many orders, successes and
// failures, asked for how much, and what was paid, credited and kept as fee. `ofWhom` says whose, and tells no state and no dates.

// What is kept and what came since, neither of them brought to one row a key first: it is summed up anyway.
const keptDays = sql`(
  SELECT day, customer_id, agent_id, sub_agent_id, currency, created_count, created_amount, success_count, actual_amount,
         accounted_amount, fee
  FROM collection_day
  UNION ALL
  SELECT business_day(created_at), customer_id, agent_id, sub_agent_id, currency, created_count, created_amount, success_count,
         actual_amount, accounted_amount, fee
  FROM collection_uncounted)`;
const keptFailures = sql`(
  SELECT day, customer_id, agent_id, sub_agent_id, currency, failed_count FROM collection_channel_day WHERE failed_count <> 0
  UNION ALL
  SELECT day, customer_id, agent_id, sub_agent_id, currency, failed_count
  FROM counted_by_channel(ARRAY(SELECT n FROM collection_delta n)))`;

const dayOfThese = ({ from, to }: WholeDays): RawBuilder<unknown> =>
  sql`k.day >= business_day(${from}) AND k.day < business_day(${to})`;

/** By the sums of each merchant; the first part names the columns of what follows. */
export function byMerchant(ofWhom: RawBuilder<unknown>, days: WholeDays): RawBuilder<unknown>[] {
  const kept = (table: RawBuilder<unknown>, sums: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT o.currency, ${sums} FROM (SELECT d.*, nullif(d.sub_agent_id, 0) AS general_id FROM ${table} d) k
    CROSS JOIN LATERAL (SELECT k.customer_id, k.agent_id, k.general_id AS sub_agent_id, k.currency) o
    WHERE ${ofWhom} AND ${dayOfThese(days)}
    GROUP BY o.currency`;
  return [
    kept(
      keptDays,
      sql`sum(k.created_count) AS count, sum(k.success_count) AS success_count, 0 AS failed_count, sum(k.created_amount) AS amount,
          sum(k.actual_amount) AS actual, sum(k.accounted_amount) AS accounted, sum(k.fee) AS fee`,
    ),
    kept(keptFailures, sql`0, 0, sum(k.failed_count), 0, 0, 0, 0`),
  ];
}

/** Where an order stands as the sums by senior agent tell it, told by the common state of each. */
function standsOf(status: readonly string[] | undefined) {
  const isAsked = (common: string): boolean => status?.includes(common) ?? true;
  return { pending: isAsked('pending'), success: isAsked('success'), failed: isAsked('expired') };
}

/** By the sums of each senior agent, of one state or more. */
export function byAgent(
  ofWhom: RawBuilder<unknown>,
  days: WholeDays,
  status: readonly string[] | undefined,
): RawBuilder<unknown> {
  const { failed: hasFailed, pending, success } = standsOf(status);
  const of = (isAsked: boolean, sum: RawBuilder<unknown>): RawBuilder<unknown> => (isAsked ? sum : sql`0`);
  const each = (what: 'count' | 'amount'): RawBuilder<unknown> => {
    const [made, paid, lost] = (['created', 'success', 'failed'] as const).map((name) =>
      sql.ref(`k.${name}_${what}`),
    );
    return sql`sum(${of(pending, sql`${made} - ${paid} - ${lost}`)} + ${of(success, sql`${paid}`)} + ${of(hasFailed, sql`${lost}`)})`;
  };
  return sql`
    SELECT o.currency, ${each('count')} AS count, ${of(success, sql`sum(k.success_count)`)} AS success_count,
           ${of(hasFailed, sql`sum(k.failed_count)`)} AS failed_count, ${each('amount')} AS amount,
           ${of(success, sql`sum(k.actual_amount)`)} AS actual, ${of(success, sql`sum(k.accounted_amount)`)} AS accounted,
           ${of(success, sql`sum(k.fee)`)} AS fee
    FROM collection_agent_day_now k
    CROSS JOIN LATERAL (
      SELECT k.agent_id, nullif(k.channel_id, 0) AS channel_id, nullif(k.channel_account_id, 0) AS channel_account_id, k.currency
    ) o
    WHERE ${ofWhom} AND ${dayOfThese(days)}
    GROUP BY o.currency`;
}

/**
 * What stands rarely: what the sums by senior agent count with the common state of its kind and is not asked for, taken away; what
 * is asked for without that, added; and what was paid and set aside, which stands on orders that are no success and in no sum.
 */
export function rareOnes(
  which: RawBuilder<unknown>,
  status: readonly string[] | undefined,
): RawBuilder<unknown> {
  const { failed: hasFailed, pending, success } = standsOf(status);
  const isAsked = status === undefined ? sql`true` : sql`o.status = ANY (${status})`;
  const isCounted = sql`CASE WHEN ${succeeded} THEN ${sql.lit(success)} WHEN ${failed} THEN ${sql.lit(hasFailed)} ELSE ${sql.lit(pending)} END`;
  const sum = (what: string): RawBuilder<unknown> => sql`coalesce(sum(${sql.ref(`o.${what}`)} * c.paid), 0)`;
  return sql`
    SELECT o.currency, coalesce(sum(c.one), 0), coalesce(sum(c.one) FILTER (WHERE ${succeeded}), 0),
           coalesce(sum(c.one) FILTER (WHERE ${failed}), 0), coalesce(sum(c.one * o.order_amount), 0), ${sum('actual_amount')},
           ${sum('accounted_amount')}, ${sum('fee')}
    FROM ${rareOrders('collection')} o
    CROSS JOIN LATERAL (
      SELECT e.asked - e.counted AS one, CASE WHEN ${succeeded} THEN e.asked - e.counted ELSE e.asked END AS paid
      FROM (SELECT (${isAsked})::int AS asked, (${isCounted})::int AS counted) e
    ) c
    WHERE ${which} AND NOT o.is_test
    GROUP BY o.currency`;
}
