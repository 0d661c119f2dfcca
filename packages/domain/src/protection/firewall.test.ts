import { expect, test } from 'vitest';
import { keysOf, pathClassOf, plainPath } from './firewall.ts';

test.each([
  ['/api/login', 'door'],
  ['/api/LOGIN/', 'door'],
  ['/api/%6cogin', 'door'],
  ['/api/users/self', 'backOffice'],
  ['/api/v2/collections', 'merchantApi'],
  ['/api/v1/pay/create', 'merchantApi'],
  ['/api/v2x', 'backOffice'],
  ['/api/checkout/abc', 'checkout'],
  ['/api/notify/7', 'notify'],
  ['/api/%E0%A4%A', 'backOffice'],
] as const)('%s belongs to %s', (path, name) => {
  expect(pathClassOf(plainPath(path))).toBe(name);
});

test('only what is known at a place can be counted there', () => {
  expect(keysOf('door')).toEqual(['ip']);
  expect(keysOf('backOffice')).toContain('user');
  expect(keysOf('merchantApi')).toContain('apiKey');
  expect(keysOf('everything')).not.toContain('user');
});
