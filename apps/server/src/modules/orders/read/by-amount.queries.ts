import { currencies } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { atLedgerScale, within } from '../../../platform/db/list-query.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { OrderColumns, OrderFilter } from './order-filter.queries.ts';
import { inOrderScope } from './scope.queries.ts';

// Orders of both kinds are listed by currency and amount once they are an hour old, each with what tells whose it is and when it was made.
// What nobody has listed yet is walked.

/** Of the list so many are passed by for the largest or the smallest; where a page takes more, few orders meet its filter. */
const mostPassed = 50_000;
/** And so many are looked up. */
const mostLookedUp = 3_000;
/** Fewer orders than these are sorted as soon. */
const fewOrders = 6_000;
/** Of more orders of an amount a walk along the newest is as short. Totals look at each. */
const mostOfAmount = { page: 12_000, totals: 20_000 };

const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` AND `);
/** As lists are sorted: each currency by itself, in the order of their names. */
const sortedCurrencies: readonly string[] = Object.keys(currencies).toSorted();

/** Lists what is old enough by its amount, so many orders of each kind a transaction. */
export async function listByAmount(db: Kysely<Tables>): Promise<void> {
  const size = 1_024;
  for (;;) {
    const { rows } = await sql<{ made: number }>`SELECT list_by_amount(${size}) AS made`.execute(db);
    if (!rows[0]?.made) return;
  }
}

/** The kind of orders that are looked for, whose, and which: `conditions` are those of the filter on the order `o`. */
export interface Asked extends Pick<OrderColumns, 'amount' | 'kind' | 'table'> {
  readonly scope: Scope;
  readonly filter: OrderFilter;
  readonly conditions: readonly RawBuilder<unknown>[];
}

