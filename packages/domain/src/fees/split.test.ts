import { parseAmount } from '@suanpan/money/amount';
import { parseRate } from '@suanpan/money/rate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInverted, splitCollection } from './split.ts';
import type { CollectionTerms, FeeTerms } from './split.ts';
import { exampleTerms } from './example-terms.ts';

const twd = (text: string) => parseAmount(text, 'TWD');

describe('the split of domain §3', () => {
  test('10,000 at 2.8 % + 5 leaves 9,715 for the merchant and 73 net for the senior agent', () => {
    expect(splitCollection(twd('10000'), exampleTerms)).toEqual({
      amount: twd('10000'),
      merchantFee: twd('285'),
      endpointFee: twd('152'),
      subAgentFee: twd('30'),
      middlemanFee: twd('10'),
      agentResidual: twd('93'),
      systemFee: twd('20'),
      agentNet: twd('73'),
      credited: twd('9715'),
    });
  });

  test('333.33 rounds each layer a half up and gives the rest to the senior agent', () => {
    const split = splitCollection(twd('333.33'), exampleTerms);
    expect(split.credited).toBe(3_189_968n);
    expect(split.endpointFee).toBe(70_000n);
    expect(split.subAgentFee).toBe(10_000n);
    expect(split.middlemanFee).toBe(3_333n);
    expect(split.agentResidual).toBe(59_999n);
  });

  test('a chain without general agent and middleman leaves their share to the senior agent', () => {
    const { subAgent: _, middleman: __, ...terms } = exampleTerms;
    expect(splitCollection(twd('10000'), terms).agentResidual).toBe(twd('133'));
  });
});

const fee: fc.Arbitrary<FeeTerms> = fc.record({
  pct: fc.bigInt(0n, 10_000_000_000n),
  perItem: fc.bigInt(0n, 10_000_000n),
});
const terms: fc.Arbitrary<CollectionTerms> = fc.record(
  { merchant: fee, endpoint: fee, subAgent: fee, middleman: fee, system: fee },
  { requiredKeys: ['merchant', 'endpoint', 'system'] },
);

test('whatever the rates and the amount, the parts sum to the whole to the last unit', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 16n), terms, (amount, chain) => {
      const split = splitCollection(amount, chain);
      const parts = split.endpointFee + split.subAgentFee + split.middlemanFee + split.agentResidual;
      expect(parts).toBe(split.merchantFee);
      expect(split.credited + parts).toBe(amount);
      expect(split.agentNet + split.systemFee).toBe(split.agentResidual);
    }),
  );
});

describe('fee inversion', () => {
  const lossMaking = { ...exampleTerms, merchant: { pct: parseRate('1.5'), perItem: 0n } };

  test('healthy terms are not inverted', () => {
    expect(isInverted(exampleTerms, twd('100'), twd('50000'))).toBe(false);
    expect(isInverted(exampleTerms, twd('100'), 0n)).toBe(false);
  });

  test('a loss at either end is an inversion', () => {
    expect(isInverted(lossMaking, twd('100'), twd('50000'))).toBe(true);
    const fixedCost = { ...exampleTerms, endpoint: { pct: 0n, perItem: twd('50') } };
    expect(isInverted(fixedCost, twd('100'), twd('50000'))).toBe(true);
    expect(isInverted(fixedCost, twd('5000'), twd('50000'))).toBe(false);
  });

  test('without an upper limit the rates decide', () => {
    const fixedGain = { ...lossMaking, merchant: { pct: parseRate('1.5'), perItem: twd('900') } };
    expect(isInverted(fixedGain, twd('100000'), twd('110000'))).toBe(false);
    expect(isInverted(fixedGain, twd('100000'), 0n)).toBe(true);
  });

  test('a fee above the amount itself is an inversion', () => {
    expect(
      isInverted({ ...exampleTerms, merchant: { pct: 0n, perItem: twd('200') } }, twd('100'), twd('150')),
    ).toBe(true);
  });
});
