import { describe, expect, test } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { UnreadableSheet } from './sheet.ts';
import type { SheetFault } from './sheet.ts';
import { workbookOf, zipOf } from './testing/workbook.ts';

const read = async (file: string | Buffer, most = 100) => (await readSheet(Buffer.from(file), most)).rows;
const texts = async (file: string | Buffer): Promise<string[][]> =>
  (await read(file)).map(({ cells }) => cells.map(({ text }) => text));
async function faultOf(file: string | Buffer, most = 100): Promise<SheetFault | Error | null> {
  try {
    await read(file, most);
    return null;
  } catch (error) {
    return error instanceof UnreadableSheet ? error.why : (error as Error);
  }
}
const text = (place: string, value: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a CSV file', () => {
  test('is read with its quotes, marks and separators, in UTF-8 and UTF-16', async () => {
    const sheet = '名稱,金額\r\n"王, 小明","1,234.50"\r\n\r\n"say ""hi""",2';
    const expected = [
      ['名稱', '金額'],
      ['王, 小明', '1,234.50'],
      ['say "hi"', '2'],
    ];
    expect(await texts(sheet)).toEqual(expected);
    expect(await texts(`\ufeff${sheet}`)).toEqual(expected);
    expect(await texts(Buffer.from(`\ufeff${sheet}`, 'utf16le'))).toEqual(expected);
    expect(await texts('a;b\n1;2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect((await read(sheet)).map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  test('keeps digits as they are written, and marks what would be computed', async () => {
    const [, row] = await read('card,what\n0012345678901234567,=1+1');
    expect(row?.cells).toEqual([{ text: '0012345678901234567' }, { text: '=1+1', isFormula: true }]);
  });

  test.each<[string, string | Buffer, SheetFault]>([
    ['in Big5', Buffer.from([0xa4, 0xfd, 0x2c, 0x31]), 'encoding'],
    ['with halves of characters', Buffer.from([0x41, 0xe7, 0x8e]), 'encoding'],
    ['of noughts', Buffer.alloc(1000), 'unreadable'],
    ['of an older program', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'unreadable'],
    ['of more rows than wanted', 'a\n'.repeat(101), 'tooManyRows'],
  ])('%s is not read, and says why', async (_what, file, why) => {
    expect(await faultOf(file)).toBe(why);
  });

  test('whose quote never ends is one long cell and no harm', async () => {
    const rows = await read(`a,b\n"${'x'.repeat(100_000)}`);
    expect(rows[1]?.cells[0]?.text).toHaveLength(600);
  });
});

describe('an XLSX file', () => {
  test('is read with its text, numbers told apart, and formulas marked', async () => {
    const rows = `<row r="1">${text('A1', '卡號')}${text('B1', '金額')}</row>
      <row r="3">${text('A3', '0012345678')}<c r="B3"><v>12.5</v></c><c r="C3"><f>A3</f><v>7</v></c></row>`;
    const found = await read(workbookOf(rows));
    expect(found.map(({ line }) => line)).toEqual([1, 3]);
    expect(found[1]?.cells).toEqual([
      { text: '0012345678' },
      { text: '12.5', isNumber: true },
      { text: '7', isNumber: true, isFormula: true },
    ]);
  });

  const huge = Buffer.alloc(60 * 1024 * 1024, 0x20);
  test.each<[string, () => Buffer]>([
    ['that becomes sixty megabytes', () => workbookOf('', { bytes: huge })],
    ['that says it becomes little', () => workbookOf('', { bytes: huge, says: 1000 })],
    ['that does not say what it becomes', () => workbookOf('', { bytes: huge, says: 0 })],
    [
      'of a thousand parts',
      () => zipOf(Array.from({ length: 1000 }, (_, n) => ({ name: `${n}`, bytes: Buffer.alloc(1) }))),
    ],
    [
      'of rows that are sixteen thousand columns wide',
      () =>
        workbookOf(
          Array.from(
            { length: 150_000 },
            (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`,
          ).join(''),
        ),
    ],
    ['that is no workbook', () => zipOf([{ name: 'a', bytes: Buffer.from('a') }])],
    ['that is cut', () => workbookOf('<row/>').subarray(0, 400)],
    ['with a cell beyond the sheet', () => workbookOf('<row><c r="ZZZZ99999999"><v>1</v></c></row>')],
  ])('%s is not read, and nobody else is harmed', { timeout: 60_000 }, async (_what, file) => {
    expect(await faultOf(file())).toBe('unreadable');
    expect(await texts('a,b')).toEqual([['a', 'b']]);
  });

  test('with entities that name themselves grows no further', async () => {
    const lol = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    const sheet = `${lol}<worksheet><sheetData><row r="1">${text('A1', '&b;')}</row></sheetData></worksheet>`;
    const fault = await faultOf(workbookOf('', { bytes: Buffer.from(sheet) }));
    if (fault === null)
      expect((await texts(workbookOf('', { bytes: Buffer.from(sheet) })))[0]?.[0]).not.toContain('aaaa');
    else expect(fault).toBe('unreadable');
  });
});
