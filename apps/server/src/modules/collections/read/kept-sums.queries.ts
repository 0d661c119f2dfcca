import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { within } from '../../../platform/db/list-query.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { endsOf } from '../../orders/index.ts';
import type { KeptSums } from '../../orders/index.ts';
import type { CollectionFilter, CollectionSum } from './collection-search.ts';
import { isCommon, keptDays, rareOnes } from './kept-parts.queries.ts';

/** How the list of orders reads them; in each piece the order is called `o`. */
interface OrdersOfList {
  readonly figures: RawBuilder<unknown>;
  conditions(scope: Scope, filter: CollectionFilter): readonly RawBuilder<unknown>[];
}

const summed = ['amount', 'actual', 'accounted', 'fee'] as const;
const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` AND `);

/**
 * The totals of a filter, one row a currency: of whole days by the kept sums, and by the orders what these leave out, all in one
 * statement and so of one moment. The same figures as the orders’ own, which proofs R11 and R13 hold the kept sums against.
 */
export async function sumKept(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CollectionFilter,
  { by, days }: KeptSums,
  { conditions, figures }: OrdersOfList,
): Promise<CollectionSum[]> {
  const { createdFrom: _from, createdTo: _to, isTest, status, ...stateless } = filter;
  const ofWhom = all(conditions(scope, stateless));
  const ofWhich = all(conditions(scope, { ...stateless, ...(status !== undefined && { status }) }));
  const inDays = all(within('o.created_at', days.from, days.to));
  const orders = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT o.currency, count(*) AS count, ${figures} FROM whole.collection_order o
    WHERE ${ofWhich} AND ${which} GROUP BY o.currency`;
  const ends = endsOf(filter, days).map(({ from, to }) =>
    orders(all([...within('o.created_at', from, to), ...(isTest === false ? [sql`NOT o.is_test`] : [])])),
  );
  const parts = [
    rareOnes(all([ofWhom, inDays]), status),
    ...(isCommon(status) ? [keptDays(by, ofWhom, days, status)] : []),
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
