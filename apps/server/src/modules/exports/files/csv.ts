import { csvLines } from '../../../platform/lines/csv-line.ts';
import type { Sheet } from './sheet.ts';

const byteOrderMark = '\ufeff';

/** The lines, led by the mark by which spreadsheets recognise UTF-8 and by the titles. */
export async function* csvBytes({ header, lines }: Sheet): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${byteOrderMark}${csvLines.line(header)}`);
  for await (const { bytes } of lines) yield* bytes;
}
