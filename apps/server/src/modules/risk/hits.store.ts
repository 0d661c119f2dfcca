import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** Adds what was counted in memory to the entries. */
export async function addHits(db: Kysely<Tables>, hits: ReadonlyMap<bigint, number>): Promise<void> {
  await sql`
    UPDATE block_entry e SET hits = e.hits + hit.n, last_hit_at = business_now()
    FROM unnest(${[...hits.keys()]}::bigint[], ${[...hits.values()]}::int[]) AS hit (id, n)
    WHERE e.id = hit.id`.execute(db);
}
