import { expect, test } from 'vitest';
import { describeChanges } from './describe-changes.ts';

const nothing = { from_status: null, to_status: null, before: null, after: null };

test('only what differs is told, nested values by their path', () => {
  const before = { name: 'Chen', limits: { min: '1', max: '5' }, tags: ['a', 'b'] };
  const after = { name: 'Chen', limits: { min: '1', max: '9' }, tags: ['a'] };
  expect(describeChanges({ ...nothing, before, after })).toEqual([
    { field: 'limits.max', before: '5', after: '9' },
    { field: 'tags', before: 'a, b', after: 'a' },
  ]);
});

test('what one side alone names was added or removed', () => {
  expect(describeChanges({ ...nothing, after: { ip: '192.0.2.1' } })).toEqual([
    { field: 'ip', before: null, after: '192.0.2.1' },
  ]);
  expect(describeChanges({ ...nothing, before: { ip: '192.0.2.1' } })).toEqual([
    { field: 'ip', before: '192.0.2.1', after: null },
  ]);
});

test('a change of state comes first', () => {
  const row = { ...nothing, from_status: 'pending', to_status: 'success', after: { amount: '5' } };
  expect(describeChanges(row).map(({ field }) => field)).toEqual(['status', 'amount']);
});

test('a plain value has a field of its own', () => {
  expect(describeChanges({ ...nothing, before: 1, after: 2 })).toEqual([
    { field: 'value', before: '1', after: '2' },
  ]);
});

test('minor units are told as an amount of the currency beside them, also where that did not change', () => {
  const kept = (amount_minor: string, currency?: string) => ({ amount_minor, ...(currency && { currency }) });
  const changes = (before: unknown, after: unknown) => describeChanges({ ...nothing, before, after });
  expect(changes(kept('15000000', 'TWD'), kept('-20000', 'TWD'))).toEqual([
    { field: 'amount', before: '1500.0000', after: '-2.0000' },
  ]);
  expect(changes(null, { currency: 'USDT', amount_minor: '1500000', fee_minor: '1' })).toEqual([
    { field: 'currency', before: null, after: 'USDT' },
    { field: 'amount', before: null, after: '1.500000' },
    { field: 'fee', before: null, after: '0.000001' },
  ]);
  expect(changes(null, kept('15000000'))).toEqual([
    { field: 'amount_minor', before: null, after: '15000000' },
  ]);
});

test('a price is told by its rate and the amount of its fee an item', () => {
  const prices = (...all: string[]) => ({ currency: 'TWD', channel: '7', prices: all });
  const before = prices('1.5 % + 0', '0.2 % + 100000');
  const after = prices('1.5 % + 25000', '0.2 % + 100000');
  expect(describeChanges({ ...nothing, before, after })).toEqual([
    { field: 'prices', before: '1.5 % + 0.00, 0.2 % + 10.00', after: '1.5 % + 2.50, 0.2 % + 10.00' },
  ]);
});
