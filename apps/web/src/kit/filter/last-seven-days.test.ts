import { expect, test } from 'vitest';
import type { FilterField } from './filter-field.ts';
import { lastSevenDays } from './last-seven-days.ts';

const days = (more: object = {}): FilterField => ({
  kind: 'dates',
  key: 'created',
  label: 'Created',
  fallback: 'today',
  ...more,
});
const status: FilterField = { kind: 'choices', key: 'status', label: 'Status', options: [] };
const number: FilterField = { kind: 'text', key: 'numbers', label: 'Number', isNumber: true };

test('a list of today is asked for seven days, and otherwise for the same', () => {
  const search = { status: 'paid', page: '3', open: '7', range: 'today' };
  expect(lastSevenDays([status, days()], search)).toEqual({ status: 'paid', range: 'last7' });
  expect(lastSevenDays([days({ fallback: 'all' })], { range: 'today' })).toEqual({ range: 'last7' });
  expect(lastSevenDays([days({ fallback: 'last7' })], { range: 'today' })).toEqual({});
});

test.each([
  ['asked for other days', [days()], { range: 'month' }],
  ['asked for its own days', [days()], { from: '2026-11-01', to: '2026-11-02' }],
  ['without days', [status], {}],
  ['that takes no seven days', [days({ maxDays: 2 })], {}],
  ['looked up by a number, whatever the day', [number, days()], { numbers: 'C1' }],
  ['whose second range alone is today', [days({ place: 'completed' })], {}],
] as const)('a list %s is left as it is', (_what, fields, search) => {
  expect(lastSevenDays(fields, search)).toBeUndefined();
});
