import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { within } from '../../../platform/db/list-query.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { CollectionFilter } from './collection-search.ts';

/** Of more orders a walk along the newest finds a page soon. */
const mostFound = 2_000;

/** What a filter asks for that slices list, and their lists of it; one is enough, the orders themselves tell the rest. */
function askedOf({ last5, realName, requestIp }: CollectionFilter) {
  if (realName !== undefined) return { said: realName, listed: 's.names', ids: 's.name_ids' };
  if (last5 !== undefined) return { said: last5, listed: 's.digits', ids: 's.digits_ids' };
  return requestIp === undefined ? null : { said: requestIp, listed: 's.addresses', ids: 's.address_ids' };
}

/**
 * A condition that finds the orders of a payer by the slices that list them and by a walk behind the last slice;
 * null where neither is asked for, nothing is listed yet, or there are so many that they are met soon. `conditions` are those of the
 * filter on the order `o`.
 */
export async function listedOrders(
  db: Kysely<Tables>,
  filter: CollectionFilter,
  conditions: readonly RawBuilder<unknown>[],
): Promise<RawBuilder<unknown> | null> {
  const asked = askedOf(filter);
  if (asked === null) return null;
  const { createdFrom, createdTo } = filter;
  const listed = sql.ref(asked.listed);
  const slices = [
    sql`p.upto > p.before`,
    ...(createdFrom === undefined ? [] : [sql`s.last_at >= ${createdFrom}`]),
    ...(createdTo === undefined ? [] : [sql`s.first_at < ${createdTo}`]),
  ];
  const changed = [sql`true`, ...within('c.created_at', createdFrom, createdTo)];
  const { rows } = await sql<{ last_id: bigint | null; ids: bigint[] }>`
    SELECT (SELECT max(last_id) FROM payer_slice) AS last_id, ARRAY(
      SELECT f.id FROM (
        SELECT unnest((${sql.ref(asked.ids)})[p.before + 1 : p.upto]) AS id
        FROM payer_slice s
        CROSS JOIN payer_print(${asked.said}) AS w (print)
        CROSS JOIN LATERAL (
          SELECT width_bucket(w.print - 1, ${listed}) AS before, width_bucket(w.print, ${listed}) AS upto OFFSET 0
        ) p
        WHERE ${sql.join(slices, sql` AND `)}
        UNION ALL
        SELECT c.order_id FROM payer_changed c WHERE ${sql.join(changed, sql` AND `)}
      ) f LIMIT ${mostFound + 1}) AS ids`.execute(db);
  const { ids = [], last_id: lastId = null } = rows[0] ?? {};
  if (lastId === null || ids.length > mostFound) return null;
  // As an array, so that they are found first and nothing else is tried.
  return sql`o.id = ANY (ARRAY(
    SELECT unnest(${ids}::bigint[])
    UNION ALL
    SELECT o.id FROM whole.collection_order o WHERE o.id > ${lastId} AND ${sql.join(conditions, sql` AND `)}))`;
}
