import { expect, test } from 'vitest';
import { cookieFromLocale, isLocale, localeFromCookie, localeFromHeader, locales } from './locale.ts';

test('the language cookie maps to the locale and back, and anything else is Traditional Chinese', () => {
  expect(['tw', 'cn', 'en'].map(localeFromCookie)).toEqual(['zh-TW', 'zh-CN', 'en']);
  expect(locales.map(cookieFromLocale)).toEqual(['tw', 'cn', 'en']);
  expect([localeFromCookie(undefined), localeFromCookie('fr'), localeFromCookie('toString')]).toEqual([
    'zh-TW',
    'zh-TW',
    'zh-TW',
  ]);
});

test('the header decides, Accept-Language only where it is asked', () => {
  expect(localeFromHeader('en')).toBe('en');
  expect(localeFromHeader('fr')).toBe('zh-TW');
  expect(localeFromHeader(undefined, 'en-US,en;q=0.9')).toBe('en');
  expect(localeFromHeader(undefined, 'fr, zh-Hans-CN;q=0.8')).toBe('zh-CN');
  expect(localeFromHeader(undefined, 'zh-HK')).toBe('zh-TW');
  expect(localeFromHeader('zh-CN', 'en')).toBe('zh-CN');
  expect(isLocale('en-US')).toBe(false);
});
