import { expect, test } from 'vitest';
import { errorNames } from './errors.ts';
import { merchantErrors, toMerchantError, toMerchantV1Code } from './merchant-errors.ts';
import type { MerchantErrorName } from './merchant-errors.ts';

test('every refusal has a name of the merchant API', () => {
  for (const name of errorNames) expect(Object.hasOwn(merchantErrors, toMerchantError(name))).toBe(true);
});

test('refusals that a merchant acts upon keep their own name and status', () => {
  expect(toMerchantError('insufficientBalance')).toBe('insufficient_balance');
  expect(merchantErrors.insufficient_balance).toBe(402);
  expect(toMerchantError('duplicatePayerName')).toBe('duplicate_payer_name');
  expect(toMerchantError('idempotencyConflict')).toBe('order_no_conflict');
});

test('an internal rule never leaks by name', () => {
  expect(toMerchantError('ledgerConflict')).toBe('invalid_state');
});

test('the v1 form answers with its ten codes', () => {
  const codes = (Object.keys(merchantErrors) as MerchantErrorName[]).map(toMerchantV1Code);
  expect([...new Set(codes)].sort((a, b) => a - b)).toEqual([
    1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 9999,
  ]);
});
