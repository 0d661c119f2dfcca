import type { ApprovalActName } from '@suanpan/domain/approvals';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Currency } from '@suanpan/money/currency';

/**
 * One invariant, as a row over one snapshot: `examined` counts what was looked at, `breaches` what is wrong, `examples`
 * names the first few where they are known by then. What each name stands for is told in the words; the numbering of L, S and O follows the
 * reliability plan.
 */
export interface CheckRow {
  readonly name: string;
  readonly examined: bigint;
  readonly breaches: bigint;
  readonly examples?: readonly string[] | null;
}

/** What an account kind holds by the postings. */
export interface TotalRow {
  readonly currency: Currency;
  readonly book: string;
  readonly kind: string;
  readonly balance: string;
  readonly postings: number;
}

/** What every account kind holds, where a statement has summed it anyhow. */
interface TotalsRow {
  readonly name: null;
  readonly totals: readonly TotalRow[];
}

/** What is wrong, by the words for it. */
interface BrokenRow {
  readonly subject: string;
}

/** What one statement shows. Invariants over the same rows share it: reading and joining costs more than comparing. */
export interface Check {
  readonly names: readonly string[];
  /** A row for each name, and one without a name where it has totals. */
  readonly query: RawBuilder<CheckRow | TotalsRow>;
  /**
   * The first few that are broken, by name, where `query` only counts them. Asked once something is: beside the count it
   * would be planned in every proof, which takes as long again as planning the count.
   */
  readonly broken?: Readonly<Record<string, RawBuilder<BrokenRow>>>;
  /** One of the few that take most of the time; these are begun first. */
  readonly isDear?: true;
}

const examplesShown = sql.lit(5);

/**
 * Builds a check from a query of everything examined that has the columns `subject` (text) and `broken` (boolean, where
 * null is broken too). Each reads its tables whole and joins them by hash, so that it grows with the books and no faster.
 * Subjects are worded only once something is broken.
 */
export function over(name: string, rows: RawBuilder<unknown>): Check {
  return {
    names: [name],
    query: sql`
      SELECT ${name}::text AS name, count(*) AS examined, count(*) FILTER (WHERE r.broken IS NOT FALSE) AS breaches
      FROM (${rows}) r`,
    broken: {
      [name]: sql`SELECT r.subject FROM (${rows}) r WHERE r.broken IS NOT FALSE LIMIT ${examplesShown}`,
    },
  };
}

/** What second persons agreed to of these acts. */
export const agreed = (acts: readonly ApprovalActName[]): RawBuilder<unknown> => sql`
  SELECT * FROM approval WHERE state = 'approved' AND act = ANY (${acts})`;

interface Part {
  readonly name: string;
  /** The rows that it examines; all of them by itself. */
  readonly of?: RawBuilder<unknown>;
  readonly subject: RawBuilder<unknown>;
  /** Null is broken too. */
  readonly broken: RawBuilder<unknown>;
}

/** Builds several checks from one reading of the same rows. */
export function overEach(from: RawBuilder<unknown>, parts: readonly Part[]): Check {
  const isBroken = ({ of = sql`true`, broken }: Part) => sql`${of} AND (${broken}) IS NOT FALSE`;
  const counts = parts.map((part, n) => {
    const [examined, breaches] = [sql.ref(`examined_${n}`), sql.ref(`breaches_${n}`)];
    return sql`count(*) FILTER (WHERE ${part.of ?? sql`true`}) AS ${examined},
               count(*) FILTER (WHERE ${isBroken(part)}) AS ${breaches}`;
  });
  const rows = parts.map(
    ({ name }, n) => sql`(${name}::text, ${sql.ref(`t.examined_${n}`)}, ${sql.ref(`t.breaches_${n}`)})`,
  );
  return {
    names: parts.map(({ name }) => name),
    query: sql`
      SELECT c.* FROM (SELECT ${sql.join(counts)} FROM ${from}) t
      CROSS JOIN LATERAL (VALUES ${sql.join(rows)}) AS c (name, examined, breaches)`,
    broken: Object.fromEntries(
      parts.map((part) => [
        part.name,
        sql`SELECT ${part.subject} AS subject FROM ${from} WHERE ${isBroken(part)} LIMIT ${examplesShown}`,
      ]),
    ),
  };
}

/**
 * Builds several checks from `shown`, a query of the columns `name`, `subject` and `broken` over the tables of `tables`, which stands
 * where a WITH has them. Where most is summed before it is compared, naming the broken costs nothing.
 */
export const overShown = (
  names: readonly string[],
  tables: RawBuilder<unknown>,
  shown: RawBuilder<unknown>,
): Check => ({
  names,
  query: sql`
    WITH ${tables}, shown (name, subject, broken) AS (${shown})
    SELECT n.name, count(s.name) AS examined, count(*) FILTER (WHERE s.broken) AS breaches,
           (array_agg(s.subject) FILTER (WHERE s.broken))[1:${examplesShown}] AS examples
    FROM unnest(${[...names]}::text[]) AS n (name) LEFT JOIN shown s ON s.name = n.name GROUP BY n.name`,
});
