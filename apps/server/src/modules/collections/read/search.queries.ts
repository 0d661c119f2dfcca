import { rareCollectionStatuses } from '@suanpan/domain/states/collection';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { listQuery, sortsBy } from '../../../platform/db/list-query.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import {
  amongRare,
  feeSplitSums,
  fewPlaces,
  keptSumsOf,
  knowsPeople,
  orderConditions,
  ordersOfAmount,
  pagedBy,
  yields,
} from '../../orders/index.ts';
import type { FeeSplitSum, OrderColumns } from '../../orders/index.ts';
import type { OrderRow } from '../collections.queries.ts';
import type { CollectionFilter, CollectionSum } from './collection-search.ts';
import { sumKept } from './kept-sums.queries.ts';
import { listedOrders } from './payer-slices.queries.ts';
import { placesOf } from './places.queries.ts';
import { failed, succeeded } from './outcome.queries.ts';

export type ListedOrder = OrderRow & {
  readonly channel_name: string | null;
  readonly customer_name: string;
  readonly agent_name: string;
  /** Who has it to himself now. */
  readonly locked_by: bigint | null;
  /** The platform may take it from whoever has it. */
  readonly lock_yields: boolean | null;
  /** It stands in the archive, whence whoever acts on it brings it back. */
  readonly archived: boolean;
};

/** So many orders whose time ends last are looked through for the number of one that nobody has paid yet. */
const unpaidLookedThrough = 3_000;

const columns: OrderColumns = {
  kind: 'collection',
  table: 'whole.collection_order',
  amount: 'order_amount',
  // What was paid is looked up account by account, as it is kept; what was not, among those whose time runs or was up lately.
  byProviderNumber: (numbers) => sql`o.id = ANY (ARRAY(
    SELECT p.order_id FROM provider_confirmation p
    WHERE p.channel_account_id IN (SELECT id FROM channel_account) AND p.provider_ref = ANY (${numbers})
    UNION ALL
    SELECT q.id
    FROM (SELECT id, provider_order_no FROM collection_order ORDER BY expires_at DESC, id DESC LIMIT ${unpaidLookedThrough}) q
    WHERE q.provider_order_no = ANY (${numbers})))`,
};
const sorts = sortsBy('order_amount');

const figures = sql`
  count(*) FILTER (WHERE ${succeeded}) AS success_count, count(*) FILTER (WHERE ${failed}) AS failed_count,
  sum(o.order_amount) AS amount, coalesce(sum(o.actual_amount), 0) AS actual,
  coalesce(sum(o.accounted_amount), 0) AS accounted, coalesce(sum(o.fee), 0) AS fee`;

const list = listQuery<CollectionFilter, ListedOrder, CollectionSum, keyof typeof sorts>({
  table: columns.table,
  shown: {
    columns: sql`c.name AS channel_name, u.name AS customer_name, a.name AS agent_name, k.user_id AS locked_by,
      CASE WHEN k.user_id IS NOT NULL THEN ${yields(sql`k.user_id`)} END AS lock_yields,
      EXISTS (SELECT FROM archive.collection_order x WHERE x.id = o.id) AS archived`,
    joins: sql`
      LEFT JOIN channel c ON c.id = o.channel_id
      JOIN app_user u ON u.id = o.customer_id
      JOIN app_user a ON a.id = o.agent_id
      LEFT JOIN collection_lock k ON k.order_id = o.id AND k.until > now()`,
  },
  sorts,
  figures,
  summed: ['amount', 'actual', 'accounted', 'fee'],
  conditions: conditionsOf,
});

const askedOf = (scope: Scope, filter: CollectionFilter) => ({
  ...columns,
  scope,
  filter,
  conditions: conditionsOf(scope, filter),
});

/** One page of the orders that the caller may see; every query carries his scope. */
export const listCollections = pagedBy(list, { askedOf, placed });
export const collectionsFrom = list.from;

/** The totals of the whole filter, one row a currency: the orders' own, read from the sums by day where these can tell. */
export const sumCollections: typeof list.sums = async (db, scope, filter) => {
  const kept = keptSumsOf(scope, filter);
  return kept === null
    ? list.sums(db, scope, await placed(db, scope, filter, null))
    : sumKept(db, scope, filter, kept, { figures, conditions: conditionsOf });
};
/** The same by the orders alone. */
export const sumOrders = list.sums;

/** How many there are, at most `most`; undefined where that takes too long. */
export const countCollections: typeof list.countUpTo = async (db, scope, filter, most) =>
  list.countUpTo(db, scope, await placed(db, scope, filter, null), most);

/** The filter, and where its orders are if they are few; `newest` of them are asked for, or all. */
async function placed(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CollectionFilter,
  newest: number | null,
): Promise<CollectionFilter> {
  const asked = askedOf(scope, filter);
  const kept = placesOf(scope, filter);
  const places =
    (await listedOrders(db, filter, asked.conditions)) ??
    (await ordersOfAmount(db, asked, newest)) ??
    (kept === null ? null : await fewPlaces(db, scope, filter, kept, asked.conditions, newest));
  return places === null ? filter : { ...filter, places };
}

/** How the fees of what succeeded were shared out, by the plan that was settled; one row a currency. */
export async function splitCollections(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CollectionFilter,
): Promise<FeeSplitSum[]> {
  const share = (name: string) => sql`coalesce(sum((p.fee_snapshot ->> ${sql.lit(name)})::bigint), 0)`;
  const { rows } = await sql<WithSums<FeeSplitSum, (typeof feeSplitSums)[number]>>`
    SELECT o.currency, ${share('endpointFee')} AS endpoint, ${share('subAgentFee')} AS sub_agent,
           ${share('middlemanFee')} AS middleman, ${share('agentResidual')} AS agent, ${share('systemFee')} AS system
    FROM whole.collection_order o JOIN whole.collection_plan p ON p.order_id = o.id
    WHERE ${sql.join(conditionsOf(scope, filter), sql` AND `)} AND ${succeeded}
    GROUP BY o.currency`.execute(db);
  return readSums<FeeSplitSum, (typeof feeSplitSums)[number]>(rows, feeSplitSums);
}

function conditionsOf(scope: Scope, filter: CollectionFilter): RawBuilder<unknown>[] {
  return [
    ...orderConditions(columns, scope, filter),
    ...rareConditions(scope, filter),
    ...payerConditions(scope, filter),
  ];
}

const rare: ReadonlySet<string> = new Set(rareCollectionStatuses);

function rareConditions(scope: Scope, filter: CollectionFilter): RawBuilder<unknown>[] {
  const { status } = filter;
  return status?.every((one) => rare.has(one)) ? [amongRare(columns.kind, status, scope, filter)] : [];
}

function payerConditions(
  scope: Scope,
  { realName, last5, requestIp }: CollectionFilter,
): RawBuilder<unknown>[] {
  const conditions = [
    ...(realName === undefined ? [] : [sql`o.real_name = ${realName}`]),
    ...(last5 === undefined ? [] : [sql`o.payer_last5 = ${last5}`]),
    ...(requestIp === undefined ? [] : [sql`o.request_ip = ${requestIp}`]),
  ];
  return conditions.length === 0 || knowsPeople(scope) ? conditions : [sql`false`];
}
