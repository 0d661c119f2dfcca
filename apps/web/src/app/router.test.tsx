import { branding, menu, ownPermissions, self } from '@suanpan/contract/endpoints/self';
import { logoutByGet, validateToken } from '@suanpan/contract/endpoints/login';
import { allPreferences } from '@suanpan/contract/endpoints/preferences';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderDressed } from '../../test/render.tsx';
import { reply, wire } from '../../test/wire.ts';
import { queryClient } from '../lib/query-client.ts';
import { deleteSession, storeSession } from '../lib/session.ts';
import { addressNow } from './address.ts';
import { App } from './app.tsx';
import { Router } from './router.tsx';
import { signOut } from './session-flow.ts';

const invalid = () => ({ refused: { code: 99, message: 'Token not valid' } });

const person = {
  id: '1',
  name: '王小明',
  username: 'xingji',
  role_name: 'customer' as const,
  role_name_ch: '商戶',
  currency: 'TWD' as const,
  balance: '0.0000',
  unsettlement_amount: '0.0000',
  frozen_amount: '0.0000',
  customized: { app_name: 'His own', color: '#7a1f6b', logo: '' },
  scope: 'customer' as const,
  google2FA: true,
  last_login_at: null,
  last_login_ip: null,
  permissions_version: '1',
};

beforeEach(() => {
  wire(
    reply(validateToken, invalid),
    reply(branding, () => ({ app_name: 'Suanpan', color: '', logo: '' })),
  );
});
afterEach(() => {
  deleteSession();
  location.hash = '';
});

test.each([
  ['', '/', ''],
  ['#/', '/', ''],
  ['#/wrap/', '/wrap', ''],
  ['#/wrap/users.list', '/wrap/users.list', ''],
  ['#/wrap/users.list?a=1&b=&a=2', '/wrap/users.list', '?a=1&a=2'],
  ['#/wrap/users.list?a=what%3F', '/wrap/users.list', '?a=what%3F'],
])('the address %s is the place %s with %s', (hash, path, search) => {
  location.hash = hash;
  expect(addressNow()).toEqual({ path, search });
});

test.each([
  ['an address that nobody has', '#/nope/x', '#/404'],
  ['a screen that nobody has', '#/wrap/nope', '#/404'],
  ['no address', '#/', '#/userLogin'],
  ['a screen, for whoever has not signed in', '#/wrap/users.list', '#/userLogin'],
])('from %s one is led on', async (_what, from, to) => {
  location.hash = from;
  await renderDressed(<Router />);
  await expect.poll(() => location.hash).toBe(to);
});

test('the address changes the page', async () => {
  location.hash = '#/404';
  const { text } = await renderDressed(<Router />);
  await expect.poll(text).toContain('404');
  location.hash = '#/userLogin';
  await expect.poll(text).not.toContain('404');
  location.hash = '#/404';
  await expect.poll(text).toContain('404');
});

test('whoever goes on while the server is asked stays where he went', async () => {
  storeSession({
    token: 'of-a-session-that-is-over',
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  });
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    asked.resolve();
    await held.promise;
    return send(...call);
  });
  location.hash = '#/wrap/users.list';
  const { text } = await renderDressed(<Router />);
  await asked.promise;
  location.hash = '#/404';
  await expect.poll(text).toContain('404');
  held.resolve();
  await expect.poll(() => document.cookie).not.toContain('of-a-session-that-is-over');
  // The answer has come, and what would follow it too.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(location.hash).toBe('#/404');
});

test('whoever has signed out is asked about no more, and nothing of his stands there while the door is on its way', async () => {
  queryClient.clear();
  const { askedOf } = wire(
    reply(validateToken, () => ({})),
    reply(logoutByGet, () => ({})),
    reply(branding, () => ({ app_name: 'Suanpan', color: '', logo: '' })),
    reply(self, () => person),
    reply(ownPermissions, () => []),
    reply(menu, () => []),
    reply(allPreferences, () => ({})),
  );
  storeSession({ token: 'of-one-who-leaves', expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  location.hash = '#/wrap/users.list';
  const { text } = await renderDressed(<App />);
  await expect.poll(text).toContain('王小明');
  const asked = [self, ownPermissions, menu].map((endpoint) => askedOf(endpoint).length);
  const told = signOut();
  expect(text()).not.toContain('王小明');
  await told;
  await expect.poll(text).toContain('Sign in');
  expect([self, ownPermissions, menu].map((endpoint) => askedOf(endpoint).length)).toEqual(asked);
});

test('whoever may not see the landing page comes out at the first screen of his menu', async () => {
  queryClient.clear();
  const pages = (...names: ('collections.deposit' | 'notifications.all')[]) => [
    { key: 'some', title: 'Some', icon: 'bell', children: names.map((name) => ({ name, title: name })) },
  ];
  wire(
    reply(validateToken, () => ({})),
    reply(branding, () => ({ app_name: 'Suanpan', color: '', logo: '' })),
    reply(self, () => person),
    reply(ownPermissions, () => ['notifications.all.get', 'collections.deposit.get']),
    reply(menu, () => pages('notifications.all', 'collections.deposit')),
    reply(allPreferences, () => ({})),
  );
  storeSession({ token: 'of-a-clerk', expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  location.hash = '#/wrap/index.statistics';
  const { text } = await renderDressed(<App />);
  await expect.poll(() => location.hash).toBe('#/wrap/notifications.all');
  location.hash = '#/wrap/users.list';
  await expect.poll(text).toContain('No permission');
  expect(text()).not.toContain('Dashboard');
});
