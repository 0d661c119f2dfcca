import { expect, test } from 'vitest';
import { likenessOf } from './match-transfer.ts';
import type { Awaited, Transfer } from './match-transfer.ts';

const awaited: Awaited = {
  destination: '0901560501232',
  amount: 15_000_000n,
  code: 'T1121',
  from: new Date('2026-11-23T01:00:00Z'),
  until: null,
  payerName: '王小明',
  payerLast5: '12345',
  isAlone: false,
};
const transfer: Transfer = {
  ref: 'TX1',
  destination: '0901560501232',
  at: new Date('2026-11-23T01:05:00Z'),
  amount: 15_000_000n,
  payerName: null,
  payerAccount: null,
  memo: null,
};
const like = (t: Partial<Transfer>, a: Partial<Awaited> = {}, payers: 'named' | 'nameless' = 'named') =>
  likenessOf({ ...transfer, ...t }, { ...awaited, ...a }, payers);

test.each([
  ['the sum and the name, however it is written', { payerName: ' 王 小明 ' }, {}, 'its'],
  ['the sum and the last digits', { payerAccount: '822-0000-9912345' }, {}, 'its'],
  ['the sum and names of blanks', { payerName: ' ' }, { payerName: '\u{200b}' }, 'perhaps'],
  ['the sum and another name', { payerName: '陳大文' }, {}, 'no'],
  ['the sum and other digits', { payerAccount: '99999' }, {}, 'no'],
  ['the sum alone', {}, {}, 'perhaps'],
  ['the name, and another sum', { payerName: '王小明', amount: 14_990_000n }, {}, 'no'],
  ['the code, and another sum', { memo: '付款 t-1121', amount: 14_990_000n }, {}, 'its'],
  ['the code, and a trifle', { memo: 'T1121', amount: 7_499_999n }, {}, 'no'],
  ['no code is in every text', { memo: 'abc', amount: 1n }, { code: '' }, 'no'],
  ['another place', { destination: '1', payerName: '王小明' }, {}, 'no'],
  ['before the payer knew', { at: new Date('2026-11-23T00:59:59Z'), payerName: '王小明' }, {}, 'no'],
  [
    'after the sum was given to another',
    { payerName: '王小明' },
    { until: new Date('2026-11-23T01:04:59Z') },
    'no',
  ],
  ['a place of its own, and another sum', { amount: 7_500_000n }, { isAlone: true }, 'its'],
  ['a place of its own, and a trifle', { amount: 7_499_999n }, { isAlone: true }, 'no'],
] as const)('%s', (_, told, waiting, likeness) => {
  expect(like(told, waiting)).toBe(likeness);
});

test('where nobody has a name the sum is enough', () => {
  expect(like({}, {}, 'nameless')).toBe('its');
  expect(like({ amount: 15_000_001n }, {}, 'nameless')).toBe('no');
});
