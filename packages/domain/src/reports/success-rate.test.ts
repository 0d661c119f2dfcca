import { expect, test } from 'vitest';
import { collectionStatuses } from '../states/collection.ts';
import { collectionOutcome, failedStatuses, succeededStatuses, successRate } from './success-rate.ts';

test('a refunded order succeeded; what is undecided, simulated or of a test is outside', () => {
  const told = collectionStatuses.map((status) => [status, collectionOutcome(status, false)]);
  expect(Object.fromEntries(told)).toEqual({
    pending: null,
    success: 'succeeded',
    expired: 'failed',
    amount_mismatch: 'failed',
    abnormal: 'failed',
    test_supplied: null,
    refund: 'succeeded',
  });
  for (const status of collectionStatuses) expect(collectionOutcome(status, true)).toBeNull();
  expect(succeededStatuses.toSorted()).toEqual(['refund', 'success']);
  expect(failedStatuses.toSorted()).toEqual(['abnormal', 'amount_mismatch', 'expired']);
});

test.each([
  [1n, 0n, '100.00'],
  [0n, 1n, '0.00'],
  [2n, 1n, '66.66'],
  [9_999n, 1n, '99.99'],
  [99_999n, 1n, '99.99'],
  [1n, 99_999n, '0.00'],
  [7n, 93n, '7.00'],
  [12_345_678_901_234_567_890n, 0n, '100.00'],
])('%s succeeded and %s failed make %s percent, cut and never rounded up', (succeeded, failed, rate) => {
  expect(successRate(succeeded, failed)).toBe(rate);
});

test('where nothing is decided there is no rate', () => {
  expect(successRate(0n, 0n)).toBeNull();
});
