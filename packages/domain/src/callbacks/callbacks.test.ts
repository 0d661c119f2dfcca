import { describe, expect, test } from 'vitest';
import { isAcknowledged } from './acknowledgement.ts';
import { isHeld, nextAttemptDelayMs } from './schedule.ts';

describe('the callback schedule', () => {
  const delays = (extended: boolean) => {
    const list: number[] = [];
    for (let made = 0; ; made += 1) {
      const delay = nextAttemptDelayMs(made, 0, { extended });
      if (delay === null) return list;
      list.push(delay / 1000);
    }
  };

  test('is 0, 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 2 h, 4 h: 7 h 42 m 35 s in all, inside the 8-hour rule', () => {
    expect(delays(false)).toEqual([0, 5, 30, 120, 600, 1800, 3600, 7200, 14400]);
    expect(delays(false).reduce((sum, delay) => sum + delay)).toBe(7 * 3600 + 42 * 60 + 35);
  });

  test('has three more attempts for extended merchants', () => {
    expect(delays(true).slice(9)).toEqual([43_200, 86_400, 86_400]);
  });

  test('moves by at most ten percent', () => {
    expect([nextAttemptDelayMs(1, -1), nextAttemptDelayMs(1, 1)]).toEqual([4_500, 5_500]);
  });

  test('honours Retry-After up to an hour', () => {
    expect(nextAttemptDelayMs(1, 0, { retryAfterS: 60 })).toBe(60_000);
    expect(nextAttemptDelayMs(1, 0, { retryAfterS: 86_400 })).toBe(3_600_000);
  });
});

test('a flagged merchant is sent nothing automatically from 8 hours after creation', () => {
  const created = new Date('2026-11-21T00:00:00Z');
  expect(isHeld(created, new Date('2026-11-21T07:59:59Z'), true)).toBe(false);
  expect(isHeld(created, new Date('2026-11-21T08:00:00Z'), true)).toBe(true);
  expect(isHeld(created, new Date('2026-11-22T08:00:00Z'), false)).toBe(false);
});

describe('an acknowledgement', () => {
  test.each([
    ['v2', 200, '', true],
    ['v2', 204, 'whatever', true],
    ['v2', 302, 'success', false],
    ['v2', 500, 'ok', false],
    ['v1', 200, ' SUCCESS\n', true],
    ['v1', 201, 'ok', true],
    ['v1', 200, 'success!', false],
    ['v1', 200, '', false],
    ['v1', 500, 'success', false],
  ] as const)('%s with %s and %j: %s', (version, status, body, expected) => {
    expect(isAcknowledged(version, status, body)).toBe(expected);
  });
});
