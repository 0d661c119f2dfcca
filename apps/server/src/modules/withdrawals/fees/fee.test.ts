import { expect, test } from 'vitest';
import { priceOf } from './fee.ts';

const price = { pct: '0.5', fixed: '15', mode: 'inside' } as const;

test('a price is read exactly; without a word of it all is the platform’s', () => {
  expect(priceOf(price, 'TWD', 'TWD')).toEqual({
    pct: 50_000_000n,
    fixed: 150_000n,
    mode: 'inside',
    sharePct: 50_000_000n,
    shareFixed: 150_000n,
  });
  const shared = { ...price, platform_share: { pct: '0', fixed: '5' } };
  expect(priceOf(shared, 'TWD', 'TWD')).toMatchObject({ sharePct: 0n, shareFixed: 50_000n });
  expect(priceOf({ ...price, fixed: '2' }, 'TWD', 'USDT').fixed).toBe(2_000_000n);
});

test.each([
  ['is below zero', { pct: '-1' }],
  ['is no number', { pct: 'free' }],
  ['is the whole amount', { pct: '100' }],
  ['has a fixed part below zero', { fixed: '-15' }],
  ['has a fixed part that is no number', { fixed: '' }],
  ['leaves the platform more than there is', { platform_share: { pct: '0', fixed: '16' } }],
  ['leaves the platform a larger part', { platform_share: { pct: '1', fixed: '0' } }],
] as const)('one that %s is refused', (_what, more) => {
  expect(() => priceOf({ ...price, ...more }, 'TWD', 'TWD')).toThrow('checkHandlingFee');
});

test('nothing stands on top of what goes to another currency', () => {
  expect(() => priceOf({ ...price, mode: 'outside' }, 'TWD', 'USDT')).toThrow('checkHandlingFee');
  expect(priceOf({ ...price, mode: 'outside' }, 'TWD', 'TWD').mode).toBe('outside');
});
