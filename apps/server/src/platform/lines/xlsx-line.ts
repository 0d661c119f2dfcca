import { regionOffsetMinutes } from '@suanpan/domain/limits';
import type { ExportCell } from './export-cell.ts';
import { marksOf } from './line-form.ts';
import type { Around, LineForm } from './line-form.ts';

/** A spreadsheet keeps fifteen digits of a number; a longer amount stays exact as text. */
const exactDigits = 15;
/** Day 0 of a spreadsheet's calendar, counted from 1970, and the seconds of a day. */
const [dayZero, dayS, zoneS] = [25_569, 86_400, regionOffsetMinutes * 60];
/** The second of the formats of cells that the file knows: that of times. */
export const timeStyle = 1;

const empty = '<c/>';
const text = (xml: string): string => `<c t="inlineStr"><is><t>${xml}</t></is></c>`;
const kept = (xml: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`;
const value = (digits: string): string => `<c><v>${digits}</v></c>`;
const time = (days: string): string => `<c s="${timeStyle}"><v>${days}</v></c>`;
/** The format's own escape of a character: text that looks like one is escaped itself. */
const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
/** What no XML holds, and the one end of a line that XML would lose. */
const controls = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1));
const unheld = [...controls.filter((one) => !'\t\n'.includes(one)), '\ufffe', '\uffff'];
const entities = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
] as const;
/** No text is spelled otherwise than it is read where none of these is met. */
// oxlint-disable-next-line no-control-regex
const isAnything = /[&<>\u0001-\u001f\ufffe\uffff]|_x|^ | $/;
const isLikeEscape = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** What stands before and behind whatever a cell is spelled of. */
const around = (spell: (inner: string) => string): Around => {
  const [before = '', after = ''] = spell('\n').split('\n');
  return [before, after];
};

/** Rows of a sheet. Text is of the type text, so that nothing in it is ever computed. */
export const xlsxLines: LineForm = {
  line: (cells) => `<row>${cells.map(cellOf).join('')}</row>`,
  spelling: {
    row: ['<row>', '</row>'],
    between: '',
    nothing: empty,
    text: around(text),
    amount: around(value),
    // What XML spells otherwise, what begins an escape of the format, and the first byte of what no XML holds.
    marks: marksOf([...'&<>_\u00ef', ...controls].join(''), ' '),
    cell: cellOf,
    clock: () => (ink, seconds) => ink.write(time(String(daysOf(seconds)))),
  },
};

function cellOf(cell: ExportCell): string {
  if (cell === null) return empty;
  if (typeof cell === 'string') return textOf(cell);
  if ('count' in cell) return value(String(cell.count));
  if ('money' in cell) return cell.money === null ? empty : digitsOf(cell.money);
  return cell.at === null ? empty : time(String(daysOf(Math.floor(Date.parse(cell.at) / 1_000))));
}

/** A spreadsheet knows no zones: its time is what the clock on the wall shows in the zone of the header. */
function daysOf(seconds: number): number {
  return (seconds + zoneS) / dayS + dayZero;
}

/** Exact in both cases: a number of at most fifteen digits survives the way through a spreadsheet. */
function digitsOf(digits: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(digits);
  return isNumber && digits.replaceAll(/\D/g, '').replace(/^0+/, '').length <= exactDigits
    ? value(digits)
    : textOf(digits);
}

function textOf(raw: string): string {
  if (!isAnything.test(raw)) return text(raw);
  let xml = raw.replaceAll(isLikeEscape, escaped('_'));
  for (const [character, entity] of entities) xml = xml.replaceAll(character, entity);
  for (const character of unheld) xml = xml.replaceAll(character, escaped(character));
  return kept(xml);
}
