import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../db/tables.generated.ts';
import { csvLines } from './csv-line.ts';
import type { LineForm, SqlCell } from './line-form.ts';
import { xlsxLines } from './xlsx-line.ts';

/** The formats of files whose rows a database can spell. */
export const lineForms = { csv: csvLines, xlsx: xlsxLines } as const satisfies Record<string, LineForm>;

/** Rows as SQL finds them. */
export interface LineSource {
  /** By column of the file; what this reader may not know is left out and comes to an empty cell. */
  readonly cells: Readonly<Record<string, SqlCell>>;
  readonly currency: RawBuilder<unknown>;
  /** Text by which the page after a row is asked for. */
  readonly place: RawBuilder<unknown>;
  /** From FROM to ORDER BY, which must put each row in a place of its own. */
  readonly from: RawBuilder<unknown>;
}

export interface LinesWanted {
  readonly form: keyof typeof lineForms;
  readonly columns: readonly string[];
  /** Columns of minor units that are added up. */
  readonly totals: readonly string[];
  readonly limit: number;
}

/** What one currency of a page comes to, in minor units; a column in which this reader saw nothing is absent. */
export interface LineTotal {
  readonly currency: Currency;
  readonly count: number;
  readonly sums: Readonly<Record<string, bigint>>;
}

/** A page of a file as it is written: no value of it becomes one of JavaScript's. */
export interface WrittenLines {
  readonly text: string;
  readonly rows: number;
  readonly totals: readonly LineTotal[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

interface Answer {
  readonly text: string | null;
  readonly rows: number;
  readonly next: string | null;
  readonly totals: readonly { currency: string; count: number; sums: Record<string, string | null> }[];
}

/** Finds and spells one page by one statement. */
export async function writeLines(
  db: Kysely<Tables>,
  { cells, currency, from, place }: LineSource,
  { columns, form, limit, totals }: LinesWanted,
): Promise<WrittenLines> {
  const found = columns.map((name) => cells[name]);
  const columnOf = (index: number): RawBuilder<unknown> => sql.ref(`page.c${index}`);
  const values = found.map((cell, index) =>
    cell === undefined ? [] : [sql`${valueOf(cell)} AS ${sql.ref(`c${index}`)}`],
  );
  const line = lineForms[form].sqlLine(
    found.map((cell, index) => (cell === undefined ? missing : at(cell, columnOf(index)))),
    sql`page.currency`,
  );
  const sums = columns.flatMap((name, index) => {
    const cell = found[index];
    if (cell === undefined || !('minor' in cell) || !totals.includes(name)) return [];
    return [sql`${sql.lit(name)}::text`, sql`sum(${columnOf(index)})::text`];
  });
  const { rows } = await sql<Answer>`
    WITH page AS MATERIALIZED (
      SELECT ${sql.join([sql`${place} AS place`, sql`${currency} AS currency`, ...values.flat()])}
      ${from} LIMIT ${limit})
    SELECT (SELECT string_agg(${line}, '') FROM page) AS text,
           (SELECT count(*)::int FROM page) AS rows,
           (SELECT page.place FROM page OFFSET ${limit - 1}) AS next,
           (SELECT coalesce(jsonb_agg(total), '[]') FROM (
              SELECT page.currency, count(*) AS count, jsonb_build_object(${sql.join(sums)}) AS sums
              FROM page GROUP BY page.currency) total) AS totals`.execute(db);
  const [page] = rows;
  if (page === undefined) throw new Error('A page of a file was not answered');
  return { ...page, text: page.text ?? '', totals: page.totals.flatMap(readTotal) };
}

/** A column of the list that this reader sees nothing of. */
const missing: SqlCell = { code: sql`NULL::text` };

function valueOf(cell: SqlCell): RawBuilder<unknown> {
  if ('text' in cell) return cell.text;
  if ('code' in cell) return cell.code;
  if ('word' in cell) return cell.word;
  if ('minor' in cell) return cell.minor;
  return 'digits' in cell ? cell.digits : cell.at;
}

/** The cell once its value stands in a column. */
function at(cell: SqlCell, column: RawBuilder<unknown>): SqlCell {
  if ('text' in cell) return { text: column };
  if ('code' in cell) return { code: column };
  if ('word' in cell) return { ...cell, word: column };
  if ('minor' in cell) return { minor: column };
  return 'digits' in cell ? { digits: column } : { at: column };
}

function readTotal({ currency, count, sums }: Answer['totals'][number]): LineTotal[] {
  if (!(currency in currencies)) return [];
  const known = Object.entries(sums).flatMap(([name, sum]) =>
    sum === null ? [] : [[name, BigInt(sum)] as const],
  );
  return [{ currency: currency as Currency, count, sums: Object.fromEntries(known) }];
}
