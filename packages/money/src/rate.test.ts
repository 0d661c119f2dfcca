import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RateFormatError, formatRate, parseRate, percentOf } from './rate.ts';

describe('a rate', () => {
  test.each([
    ['2.8', 280_000_000n],
    ['0', 0n],
    ['100', 10_000_000_000n],
    ['0.00000001', 1n],
    ['9999.99999999', 999_999_999_999n],
  ])('%s percent is %s units and writes back as itself', (text, units) => {
    expect(parseRate(text)).toBe(units);
    expect(formatRate(units)).toBe(text);
  });

  test.each(['', '-1', '1e2', 'NaN', '２.８', '10000', '0.000000001', '1.'])('%j is refused', (text) => {
    expect(() => parseRate(text)).toThrow(RateFormatError);
  });

  test('a negative rate, as a difference of two, still writes', () => {
    expect(formatRate(-50_000_000n)).toBe('-0.5');
  });
});

describe('a percentage of an amount', () => {
  test('rounds a half up at ledger scale', () => {
    expect(percentOf(3_333_300n, parseRate('2.8'))).toBe(93_332n);
    expect(percentOf(50n, parseRate('1'))).toBe(1n);
    expect(percentOf(49n, parseRate('1'))).toBe(0n);
    expect(percentOf(-50n, parseRate('1'))).toBe(-1n);
  });

  test('is never further than half a unit from the exact value', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), fc.bigInt(0n, 10n ** 12n), (base, rate) => {
        const off = percentOf(base, rate) * 10n ** 10n - base * rate;
        expect(off * 2n > -(10n ** 10n) && off * 2n <= 10n ** 10n).toBe(true);
      }),
    );
  });
});
