import { expect, test } from 'vitest';
import { trustRules } from './trusted-text.ts';

interface Policy {
  createHTML(text: string): unknown;
}

test('rules of style pass, and text with a tag in it does not', () => {
  trustRules();
  const { trustedTypes } = globalThis as unknown as { trustedTypes: { defaultPolicy: Policy } };
  const { defaultPolicy } = trustedTypes;
  expect(String(defaultPolicy.createHTML('a > b { color: red; }'))).toBe('a > b { color: red; }');
  expect(String(defaultPolicy.createHTML('<img src=x onerror=alert(1)>'))).toBe('');
});
