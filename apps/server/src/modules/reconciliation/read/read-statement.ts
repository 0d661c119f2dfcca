import { lineFaults } from '@suanpan/domain/reconciliation';
import type { LineFault, StatementColumn } from '@suanpan/domain/reconciliation';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { statementMaxLines } from '@suanpan/domain/limits';
import { readSheet } from '../../../platform/sheets/read-sheet.ts';
import { UnreadableSheet } from '../../../platform/sheets/sheet.ts';
import type { SheetFault, SheetRow } from '../../../platform/sheets/sheet.ts';
import { placesOf } from './column-titles.ts';
import type { ColumnPlaces, ColumnTitles } from './column-titles.ts';
import { csvRows } from './csv-rows.ts';
import { readLine } from './read-line.ts';
import type { StatementLine, StatementOf } from './read-line.ts';

const refusals: Readonly<Record<SheetFault, ErrorName>> = {
  unreadable: 'batchFileUnreadable',
  encoding: 'batchFileEncoding',
  tooManyRows: 'statementTooLong',
};
/** A workbook is unpacked whole, in a thread that has little memory. */
const workbookMostRows = 100_000;
const linesAtOnce = 2_000;
/** So many faults are told one by one; all of them are counted. */
export const faultsShown = 200;

export interface BadLine {
  readonly line: number;
  readonly why: LineFault;
}

/** What was read of a file. */
export interface StatementReport {
  readonly lines: number;
  readonly bad: readonly BadLine[];
  readonly badCount: number;
  /** Of the good lines that moved money, in minor units. */
  readonly sum: bigint;
  readonly columns: readonly { readonly column: StatementColumn; readonly title: string }[];
}

const zipBegins = Buffer.from('PK\u0003\u0004', 'latin1');
const oldBegins = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Reads a statement and hands its good lines on in portions, so that it never lies in memory as a whole but for its bytes. Refuses
 * what is no such file, says why, and names the columns that are missing; `named` is the words of a column.
 */
export async function readStatement(
  file: Buffer,
  titles: ColumnTitles,
  of: StatementOf,
  named: (column: StatementColumn) => string,
  keep: (lines: readonly StatementLine[]) => Promise<void>,
): Promise<StatementReport> {
  try {
    return await read(await rowsOf(file), titles, of, named, keep);
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    throw new Refusal(refusals[error.why], { params: { most: String(statementMaxLines) } });
  }
}

async function rowsOf(file: Buffer): Promise<Iterable<SheetRow>> {
  if (file.subarray(0, oldBegins.length).equals(oldBegins)) throw new UnreadableSheet('unreadable');
  if (file.subarray(0, zipBegins.length).equals(zipBegins))
    return (await readSheet(file, workbookMostRows)).rows;
  return csvRows(file);
}

async function read(
  rows: Iterable<SheetRow>,
  titles: ColumnTitles,
  of: StatementOf,
  named: (column: StatementColumn) => string,
  keep: (lines: readonly StatementLine[]) => Promise<void>,
): Promise<StatementReport> {
  const bad: BadLine[] = [];
  let badCount = 0;
  let lines = 0;
  let sum = 0n;
  let places: ColumnPlaces | undefined;
  let columns: StatementReport['columns'] = [];
  let portion: StatementLine[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    if (places === undefined) {
      const found = placesOf(row, titles);
      refuseMissing(found, named);
      places = found;
      columns = [...found].map(([column, place]) => ({ column, title: row.cells[place]?.text ?? '' }));
      continue;
    }
    if ((lines += 1) > statementMaxLines) throw new UnreadableSheet('tooManyRows');
    const line = readLine(row, places, of);
    const why = isFault(line) ? line : isSeen(seen, line) ? 'duplicate' : undefined;
    if (why !== undefined) {
      badCount += 1;
      if (bad.length < faultsShown) bad.push({ line: row.line, why });
      continue;
    }
    const good = line as StatementLine;
    if (good.status === 'done') sum += good.amount;
    portion.push(good);
    if (portion.length === linesAtOnce) {
      await keep(portion);
      portion = [];
    }
  }
  if (lines === 0) throw new Refusal('statementEmpty');
  if (portion.length > 0) await keep(portion);
  return { lines, bad, badCount, sum, columns };
}

const faults: ReadonlySet<unknown> = new Set(lineFaults);
const isFault = (line: StatementLine | LineFault): line is LineFault => faults.has(line);

/** Eight bytes of a line's mark tell a million lines apart, and a million of them stay small. */
function isSeen(seen: Set<string>, { mark }: StatementLine): boolean {
  const short = mark.toString('latin1', 0, 8);
  if (seen.has(short)) return true;
  seen.add(short);
  return false;
}

/** Without an amount, and without a number or a time, no line says which payment it is. */
function refuseMissing(places: ColumnPlaces, named: (column: StatementColumn) => string): void {
  const missing: StatementColumn[] = places.has('amount') ? [] : ['amount'];
  if (!places.has('ref') && !places.has('own_no') && !places.has('at')) missing.push('ref');
  if (missing.length > 0)
    throw new Refusal('batchColumnsMissing', { params: { columns: missing.map(named).join(', ') } });
}
