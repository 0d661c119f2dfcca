import { isUtf8 } from 'node:buffer';
import { cellMostLength, sheetMostColumns, UnreadableSheet } from './sheet.ts';
import type { Sheet, SheetCell, SheetEncoding, SheetRow } from './sheet.ts';
import { refuseBomb } from './refuse-bomb.ts';

/** By which an XLSX file, which is a ZIP file, begins. */
const zipBegins = Buffer.from('PK\u0003\u0004', 'latin1');
/** Files of older programs, and those that a password locks. */
const oldBegins = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** What programs would compute, full-width forms and blanks before included. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/**
 * The first sheet of a CSV or XLSX file, without the rows that hold nothing. Throws `UnreadableSheet`, or whatever a hostile
 * file makes the library throw. Nothing in it is computed, and what could be is marked.
 */
export async function parseSheet(file: Buffer, mostRows: number, mayBeBig5: boolean): Promise<Sheet> {
  if (file.subarray(0, oldBegins.length).equals(oldBegins)) throw new UnreadableSheet('unreadable');
  const isZip = file.subarray(0, zipBegins.length).equals(zipBegins);
  const { encoding, text } = isZip ? { encoding: null, text: '' } : textOf(file, mayBeBig5);
  const rows = isZip ? await parseXlsx(file) : await parseCsvText(text);
  // No text that we keep holds it.
  if (rows.some(({ cells }) => cells.some(({ text }) => text.includes('\0'))))
    throw new UnreadableSheet('unreadable');
  const filled = rows.filter(({ cells }) => cells.some(({ text }) => text !== ''));
  if (filled.length > mostRows) throw new UnreadableSheet('tooManyRows');
  return { rows: filled, encoding };
}

async function parseXlsx(file: Buffer): Promise<SheetRow[]> {
  refuseBomb(file);
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(file, { sheets: [0] });
  const [sheet] = sheets;
  if (sheet === undefined) throw new UnreadableSheet('unreadable');
  return sheet.rows.map((values, row) => ({
    line: row + 1,
    cells: values
      .slice(0, sheetMostColumns)
      .map((value, column) => cellOf(value, sheet.cells?.get(`${row},${column}`)?.formula !== undefined)),
  }));
}

async function parseCsvText(text: string): Promise<SheetRow[]> {
  const { parseCsv } = await import('hucre/csv');
  return parseCsv(text).map((values, row) => ({
    line: row + 1,
    cells: values
      .slice(0, sheetMostColumns)
      .map((value) => cellOf(value, typeof value === 'string' && formula.test(value))),
  }));
}

function cellOf(value: unknown, isFormula: boolean): SheetCell {
  const text = plainText(value).trim().slice(0, cellMostLength);
  return {
    text,
    ...(typeof value === 'number' && { isNumber: true as const }),
    ...(isFormula && { isFormula: true as const }),
  };
}

function plainText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  return '';
}

/** UTF-8, UTF-16 where the file says so, or Big5 where it may be and is nothing else. */
function textOf(file: Buffer, mayBeBig5: boolean): { encoding: SheetEncoding; text: string } {
  const [first, second] = file;
  const decode = (label: string): string => new TextDecoder(label, { fatal: true }).decode(file);
  try {
    if (first === 0xff && second === 0xfe) return { encoding: 'utf16', text: decode('utf-16le') };
    if (first === 0xfe && second === 0xff) return { encoding: 'utf16', text: decode('utf-16be') };
    if (mayBeBig5 && !isUtf8(file)) return { encoding: 'big5', text: decode('big5') };
    return { encoding: 'utf8', text: decode('utf-8') };
  } catch (error) {
    throw new UnreadableSheet('encoding', { cause: error });
  }
}
