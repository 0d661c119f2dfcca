import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLedger } from './amount.ts';
import { display2, display4, displayCount, displayExact, plainAmount } from './display.ts';

describe('two decimals', () => {
  test.each([
    ['1234567.899', '1,234,567.89'],
    ['0.999', '0.99'],
    ['-0.009', '0.00'],
    ['-0', '0.00'],
    ['-1.999', '-1.99'],
    ['-1234.5', '-1,234.50'],
    ['000123', '123.00'],
    ['999999999999999999999.999', '999,999,999,999,999,999,999.99'],
    ['1000', '1,000.00'],
    ['100', '100.00'],
  ])('%s shows %s', (text, shown) => {
    expect(display2(text)).toBe(shown);
  });

  test.each(['', 'NaN', '1e21', 'abc', '１２', '1,234', ' 1', '--1', '1.2.3', 'Infinity'])(
    'what is not a number (%j) shows 0.00',
    (text) => {
      expect(display2(text)).toBe('0.00');
    },
  );

  test('a missing value shows 0.00', () => {
    expect([display2(null), display2(undefined)]).toEqual(['0.00', '0.00']);
  });

  test('truncation agrees with BigInt division for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), (minor) => {
        const cents = minor / 100n;
        const magnitude = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
        const expected = `${cents < 0n ? '-' : ''}${magnitude.slice(0, -2)}.${magnitude.slice(-2)}`;
        expect(display2(formatLedger(minor, 'TWD')).replaceAll(',', '')).toBe(expected);
      }),
    );
  });

  test('separators stand every three digits from the point', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 24n), (whole) => {
        expect(display2(whole.toString())).toMatch(/^\d{1,3}(,\d{3})*\.00$/);
      }),
    );
  });
});

test('a count has separators every three digits, as the language of the digits has them', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(displayCount(count)).toBe(count.toLocaleString('en-US'));
    }),
  );
});

test('four decimals truncate the same way', () => {
  expect(display4('2.80009999')).toBe('2.8000');
  expect(display4('-0.00009')).toBe('0.0000');
  expect(display4('nothing')).toBe('0.0000');
  expect(display4('12345.6')).toBe('12,345.6000');
});

test.each([
  ['50.012500', '50.0125'],
  ['50.000000', '50.00'],
  ['2.750001', '2.750001'],
  ['1000.100000', '1000.10'],
])('a wallet is told %s as %s', (text, plain) => {
  expect(plainAmount(text)).toBe(plain);
});

test.each([
  ['90000.0000', '90,000.00'],
  ['1516.5000', '1,516.50'],
  ['-1234567.891200', '-1,234,567.8912'],
  ['12', '12'],
])('in a sentence %s stands as %s', (text, told) => {
  expect(displayExact(text)).toBe(told);
});
