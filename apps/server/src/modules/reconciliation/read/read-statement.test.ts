import { Refusal } from '@suanpan/domain/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnreadableSheet } from '../../../platform/sheets/sheet.ts';
import { csvRows } from './csv-rows.ts';
import { readStatement } from './read-statement.ts';
import type { StatementLine, StatementOf } from './read-line.ts';

const of: StatementOf = { currency: 'TWD', direction: 'collection', day: '2026-11-20' };
const rows = (file: string | Buffer) =>
  [...csvRows(Buffer.from(file))].map(({ cells, line }) => [line, ...cells.map(({ text }) => text)]);

async function read(file: string | Buffer, direction: StatementOf['direction'] = 'collection') {
  const kept: StatementLine[] = [];
  const report = await readStatement(
    Buffer.from(file),
    {},
    { ...of, direction },
    (column) => column,
    async (lines) => void kept.push(...lines),
  );
  return { report, kept };
}

describe('the rows of a CSV file', () => {
  test('keep quotes, breaks inside quotes, BOM and the lines that editors count', () => {
    expect(rows('\ufeffa,b\r\n"x, ""y""","1\n2"\r\n\r\nc,d\re,f')).toEqual([
      [1, 'a', 'b'],
      [2, 'x, "y"', '1\n2'],
      [5, 'c', 'd'],
      [6, 'e', 'f'],
    ]);
    expect(rows('a;b\n1;2')).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
    expect(rows('a\tb\n1,5\t2')).toEqual([
      [1, 'a', 'b'],
      [2, '1,5', '2'],
    ]);
  });

  test('are whole where a character lies across two pieces of the file', () => {
    const name = '付'.repeat(30_000);
    expect(rows(`${'x'.repeat(65_535)}\n${name}`).at(1)?.[1]).toBe(name.slice(0, 600));
  });

  test('are never more or less than were written, whatever they hold', () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replaceAll('\0', '').trim());
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 20 }), (sheet) => {
        const filled = sheet.filter((row) => row.some((text) => text !== ''));
        const quoted = [['a', 'b'], ...sheet].map((row) =>
          row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','),
        );
        const found = rows(quoted.join('\r\n')).map(([, ...texts]) => texts);
        expect(found).toEqual([['a', 'b'], ...filled]);
      }),
    );
  });

  test('of any bytes are read or refused, and nothing else happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await read(Buffer.concat([Buffer.from('ref,amount\n'), bytes])).catch((error: unknown) => {
          expect(error instanceof Refusal || error instanceof UnreadableSheet).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('a line', () => {
  test('says what moved, above zero what came in', async () => {
    const { kept, report } = await read(
      [
        '三方單號,訂單編號,交易類型,金額,手續費,狀態,交易時間,幣別',
        'A,1,收款,"1,234.50",12,成功,2026/11/20 09:00,NTD',
        'B,2,refund,100,,success,2026-11-20T09:00:00+08:00,TWD',
        'C,,沖正,-5,,,,',
        'D,,settlement,9848,,,,',
      ].join('\n'),
    );
    expect(report).toMatchObject({
      lines: 4,
      badCount: 0,
      sum: 12_345_000n - 1_000_000n - 50_000n - 98_480_000n,
    });
    expect(kept.map(({ amount, fee, kind, ownNo, ref }) => [kind, ref, ownNo, amount, fee])).toEqual([
      ['payment', 'A', '1', 12_345_000n, 120_000n],
      ['refund', 'B', '2', -1_000_000n, null],
      ['reversal', 'C', '', -50_000n, null],
      ['settlement', 'D', '', -98_480_000n, null],
    ]);
    expect(kept[0]?.at).toEqual(kept[1]?.at);
  });

  test('of an account that pays leaves it, unless it says otherwise', async () => {
    const { kept } = await read('ref,amount,type\nA,100,\nB,100,return\nC,100,topup', 'payout');
    expect(kept.map(({ amount }) => amount)).toEqual([-1_000_000n, 1_000_000n, 1_000_000n]);
  });

  test('of a number that no amount is, is none', async () => {
    const odd = ['1e5', '0x10', '１２', '1.2.3', '1,23', '∞', 'NaN', '99999999999999999', '1 000', '$5'];
    const { kept, report } = await read(`ref;amount\n${odd.map((text, n) => `R${n};"${text}"`).join('\n')}`);
    // Full-width digits are digits.
    expect(kept.map(({ amount }) => amount)).toEqual([120_000n]);
    expect(report.badCount).toBe(odd.length - 1);
    expect(new Set(report.bad.map(({ why }) => why))).toEqual(new Set(['amount']));
  });
});

test('a hundred thousand lines come in portions, and the file is not held twice', async () => {
  const count = 100_000;
  const file = Buffer.from(`ref,amount\n${Array.from({ length: count }, (_, n) => `R${n},1`).join('\n')}`);
  let most = 0;
  let lines = 0;
  const report = await readStatement(
    file,
    {},
    of,
    (column) => column,
    async (portion) => {
      most = Math.max(most, portion.length);
      lines += portion.length;
    },
  );
  expect([report.lines, lines, report.badCount]).toEqual([count, count, 0]);
  expect(most).toBeLessThanOrEqual(2_000);
});
