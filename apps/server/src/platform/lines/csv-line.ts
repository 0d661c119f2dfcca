import { regionTimeText } from '@suanpan/domain/region-day';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ExportCell } from './export-cell.ts';
import { guardFormula } from '../sheets/formula-guard.ts';
import { oneLook } from './line-form.ts';
import type { LineForm, SqlCell } from './line-form.ts';
import { sqlBlanks, sqlSpaces } from './spaces.ts';
import { ledgerText, wallText } from './sql-digits.ts';

/** RFC 4180; text that could be a formula is led by a quote. */
export const csvLines: LineForm = {
  line: (cells) => `${cells.map(cellOf).join(',')}\r\n`,
  sqlLine: (cells, currency) =>
    oneLook(cells, looks, (isPlain) => {
      const parts = cells.flatMap((cell, index) => [
        ...(index === 0 ? [] : [sql.lit(',')]),
        sqlCell(cell, currency, isPlain),
      ]);
      return sql`concat(${sql.join(parts)}, ${sql.lit('\r\n')})`;
    }),
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

function sqlCell(cell: SqlCell, currency: RawBuilder<unknown>, isPlain: boolean): RawBuilder<unknown> {
  if ('text' in cell) return isPlain ? cell.text : sqlText(cell.text);
  if ('code' in cell) return cell.code;
  if ('minor' in cell) return ledgerText(cell.minor, currency);
  if ('digits' in cell) return cell.digits;
  if ('at' in cell) return wallText(cell.at);
  return wordOf(cell, cellOf);
}

/** One of the words, spelled beforehand. */
export function wordOf(
  { word, words }: Extract<SqlCell, { word: unknown }>,
  spell: (text: string) => string,
): RawBuilder<unknown> {
  const cases = Object.entries(words).map(
    ([is, text]) => sql`WHEN ${sql.lit(is)} THEN ${sql.lit(spell(text))}`,
  );
  return sql`CASE ${word} ${sql.join(cases, sql` `)} END`;
}

const begins = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20`;
const number = String.raw`[+-]?[0-9]{1,15}(?:\.[0-9]{1,8})?`;
/** Neither quoting nor a guard is needed where none of these is met. */
const looks = {
  anything: String.raw`[",;|\t\r\n]`,
  first: `[${sqlSpaces}${begins}]`,
  last: `[${sqlSpaces}]`,
};
const pattern = {
  formula: sql.lit(`^[${sqlSpaces}]*[${begins}]|^[\\t\\r\\n]`),
  number: sql.lit(`^${number}$`),
  /** A separator of some spreadsheet, before what would be a formula in the cell that it begins. */
  parted: sql.lit(`([;|\\t\\r\\n])(?!${number}(?:[;|\\t\\r\\n]|$))(?=[${sqlBlanks}]*[${begins}])`),
  quoted: sql.lit(`[",\\r\\n]|^[${sqlSpaces}]|[${sqlSpaces}]$`),
};

/** `guardFormula` and the quotes of the format. */
function sqlText(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const guard = sql`CASE WHEN ${text} ~ ${pattern.formula} AND ${text} !~ ${pattern.number} THEN '''' ELSE '' END`;
  const inert = sql`${guard} || regexp_replace(${text}, ${pattern.parted}, '\\1''', 'g')`;
  return sql`CASE WHEN ${text} IS NOT NULL THEN (
    SELECT CASE WHEN inert.text ~ ${pattern.quoted} THEN '"' || replace(inert.text, '"', '""') || '"' ELSE inert.text END
    FROM (SELECT ${inert} AS text OFFSET 0) inert) END`;
}
