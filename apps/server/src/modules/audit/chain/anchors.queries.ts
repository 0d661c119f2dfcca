import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface Anchor {
  readonly block: string;
  readonly head: string;
}

/**
 * Where the chain over the books stood around a stretch of journals: the last block that ends before the first of them, and the
 * one that holds the last of them. Null where there is none, or no journal.
 */
export async function anchorsAround(
  db: Kysely<Tables>,
  first: bigint | null,
  last: bigint | null,
): Promise<{ readonly before: Anchor | null; readonly after: Anchor | null }> {
  const { rows } = await sql<{ place: 'before' | 'after'; block: string; head: string }>`
    (SELECT 'before' AS place, s.id::text AS block, s.head FROM audit_seal s
     WHERE s.source = 'books' AND s.top < ${first} ORDER BY s.id DESC LIMIT 1)
    UNION ALL
    (SELECT 'after', s.id::text, s.head FROM audit_seal s
     WHERE s.source = 'books' AND s.top >= ${last} AND s.ids @> ${last}::bigint ORDER BY s.id LIMIT 1)`.execute(
    db,
  );
  const at = (place: 'before' | 'after'): Anchor | null => {
    const found = rows.find((row) => row.place === place);
    return found === undefined ? null : { block: found.block, head: found.head };
  };
  return { before: at('before'), after: at('after') };
}
