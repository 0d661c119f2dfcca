import { regionOffsetMinutes } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ExportCell } from './export-cell.ts';
import { wordOf } from './csv-line.ts';
import { oneLook } from './line-form.ts';
import type { LineForm, SqlCell } from './line-form.ts';
import { ledgerText } from './sql-digits.ts';

/** A spreadsheet keeps fifteen digits of a number; a longer amount stays exact as text. */
const exactDigits = 15;
const leastLong = 10n ** BigInt(exactDigits);
/** Day 0 of a spreadsheet's calendar, counted from 1970, and the seconds of a day. */
const [dayZero, dayS, zoneS] = [25_569, 86_400, regionOffsetMinutes * 60];
/** The second of the formats of cells that the file knows: that of times. */
export const timeStyle = 1;

const empty = '<c/>';
const text = (xml: string): string => `<c t="inlineStr"><is><t>${xml}</t></is></c>`;
const kept = (xml: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`;
const value = (digits: string): string => `<c><v>${digits}</v></c>`;
const time = (days: string): string => `<c s="${timeStyle}"><v>${days}</v></c>`;
/** The spelling of a cell, of what stands in it by SQL; null of null. */
const around = (spell: (inner: string) => string, inner: RawBuilder<unknown>): RawBuilder<unknown> => {
  const [before = '', after = ''] = spell('\n').split('\n');
  return sql`(${sql.lit(before)} || (${inner}) || ${sql.lit(after)})`;
};

/** Rows of a sheet. Text is of the type text, so that nothing in it is ever computed. */
export const xlsxLines: LineForm = {
  line: (cells) => `<row>${cells.map(cellOf).join('')}</row>`,
  sqlLine: (cells, currency) =>
    oneLook(
      cells,
      looks,
      (isPlain) =>
        sql`concat('<row>', ${sql.join(cells.map((cell) => sqlCell(cell, currency, isPlain)))}, '</row>')`,
    ),
};

function cellOf(cell: ExportCell): string {
  if (cell === null) return empty;
  if (typeof cell === 'string') return textOf(cell);
  if ('count' in cell) return value(String(cell.count));
  if ('money' in cell) return cell.money === null ? empty : digitsOf(cell.money);
  return cell.at === null ? empty : time(String(daysOf(cell.at)));
}

/** A spreadsheet knows no zones: its time is what the clock on the wall shows in the zone of the header. */
function daysOf(at: string): number {
  return (Math.floor(Date.parse(at) / 1_000) + zoneS) / dayS + dayZero;
}

/** Exact in both cases: a number of at most fifteen digits survives the way through a spreadsheet. */
function digitsOf(digits: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(digits);
  return isNumber && digits.replaceAll(/\D/g, '').replace(/^0+/, '').length <= exactDigits
    ? value(digits)
    : textOf(digits);
}

/** The format's own escape of a character: text that looks like one is escaped itself. */
const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
/** What no XML holds, and the one end of a line that XML would lose. */
const unheld = [
  ...Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1)).filter(
    (one) => !'\t\n'.includes(one),
  ),
  '\ufffe',
  '\uffff',
];
const entities = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
] as const;
const likeEscape = '_(?=x[0-9A-Fa-f]{4}_)';
/** No text is spelled otherwise than it is read where none of these is met. */
const looks = {
  anything: String.raw`[&<>\u0001-\u001f\ufffe\uffff]|_x`,
  first: ' ',
  last: ' ',
};
const [isAnything, isLikeEscape] = [
  new RegExp(`${looks.anything}|^${looks.first}|${looks.last}$`),
  new RegExp(likeEscape, 'g'),
];

function textOf(raw: string): string {
  if (!isAnything.test(raw)) return text(raw);
  let xml = raw.replaceAll(isLikeEscape, escaped('_'));
  for (const [character, entity] of entities) xml = xml.replaceAll(character, entity);
  for (const character of unheld) xml = xml.replaceAll(character, escaped(character));
  return kept(xml);
}

function sqlCell(cell: SqlCell, currency: RawBuilder<unknown>, isPlain: boolean): RawBuilder<unknown> {
  return sql`coalesce(${spelled(cell, currency, isPlain)}, ${sql.lit(empty)})`;
}

/** The cell, or null where nothing stands in it. */
function spelled(cell: SqlCell, currency: RawBuilder<unknown>, isPlain: boolean): RawBuilder<unknown> {
  if ('text' in cell) return isPlain ? around(text, cell.text) : sqlText(cell.text);
  if ('code' in cell) return around(text, cell.code);
  if ('word' in cell) return wordOf(cell, cellOf);
  if ('minor' in cell) {
    const { minor } = cell;
    const digits = ledgerText(minor, currency);
    return sql`CASE WHEN ${minor} > ${sql.lit(String(-leastLong))}::bigint AND ${minor} < ${sql.lit(String(leastLong))}::bigint
      THEN ${around(value, digits)} ELSE ${around(text, digits)} END`;
  }
  if ('digits' in cell) {
    const { digits } = cell;
    return sql`CASE WHEN length(ltrim(translate(${digits}, '-.', ''), '0')) <= ${sql.lit(exactDigits)} THEN ${around(value, digits)}
      ELSE ${around(text, digits)} END`;
  }
  return around(
    time,
    sql`(floor(extract(epoch FROM ${cell.at})::float8) + ${sql.lit(zoneS)}) / ${sql.lit(dayS)} + ${sql.lit(dayZero)}`,
  );
}

function sqlText(raw: RawBuilder<unknown>): RawBuilder<unknown> {
  let xml = sql`regexp_replace(${raw}, ${sql.lit(likeEscape)}, ${sql.lit(escaped('_'))}, 'g')`;
  for (const [character, entity] of entities)
    xml = sql`replace(${xml}, ${sql.lit(character)}, ${sql.lit(entity)})`;
  for (const character of unheld)
    xml = sql`replace(${xml}, chr(${sql.lit(character.charCodeAt(0))}), ${sql.lit(escaped(character))})`;
  const each = sql.lit(isAnything.source);
  return sql`CASE WHEN ${raw} !~ ${each} THEN ${around(text, raw)} ELSE ${around(kept, xml)} END`;
}
