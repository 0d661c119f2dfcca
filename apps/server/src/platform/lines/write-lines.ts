import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { rawRows } from '../db/raw-rows.ts';
import type { Tables } from '../db/tables.generated.ts';
import { csvLines } from './csv-line.ts';
import type { LineForm, SqlCell } from './line-form.ts';
import { SpelledRows, endOf } from './spell-rows.ts';
import type { LineTotal } from './spell-rows.ts';
import { xlsxLines } from './xlsx-line.ts';

/** The formats of files. */
export const lineForms = { csv: csvLines, xlsx: xlsxLines } as const satisfies Record<string, LineForm>;

/** Rows as SQL finds them. */
export interface LineSource {
  /** By column of the file; what this reader may not know is left out and comes to an empty cell. */
  readonly cells: Readonly<Record<string, SqlCell>>;
  readonly currency: RawBuilder<unknown>;
  /** Numbers by which the page after a row is asked for, as they stand in the order; none is ever null. */
  readonly place: readonly RawBuilder<unknown>[];
  /** From FROM to its end, of so many rows at the most, in an order that puts each in a place of its own. */
  from(limit: number): RawBuilder<unknown>;
}

export interface LinesWanted {
  readonly form: keyof typeof lineForms;
  readonly columns: readonly string[];
  /** Columns of minor units that are added up. */
  readonly totals: readonly string[];
  readonly limit: number;
}

/** A page of a file as it is written. */
export interface WrittenLines {
  /** Spelled as they are taken, once: the next page may be asked for before. */
  readonly bytes: Iterable<Uint8Array>;
  readonly rows: number;
  /** What the page adds up to, once its bytes were taken. */
  totals(): readonly LineTotal[];
  /** Where the next page begins, its numbers parted by `-`; null after the last. */
  readonly next: string | null;
}

/** Finds one page by one statement. */
export async function writeLines(
  db: Kysely<Tables>,
  { cells, currency, from, place }: LineSource,
  { columns, form, limit, totals }: LinesWanted,
): Promise<WrittenLines> {
  const found = columns.map((name) => ({ name, cell: cells[name], isSummed: totals.includes(name) }));
  const values = found.flatMap(({ cell }) => (cell === undefined ? [] : valuesOf(cell)));
  const query = sql`SELECT ${sql.join([...place.map((part) => sql`(${part})::bigint`), sql`(${currency})::text`, ...values])} ${from(limit)}`;
  const batches: Buffer[] = [];
  for await (const rows of rawRows(db, query)) batches.push(rows);
  const page = new SpelledRows(lineForms[form], found, place.length);
  const end = endOf(batches, place.length);
  return {
    bytes: page.spell(batches),
    rows: end.rows,
    totals: () => page.totals(),
    next: end.rows < limit ? null : end.place,
  };
}

/** In the types that the pens of `SpelledRows` read. */
function valuesOf(cell: SqlCell): RawBuilder<unknown>[] {
  if ('text' in cell) return [sql`(${cell.text})::text`];
  if ('name' in cell) return [sql`(${cell.name})::text`, sql`(${cell.id})::bigint`];
  if ('word' in cell) return [sql`(${cell.word})::text`];
  if ('minor' in cell) return [sql`(${cell.minor})::bigint`];
  return 'digits' in cell ? [sql`(${cell.digits})::text`] : [sql`(${cell.at})::timestamptz`];
}
