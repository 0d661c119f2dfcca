import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { peopleInScope } from './people.queries.ts';
import { isParty } from './data-screen.ts';
import type { DataSource, Dimension, Of, Party, People } from './data-screen.ts';

/** What a data screen is asked: whole business days, one currency, and of whom. */
export interface DataQuestion {
  readonly scope: Scope;
  readonly currency: Currency;
  /** `yyyy-mm-dd`, both included. */
  readonly first: string;
  readonly last: string;
  readonly of: Of;
  /** The other currency of a pair. */
  readonly quote?: Currency;
}

export interface DataSums {
  /** By dimension: an id, or a day. */
  readonly about: Readonly<Partial<Record<Dimension, string>>>;
  /** By column: counts and minor units. */
  readonly sums: Readonly<Record<string, bigint>>;
}

export interface DataOrder {
  /** The name of a sum. */
  readonly by: string;
  readonly isDescending: boolean;
}

/** Which groups: so many of the order after `offset`; or with `past`, in the order of their keys, those after these. */
export interface DataPlace {
  readonly order: DataOrder;
  readonly offset: number;
  readonly limit: number;
  readonly past?: readonly string[] | undefined;
}

export interface DataPage {
  readonly rows: readonly DataSums[];
  readonly total: bigint;
  /** What all groups come to, where the page's own reading has told it. */
  readonly whole?: DataSums['sums'];
}

/** One page of the groups that hold anything, and how many there are. Every query carries the caller's scope. */
export async function groupSums(
  db: Kysely<Tables>,
  source: DataSource,
  question: DataQuestion,
  by: readonly Dimension[],
  page: DataPlace,
): Promise<DataPage> {
  const keys = by.map((one) => columnOf(source, one));
  const texts = sql.join(keys.map((key) => sql`coalesce(${key}::text, '') COLLATE "C"`));
  const { past } = page;
  const { rows } = await sql<Readonly<Record<string, string>> & { total: bigint }>`
    SELECT ${sql.join(by.map((one, n) => sql`${keys[n]}::text AS ${sql.ref(one)}`))}, ${summed(source)}, count(*) OVER () AS total
    FROM ${source.table} d
    WHERE ${asked(source, question)} ${past === undefined || past.length === 0 ? sql`` : sql`AND ROW(${texts}) > ROW(${sql.join(past)})`}
    GROUP BY ${sql.join(keys)} HAVING ${holdsAnything(source)}
    ORDER BY ${past === undefined ? sql`${orderBy(source, page.order)}, ${sql.join(keys)}` : texts}
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return {
    rows: rows.map((row) => ({
      about: Object.fromEntries(by.map((one) => [one, row[one]])),
      sums: sumsOf(source, row),
    })),
    total: rows[0]?.total ?? (page.offset === 0 ? 0n : await countGroups(db, source, question, by)),
  };
}

/**
 * One page of people with what they did in the range, the busiest first, also of those who did nothing; and what all of them did. The
 * sums of such a source add up.
 */
export async function peopleSums(
  db: Kysely<Tables>,
  source: DataSource,
  question: DataQuestion,
  people: People,
  page: DataPlace,
): Promise<DataPage> {
  const names = Object.keys(source.sums);
  const { by, isDescending } = page.order;
  const { past } = page;
  const [last] = past ?? [];
  const { rows } = await sql<
    Readonly<Record<string, string>> & { total: bigint; whole: Readonly<Record<string, string>> }
  >`
    WITH s AS MATERIALIZED (
      SELECT ${columnOf(source, people.party)} AS who, ${summed(source)}
      FROM ${source.table} d WHERE ${asked(source, question)} GROUP BY 1
    )
    SELECT u.id::text AS who, ${sql.join(names.map((name) => sql`coalesce(${sql.ref(`s.${name}`)}, '0') AS ${sql.ref(name)}`))},
           count(*) OVER () AS total, w.whole
    FROM app_user u
    CROSS JOIN (
      SELECT jsonb_build_object(${sql.join(
        names.flatMap((name) => [
          sql.lit(name),
          sql`coalesce(sum(${sql.ref(`s.${name}`)}::numeric), 0)::text`,
        ]),
      )}) AS whole FROM s
    ) w
    LEFT JOIN s ON s.who = u.id
    WHERE ${peopleInScope(people, question.scope, question.of)} ${last === undefined ? sql`` : sql`AND u.id > ${last}::bigint`}
    ORDER BY ${past === undefined ? sql`coalesce(${sql.ref(`s.${by}`)}, '0')::numeric ${isDescending ? sql`DESC` : sql``},` : sql``} u.id
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return {
    rows: rows.map((row) => ({ about: { [people.party]: String(row['who']) }, sums: sumsOf(source, row) })),
    total: rows[0]?.total ?? 0n,
    ...(rows[0] !== undefined && { whole: sumsOf(source, rows[0].whole) }),
  };
}

