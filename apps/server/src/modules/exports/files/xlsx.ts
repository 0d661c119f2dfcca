import type { ExportCell } from '../../../platform/export-list.ts';
import { zoneTime } from './cell-text.ts';
import type { Sheet } from './sheet.ts';

/** A spreadsheet keeps fifteen digits of a number; a longer amount stays exact as text. */
const exactDigits = 15;
const moneyShape = /^-?\d+(?:\.\d+)?$/;
/** The format's own escape of a character: text that looks like one is escaped itself. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;
const columnWidth = 20;
const timeFormat = 'yyyy-mm-dd hh:mm:ss';

/**
 * One sheet of inline text and numbers, split where a sheet is full. Text is of the type text, so that nothing in it
 * is ever computed. The library is loaded with the first such file, and is known nowhere else.
 */
export async function* xlsxBytes({ name, header, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const stream = writeXlsxStream(valuesOf(rows), {
    name: name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 28),
    columns: header.map(({ title, isTime }) => ({
      header: textValue(title),
      width: columnWidth,
      ...(isTime === true && { numFmt: timeFormat }),
    })),
    freezePane: { rows: 1 },
    zip64: true,
  });
  for await (const chunk of stream) yield chunk;
}

async function* valuesOf(
  rows: AsyncIterable<readonly ExportCell[]>,
): AsyncGenerator<(string | number | Date | null)[]> {
  for await (const row of rows) yield row.map(valueOf);
}

function valueOf(cell: ExportCell): string | number | Date | null {
  if (cell === null) return null;
  if (typeof cell === 'string') return textValue(cell);
  if ('count' in cell) return cell.count;
  if ('at' in cell) return cell.at === null ? null : wallTime(cell.at);
  return cell.money === null ? null : moneyValue(cell.money);
}

/** A spreadsheet knows no zones: its time is what the clock on the wall shows in the zone of the header. */
function wallTime(instant: string): Date {
  return new Date(`${zoneTime(instant).replace(' ', 'T')}Z`);
}

function textValue(text: string): string {
  return text.replaceAll(escapeLike, '_x005F_');
}

/** Exact in both cases: a number of at most fifteen digits survives the way through a spreadsheet. */
function moneyValue(money: string): string | number {
  if (!moneyShape.test(money)) return textValue(money);
  const digits = money.replace(/\D/g, '').replace(/^0+/, '');
  // Not money: from here on it is a cell that is shown and never posted.
  return digits.length > exactDigits ? money : Number(money);
}
