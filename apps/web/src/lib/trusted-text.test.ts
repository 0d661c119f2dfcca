import { expect, test } from 'vitest';
import { trustRules } from './trusted-text.ts';

interface Policy {
  createHTML(text: string): unknown;
  createScriptURL(text: string): unknown;
}

trustRules();
const { trustedTypes } = globalThis as unknown as { trustedTypes: { defaultPolicy: Policy } };
const { defaultPolicy } = trustedTypes;

test('rules of style pass, and text with a tag in it does not', () => {
  expect(String(defaultPolicy.createHTML('a > b { color: red; }'))).toBe('a > b { color: red; }');
  expect(String(defaultPolicy.createHTML('<img src=x onerror=alert(1)>'))).toBe('');
});

test('a worker of the page’s own server passes, and no other script does', () => {
  const own = `${location.origin}/assets/captcha-worker-a1B2.js`;
  expect(String(defaultPolicy.createScriptURL(own))).toBe(own);
  for (const text of [
    'https://evil.example.com/assets/a.js',
    '//evil.example.com/assets/a.js',
    'data:text/javascript,alert(1)',
    `blob:${location.origin}/1`,
    'javascript:alert(1)',
    '/download/an-export.csv',
    '/api/branding/logo/0',
    '/assets/../api/download/x',
  ]) {
    expect([text, String(defaultPolicy.createScriptURL(text))]).toEqual([text, '']);
  }
});
