import { regionTimeText } from '@suanpan/domain/region-day';
import type { ExportCell } from './export-cell.ts';
import { guardFormula } from '../sheets/formula-guard.ts';
import { marksOf } from './line-form.ts';
import type { LineForm } from './line-form.ts';
import { wallClock } from './wall-clock.ts';

/** RFC 4180; text that could be a formula is led by a quote. */
export const csvLines: LineForm = {
  line: (cells) => `${cells.map(cellOf).join(',')}\r\n`,
  spelling: {
    row: ['', '\r\n'],
    between: ',',
    nothing: '',
    text: ['', ''],
    amount: ['', ''],
    // Of what is not ASCII, the first bytes of every blank and of the full-width signs.
    marks: marksOf('",;|\t\r\n', '\t\n\v\f\r =+-@\u00c2\u00e1\u00e2\u00e3\u00ef'),
    cell: cellOf,
    clock: wallClock,
  },
};

function cellOf(cell: ExportCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return quoted(guardFormula(cell));
  if ('money' in cell) return cell.money ?? '';
  if ('count' in cell) return String(cell.count);
  return cell.at === null ? '' : regionTimeText(new Date(cell.at));
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
