import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AmountFormatError,
  formatLedger,
  formatMerchant,
  inputCeiling,
  parseAmount,
  parseSignedLedger,
  readAmount,
  readPositiveAmount,
  readSignedLedger,
} from './amount.ts';
import { currencies, isCurrency } from './currency.ts';
import type { Currency } from './currency.ts';

const everyCurrency = Object.keys(currencies) as Currency[];

describe('reading an amount', () => {
  test.each([
    ['1500', 'TWD', 15_000_000n],
    ['1500.00', 'TWD', 15_000_000n],
    ['0.01', 'TWD', 100n],
    ['0', 'CNY', 0n],
    ['999999999999.99', 'USD', 9_999_999_999_999_900n],
    ['0.000001', 'USDT', 1n],
    ['100', 'USDT', 100_000_000n],
  ] as const)('%s %s is %s minor units', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toBe(minor);
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '1\n',
    '-1',
    '+1',
    '.5',
    '5.',
    '1,000',
    '1e3',
    '1e21',
    'NaN',
    'Infinity',
    '0x10',
    '１２３',
    '٣',
    '1500.001',
    '1234567890123',
    '一百',
  ])('%j is refused, not guessed at', (text) => {
    expect(() => parseAmount(text, 'TWD')).toThrow(AmountFormatError);
    expect(readAmount(text, 'TWD')).toBeNull();
  });

  test('more decimals than the currency takes are refused rather than rounded', () => {
    expect(() => parseAmount('1.234', 'TWD')).toThrow(AmountFormatError);
    expect(() => parseAmount('1.2345678', 'USDT')).toThrow(AmountFormatError);
    expect(() => parseSignedLedger('1.23456', 'TWD')).toThrow(AmountFormatError);
  });

  test('a ledger amount may be negative', () => {
    expect(parseSignedLedger('-0.0001', 'TWD')).toBe(-1n);
    expect(readSignedLedger('-0.00001', 'TWD')).toBeNull();
  });
});

test('nothing is an amount, but none above nothing', () => {
  expect(readAmount('0.00', 'TWD')).toBe(0n);
  expect(readPositiveAmount('0.00', 'TWD')).toBeNull();
  expect(readPositiveAmount('0.01', 'TWD')).toBe(100n);
});

describe('writing an amount', () => {
  test('the ledger form keeps every decimal of the scale', () => {
    expect(formatLedger(12_345_600n, 'TWD')).toBe('1234.5600');
    expect(formatLedger(-1n, 'USDT')).toBe('-0.000001');
    expect(formatLedger(0n, 'TWD')).toBe('0.0000');
  });

  test('the merchant form keeps two decimals at least and no useless zeros after them', () => {
    expect(formatMerchant(15_000_000n, 'TWD')).toBe('1500.00');
    expect(formatMerchant(3_189_968n, 'TWD')).toBe('318.9968');
    expect(formatMerchant(1_500_000n, 'USDT')).toBe('1.50');
  });

  test('every ledger amount of every currency reads back as itself', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everyCurrency),
        fc.bigInt(-(10n ** 20n), 10n ** 20n),
        (currency, minor) => {
          expect(parseSignedLedger(formatLedger(minor, currency), currency)).toBe(minor);
          expect(parseSignedLedger(formatMerchant(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });
});

test('the next amount that can be typed covers a sum, by less than one step', () => {
  fc.assert(
    fc.property(fc.constantFrom(...everyCurrency), fc.bigInt(0n, 10n ** 15n), (currency, minor) => {
      const { inputScale, ledgerScale } = currencies[currency];
      const covers = inputCeiling(minor, currency);
      expect(covers >= minor && covers - minor < 10n ** BigInt(ledgerScale - inputScale)).toBe(true);
      const text = formatLedger(covers, currency).slice(0, inputScale - ledgerScale || undefined);
      expect(parseAmount(text, currency)).toBe(covers);
    }),
  );
});

test('only the four currencies are currencies', () => {
  expect(everyCurrency.every(isCurrency)).toBe(true);
  expect([isCurrency('EUR'), isCurrency('toString'), isCurrency(null), isCurrency('twd')]).toEqual(
    Array(4).fill(false),
  );
});
