import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * One invariant as a query over one snapshot: `examined` counts what was looked at, `breaches` what is wrong,
 * `examples` names the first few. What each name stands for is told in the words; the numbering of L, S and O follows
 * the reliability plan.
 */
export interface Check {
  readonly name: string;
  readonly query: RawBuilder<{ examined: bigint; breaches: bigint; examples: string[] | null }>;
}

/**
 * Builds a check from a query of everything examined that has the columns `subject` (text) and `broken` (boolean, where
 * null is broken too). Each reads its tables whole and joins them by hash, so that it grows with the books and no faster.
 */
export function over(name: string, rows: RawBuilder<unknown>): Check {
  return {
    name,
    query: sql`
      SELECT count(*) AS examined, count(*) FILTER (WHERE r.broken IS NOT FALSE) AS breaches,
             (array_agg(r.subject) FILTER (WHERE r.broken IS NOT FALSE))[1:5] AS examples
      FROM (${rows}) r`,
  };
}
