import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Where an order stands with all that moves with it: online, or in the archive. */
const places = ['public', 'archive'] as const;

/**
 * Orders (`o`) with their plans (`p`), the columns asked for of both. They meet in each of the two places by themselves: of a
 * table that is two in one nothing is known about how often a value comes, and where two such tables meet, every row is
 * planned to meet thousands. What is built upon that is sorted and laid out on the disk, though it would fit.
 */
export const plannedOrders = (columns: string): RawBuilder<unknown> =>
  sql.join(
    places.map(
      (place) => sql`
        SELECT ${sql.raw(columns)}
        FROM ${sql.id(place, 'collection_order')} o LEFT JOIN ${sql.id(place, 'collection_plan')} p ON p.order_id = o.id`,
    ),
    sql` UNION ALL `,
  );
