import { describe, expect, test } from 'vitest';
import { daysOfPreset, instantsOf, mistakeIn, readRange, writeRange } from './date-range.ts';
import { isDay, showInstant } from './platform-time.ts';

// 2026-11-21 is a Saturday; 16:30 UTC is half past midnight of the 22nd in the platform's zone.
const lateEvening = Date.parse('2026-11-21T16:30:00Z');

describe('times of the platform zone', () => {
  test('are shown at UTC+8 to the second', () => {
    expect(showInstant('2026-11-21T16:30:05Z')).toBe('2026-11-22 00:30:05');
    expect(showInstant('2026-11-21T16:30:05+08:00')).toBe('2026-11-21 16:30:05');
    expect(showInstant('')).toBe('');
    expect(showInstant('soon')).toBe('');
  });

  test('know the days from 1900 to 2100 that there are', () => {
    expect(['2026-02-28', '1900-01-01', '2100-12-31'].every(isDay)).toBe(true);
    expect(['2026-02-30', '1899-12-31', '2101-01-01', '2026-2-1', ''].some(isDay)).toBe(false);
  });
});

describe('a date range', () => {
  test('of today begins at midnight of the platform zone, not of the viewer or of UTC', () => {
    expect(instantsOf({ preset: 'today' }, lateEvening)).toEqual({
      from: '2026-11-21T16:00:00.000Z',
      to: '2026-11-22T16:00:00.000Z',
    });
  });

  test('of a week begins on Sunday', () => {
    expect(daysOfPreset('week', lateEvening)).toMatchObject({ from: '2026-11-22', to: '2026-11-22' });
    expect(daysOfPreset('last7', lateEvening)).toMatchObject({ from: '2026-11-16', to: '2026-11-22' });
    expect(daysOfPreset('month', lateEvening)).toMatchObject({ from: '2026-11-01', to: '2026-11-22' });
  });

  test('with hours that end before they begin is wrong on one day and right over two', () => {
    const days = { from: '2026-11-21', to: '2026-11-21', fromHour: 18, toHour: 8 };
    expect(mistakeIn(days)).toBe('wrongHours');
    expect(mistakeIn({ ...days, to: '2026-11-22' })).toBeNull();
    expect(mistakeIn({ ...days, from: '2026-11-22' })).toBe('wrongOrder');
    expect(mistakeIn({ from: '2026-11-01', to: '2026-11-08', fromHour: 0, toHour: 24 }, 7)).toBe('tooLong');
  });

  test('survives the address, and a default leaves no trace in it', () => {
    const days = { from: '2026-11-01', to: '2026-11-02', fromHour: 8, toHour: 18 };
    expect(writeRange({ days }, 'today')).toEqual({ from: '2026-11-01T08', to: '2026-11-02T18' });
    expect(readRange(writeRange({ days }, 'today'), 'today')).toEqual({ days });
    expect(writeRange({ preset: 'today' }, 'today')).toEqual({});
    expect(readRange({ from: '2026-13-01', to: 'x' }, 'today')).toEqual({ preset: 'today' });
    expect(readRange({ from: '2026-13-01', to: '2026-13-02' }, 'today')).toEqual({ preset: 'today' });
  });
});
