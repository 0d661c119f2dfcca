import { logoutByGet, validateToken } from '@suanpan/contract/endpoints/login';
import { allPreferences } from '@suanpan/contract/endpoints/preferences';
import { menu, ownPermissions, self } from '@suanpan/contract/endpoints/self';
import { beforeEach, expect, test } from 'vitest';
import { reply, wire } from '../../test/wire.ts';
import { call } from '../lib/api.ts';
import { ownQueries } from '../lib/own-user.ts';
import { keepPrivate } from '../lib/private-search.ts';
import { queryClient } from '../lib/query-client.ts';
import { currentSession, storeSession } from '../lib/session.ts';
import { rememberPlace } from '../lib/return-place.ts';
import { loginNotice, resumeSession, signIn, signOut, watchSessionEnd } from './session-flow.ts';
import { addFinishedExport, finishedExports } from '../parts/export/finished-exports.ts';
import { readTabs, writeTabs } from './shell/open-tabs.ts';
import { recentHits, rememberHit } from './shell/recent-hits.ts';

watchSessionEnd();

const token = 'a-token-of-forty-three-characters-and-no-more';
const name = '王小明';
const customized = { app_name: 'Suanpan', logo: '' };
const stored = () => [...Object.entries(localStorage), ...Object.entries(sessionStorage)];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSession({ token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  queryClient.setQueryData(ownQueries.self.queryKey, { id: '1' } as never);
  queryClient.setQueryData(['collections', 'rows'], [{ real_name: name, card_no: '123456******7890' }]);
  rememberHit('1', { kind: 'user', id: '7' });
  writeTabs([{ name: 'users.list', search: { id: '7' }, seen: 1 }]);
  addFinishedExport('users-20261122.csv');
  keepPrivate('collections.transactions', { real_name: name });
});

test('while somebody works, no name stands in what the browser keeps, and the token in its cookie alone', () => {
  expect(document.cookie).toContain(token);
  expect(JSON.stringify(stored())).not.toContain(token);
  expect(JSON.stringify([stored(), location.href])).not.toContain(name);
  expect(recentHits('1')).toHaveLength(1);
});

test.each(['tells the server', 'cannot tell the server'])(
  'whoever signs out, and %s, leaves nothing of his session behind',
  async (how) => {
    const server = wire(reply(logoutByGet, () => ({})));
    server.cut(how === 'cannot tell the server');
    location.hash = '#/wrap/users.list';
    const told = signOut();
    // Nobody waits for the server.
    expect([currentSession(), location.hash]).toEqual([null, '#/userLogin']);
    await told;
    expect(document.cookie).not.toContain(token);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect([recentHits('1'), readTabs(), finishedExports()]).toEqual([[], [], []]);
    expect(stored()).toEqual([]);
    expect(location.hash).toBe('#/userLogin');
  },
);

const ended = () => ({ refused: { code: 10001, message: 'Your session has ended' } });

test('an answer that comes late ends the session that asked, and no other', async () => {
  wire(reply(menu, ended));
  location.hash = '#/wrap/users.list';
  const late = call(menu, {});
  storeSession({ token: 'of-the-next-one', expiresAt: '' });
  await expect(late).rejects.toThrow('Your session has ended');
  expect([currentSession()?.token, location.hash]).toEqual(['of-the-next-one', '#/wrap/users.list']);
  await expect(call(menu, {})).rejects.toThrow('Your session has ended');
  expect([currentSession(), location.hash, loginNotice()]).toEqual([
    null,
    '#/userLogin',
    'Your session has ended',
  ]);
});

test('whoever has left is not led back to the door from where he went since', async () => {
  wire(
    reply(logoutByGet, () => ({})),
    reply(menu, ended),
  );
  await signOut();
  location.hash = '#/404';
  await expect(call(menu, {})).rejects.toThrow('Your session has ended');
  expect(location.hash).toBe('#/404');
});

test.each([
  ['the same user', '1', ['users-20261122.csv']],
  ['somebody else', '2', []],
])('after one was thrown out, %s finds of his exports what is his', async (_who, id, finds) => {
  location.hash = '#/wrap/users.list';
  rememberPlace('1');
  wire(
    reply(self, () => ({
      id,
      name,
      username: 'xingji',
      role_name: 'customer' as const,
      role_name_ch: '商戶',
      currency: 'TWD' as const,
      balance: '0.0000',
      unsettlement_amount: '0.0000',
      frozen_amount: '0.0000',
      customized,
      scope: 'customer' as const,
      google2FA: true,
      last_login_at: null,
      last_login_ip: null,
      permissions_version: '1',
    })),
    reply(ownPermissions, () => []),
    reply(menu, () => []),
    reply(allPreferences, () => ({})),
  );
  await signIn({ access_token: token, expires_at: '2099-01-01T00:00:00.000Z', currency: 'TWD', customized });
  expect(finishedExports()).toEqual(finds);
  // What comes after finds nothing of it.
  wire(reply(logoutByGet, () => ({})));
  await signOut();
});

test('a stored token that is good no more leads to the door without a message, whatever was asked beside it', async () => {
  watchSessionEnd();
  queryClient.clear();
  location.hash = '#/wrap/users.list';
  const ended = () => ({ refused: { code: 10001, message: 'Your session has ended' } });
  const server = wire(
    reply(validateToken, () => ({ refused: { code: 99, message: 'This login is no longer valid' } })),
    reply(self, ended),
    reply(ownPermissions, ended),
    reply(menu, ended),
    reply(allPreferences, ended),
  );
  expect(await resumeSession()).toBe(false);
  expect(currentSession()).toBeNull();
  expect(loginNotice()).toBeNull();
  expect(server.askedOf(self)).toHaveLength(1);
});
