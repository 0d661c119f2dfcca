import { expect, test } from 'vitest';
import { parseRange, virtualAccountNo } from './virtual-account.ts';

test('a number is prefix, serial and check digit, by the weights of the contract', () => {
  const range = parseRange('98221{7}/3,7,1/10');
  expect(range).toEqual({ prefix: '98221', serialDigits: 7, weights: [3, 7, 1], modulus: 10 });
  // 9·3 + 8·7 + 2·1 + 2·3 + 1·7 + 0·1 + 0·3 + 0·7 + 0·1 + 0·3 + 4·7 + 2·1 = 128.
  expect(range && virtualAccountNo(range, 42n)).toBe('9822100000428');
});

test('a serial longer than its digits begins anew, and a remainder of ten is a zero', () => {
  const range = parseRange('9{2}/1/11');
  expect(range && virtualAccountNo(range, 100n)).toBe('9009');
  expect(range && virtualAccountNo(range, 1n)).toBe('9010');
});

test.each(['', '98221', '98221{0}/3/10', '98221{7}/3/7', 'x{7}/3/10', '98221{11}/3/10', '98221{7}//10'])(
  '"%s" is no range',
  (text) => {
    expect(parseRange(text)).toBeUndefined();
  },
);
