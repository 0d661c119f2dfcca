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
