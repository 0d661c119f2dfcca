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

test('what a grid reads out of its row is named in the file by its last part, and what it calls otherwise as files call it', () => {
  expect(
    columnsAsShown(exportedList('index.stats5'), [
      'channel_account',
      'figures.orders',
      'account.create_ms',
      'account.difference',
    ]),
  ).toEqual(['channel_account', 'orders', 'create_p50', 'create_p95', 'difference']);
  expect(columnsAsShown(exportedList('settings.blockLists'), ['kind', 'agent', 'created_at'])).toEqual([
    'kind',
    'scope',
    'at',
  ]);
  expect(columnsAsShown(exportedList('users.list'), ['user_id', 'created_at'])).toEqual(['id', 'created_at']);
});

test('amounts that are added up come with their currency, also where the grid says it above its rows', () => {
  expect(
    columnsAsShown(exportedList('index.customers'), ['customer', 'figures.orders', 'figures.actual']),
  ).toEqual(['customer', 'orders', 'currency', 'actual']);
  expect(columnsAsShown(exportedList('index.customers'), ['customer', 'figures.orders'])).toEqual([
    'customer',
    'orders',
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
