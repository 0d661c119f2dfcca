import { expect, test } from 'vitest';
import type { StatementLine } from '../src/bank/books.store.ts';
import { statementFile } from '../src/bank/statement-file.ts';

const lines: StatementLine[] = Array.from({ length: 5 }, (_, n) => ({
  id: BigInt(n),
  chargeNo: `CH-${n}`,
  merchantOrderNo: `C-${n}`,
  kind: 'payment',
  amountMicro: 100_000_000n,
  currency: 'TWD',
  bookedAt: new Date('2026-11-20T04:00:00Z'),
}));
const rows = (file: string) => file.trimEnd().split('\r\n').slice(1);

test('a statement says every booking of the day', () => {
  expect(rows(statementFile(lines, false))).toEqual(
    lines.map(
      ({ chargeNo, merchantOrderNo }) =>
        `${chargeNo},${merchantOrderNo},payment,100.00,,TWD,paid,2026-11-20T04:00:00.000Z`,
    ),
  );
});

test('planted, it is wrong once in every way, and right in everything else', () => {
  const at = '2026-11-20T04:00:00.000Z';
  expect(rows(statementFile(lines, true))).toEqual([
    `CH-1,C-1,payment,99.00,,TWD,paid,${at}`,
    `CH-2,C-2,payment,100.00,,TWD,failed,${at}`,
    `CH-3,C-3,payment,100.00,0.01,TWD,paid,${at}`,
    `CH-4,C-4,payment,100.00,,TWD,paid,${at}`,
    `CH-4-X,,payment,100.00,,TWD,paid,${at}`,
  ]);
  expect(rows(statementFile([], true))).toEqual([]);
});
