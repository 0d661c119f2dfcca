import { regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { within } from '../../../platform/db/list-query.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { OrderFilter } from './order-filter.queries.ts';
import { inOrderScope } from './scope.queries.ts';

/** What the sums by day tell of where orders are, to whoever looks for few among many. */
export interface KeptPlaces {
  /** The orders themselves. */
  readonly table: string;
  /**
   * What is kept by `day` and whose they are of those that may be looked for, with what is not folded yet; `count` sums up to how many.
   */
  readonly kept: RawBuilder<unknown>;
  /** The same of all merchants of a senior agent together: `day`, `agent_id`, `count`. */
  readonly ofAgents: RawBuilder<unknown>;
  /** All of those are looked for; otherwise some of them may not be. */
  readonly isExact: boolean;
}

/** A merchant's day with orders that may be looked for. */
interface Place {
  readonly day: string;
  readonly customer_id: bigint;
  readonly count: bigint;
}

/** Where so many of the newest have a page, a walk along them is short. */
const shortWalk = 2_000;
/** Of more places, or more orders in them, a walk along all orders is hardly longer. */
const mostPlaces = 300;
const mostFound = 2_000n;

const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` AND `);
const beginOf = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${day})::timestamp - interval '8 hours') AT TIME ZONE 'UTC'`;

/**
 * A condition that finds the orders of a filter by the merchants and days that have any, where these are so few that a walk along
 * the newest would pass thousands of others; null where the walk is short. `conditions` are those of the filter on the order `o`.
 * `newest` is how many are asked for, newest first; null asks for all. Test orders are in no sum, and found by their own index.
 */
export async function fewPlaces(
  db: Kysely<Tables>,
  scope: Scope,
  filter: OrderFilter,
  { isExact, kept, ofAgents, table }: KeptPlaces,
  conditions: readonly RawBuilder<unknown>[],
  newest: number | null,
): Promise<RawBuilder<unknown> | null> {
  // The sums know no middlemen.
  if (scope.kind === 'middleman') return null;
  const orders = sql.table(table);
  const { agentId, createdFrom, createdTo, customerId, isTest } = filter;
  const ofWhom = [
    inOrderScope(scope),
    ...(customerId === undefined ? [] : [sql`o.customer_id = ${customerId}`]),
    ...(agentId === undefined ? [] : [sql`o.agent_id = ${agentId}`]),
  ];
  // Who earns on orders finds them through merchants, and has no walk that is short.
  if (newest !== null && scope.kind !== 'subAgent') {
    const { rows } = await sql<{ count: bigint }>`
      SELECT count(*) AS count FROM (
        SELECT FROM (
          SELECT o.* FROM ${orders} o WHERE ${all([...ofWhom, ...within('o.created_at', createdFrom, createdTo)])}
          ORDER BY o.created_at DESC, o.id DESC LIMIT ${shortWalk}
        ) o WHERE ${all(conditions)} LIMIT ${newest}
      ) found`.execute(db);
    if (rows[0]?.count === BigInt(newest)) return null;
  }
  const inDays = [
    ...(createdFrom === undefined ? [] : [sql`o.day >= business_day(${createdFrom})`]),
    ...(createdTo === undefined ? [] : [sql`o.day <= business_day(${new Date(createdTo.getTime() - 1)})`]),
  ];
  // Of whoever looks at many merchants, the senior agents' few rows say on which days it is worth looking at each.
  const isOfMany = (scope.kind === 'platform' || scope.kind === 'agent') && customerId === undefined;
  const { rows: days } = isOfMany
    ? await sql<{ day: string; agent_id: bigint; count: bigint }>`
        SELECT o.day::text AS day, o.agent_id, sum(o.count)::bigint AS count FROM ${ofAgents} o
        WHERE ${all([...ofWhom, ...inDays])} GROUP BY o.day, o.agent_id HAVING sum(o.count) > 0`.execute(db)
    : { rows: null };
  const isMany = days !== null && days.reduce((total, { count }) => total + count, 0n) > mostFound;
  if (isMany && !(isExact && newest !== null)) return null;
  const onThese =
    days === null
      ? sql`true`
      : sql`(o.day, o.agent_id) IN (SELECT d.day, d.agent_id FROM unnest(
          ${days.map(({ day }) => day)}::date[], ${days.map((each) => each.agent_id)}::bigint[]) AS d (day, agent_id))`;
  const { rows } =
    days?.length === 0
      ? { rows: [] }
      : await sql<Place>`
          SELECT o.day::text AS day, o.customer_id, sum(o.count)::bigint AS count FROM ${kept} o
          WHERE ${all([...ofWhom, ...inDays, onThese])}
          GROUP BY o.day, o.customer_id HAVING sum(o.count) > 0
          ORDER BY o.day DESC LIMIT ${mostPlaces + 1}`.execute(db);
  const places = isExact && newest !== null ? newestPlaces(rows, filter, BigInt(newest)) : rows;
  const found = places.reduce((total, { count }) => total + count, 0n);
  if (places.length > mostPlaces || found > mostFound) return null;
  const tests = sql`UNION ALL SELECT o.id FROM ${orders} o WHERE ${all([...conditions, sql`o.is_test`])}`;
  // As an array, so that they are found first and nothing else is tried.
  return sql`o.id = ANY (ARRAY(
    SELECT o.id
    FROM unnest(${places.map((place) => place.customer_id)}::bigint[], ${places.map(({ day }) => day)}::date[]) AS p (customer_id, day)
    JOIN ${orders} o ON o.customer_id = p.customer_id
      AND o.created_at >= ${beginOf(sql`p.day`)} AND o.created_at < ${beginOf(sql`p.day + 1`)}
    WHERE ${all(conditions)}
    ${isTest === false ? sql`` : tests}))`;
}

/** The newest places that have as many as are wanted, each day whole. At the ends of the dates not every order of a day counts. */
function newestPlaces(
  places: readonly Place[],
  { createdFrom, createdTo }: OrderFilter,
  wanted: bigint,
): Place[] {
  const ends = [createdFrom, createdTo].flatMap((end) =>
    end === undefined || end.getTime() === startOfRegionDay(regionDayOf(end)).getTime()
      ? []
      : [regionDayText(regionDayOf(end))],
  );
  const newest: Place[] = [];
  let found = 0n;
  for (const place of places) {
    if (found >= wanted && place.day !== newest.at(-1)?.day) break;
    newest.push(place);
    if (!ends.includes(place.day)) found += place.count;
  }
  return newest;
}
