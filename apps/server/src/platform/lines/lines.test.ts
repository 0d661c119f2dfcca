import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { ExportCell } from './export-cell.ts';
import { lineForms, writeLines } from './write-lines.ts';

const { database } = await testDatabase();
const db = database.app;

/** A source of numbers that the seed decides, so that a failure can be had again. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Of what texts are made that have broken a file, a guard or an escape; and what is plain between. */
const pieces = [
  ...'=+-@＝＋－＠;|,"\'&<>_ x0.19aZé王𠮷\t\r\n\u0001\u000b\u001f\u00a0\u2003\u2028\u3000\ufeff\ufffe\u200b',
  '_x0041_',
  '_x00',
  '\r\n',
  '-1.5',
  '+123456789012345',
  'plain',
  '👩‍👩‍👧',
  ']]>',
  '\\1',
  '$&',
];
/** Around where a number is not written in halves any more, where it has another digit, and its ends. */
const edges = [
  0n,
  1n,
  9_999n,
  10_000n,
  99_999_999n,
  100_000_000n,
  2n ** 32n,
  2n ** 48n,
  10n ** 15n,
  2n ** 63n,
]
  .flatMap((edge) => [edge - 1n, edge, -edge, 1n - edge])
  .filter((edge) => edge < 2n ** 63n);
const currencies = ['TWD', 'USDT', 'CNY'] as const satisfies readonly Currency[];

interface Row {
  readonly currency: Currency;
  readonly text: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly id: bigint | null;
  readonly word: string | null;
  readonly minor: bigint | null;
  readonly digits: string | null;
  readonly at: Date | null;
}

function rowsOf(seed: number, count: number): Row[] {
  const draw = drawer(seed);
  const pick = <T>(from: readonly T[]): T => from[draw(from.length)] as T;
  const orNull = <T>(value: () => T): T | null => (draw(12) === 0 ? null : value());
  const words = (): string => Array.from({ length: draw(7) }, () => pick(pieces)).join('');
  const minor = (): bigint => {
    if (draw(6) === 0) return pick(edges);

    const digits = draw(20);
    const size = BigInt(Array.from({ length: digits }, () => draw(10)).join('') || '0') % 2n ** 63n;
    return draw(3) === 0 ? -size : size;
  };
  return Array.from({ length: count }, () => ({
    currency: pick(currencies),
    code: orNull(() => `A${draw(9_999)}`),
    text: orNull(words),
    name: orNull(words),
    id: orNull(() => (draw(4) === 0 ? minor() : BigInt(draw(100_000)))),
    word: orNull(() => pick(Object.keys(spelled))),
    minor: orNull(minor),
    digits: orNull(() => `${draw(9_999)}${draw(2) === 0 ? '' : `.${draw(99_999_999)}1`}`),
    at: orNull(
      () =>
        new Date(
          Date.UTC((draw(9) === 0 ? 1_960 : 2_020) + draw(200), draw(12), draw(28)) + draw(86_400_000),
        ),
    ),
  }));
}

const spelled = { open: '未處理', closed: '=closed & done' } as const;
const columns = ['text', 'name', 'code', 'word', 'minor', 'digits', 'at', 'nothing'];

const cellsOf = (row: Row): ExportCell[] => [
  row.text,
  row.name === null || row.id === null ? null : `${row.name} · ${row.id}`,
  row.code,
  row.word === null ? null : (spelled[row.word as keyof typeof spelled] ?? null),
  { money: row.minor === null ? null : formatLedger(row.minor, row.currency) },
  { money: row.digits },
  { at: row.at?.toISOString() ?? null },
  null,
];

const write = (rows: readonly Row[], form: 'csv' | 'xlsx', limit: number) =>
  writeLines(
    db,
    {
      place: [sql`o.place`, sql`-o.place`],
      currency: sql`o.currency`,
      from: (
        most,
      ) => sql`FROM unnest(${rows.map((row) => row.currency)}::text[], ${rows.map((row) => row.text)}::text[],
          ${rows.map((row) => row.code)}::text[], ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.word)}::text[], ${rows.map((row) => row.minor)}::bigint[],
          ${rows.map((row) => row.digits)}::text[], ${rows.map((row) => row.at?.toISOString() ?? null)}::timestamptz[])
        WITH ORDINALITY AS o (currency, text, code, name, id, word, minor, digits, at, place) ORDER BY o.place LIMIT ${most}`,
      cells: {
        text: { text: sql`o.text` },
        name: { name: sql`o.name`, id: sql`o.id` },
        code: { text: sql`o.code` },
        word: { word: sql`o.word`, words: spelled },
        minor: { minor: sql`o.minor` },
        digits: { digits: sql`o.digits` },
        at: { at: sql`o.at` },
      },
    },
    { form, columns, totals: ['minor'], limit },
  );

test.each(['csv', 'xlsx'] as const)(
  'a row of %s is spelled of what the database sends as it is of its values, to the byte',
  async (form) => {
    for (const seed of [1, 2, 3]) {
      const rows = rowsOf(seed, 4_000);
      const { bytes, ...page } = await write(rows, form, 5_000);
      const text = Buffer.concat([...bytes]).toString();
      const expected = rows.map((row) => lineForms[form].line(cellsOf(row)));
      if (text !== expected.join('')) {
        // The first row that differs says more than two files.
        let at = 0;
        const index = expected.findIndex((line) => {
          const isSame = text.startsWith(line, at);
          at += line.length;
          return !isSame;
        });
        const begins = expected.slice(0, index).join('').length;
        expect(
          text.slice(begins, begins + (expected[index]?.length ?? 0)),
          `seed ${seed}, row ${index}`,
        ).toBe(expected[index]);
      }
      expect(page.rows).toBe(rows.length);
      expect(page.next).toBeNull();
    }
  },
);

test('a page says where the next begins, and what it adds up to in each currency', async () => {
  const rows = rowsOf(4, 50);
  const page = await write(rows, 'csv', 20);
  expect([...page.bytes].length).toBeGreaterThan(0);
  expect(page.rows).toBe(20);
  expect(page.next).toBe('20--20');
  const first = rows.slice(0, 20);
  const known = (currency: Currency) => first.filter((row) => row.currency === currency);
  expect([...page.totals()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1))).toEqual(
    currencies.toSorted().map((currency) => ({
      currency,
      count: known(currency).length,
      sums: { minor: known(currency).reduce((sum, { minor }) => sum + (minor ?? 0n), 0n) },
    })),
  );
});
