import { exportedList } from '@suanpan/domain/exports/kinds';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { confirmCollection } from '../collections/index.ts';
import type { Principal } from '../../../test/authorization/table.ts';
import { lineForms } from '../../platform/lines/write-lines.ts';
import { csvBytes } from './files/csv.ts';
import { xlsxBytes } from './files/xlsx.ts';
import type { Sheet } from './files/sheet.ts';
import { lastDays, openBench, readCsv, readXlsx } from './testing/export-bench.ts';
import { shownRows } from './testing/shown-rows.ts';

const bench = await openBench();
const { house, cast } = bench;
const { admin } = house.base;

/** Names and texts with everything that a file has to make harmless or to spell otherwise. */
const hostile = [
  '=1+1',
  ' led by a blank',
  'a,"b"',
  'x;＝1',
  '王小明',
  '王',
  '_x0041_ &<b>',
  '-12.5',
  'two\r\n+lines',
  '\t@x',
];

beforeAll(async () => {
  const merchants = [cast.person('A.merchant'), cast.person('B.merchant')];
  for (const [index, text] of hostile.entries()) {
    const order = await house.rooms.place(merchants[index % 2] ?? 0n, {
      major: `${1_000 + index}.25`,
      productName: text,
      realName: text,
      requestIp: '203.0.113.5',
    });
    if (index % 3 === 0) continue;
    house.rooms.bank.pay(order.order_no);
    await confirmCollection(house.rooms.collections, order.id, null);
  }
  // What is named by others than us, and what time alone would bring; whoever reads it must not care.
  await admin.query(
    "UPDATE app_user SET name = '=' || name || ' & \"co\"' WHERE kind IN ('customer', 'agent')",
  );
  await admin.query("UPDATE channel SET name = '+' || name || ';@x'");
  await admin.query("UPDATE payout_order SET account_name = ' 王 小明,=x' WHERE account_name <> ''");
});

/** The file as it would be of the rows that this caller's own list shows, page by page. */
async function shown(who: Principal, kind: ExportKind, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const { cellsOf, method, path } = shownRows[kind] ?? {};
  if (cellsOf === undefined || method === undefined) throw new Error(`${kind} is spelled by no database`);
  const question = { ...lastDays(kind), page: 1, paginate: 200 };
  const asked = method === 'GET' ? `${path}?${new URLSearchParams(question as never)}` : (path ?? '');
  const { data } = await bench.call(who, method, asked, method === 'GET' ? undefined : question);
  expect(data.total).toBe(data.items.length);
  const { line } = lineForms[format];
  const columns = Object.keys(exportedList(kind).columns);
  const text = (data.items as never[])
    .map((item) => {
      const cells = cellsOf(item);
      return line(columns.map((name) => cells[name] ?? null));
    })
    .join('');
  const sheet: Sheet = {
    name: kind,
    header: columns,
    lines: (async function* () {
      yield { bytes: [Buffer.from(text)], rows: data.items.length };
    })(),
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of format === 'csv' ? csvBytes(sheet) : xlsxBytes(sheet)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Without titles, and without the totals that a file has below its rows. */
const rowsOf = async (bytes: Buffer, format: 'csv' | 'xlsx'): Promise<unknown[][]> =>
  (format === 'csv' ? readCsv(bytes) : await readXlsx(bytes))
    .slice(1)
    .filter(([first]) => !String(first).startsWith('Total '));

const readers = ['admin', 'agent', 'subAgent', 'merchant', 'visitedAgent'] as const;
const kinds = Object.keys(shownRows) as ExportKind[];

test.each(kinds.flatMap((kind) => readers.map((who) => [kind, who] as const)))(
  'a file of %s holds for %s what his list shows, field by field and to the byte',
  async (kind, who) => {
    await bench.enter();
    for (const format of ['csv', 'xlsx'] as const) {
      const [file, list] = [await bench.take(who, kind, { format }), await shown(who, kind, format)];
      const [written, expected] = [await rowsOf(file, format), await rowsOf(list, format)];
      expect(written).toEqual(expected);
      expect(written.length).toBeGreaterThan(0);
      if (format === 'csv') {
        const body = (bytes: Buffer) => bytes.toString('utf8').split('\r\n').slice(1);
        expect(body(file).slice(0, body(list).length - 1)).toEqual(body(list).slice(0, -1));
      }
    }
  },
);

test('amounts below a file come to what its rows do', async () => {
  await bench.enter();
  const [header = [], ...rows] = readCsv(await bench.take('admin', 'collections.transactions'));
  const place = header.indexOf('Order amount');
  const total = rows.at(-1) ?? [];
  const sum = rows
    .slice(0, -1)
    .filter((row) => row[header.indexOf('Currency')] === total[header.indexOf('Currency')])
    .reduce((all, row) => all + BigInt((row[place] ?? '').replace('.', '')), 0n);
  expect(BigInt((total[place] ?? '').replace('.', ''))).toBe(sum);
  const { rows: kept } = await sql<{
    sum: string;
  }>`SELECT sum(order_amount)::text AS sum FROM collection_order`.execute(house.base.database.app);
  expect(kept[0]?.sum).toBe(String(sum));
});
