import { expect, test } from 'vitest';
import { keysOf, pathClassOf } from './firewall.ts';

test.each([
  ['/api/login', 'door'],
  ['/api/2FA', 'door'],
  ['/api/users/self', 'backOffice'],
  ['/api/*', 'backOffice'],
  ['/api/v2/collections', 'merchantApi'],
  ['/api/v2/*', 'merchantApi'],
  ['/api/v1/pay/create', 'merchantApi'],
  ['/api/checkout/:t', 'checkout'],
  ['/api/notify/:channelAccountId', 'notify'],
] as const)('%s belongs to %s', (route, name) => {
  expect(pathClassOf(route)).toBe(name);
});

test('only what is known at a place can be counted there', () => {
  expect(keysOf('door')).toEqual(['ip']);
  expect(keysOf('backOffice')).toContain('user');
  expect(keysOf('merchantApi')).toContain('apiKey');
  expect(keysOf('everything')).not.toContain('user');
});
