import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Scope } from '../http/actor.ts';
import { errorCode } from './database-error.ts';
import { readSums } from './sums.ts';
import type { WithSums } from './sums.ts';
import type { Tables } from './tables.generated.ts';
import { transact } from './transact.ts';

/** A list as SQL reads it. In each piece the table of the list is called `o`. */
interface ListSource<Filter, Sort extends string, Summed extends string> {
  readonly table: string;
  /** What a row shows besides the table's own columns, and where that stands. */
  readonly shown: { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> };
  readonly sorts: Readonly<Record<Sort, RawBuilder<unknown>>>;
  /** What is summed up for each currency, and which of it are sums of money. */
  readonly figures: RawBuilder<unknown>;
  readonly summed: readonly Summed[];
  /** The caller's tree first, then what the filter asks; all of it must hold. */
  conditions(scope: Scope, filter: Filter): readonly RawBuilder<unknown>[];
}

interface ListPage {
  readonly offset: number;
  readonly limit: number;
}

/** What a list is asked. Every question carries the caller's tree. */
export interface ListQuery<Filter, Row, Sum, Sort extends string> {
  /** One page of what the caller may see. */
  page(db: Kysely<Tables>, scope: Scope, filter: Filter, sort: Sort, page: ListPage): Promise<Row[]>;
  /** A first page of so many rows, from FROM to ORDER BY, for whoever takes other columns of it. */
  from(scope: Scope, filter: Filter, sort: Sort, limit: number): RawBuilder<unknown>;
  /** The totals of the whole filter, one row a currency. */
  sums(db: Kysely<Tables>, scope: Scope, filter: Filter): Promise<Sum[]>;
  /** How many there are, at most `most`; undefined where that takes too long, because not everything is indexed. */
  countUpTo(db: Kysely<Tables>, scope: Scope, filter: Filter, most: number): Promise<bigint | undefined>;
}

const countingLimitMs = 1_500;
/** What PostgreSQL answers when it stops a statement at its time limit. */
const queryCanceled = '57014';

export function listQuery<Filter, Row, Sum extends object, Sort extends string>(
  source: ListSource<Filter, Sort, keyof Sum & string>,
): ListQuery<Filter, Row, Sum, Sort> {
  const { shown, sorts, figures, summed } = source;
  const table = sql.table(source.table);
  const matching = (scope: Scope, filter: Filter): RawBuilder<unknown> =>
    sql.join(source.conditions(scope, filter), sql` AND `);
  // What else a row shows is looked up for those of the page, and not for all that are sorted.
  const from = (
    scope: Scope,
    filter: Filter,
    sort: Sort,
    { limit, offset }: ListPage,
  ): RawBuilder<unknown> => sql`
        FROM (
          SELECT o.* FROM ${table} o WHERE ${matching(scope, filter)}
          ORDER BY ${sorts[sort]} OFFSET ${offset} LIMIT ${limit}
        ) o ${shown.joins}
        ORDER BY ${sorts[sort]}`;
  return {
    from: (scope, filter, sort, limit) => from(scope, filter, sort, { limit, offset: 0 }),
    async page(db, scope, filter, sort, page) {
      const { rows } = await sql<Row>`
        SELECT o.*, ${shown.columns} ${from(scope, filter, sort, page)}`.execute(db);
      return rows;
    },
    async sums(db, scope, filter) {
      const { rows } = await sql<WithSums<Sum, keyof Sum & string>>`
        SELECT o.currency, count(*) AS count, ${figures} FROM ${table} o
        WHERE ${matching(scope, filter)}
        GROUP BY o.currency ORDER BY o.currency`.execute(db);
      return readSums<Sum, keyof Sum & string>(rows, summed);
    },
    async countUpTo(db, scope, filter, most) {
      try {
        return await transact(db, async (tx) => {
          await sql`SELECT set_config('statement_timeout', ${String(countingLimitMs)}, true)`.execute(tx);
          const { rows } = await sql<{ count: bigint }>`
            SELECT count(*) AS count
            FROM (SELECT FROM ${table} o WHERE ${matching(scope, filter)} LIMIT ${most}) found`.execute(tx);
          return rows[0]?.count ?? 0n;
        });
      } catch (error) {
        if (errorCode(error) === queryCanceled) return undefined;
        throw error;
      }
    },
  };
}

/**
 * Newest first and by amount, either way. Amounts of two currencies are never compared: each currency is sorted by itself.
 */
export function sortsBy(amount: string) {
  const column = sql.ref(`o.${amount}`);
  return {
    '-created_at': sql`o.created_at DESC, o.id DESC`,
    created_at: sql`o.created_at, o.id`,
    '-amount': sql`o.currency, ${column} DESC, o.id DESC`,
    amount: sql`o.currency, ${column}, o.id`,
  } as const;
}

/** A column between two ends, each of which may be open; `to` itself lies outside. */
export function within(column: string, from: Date | undefined, to: Date | undefined): RawBuilder<unknown>[] {
  const at = sql.ref(column);
  return [
    ...(from === undefined ? [] : [sql`${at} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${at} < ${to}`]),
  ];
}

/** Millionths of a major unit, both ends included: a filter names no currency, so it is brought to each row's own scale. */
export function amountWithin(
  column: string,
  min: bigint | undefined,
  max: bigint | undefined,
): RawBuilder<unknown>[] {
  const amount = sql.ref(column);
  return [
    ...(min === undefined ? [] : [sql`${amount} >= ${atScale(min)}`]),
    ...(max === undefined ? [] : [sql`${amount} <= ${atScale(max)}`]),
  ];
}

/** Ledger scales: six decimals for USDT, four for every other currency. */
export function atLedgerScale(millionths: bigint, currency: string): bigint {
  return currency === 'USDT' ? millionths : millionths / 100n;
}

/** The same for each row. */
function atScale(millionths: bigint): RawBuilder<unknown> {
  return sql`CASE o.currency WHEN 'USDT' THEN ${millionths}::bigint ELSE ${millionths}::bigint / 100 END`;
}
