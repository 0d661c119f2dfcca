import { parseAmount } from '@suanpan/money/amount';
import { expect, test } from 'vitest';
import { transferQr } from './twqr.ts';

const to = {
  bankCode: '822',
  accountNo: '901560501232',
  amount: parseAmount('1500', 'TWD'),
  memo: 'T1121',
};

test('the code of the merchant API’s example', () => {
  expect(transferQr(to)).toBe(
    'TWQRP://822NTTransfer/158/02/V1?D6=0000901560501232&D5=822&D10=901&D1=150000&D9=T1121',
  );
});

test.each([
  ['a bank without three digits', { bankCode: '82' }],
  ['an account that is too long', { accountNo: '12345678901234567' }],
  ['an account that is none', { accountNo: '9015&D1=1' }],
  ['a sum below a dollar', { amount: parseAmount('0.99', 'TWD') }],
  ['a sum above what such a code can say', { amount: parseAmount('10000000', 'TWD') }],
  ['a sum with parts of a hundredth', { amount: 15_000_001n }],
  ['a memo that is too long', { memo: '12345678901234567890' }],
  ['a memo that would add a field', { memo: 'A&D1=1' }],
])('%s has no code', (_, wrong) => {
  expect(transferQr({ ...to, ...wrong })).toBeNull();
});
