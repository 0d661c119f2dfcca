import { describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../test/database.ts';
import { transact } from '../../platform/db/transact.ts';
import { endSessions, insertSession } from './sessions.store.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';

const door = await openDoor();
const { call, login, person, code, admin, database } = door;

const signIn = async (who: Person, headers: Record<string, string> = {}) =>
  login(who, { code: code(who), headers });
const codeOf = async (token: string, headers: Record<string, string> = {}) =>
  (await call('GET', '/users/self', { token, headers })).code;
const idle = (minutes: number, token?: string) =>
  admin.query(
    `UPDATE session SET last_seen_at = last_seen_at - $1 * interval '1 minute'
     WHERE ended_at IS NULL AND ($2::text IS NULL OR token_hash = encode(sha256($2::bytea), 'hex'))`,
    [minutes, token ?? null],
  );
const rights = (token: string) =>
  door.identity.authenticate({
    token,
    cookies: {},
    ip: '192.0.2.1',
    userAgent: '',
    isBackground: false,
    requestId: 't',
  });

describe('a session', () => {
  test('is new at every sign-in, and an absent, short or strange token is none', async () => {
    const ann = await person();
    const [first, second] = [await signIn(ann), await signIn(ann)];
    expect(first.data.access_token).not.toBe(second.data.access_token);
    expect(await codeOf(first.data.access_token)).toBe(0);
    expect((await call('GET', '/users/self')).code).toBe(10001);
    expect(await codeOf('a'.repeat(43))).toBe(10001);
    expect((await call('POST', '/validate/token', { token: 'a'.repeat(43) })).code).toBe(99);
    expect((await call('GET', '/validate/token')).code).toBe(99);
    expect((await call('GET', '/validate/token', { token: second.data.access_token })).code).toBe(0);
  });

  test('ends after fifteen idle minutes; calls of people keep it awake, background calls do not', async () => {
    const ann = await person();
    const token = (await signIn(ann)).data.access_token;
    await idle(14);
    expect(await codeOf(token)).toBe(0);
    await idle(14);
    expect(await codeOf(token, { 'x-background': '1' })).toBe(0);
    await idle(2);
    expect(await codeOf(token)).toBe(10001);
  });

  test('ends twelve hours after it began, however busy it is', async () => {
    const ann = await person();
    const reply = await signIn(ann);
    const lifeMs = Date.parse((reply.data as unknown as { expires_at: string }).expires_at) - Date.now();
    expect(Math.abs(lifeMs - 12 * 3_600_000)).toBeLessThan(60_000);
    await admin.query(`UPDATE session SET expires_at = expires_at - interval '12 hours' WHERE user_id = $1`, [
      ann.id,
    ]);
    expect(await codeOf(reply.data.access_token)).toBe(10001);
  });

  test('lives in wall time: moving the business clock ends nothing', async () => {
    const ann = await person();
    const token = (await signIn(ann)).data.access_token;
    await moveBusinessClock(database, 3 * 86_400_000);
    expect(await codeOf(token)).toBe(0);
  });

  test.each(['GET', 'POST'] as const)(
    'ends at the server with %s /logout, and a second click is told so',
    async (method) => {
      const ann = await person();
      const token = (await signIn(ann)).data.access_token;
      expect((await call(method, '/logout', { token })).code).toBe(0);
      expect((await call(method, '/logout', { token })).code).toBe(10001);
      expect(await codeOf(token)).toBe(10001);
    },
  );

  test('of the web application is bound to its browser; a bearer client needs no cookie', async () => {
    const ann = await person();
    const web = await signIn(ann, { 'x-client': 'web' });
    expect(web.cookie).toMatch(
      /^suanpan_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    );
    const cookie = web.cookie?.split(';')[0] ?? '';
    expect(await codeOf(web.data.access_token, { cookie })).toBe(0);
    expect(await codeOf(web.data.access_token)).toBe(10001);
    expect(await codeOf(web.data.access_token, { cookie: `suanpan_browser=${'x'.repeat(43)}` })).toBe(10001);
    const plain = await signIn(ann);
    expect(plain.cookie).toBeUndefined();
    expect(await codeOf(plain.data.access_token)).toBe(0);
  });

  test('in a browser that has sessions keeps its cookie; a planted cookie is replaced', async () => {
    const [ann, bob] = [await person(), await person()];
    const cookie = (await signIn(ann, { 'x-client': 'web' })).cookie?.split(';')[0] ?? '';
    expect((await signIn(bob, { 'x-client': 'web', cookie })).cookie).toContain(cookie);
    const planted = `suanpan_browser=${'p'.repeat(43)}`;
    expect((await signIn(bob, { 'x-client': 'web', cookie: planted })).cookie).not.toContain(planted);
  });
});

describe('rights follow the rows of this moment', () => {
  test('a changed grant acts on the next request', async () => {
    const owner = await person({ kind: 'agent' });
    const sub = await person({ kind: 'staffSub', parentId: owner.id, permissions: ['users.list.get'] });
    const token = (await signIn(sub)).data.access_token;
    expect([...(await rights(token)).permissions]).toEqual(['users.list.get']);
    await admin.query(
      `UPDATE app_user SET permissions = '{users.list.get,admin.backup.get,apiFile.get}' WHERE id = $1`,
      [sub.id],
    );
    expect([...(await rights(token)).permissions].sort()).toEqual(['apiFile.get', 'users.list.get']);
    await admin.query(`UPDATE app_user SET permissions = '{apiFile.get}' WHERE id = $1`, [owner.id]);
    expect([...(await rights(token)).permissions]).toEqual(['apiFile.get']);
    expect((await rights(token)).scope).toEqual({ kind: 'agent', agentId: owner.id });
  });

  test('disabling a user or the owner of a sub-account shuts the session at once', async () => {
    const owner = await person({ kind: 'agent' });
    const sub = await person({ kind: 'staffSub', parentId: owner.id, permissions: ['users.list.get'] });
    const token = (await signIn(sub)).data.access_token;
    await admin.query(`UPDATE app_user SET status = 'disabled' WHERE id = $1`, [owner.id]);
    expect(await codeOf(token)).toBe(10001);
    expect((await login(sub, { code: code(sub) })).code).toBe(99);
  });

  test('ending the sessions of a user ends those that act for him, tells the sockets, and can spare one', async () => {
    const [ann, operator] = [await person({ kind: 'agent' }), await person({ kind: 'admin' })];
    const [kept, ended] = [(await signIn(ann)).data.access_token, (await signIn(ann)).data.access_token];
    const acting = await transact(database.app, (tx) =>
      insertSession(tx, {
        userId: operator.id,
        actingFor: ann.id,
        secondFactor: true,
        browserHash: null,
        ip: '192.0.2.1',
        userAgent: '',
      }),
    );
    const { sessionId } = await rights(kept);
    await admin.query('DELETE FROM outbox');
    expect(
      await transact(database.app, (tx) => endSessions(tx, ann.id, 'revoked', { except: sessionId })),
    ).toBe(2);
    expect([await codeOf(kept), await codeOf(ended), await codeOf(acting.token)]).toEqual([0, 10001, 10001]);
    const { rows } = await admin.query(`SELECT payload FROM outbox WHERE kind = 'session.ended' ORDER BY id`);
    expect(rows).toContainEqual({
      payload: {
        session_id: acting.sessionId.toString(),
        user_id: operator.id.toString(),
        reason: 'revoked',
      },
    });
  });

  test('who acts for another has his rights and rows, without money and secrets, for an hour, under his own name', async () => {
    const [ann, operator] = [
      await person({ kind: 'customer', parentId: (await person()).id }),
      await person({ kind: 'admin' }),
    ];
    const opened = await transact(database.app, (tx) =>
      insertSession(tx, {
        userId: operator.id,
        actingFor: ann.id,
        secondFactor: true,
        browserHash: null,
        ip: '192.0.2.1',
        userAgent: '',
      }),
    );
    const actor = await rights(opened.token);
    expect(actor).toMatchObject({
      userId: operator.id,
      effectiveUserId: ann.id,
      username: operator.username,
      roleName: 'customer',
      scope: { kind: 'customer', customerId: ann.id },
    });
    expect(actor.permissions.has('collections.transactions.get')).toBe(true);
    for (const shut of [
      'payment.apply.create',
      'withdraws.apply.create',
      'apiFile.createKey',
      'settings.personal.update',
    ]) {
      expect(actor.permissions.has(shut), shut).toBe(false);
    }
    expect(opened.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect((await call('GET', '/users/self', { token: opened.token })).data).toMatchObject({
      username: ann.username,
    });
  });

  test('says in whose tree its calls are made', async () => {
    const agent = await person();
    const merchant = await person({ kind: 'customer', parentId: agent.id });
    const sub = await person({ kind: 'customerSub', parentId: merchant.id, status: 'active' });
    const trees: (bigint | null)[] = [];
    for (const who of [await person({ kind: 'admin' }), agent, merchant, sub])
      trees.push((await rights((await signIn(who)).data.access_token)).agentId);
    expect(trees).toEqual([null, agent.id, agent.id, agent.id]);
  });

  test('the sweep ends what has slept too long and tells the sockets, once', async () => {
    const ann = await person();
    const token = (await signIn(ann)).data.access_token;
    await idle(16, token);
    await admin.query('DELETE FROM outbox');
    await door.identity.sweep();
    await door.identity.sweep();
    const { rows } = await admin.query(
      `SELECT payload ->> 'reason' AS reason FROM outbox WHERE kind = 'session.ended' AND payload ->> 'user_id' = $1`,
      [ann.id.toString()],
    );
    expect(rows).toEqual([{ reason: 'idle' }]);
  });
});
