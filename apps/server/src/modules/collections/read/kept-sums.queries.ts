import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { within } from '../../../platform/db/list-query.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { endsOf, wholeDaysOf } from '../../orders/index.ts';
import type { WholeDays } from '../../orders/index.ts';
import type { CollectionFilter, CollectionSum } from './collection-search.ts';
import { succeeded } from './outcome.queries.ts';

/** Beside the dates, what of a filter the sums by day can tell apart. */
const keptBy: ReadonlySet<string> = new Set([
  'createdFrom',
  'createdTo',
  'customerId',
  'agentId',
  'subAgentId',
  'currency',
  'isTest',
] satisfies (keyof CollectionFilter)[]);

/** The days whose kept sums answer a filter, but for its ends; null where the orders themselves are to be summed up. */
export function keptDaysOf(scope: Scope, filter: CollectionFilter): WholeDays | null {
  const isKept = Object.entries(filter).every(([name, value]) => value === undefined || keptBy.has(name));
  // The sums know neither middlemen nor tests.
  return isKept && scope.kind !== 'middleman' && filter.isTest !== true ? wholeDaysOf(filter) : null;
}

/** How the list of orders reads them; in each piece the order is called `o`. */
interface OrdersOfList {
  readonly figures: RawBuilder<unknown>;
  conditions(scope: Scope, filter: CollectionFilter): readonly RawBuilder<unknown>[];
}

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

const summed = ['amount', 'actual', 'accounted', 'fee'] as const;

/**
 * The totals of a filter, one row a currency: of whole days by the kept sums, and by the orders what these leave out, all in one
 * statement and so of one moment. The same figures as the orders’ own, which proof R1 and R3 hold the kept sums against.
 */
export async function sumKept(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CollectionFilter,
  days: WholeDays,
  { conditions, figures }: OrdersOfList,
): Promise<CollectionSum[]> {
  const { createdFrom: _from, createdTo: _to, isTest, ...dateless } = filter;
  const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` AND `);
  const ofWhom = all(conditions(scope, dateless));
  const inDays = all(within('o.created_at', days.from, days.to));
  const orders = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT o.currency, count(*) AS count, ${figures} FROM whole.collection_order o
    WHERE ${ofWhom} AND ${which} GROUP BY o.currency`;
  const kept = (table: RawBuilder<unknown>, sums: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT o.currency, ${sums} FROM (SELECT d.*, nullif(d.sub_agent_id, 0) AS general_id FROM ${table} d) k
    CROSS JOIN LATERAL (SELECT k.customer_id, k.agent_id, k.general_id AS sub_agent_id, k.currency) o
    WHERE ${ofWhom} AND k.day >= business_day(${days.from}) AND k.day < business_day(${days.to})
    GROUP BY o.currency`;
  const ends = endsOf(filter, days).map(({ from, to }) =>
    orders(all([...within('o.created_at', from, to), ...(isTest === false ? [sql`NOT o.is_test`] : [])])),
  );
  const parts = [
    kept(
      keptDays,
      sql`sum(k.created_count) AS count, sum(k.success_count) AS success_count, 0 AS failed_count, sum(k.created_amount) AS amount,
          sum(k.actual_amount) AS actual, sum(k.accounted_amount) AS accounted, sum(k.fee) AS fee`,
    ),
    kept(keptFailures, sql`0, 0, sum(k.failed_count), 0, 0, 0, 0`),
    // What was paid and set aside stands on orders that are no success; each has a receipt, no older than itself.
    sql`
    SELECT o.currency, 0, 0, 0, 0, coalesce(sum(o.actual_amount), 0), coalesce(sum(o.accounted_amount), 0), coalesce(sum(o.fee), 0)
    FROM whole.collection_order o
    WHERE ${ofWhom} AND ${inDays} AND NOT o.is_test AND NOT ${succeeded}
      AND o.id IN (SELECT r.order_id FROM receipt r WHERE r.received_at >= ${days.from}::timestamptz - interval '1 day')
    GROUP BY o.currency`,
    ...(isTest === false ? [] : [orders(sql`o.is_test AND ${inDays}`)]),
    ...ends,
  ];
  const { rows } = await sql<WithSums<CollectionSum, (typeof summed)[number]>>`
    SELECT t.currency, sum(t.count)::bigint AS count, sum(t.success_count)::bigint AS success_count,
           sum(t.failed_count)::bigint AS failed_count, sum(t.amount) AS amount, sum(t.actual) AS actual,
           sum(t.accounted) AS accounted, sum(t.fee) AS fee
    FROM (${sql.join(parts, sql` UNION ALL `)}) t
    GROUP BY t.currency HAVING sum(t.count) > 0 ORDER BY t.currency`.execute(db);
  return readSums<CollectionSum, (typeof summed)[number]>(rows, summed);
}
