import { expect, test } from 'vitest';
import { startLocale } from '../../lib/locale.ts';
import { inOwnLanguage } from './own-language.ts';

test('a page of this origin is told the language that the payer reads', () => {
  startLocale('en');
  expect(inOwnLanguage(`${location.origin}/sandbox/pay/7`)).toBe(`${location.origin}/sandbox/pay/7?lang=en`);
  startLocale('zh-CN');
  expect(inOwnLanguage(`${location.origin}/echo-shop/?order=1&lang=en`)).toBe(
    `${location.origin}/echo-shop/?order=1&lang=zh-CN`,
  );
});

test('the address of a provider or a shop stays as it came', () => {
  for (const address of ['https://pay.example/x?b=2&a=1&sign=%2F', 'weixin://wxpay/bizpayurl?pr=1', '']) {
    expect(inOwnLanguage(address)).toBe(address);
  }
});
