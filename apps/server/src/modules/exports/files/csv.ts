import type { ExportCell } from '../../../platform/export-list.ts';
import { guardFormula } from '../../../platform/sheets/formula-guard.ts';
import { zoneTime } from './cell-text.ts';
import type { Sheet } from './sheet.ts';

const byteOrderMark = '\ufeff';
const chunkCharacters = 64 * 1024;

/** RFC 4180, with the mark by which spreadsheets recognise UTF-8; text that could be a formula is led by a quote. */
export async function* csvBytes({ header, rows }: Sheet): AsyncGenerator<Uint8Array> {
  let chunk = `${byteOrderMark}${lineOf(header.map(({ title }) => title))}`;
  for await (const row of rows) {
    chunk += lineOf(row);
    if (chunk.length < chunkCharacters) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

function lineOf(cells: readonly ExportCell[]): string {
  return `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;
}

function textOf(cell: ExportCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return guardFormula(cell);
  if ('money' in cell) return cell.money ?? '';
  return 'at' in cell ? zoneTime(cell.at) : String(cell.count);
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
