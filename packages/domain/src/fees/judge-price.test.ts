import { parseAmount } from '@suanpan/money/amount';
import { parseRate } from '@suanpan/money/rate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleTerms } from './example-terms.ts';
import { judgePrice } from './judge-price.ts';
import { splitCollection } from './split.ts';
import type { CollectionTerms, FeeTerms } from './split.ts';
import { splitPayout } from './split-payout.ts';

const twd = (text: string) => parseAmount(text, 'TWD');
const amounts = { min: twd('100'), mean: twd('10000'), max: twd('50000'), isFeeOnTop: false };

describe('a price', () => {
  test('of the worked journals brings 73 at 10,000 and loses nowhere', () => {
    const judged = judgePrice(exampleTerms, amounts);
    expect(judged.mean).toEqual({ amount: twd('10000'), net: twd('73') });
    expect([judged.isImpossible, judged.loss]).toEqual([false, null]);
  });

  test('below its costs loses most at the largest amount, and is told there', () => {
    const terms = { ...exampleTerms, merchant: { pct: parseRate('1.5'), perItem: twd('5') } };
    const { isImpossible, loss, max } = judgePrice(terms, amounts);
    expect(isImpossible).toBe(false);
    expect(loss).toEqual(max);
    expect(loss?.net).toBe(twd('3') - (twd('50000') * 6n) / 1000n);
  });

  test('whose fixed fee reaches the smallest amount is impossible, whatever is allowed', () => {
    const terms = { ...exampleTerms, merchant: { pct: 0n, perItem: twd('100') } };
    expect(judgePrice(terms, amounts).isImpossible).toBe(true);
    // Of a payout the fee stands on top, so that nobody is credited less for it.
    expect(judgePrice(terms, { ...amounts, isFeeOnTop: true }).isImpossible).toBe(false);
  });
});

const fee: fc.Arbitrary<FeeTerms> = fc.record({
  pct: fc.bigInt(0n, 10_000_000_000n),
  perItem: fc.bigInt(0n, 10_000_000n),
});
const chain: fc.Arbitrary<CollectionTerms> = fc.record(
  { merchant: fee, endpoint: fee, subAgent: fee, middleman: fee, system: fee },
  { requiredKeys: ['merchant', 'endpoint', 'system'] },
);

test('whatever the prices per cent and per item, the margin is what the split leaves, and both splits sum exactly', () => {
  fc.assert(
    fc.property(
      chain,
      fc.bigInt(1n, 10n ** 12n),
      fc.bigInt(0n, 10n ** 12n),
      fc.boolean(),
      (terms, min, more, isFeeOnTop) => {
        const judged = judgePrice(terms, { min, mean: min + more / 2n, max: min + more, isFeeOnTop });
        for (const margin of [judged.min, judged.mean, judged.max]) {
          if (margin === null) throw new Error('a mean was given');
          const collected = splitCollection(margin.amount, terms);
          const paid = splitPayout(margin.amount, terms);
          const parts = (split: typeof collected | typeof paid) =>
            split.endpointFee + split.subAgentFee + split.middlemanFee + split.systemFee + margin.net;
          expect(collected.credited + parts(collected)).toBe(margin.amount);
          expect(margin.amount + parts(paid)).toBe(paid.total);
        }
        const loses = judged.min.net < 0n || judged.max.net < 0n;
        expect(judged.loss !== null).toBe(loses);
      },
    ),
  );
});
