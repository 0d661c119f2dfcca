import { parseAmount } from '@suanpan/money/amount';
import { expect, test } from 'vitest';
import { exampleTerms } from './example-terms.ts';
import { refuseLowLimit } from './lower-limit.ts';
import { noFee } from './split.ts';

const twd = (text: string) => parseAmount(text, 'TWD');
const checkHandlingFee = expect.objectContaining({ refusal: 'checkHandlingFee' });

test('a lower limit must lie above the fixed fee of the merchant', () => {
  expect(() => refuseLowLimit(twd('5.01'), exampleTerms)).not.toThrow();
  expect(() => refuseLowLimit(twd('5'), exampleTerms)).toThrow(checkHandlingFee);
  // No limit at all lets the smallest amount in.
  expect(() => refuseLowLimit(0n, exampleTerms)).toThrow(checkHandlingFee);
});

test('and above what is paid out of it, where that is more', () => {
  const perItem = twd('3');
  const terms = {
    merchant: { pct: 0n, perItem },
    endpoint: { pct: 0n, perItem },
    subAgent: { pct: 0n, perItem },
    middleman: { pct: 0n, perItem },
    system: { pct: 0n, perItem },
  };
  expect(() => refuseLowLimit(twd('12'), terms)).toThrow(checkHandlingFee);
  expect(() => refuseLowLimit(twd('12.01'), terms)).not.toThrow();
});

test('without fixed fees any limit does', () => {
  expect(() => refuseLowLimit(0n, { merchant: noFee, endpoint: noFee, system: noFee })).not.toThrow();
});
