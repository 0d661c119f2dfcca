import { expect, test } from 'vitest';
import { columnsAsShown, exportedList, exportKindNames } from './kinds.ts';

const orders = exportedList('collections.transactions');

test('a file has the columns of its grid in their order, and what they hold besides behind them', () => {
  expect(columnsAsShown(orders, ['status', 'order_no', 'channel', 'order_amount', 'fee'])).toEqual([
    'status',
    'order_no',
    'channel',
    'is_test',
    'order_amount',
    'currency',
    'fee',
  ]);
});

test('what the grid shows by itself stands there alone, and what no file has is left out', () => {
  expect(columnsAsShown(orders, ['currency', 'order_amount', 'actions'])).toEqual([
    'currency',
    'order_amount',
  ]);
});

test('whatever is added up or shown inside another is a column of its list', () => {
  for (const kind of exportKindNames) {
    const { columns, inside = {}, totals = [] } = exportedList(kind);
    for (const name of [...totals, ...Object.entries(inside).flat()])
      expect(Object.keys(columns), kind).toContain(name);
    if (totals.length > 0) expect(Object.keys(columns), kind).toContain('currency');
  }
});