/** A page past the last has no row that could say how many there are. */
async function countGroups(
  db: Kysely<Tables>,
  source: DataSource,
  question: DataQuestion,
  by: readonly Dimension[],
): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM (
      SELECT FROM ${source.table} d WHERE ${asked(source, question)}
      GROUP BY ${sql.join(by.map((one) => columnOf(source, one)))} HAVING ${holdsAnything(source)}) groups`.execute(
    db,
  );
  return rows[0]?.total ?? 0n;
}

/** The same groups in another range: those of `of`, however many there are beside them. */
export async function sumsOfGroups(
  db: Kysely<Tables>,
  source: DataSource,
  question: DataQuestion,
  of: readonly DataSums[],
): Promise<readonly DataSums[]> {
  const by = Object.keys(of[0]?.about ?? {}) as Dimension[];
  if (by.length === 0) return [];
  const keys = by.map((one) => columnOf(source, one));
  const among = by
    .filter(isParty)
    .map(
      (one) =>
        sql`${columnOf(source, one)} = ANY (${[...new Set(of.map(({ about }) => about[one]))]}::bigint[])`,
    );
  const { rows } = await sql<Readonly<Record<string, string>>>`
    SELECT ${sql.join(by.map((one, n) => sql`${keys[n]}::text AS ${sql.ref(one)}`))}, ${summed(source)}
    FROM ${source.table} d
    WHERE ${sql.join([asked(source, question), ...among], sql` AND `)}
    GROUP BY ${sql.join(keys)}`.execute(db);
  return rows.map((row) => ({
    about: Object.fromEntries(by.map((one) => [one, row[one]])),
    sums: sumsOf(source, row),
  }));
}

/** All that was asked, as one. */
export async function wholeSums(
  db: Kysely<Tables>,
  source: DataSource,
  question: DataQuestion,
): Promise<DataSums['sums']> {
  const { rows } = await sql<Readonly<Record<string, string>>>`
    SELECT ${summed(source)} FROM ${source.table} d WHERE ${asked(source, question)}`.execute(db);
  return sumsOf(source, rows[0] ?? {});
}

function columnOf({ dimensions }: DataSource, one: Dimension): RawBuilder<unknown> {
  const column = dimensions[one];
  if (column === undefined) throw new Error(`no sums are kept by ${one}`);
  return column;
}

const summed = ({ sums }: DataSource): RawBuilder<unknown> =>
  sql.join(Object.entries(sums).map(([name, sum]) => sql`coalesce(${sum}, 0)::text AS ${sql.ref(name)}`));

/** What was counted somewhere and is counted elsewhere by now has left nothing. */
const holdsAnything = ({ sums }: DataSource): RawBuilder<unknown> =>
  sql.join(
    Object.values(sums).map((sum) => sql`coalesce(${sum}, 0) <> 0`),
    sql` OR `,
  );

function orderBy({ sums }: DataSource, { by, isDescending }: DataOrder): RawBuilder<unknown> {
  const sum = sums[by];
  if (sum === undefined) throw new Error(`nothing is summed up as ${by}`);
  return isDescending ? sql`coalesce(${sum}, 0) DESC` : sql`coalesce(${sum}, 0)`;
}

const sumsOf = ({ sums }: DataSource, row: Readonly<Record<string, unknown>>): Record<string, bigint> =>
  Object.fromEntries(
    Object.keys(sums).map((name) => [name, BigInt((row[name] ?? 0) as string | number | bigint)]),
  );

function asked(
  source: DataSource,
  { currency, first, last, of, quote, scope }: DataQuestion,
): RawBuilder<unknown> {
  const parties = Object.entries(of) as [Party, bigint][];
  return sql.join(
    [
      source.inScope(scope),
      ...(source.part === undefined ? [] : [source.part]),
      sql`d.day BETWEEN ${first}::date AND ${last}::date`,
      ...(source.made === undefined
        ? []
        : [
            sql`${source.made} >= ${beginOf(first)} AND ${source.made} < ${beginOf(last)} + interval '1 day'`,
          ]),
      sql`d.currency = ${currency}`,
      ...(source.quote === undefined ? [] : [sql`${source.quote} = ${quote ?? ''}`]),
      ...parties.map(([party, id]) => sql`${columnOf(source, party)} = ${id}`),
    ],
    sql` AND `,
  );
}

/** Midnight of the platform's calendar (UTC+8). */
const beginOf = (day: string): RawBuilder<unknown> =>
  sql`((${day}::date)::timestamp - interval '8 hours') AT TIME ZONE 'UTC'`;
