import { describe, expect, test } from 'vitest';
import { openDoor } from '../testing/open-door.ts';

const demo = await openDoor({ demo: true });
const plain = await openDoor();

describe('with the demo', () => {
  test('one click opens a full session of a demo account, and its row says how', async () => {
    const ann = await demo.person({ isDemo: true, username: 'demo.agent' });
    await demo.person({ isDemo: true, username: 'demo.fresh', unbound: true, kind: 'admin' });
    await demo.person({ isDemo: true, username: 'demo.gone', status: 'disabled' });
    await demo.person({ username: 'real.person' });
    const list = await demo.call('GET', '/demo/accounts');
    expect(list.data).toMatchObject([
      { role: 'agent', username: 'demo.agent', fresh: false },
      { role: 'admin', username: 'demo.fresh', fresh: true },
    ]);
    const reply = await demo.call('POST', '/demo/login', {
      body: { username: 'demo.agent' },
      headers: { 'x-client': 'web' },
    });
    expect(reply).toMatchObject({ code: 0, data: { google2FA: true } });
    const cookie = reply.cookie?.split(';')[0] ?? '';
    const self = await demo.call('GET', '/users/self', {
      token: reply.data.access_token,
      headers: { cookie },
    });
    expect(self.data).toMatchObject({ id: ann.id.toString() });
    const { rows } = await demo.admin.query('SELECT username, outcome FROM login_attempt');
    expect(rows).toEqual([{ username: 'demo.agent', outcome: 'demo' }]);
  });

  test('the fresh account opens locked, and at the door it still starts its binding', async () => {
    const fresh = await demo.person({ isDemo: true, unbound: true });
    const reply = await demo.call('POST', '/demo/login', { body: { username: fresh.username } });
    expect(reply.code).toBe(0);
    expect(reply.data).not.toHaveProperty('google2FA');
    expect(Object.keys((await demo.login(fresh)).data)).toEqual(['bind2FA']);
  });

  test('accounts that the demo did not make stay shut', async () => {
    for (const username of ['real.person', 'demo.gone', 'nobody']) {
      expect((await demo.call('POST', '/demo/login', { body: { username } })).code, username).toBe(404);
    }
  });
});

test('without the demo both calls answer as unknown paths do, whatever is sent and whatever the rows say', async () => {
  await plain.person({ isDemo: true, username: 'demo.agent' });
  for (const call of [plain.call('GET', '/demo/accounts'), plain.call('GET', '/demo/accounts?x=1')])
    expect((await call).code).toBe(404);
  for (const path of ['/demo/login', '/nowhere'])
    for (const body of [{ username: 'demo.agent' }, {}, { username: 7 }, { username: 'x', more: true }]) {
      const { code, status } = await plain.call('POST', path, { body });
      expect([path, code, status]).toEqual([path, 404, 200]);
    }
  // Not even which method it would be.
  expect((await plain.call('GET', '/demo/login')).code).toBe(404);
});