/** An order as far as it is sorted. */
interface Sorted {
  readonly id: bigint;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * A condition that finds the `wanted` orders of a filter that are the largest or the smallest, by walking along the list; null where few
 * enough meet the filter that they are sorted by themselves.
 */
export async function largestOrders(
  db: Kysely<Tables>,
  asked: Asked,
  sort: 'amount' | '-amount',
  wanted: number,
): Promise<RawBuilder<unknown> | null> {
  const { amount, conditions, filter, kind, scope, table } = asked;
  if (namesOrders.some((name) => filter[name] !== undefined) || (await areFew(db, asked))) return null;
  const direction = sort === 'amount' ? sql`ASC` : sql`DESC`;
  const orders = sql.table(table);
  const amountOfOrder = sql.ref(`o.${amount}`);
  // What is listed while this page is put together counts as not listed, so that it is met once.
  const last = await lastListed(db, kind);
  const { rows: unlisted } = await sql<Sorted>`
    SELECT o.id, o.currency, ${amountOfOrder} AS amount FROM ${orders} o
    WHERE o.id > ${last} AND ${all(conditions)}
    ORDER BY o.currency, ${amountOfOrder} ${direction}, o.id ${direction} LIMIT ${wanted}`.execute(db);
  const ids: bigint[] = [];
  for (const { currency, least, most } of amountsAsked(filter)) {
    const left = wanted - ids.length;
    const listed = sql`
      l.order_kind = ${kind} AND l.currency = ${currency} AND l.amount BETWEEN ${least} AND ${most} AND l.order_id <= ${last}`;
    const { rows } = await sql<Sorted>`
      SELECT o.id, ${currency} AS currency, b.amount FROM (
        SELECT p.amount, p.order_id FROM (
          SELECT l.* FROM order_by_amount l WHERE ${listed}
          ORDER BY l.amount ${direction}, l.order_id ${direction} LIMIT ${mostPassed}
        ) p
        WHERE ${all(toldByList('p', scope, filter))}
        ORDER BY p.amount ${direction}, p.order_id ${direction} LIMIT ${mostLookedUp}
      ) b
      CROSS JOIN LATERAL (
        SELECT o.id FROM ${orders} o WHERE o.id = b.order_id AND ${all(conditions)} OFFSET 0
      ) o
      ORDER BY b.amount ${direction}, b.order_id ${direction} LIMIT ${left}`.execute(db);
    if (rows.length < left && !(await isShort(db, listed))) return null;
    const found = [...rows, ...unlisted.filter((order) => order.currency === currency)];
    ids.push(...inOrder(found, sort).slice(0, left));
    if (ids.length === wanted) break;
  }
  return sql`o.id = ANY (${ids}::bigint[])`;
}

/**
 * A condition that finds the orders of a filter that asks for one amount or a few, by the list: the `newest` of them, or all, for their
 * totals; null where none is asked for, or so many have it that a walk along the newest meets a page soon.
 */
export async function ordersOfAmount(
  db: Kysely<Tables>,
  asked: Asked,
  newest: number | null,
): Promise<RawBuilder<unknown> | null> {
  const { conditions, filter, kind, scope, table } = asked;
  if (filter.amountMinMillionths === undefined && filter.amountMaxMillionths === undefined) return null;
  if (namesOrders.some((name) => filter[name] !== undefined)) return null;
  const passed = newest === null ? mostOfAmount.totals : mostOfAmount.page;
  const amounts = amountsAsked(filter);
  const orders = sql.table(table);
  // How far the list reaches is read with it: what is listed a moment later is walked below.
  const { rows } = await sql<{ passed: bigint; ids: bigint[]; last: bigint }>`
    WITH listed AS MATERIALIZED (
      SELECT l.order_id, l.created_at, l.customer_id, l.agent_id
      FROM unnest(${amounts.map(({ currency }) => currency)}::text[], ${amounts.map(({ least }) => least)}::bigint[],
                  ${amounts.map(({ most }) => most)}::bigint[]) AS a (currency, least, most)
      CROSS JOIN LATERAL (
        SELECT l.* FROM order_by_amount l
        WHERE l.order_kind = ${kind} AND l.currency = a.currency AND l.amount BETWEEN a.least AND a.most OFFSET 0
      ) l LIMIT ${passed + 1}
    )
    SELECT (SELECT count(*) FROM listed) AS passed, ARRAY(
      SELECT l.order_id FROM listed l WHERE ${all(toldByList('l', scope, filter))}
      ORDER BY l.created_at DESC, l.order_id DESC LIMIT ${mostLookedUp + 1}) AS ids, ${lastOf(kind)} AS last`.execute(
    db,
  );
  const { ids = [], last = 0n, passed: seen = 0n } = rows[0] ?? {};
  const isCut = ids.length > mostLookedUp;
  if (seen > BigInt(passed) || (newest === null && isCut)) return null;
  const unlisted = sql`
    SELECT o.id FROM ${orders} o WHERE o.id > ${last} AND ${all(conditions)}`;
  if (newest === null) return sql`o.id = ANY (ARRAY(SELECT unnest(${ids}::bigint[]) UNION ALL ${unlisted}))`;
  const { rows: found } = await sql<{ id: bigint }>`
    SELECT o.id FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS b (order_id, place)
    CROSS JOIN LATERAL (
      SELECT o.id FROM ${orders} o WHERE o.id = b.order_id AND ${all(conditions)} OFFSET 0
    ) o
    ORDER BY b.place LIMIT ${newest}`.execute(db);
  if (found.length < newest && isCut) return null;
  return sql`o.id = ANY (ARRAY(SELECT unnest(${found.map(({ id }) => id)}::bigint[]) UNION ALL ${unlisted}))`;
}

/** Who asks for orders by their numbers finds them at once. */
const namesOrders = ['id', 'ids', 'merchantOrderNo', 'orderNo', 'numbers'] as const;

/** The amounts of each currency that may be looked for, in minor units, as lists are sorted. */
function amountsAsked({ amountMaxMillionths: most, amountMinMillionths: least, currency }: OrderFilter) {
  return (currency === undefined ? sortedCurrencies : [currency]).map((each) => ({
    currency: each,
    least: least === undefined ? 0n : atLedgerScale(least, each),
    most: most === undefined ? 2n ** 63n - 1n : atLedgerScale(most, each),
  }));
}

/** What the list itself tells of an order. */
function toldByList(row: string, scope: Scope, filter: OrderFilter): RawBuilder<unknown>[] {
  const { agentId, createdFrom, createdTo, customerId } = filter;
  const [agent, customer] = [sql.ref(`${row}.agent_id`), sql.ref(`${row}.customer_id`)];
  return [
    sql`true`,
    ...(scope.kind === 'agent' ? [sql`${agent} = ${scope.agentId}`] : []),
    ...(scope.kind === 'customer' ? [sql`${customer} = ${scope.customerId}`] : []),
    ...(agentId === undefined ? [] : [sql`${agent} = ${agentId}`]),
    ...(customerId === undefined ? [] : [sql`${customer} = ${customerId}`]),
    ...within(`${row}.created_at`, createdFrom, createdTo),
  ];
}

/** Whether whoever asks has few orders in these dates at all. */
async function areFew(db: Kysely<Tables>, { filter, scope, table }: Asked): Promise<boolean> {
  const { agentId, createdFrom, createdTo, customerId } = filter;
  const his = [
    inOrderScope(scope),
    ...(customerId === undefined ? [] : [sql`o.customer_id = ${customerId}`]),
    ...(agentId === undefined ? [] : [sql`o.agent_id = ${agentId}`]),
    ...within('o.created_at', createdFrom, createdTo),
  ];
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM (SELECT FROM ${sql.table(table)} o WHERE ${all(his)} LIMIT ${fewOrders}) few`.execute(
    db,
  );
  return (rows[0]?.count ?? 0n) < BigInt(fewOrders);
}

/** Orders of a kind up to this one are listed. */
const lastOf = (kind: Asked['kind']): RawBuilder<unknown> =>
  sql`(SELECT b.last_id FROM listed_by_amount b WHERE b.order_kind = ${kind})`;

async function lastListed(db: Kysely<Tables>, kind: Asked['kind']): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`SELECT ${lastOf(kind)} AS last`.execute(db);
  return rows[0]?.last ?? 0n;
}

/** Whether none were left out because others were passed by, or looked up, first. */
async function isShort(db: Kysely<Tables>, listed: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    SELECT EXISTS (SELECT FROM order_by_amount l WHERE ${listed} OFFSET ${mostLookedUp}) AS more`.execute(db);
  return rows[0]?.more === false;
}

function inOrder(orders: readonly Sorted[], sort: 'amount' | '-amount'): bigint[] {
  const up = (one: Sorted, other: Sorted): number =>
    compare(one.amount, other.amount) || compare(one.id, other.id);
  const sorted = orders.toSorted(sort === 'amount' ? up : (one, other) => up(other, one));
  return sorted.map(({ id }) => id);
}
const compare = (one: bigint, other: bigint): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
