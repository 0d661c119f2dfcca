import { branding } from '@suanpan/contract/endpoints/self';
import { validateToken } from '@suanpan/contract/endpoints/login';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderDressed } from '../../test/render.tsx';
import { reply, wire } from '../../test/wire.ts';
import { deleteSession, storeSession } from '../lib/session.ts';
import { addressNow } from './address.ts';
import { Router } from './router.tsx';

const invalid = () => ({ refused: { code: 99, message: 'Token not valid' } });

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
