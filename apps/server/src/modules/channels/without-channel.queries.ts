import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** Those of these merchants who have no collection channel in use. */
export async function merchantsWithoutChannel(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT w.id FROM unnest(${ids}::bigint[]) AS w (id)
    WHERE NOT EXISTS (
      SELECT FROM customer_method m JOIN channel c ON c.id = m.channel_id
      WHERE m.customer_id = w.id AND m.enabled AND c.enabled AND c.direction = 'collection')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
