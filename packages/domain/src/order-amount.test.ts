import { parseAmount } from '@suanpan/money/amount';
import { expect, test } from 'vitest';
import { readOrderAmount, refuseOrderAmount } from './order-amount.ts';

test.each([
  ['TWD', '100000000', '100000000.01', '0.01'],
  ['CNY', '25000000', '25000000.01', '0.01'],
  ['USD', '10000000', '10000000.01', '0.01'],
  ['USDT', '10000000', '10000000.000001', '0.000001'],
] as const)('an order in %s is of %s at the most', (currency, most, more, least) => {
  expect(() => refuseOrderAmount(parseAmount(most, currency), currency)).not.toThrow();
  expect(() => refuseOrderAmount(parseAmount(least, currency), currency)).not.toThrow();
  const params = { min: least, max: `${most}.00` };
  for (const amount of [parseAmount(more, currency), 0n]) {
    expect(() => refuseOrderAmount(amount, currency)).toThrow(
      expect.objectContaining({ refusal: 'amountOutOfRange', params }),
    );
  }
});

test('what a person types is an amount, or is refused by its name', () => {
  expect(readOrderAmount('0.01', 'TWD')).toBe(100n);
  for (const [text, refusal] of [
    ['0', 'invalidAmount'],
    ['0.00', 'invalidAmount'],
    ['1.001', 'invalidAmount'],
    ['-1', 'invalidAmount'],
    ['1e3', 'invalidAmount'],
    ['100000000.01', 'amountOutOfRange'],
  ] as const)
    expect(() => readOrderAmount(text, 'TWD')).toThrow(expect.objectContaining({ refusal }));
});
