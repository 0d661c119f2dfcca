import { expect, test } from 'vitest';
import { dayTicks } from './day-ticks.ts';

const told = (from: string, to: string) => dayTicks(from, to).map(({ at, text }) => `${text} ${at}`);

test('one day is told by its hours, to its very end', () => {
  expect(told('2026-11-28', '2026-11-28')).toEqual([
    '00:00 0',
    '06:00 0.25',
    '12:00 0.5',
    '18:00 0.75',
    '24:00 1',
  ]);
});

test('days are told where they begin, each of a few and never more than five', () => {
  expect(told('2026-11-30', '2026-12-03')).toEqual(['11-30 0', '12-01 0.25', '12-02 0.5', '12-03 0.75']);
  for (let days = 5; days <= 31; days += 1) {
    const ticks = dayTicks('2026-12-01', `2026-12-${String(days).padStart(2, '0')}`);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.length).toBeLessThanOrEqual(5);
    for (const { at } of ticks) expect(at).toBeLessThan(1);
  }
});
