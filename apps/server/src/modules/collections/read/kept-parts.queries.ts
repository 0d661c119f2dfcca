import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { rareOrders } from '../../orders/index.ts';
import type { KeptSums, WholeDays } from '../../orders/index.ts';
import { failed, succeeded } from './outcome.queries.ts';

// The parts that totals of whole days are summed up from, each a row a currency of the order `o`: of how many orders, successes and
// failures, asked for how much, and what was paid, credited and kept as fee. `ofWhom` says whose, and tells no state and no dates.

/** Of each merchant, or of all merchants of a senior agent; what is kept and what came since, with the columns of an order that tell whose it is. */
const keptTables = {
  agent: { table: sql`collection_agent_day_now`, owners: sql`k.agent_id` },
  merchant: {
    table: sql`collection_merchant_day_now`,
    owners: sql`k.customer_id, k.agent_id, nullif(k.sub_agent_id, 0) AS sub_agent_id`,
  },
};

/** Where an order stands as the sums tell it, told by the common state of each. */
function standsOf(status: readonly string[] | undefined) {
  const isAsked = (common: string): boolean => status?.includes(common) ?? true;
  return { pending: isAsked('pending'), success: isAsked('success'), failed: isAsked('expired') };
}

/** Whether a state is asked for that the kept sums count; they count what stands rarely with the common state of its kind. */
export function isCommon(status: readonly string[] | undefined): boolean {
  return Object.values(standsOf(status)).some(Boolean);
}

/** By the kept sums, of one common state or more. */
export function keptDays(
  by: KeptSums['by'],
  ofWhom: RawBuilder<unknown>,
  days: WholeDays,
  status: readonly string[] | undefined,
): RawBuilder<unknown> {
  const { owners, table } = keptTables[by];
  const { failed: hasFailed, pending, success } = standsOf(status);
  const of = (isAsked: boolean, sum: RawBuilder<unknown>): RawBuilder<unknown> => (isAsked ? sum : sql`0`);
  const each = (what: 'count' | 'amount'): RawBuilder<unknown> => {
    const [made, paid, lost] = (['created', 'success', 'failed'] as const).map((name) =>
      sql.ref(`k.${name}_${what}`),
    );
    return sql`sum(${of(pending, sql`${made} - ${paid} - ${lost}`)} + ${of(success, sql`${paid}`)} + ${of(hasFailed, sql`${lost}`)})`;
  };
  return sql`
    SELECT o.currency, ${each('count')}, ${of(success, sql`sum(k.success_count)`)}, ${of(hasFailed, sql`sum(k.failed_count)`)},
           ${each('amount')}, ${of(success, sql`sum(k.actual_amount)`)}, ${of(success, sql`sum(k.accounted_amount)`)},
           ${of(success, sql`sum(k.fee)`)}
    FROM ${table} k
    CROSS JOIN LATERAL (
      SELECT ${owners}, nullif(k.channel_id, 0) AS channel_id, nullif(k.channel_account_id, 0) AS channel_account_id, k.currency
    ) o
    WHERE ${ofWhom} AND k.day >= business_day(${days.from}) AND k.day < business_day(${days.to})
    GROUP BY o.currency`;
}

/**
 * What stands rarely: what the sums count with the common state of its kind and is not asked for, taken away; what
 * is asked for without that, added; and what was paid and set aside, which stands on orders that are no success and in no sum. The first
 * part names the columns of what follows.
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
    SELECT o.currency, coalesce(sum(c.one), 0) AS count, coalesce(sum(c.one) FILTER (WHERE ${succeeded}), 0) AS success_count,
           coalesce(sum(c.one) FILTER (WHERE ${failed}), 0) AS failed_count, coalesce(sum(c.one * o.order_amount), 0) AS amount,
           ${sum('actual_amount')} AS actual, ${sum('accounted_amount')} AS accounted, ${sum('fee')} AS fee
    FROM ${rareOrders('collection')} o
    CROSS JOIN LATERAL (
      SELECT e.asked - e.counted AS one, CASE WHEN ${succeeded} THEN e.asked - e.counted ELSE e.asked END AS paid
      FROM (SELECT (${isAsked})::int AS asked, (${isCounted})::int AS counted) e
    ) c
    WHERE ${which} AND NOT o.is_test
    GROUP BY o.currency`;
}
