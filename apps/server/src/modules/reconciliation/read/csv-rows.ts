import { cellMostLength, sheetMostColumns, UnreadableSheet } from '../../../platform/sheets/sheet.ts';
import type { SheetRow } from '../../../platform/sheets/sheet.ts';

const pieceBytes = 64 * 1024;
/** A row longer than this is no row: a quote was never closed, or it is another kind of file. */
const rowMostLength = 64 * 1024;
/** What programs would compute, its full-width forms included; a sign before digits is a sign. */
const formula = /^\s*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![\d.,]))./u;

/**
 * The rows of a CSV file one after the other, so that a file of a million lines needs no more memory than its bytes. Its first
 * line decides what stands between cells: comma, semicolon or tab. Rows that hold nothing are passed over. Throws
 * `UnreadableSheet`: text that is no UTF-8 is refused and never guessed at.
 */
export function* csvRows(file: Uint8Array): Generator<SheetRow> {
  const delimiter = delimiterOf(file);
  let cells: string[] = [];
  let cell = '';
  let quote: 'none' | 'open' | 'closed' = 'none';
  let line = 1;
  let begins = 1;
  let length = 0;
  let isAfterReturn = false;
  for (const text of textOf(file)) {
    for (const character of text) {
      if (character === '\0' || (length += 1) > rowMostLength) throw new UnreadableSheet('unreadable');
      if (quote === 'open') {
        if (character === '"') quote = 'closed';
        else cell += character;
        if (character === '\n') line += 1;
        continue;
      }
      const isOneBreak = character === '\n' && isAfterReturn;
      isAfterReturn = character === '\r';
      if (isOneBreak) continue;
      if (character === '"' && (quote === 'closed' || cell === '')) {
        if (quote === 'closed') cell += '"';
        quote = 'open';
      } else if (character === delimiter) {
        cells.push(cell);
        cell = '';
        quote = 'none';
      } else if (character === '\n' || character === '\r') {
        const row = rowOf(begins, [...cells, cell]);
        if (row !== null) yield row;
        cells = [];
        cell = '';
        quote = 'none';
        length = 0;
        line += 1;
        begins = line;
      } else cell += character;
    }
  }
  if (quote === 'open') throw new UnreadableSheet('unreadable');
  const row = rowOf(begins, [...cells, cell]);
  if (row !== null) yield row;
}

/** Null where it holds nothing. */
function rowOf(line: number, cells: readonly string[]): SheetRow | null {
  const row = { line, cells: cells.slice(0, sheetMostColumns).map(cellOf) };
  return row.cells.some(({ text }) => text !== '') ? row : null;
}

function cellOf(value: string): SheetRow['cells'][number] {
  const text = value.trim().slice(0, cellMostLength);
  return formula.test(text) ? { text, isFormula: true } : { text };
}

function delimiterOf(file: Uint8Array): string {
  const [begin = ''] = new TextDecoder().decode(file.subarray(0, pieceBytes)).split(/\r|\n/, 1);
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: begin.split(delimiter).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).delimiter;
}

/** The text piece by piece; a character that lies across two pieces comes whole with the second. */
function* textOf(file: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < file.length; at += pieceBytes)
      yield decoder.decode(file.subarray(at, at + pieceBytes), { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : new UnreadableSheet('encoding', { cause: error });
  }
}
