import { expect, test } from 'vitest';
import { isTronAddress } from './tron-address.ts';
import { tronSandbox } from './tron-sandbox.ts';

test('the addresses of the merchant API’s vectors are whole', () => {
  expect(isTronAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(true);
  expect(isTronAddress('TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK')).toBe(true);
  for (const address of tronSandbox.addresses) expect(isTronAddress(address)).toBe(true);
});

test.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZT', 'T', '', '0x41a614'])(
  '%s is not',
  (address) => {
    expect(isTronAddress(address)).toBe(false);
  },
);
