import { expect, test } from 'vitest';
import { mayComeSooner, parseSettleRule, settleAt } from './settlement.ts';

/** 2026-11-21 is a Saturday. Times are written in UTC+8. */
const at = (text: string) => new Date(`${text}+08:00`);
const holidays = new Set(['2026-11-24', '2027-01-01']);

test.each([
  ['D', 0, '2026-11-21T14:30:00', '2026-11-21T14:30:00'],
  ['D', 1, '2026-11-21T23:59:59', '2026-11-22T00:00:00'],
  ['D', 3, '2026-11-21T00:00:00', '2026-11-24T00:00:00'],
  ['T', 0, '2026-11-20T10:00:00', '2026-11-20T10:00:00'],
  ['T', 0, '2026-11-21T10:00:00', '2026-11-23T00:00:00'],
  ['T', 1, '2026-11-19T10:00:00', '2026-11-20T00:00:00'],
  ['T', 1, '2026-11-20T10:00:00', '2026-11-23T00:00:00'],
  ['T', 1, '2026-11-21T10:00:00', '2026-11-23T00:00:00'],
  ['T', 1, '2026-11-23T10:00:00', '2026-11-25T00:00:00'],
  ['T', 2, '2026-12-30T10:00:00', '2027-01-04T00:00:00'],
  ['weekly', 0, '2026-11-21T10:00:00', '2026-11-23T00:00:00'],
  ['weekly', 0, '2026-11-23T00:00:00', '2026-11-30T00:00:00'],
  ['weekly', 0, '2026-11-22T23:59:00', '2026-11-23T00:00:00'],
  ['monthly', 0, '2026-11-01T00:00:00', '2026-12-01T00:00:00'],
  ['monthly', 0, '2026-12-31T23:59:00', '2027-01-01T00:00:00'],
] as const)('%s%s of %s settles at %s in UTC+8', (mode, days, success, settled) => {
  expect(settleAt(mode, days, at(success), holidays)).toEqual(at(settled));
});

test('the business day is that of UTC+8, not of the server', () => {
  expect(settleAt('D', 1, new Date('2026-11-21T16:30:00Z'), holidays)).toEqual(at('2026-11-23T00:00:00'));
});

test('manual settlement has no day', () => {
  expect(settleAt('manual', 0, at('2026-11-21T10:00:00'), holidays)).toBeNull();
});

test('a rule reads from its stored text and nothing else does', () => {
  expect(parseSettleRule('T1')).toEqual({ mode: 'T', days: 1 });
  expect(parseSettleRule('D0')).toEqual({ mode: 'D', days: 0 });
  expect(parseSettleRule('weekly')).toEqual({ mode: 'weekly', days: 0 });
  expect(['', 'T', 'T100', 'D-1', 'daily'].map(parseSettleRule)).toEqual(Array(5).fill(null));
});

test.each([
  ['T1', 'D0', true],
  ['T1', 'D1', true],
  ['T1', 'D30', true],
  ['T2', 'T1', true],
  ['D2', 'T1', true],
  ['D1', 'T0', true],
  ['T2', 'weekly', true],
  ['T1', 'weekly', false],
  ['T1', 'monthly', false],
  ['monthly', 'weekly', true],
  ['weekly', 'T30', true],
  ['manual', 'monthly', true],
  ['T1', 'sometimes', true],
  ['T1', 'T1', false],
  ['T1', 'T2', false],
  ['D1', 'T1', false],
  ['D0', 'T0', false],
  ['D0', 'weekly', false],
  ['T0', 'manual', false],
])('from %s to %s money may come sooner: %s', (before, after, sooner) => {
  expect(mayComeSooner(before, after)).toBe(sooner);
});
