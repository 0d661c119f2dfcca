import { parseAmount } from '@suanpan/money/amount';
import { expect, test } from 'vitest';
import { amountBands, amountsOfBand } from './amount-bands.ts';

test('each amount lies in one band alone, down to the smallest unit that any currency has', () => {
  const ends = amountBands.map((begins) => amountsOfBand(String(begins)) ?? expect.fail(`${begins}`));
  const millionths = (amount: string): bigint => parseAmount(amount, 'USDT');
  for (const [n, { max }] of ends.entries()) {
    const next = ends[n + 1];
    expect(max === null).toBe(next === undefined);
    if (max !== null && next !== undefined) expect(millionths(max) + 1n).toBe(millionths(next.min));
  }
  expect(amountsOfBand('3')).toBeNull();
});
