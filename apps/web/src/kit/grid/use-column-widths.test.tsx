import { expect, test } from 'vitest';
import { renderDressed } from '../../../test/render.tsx';
import type { GridColumn } from './grid-column.ts';
import { useColumnWidths } from './use-column-widths.ts';

interface Row {
  readonly name: string;
  readonly note: string;
  readonly amount: string;
}
const rows: readonly Row[] = [
  { name: 'a short name', note: 'a note that says far more than any column has room for', amount: '1.00' },
];
const columns: readonly GridColumn<Row>[] = [
  { key: 'name', title: 'Name', width: 72, least: 64, words: (row) => row.name, cell: (row) => row.name },
  { key: 'note', title: 'Note', width: 120, words: (row) => row.note, cell: (row) => row.note },
  {
    key: 'amount',
    title: 'Amount',
    width: 160,
    isFigure: true,
    holds: (row) => row.amount,
    cell: (row) => row.amount,
  },
];
const font = 'sans-serif';

async function widthsIn(room: number): Promise<ReadonlyMap<string, number>> {
  function Probe() {
    const widths = useColumnWidths(columns, rows, {}, { width: room, font }, false, 0);
    return <output>{JSON.stringify([...widths])}</output>;
  }
  const { text } = await renderDressed(<Probe />);
  return new Map(JSON.parse(text()) as [string, number][]);
}

/** As the table measures it, with the padding of a cell. */
function whole(text: string): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('nothing to measure with');
  pen.font = `400 13px ${font}`;
  return Math.ceil(pen.measureText(text.replace(/\d/g, '0')).width) + 16;
}

test('short words stay whole beside long ones, and the air round figures gives way before them', async () => {
  const widths = await widthsIn(300);
  expect(widths.get('name')).toBeGreaterThanOrEqual(whole(rows[0]?.name ?? '') - 1);
  expect(widths.get('note')).toBeGreaterThan(100);
  expect(widths.get('amount')).toBeGreaterThanOrEqual(whole('1.00'));
  expect(widths.get('amount')).toBeLessThan(160);
  expect([...widths.values()].reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(300);
});

test('where there is room for all of it nothing is cut', async () => {
  const widths = await widthsIn(900);
  expect(widths.get('amount')).toBeGreaterThanOrEqual(160);
  expect(widths.get('note')).toBeGreaterThanOrEqual(280);
});

test('where it is not enough the table scrolls with its columns as wide as they are meant', async () => {
  const widths = await widthsIn(100);
  expect([...widths.values()]).toEqual([whole(rows[0]?.name ?? ''), 160, 160]);
});
