import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from './amount.ts';
import { convert, convertInverse, parseExchangeRate, rateOfExchange } from './exchange.ts';
import { RateFormatError } from './rate.ts';

describe('conversion', () => {
  test('100 USDT at a collection rate of 31.80 are 3,180 TWD', () => {
    const usdt = parseAmount('100', 'USDT');
    expect(convert(usdt, 'USDT', 'TWD', parseExchangeRate('31.80'), 'halfUp')).toBe(31_800_000n);
  });

  test('32,600 TWD at 32.60 TWD per USDT are 1,000 USDT', () => {
    const twd = parseAmount('32600', 'TWD');
    expect(convertInverse(twd, 'TWD', 'USDT', parseExchangeRate('32.60'), 'down')).toBe(1_000_000_000n);
  });

  test('crypto that is sent is cut, a fiat credit is rounded a half up', () => {
    const twd = parseAmount('100', 'TWD');
    expect(convertInverse(twd, 'TWD', 'USDT', parseExchangeRate('32.6'), 'down')).toBe(3_067_484n);
    expect(convertInverse(twd, 'TWD', 'USDT', parseExchangeRate('32.6'), 'halfUp')).toBe(3_067_485n);
  });

  test('what both sides came to has a rate, and nothing has none', () => {
    const [usdt, twd] = [parseAmount('1000', 'USDT'), parseAmount('32500', 'TWD')];
    expect(rateOfExchange(usdt, 'USDT', twd, 'TWD')).toBe(parseExchangeRate('32.5'));
    expect(rateOfExchange(parseAmount('3', 'USDT'), 'USDT', parseAmount('100', 'TWD'), 'TWD')).toBe(
      parseExchangeRate('33.33333333'),
    );
    expect(() => rateOfExchange(0n, 'USDT', twd, 'TWD')).toThrow(RangeError);
  });

  test('a rate of zero is refused', () => {
    expect(() => parseExchangeRate('0')).toThrow(RateFormatError);
  });

  test('there and back never makes money when both ways are cut', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 16n), fc.bigInt(1n, 10n ** 11n), (minor, rate) => {
        const there = convert(minor, 'USDT', 'TWD', rate, 'down');
        expect(convertInverse(there, 'TWD', 'USDT', rate, 'down') <= minor).toBe(true);
      }),
    );
  });
});
