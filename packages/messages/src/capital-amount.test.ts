import { expect, test } from 'vitest';
import { parseSignedLedger } from '@suanpan/money/amount';
import { capitalAmount } from './capital-amount.ts';

test.each([
  ['0', '新臺幣零元整'],
  ['1', '新臺幣壹元整'],
  ['10', '新臺幣壹拾元整'],
  ['12300', '新臺幣壹萬貳仟參佰元整'],
  ['10001', '新臺幣壹萬零壹元整'],
  ['5020', '新臺幣伍仟零貳拾元整'],
  ['100000', '新臺幣壹拾萬元整'],
  ['100000001', '新臺幣壹億零壹元整'],
  ['200030004', '新臺幣貳億零參萬零肆元整'],
  ['0.05', '新臺幣伍分'],
  ['0.5', '新臺幣伍角整'],
  ['1.05', '新臺幣壹元零伍分'],
  ['1234.56', '新臺幣壹仟貳佰參拾肆元伍角陸分'],
  ['1234.5678', '新臺幣壹仟貳佰參拾肆點伍陸柒捌元'],
])('%s is %s', (major, says) => {
  expect(capitalAmount(parseSignedLedger(major, 'TWD'), 'TWD', 'traditional')).toBe(says);
});

test('the mainland writes it in its own characters, and each currency has its name', () => {
  expect(capitalAmount(parseSignedLedger('20306', 'CNY'), 'CNY', 'simplified')).toBe(
    '人民币贰万零叁佰零陆元整',
  );
  expect(capitalAmount(parseSignedLedger('0.000001', 'USDT'), 'USDT', 'traditional')).toBe(
    '泰達幣零點零零零零零壹元',
  );
});

test('nothing below zero, and nothing that has no name', () => {
  expect(() => capitalAmount(-1n, 'TWD', 'traditional')).toThrow(RangeError);
  expect(() => capitalAmount(10n ** 20n, 'TWD', 'traditional')).toThrow(RangeError);
});
