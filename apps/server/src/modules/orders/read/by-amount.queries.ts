import { currencies } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { within } from '../../../platform/db/list-query.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { OrderColumns, OrderFilter } from './order-filter.queries.ts';

/** Of the list so many are passed by for a page, a moment's work; where a page takes more, few orders meet its filter. */
const mostPassed = 50_000;
/** And so many are looked up. */
const mostLookedUp = 3_000;

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

/** An order as far as it is sorted. */
interface Sorted {
  readonly id: bigint;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * A condition that finds the `wanted` orders of a filter that are the largest or the smallest, by walking along the list of all by
 * amount; null where few enough meet the filter that they are sorted by themselves. `conditions` are those of the filter on the order `o`.
 */
export async function orderedByAmount(
  db: Kysely<Tables>,
  { amount, kind, table }: Pick<OrderColumns, 'amount' | 'kind' | 'table'>,
  { conditions, filter, scope }: Asked,
  sort: 'amount' | '-amount',
  wanted: number,
): Promise<RawBuilder<unknown> | null> {
  if (namesOrders.some((name) => filter[name] !== undefined)) return null;
  const direction = sort === 'amount' ? sql`ASC` : sql`DESC`;
  const orders = sql.table(table);
  const { rows: unlisted } = await sql<Sorted>`
    SELECT o.id, o.currency, ${sql.ref(`o.${amount}`)} AS amount FROM ${orders} o
    WHERE o.id > (SELECT l.last_id FROM listed_by_amount l WHERE l.order_kind = ${kind}) AND ${all(conditions)}
    ORDER BY o.currency, ${sql.ref(`o.${amount}`)} ${direction}, o.id ${direction} LIMIT ${wanted}`.execute(
    db,
  );
  const ids: bigint[] = [];
  for (const currency of filter.currency === undefined ? sortedCurrencies : [filter.currency]) {
    const left = wanted - ids.length;
    const listed = sql`l.order_kind = ${kind} AND l.currency = ${currency}`;
    const { rows } = await sql<Sorted>`
      SELECT o.id, ${currency} AS currency, b.amount FROM (
        SELECT p.amount, p.order_id FROM (
          SELECT l.* FROM order_by_amount l WHERE ${listed}
          ORDER BY l.amount ${direction}, l.order_id ${direction} LIMIT ${mostPassed}
        ) p
        WHERE ${all(passedBy(scope, filter))}
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

/** Who asks for orders by their numbers finds them at once. */
const namesOrders = ['id', 'ids', 'merchantOrderNo', 'orderNo', 'numbers'] as const;

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

function inOrder(orders: readonly Sorted[], sort: 'amount' | '-amount'): bigint[] {
  const up = (one: Sorted, other: Sorted): number =>
    compare(one.amount, other.amount) || compare(one.id, other.id);
  const sorted = orders.toSorted(sort === 'amount' ? up : (one, other) => up(other, one));
  return sorted.map(({ id }) => id);
}

/** Whose orders are looked for, and which. */
interface Asked {
  readonly scope: Scope;
  readonly filter: OrderFilter;
  readonly conditions: readonly RawBuilder<unknown>[];
}

/** What the list itself tells of an order. */
function passedBy(scope: Scope, filter: OrderFilter): RawBuilder<unknown>[] {
  const { agentId, createdFrom, createdTo, customerId } = filter;
  return [
    sql`true`,
    ...(scope.kind === 'agent' ? [sql`p.agent_id = ${scope.agentId}`] : []),
    ...(scope.kind === 'customer' ? [sql`p.customer_id = ${scope.customerId}`] : []),
    ...(agentId === undefined ? [] : [sql`p.agent_id = ${agentId}`]),
    ...(customerId === undefined ? [] : [sql`p.customer_id = ${customerId}`]),
    ...within('p.created_at', createdFrom, createdTo),
  ];
}

/** Whether none of a currency were left out because others were passed by, or looked up, first. */
async function isShort(db: Kysely<Tables>, listed: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    SELECT EXISTS (SELECT FROM order_by_amount l WHERE ${listed} OFFSET ${mostLookedUp}) AS more`.execute(db);
  return rows[0]?.more === false;
}
