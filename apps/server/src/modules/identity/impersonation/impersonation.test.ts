import { describe, expect, test } from 'vitest';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type * as contract from '@suanpan/contract/endpoints/impersonation';
import type { UserDraft } from '../users/create-user.ts';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';

const { call, login, person, code, admin, identity } = await openDoor();

const payment = 'quiet river stones';
const somebody = (draft: Partial<UserDraft> = {}) => person({ paymentPassword: payment, ...draft });
const signIn = async (who: Person, headers: Record<string, string> = {}) =>
  login(who, { code: code(who), headers });
const tokenOf = async (who: Person) => (await signIn(who)).data.access_token;
const codeOf = async (token: string) => (await call('GET', '/users/self', { token })).code;

/** Refusals of a session that is there and may not be used. */
async function endingsOf({ id }: Person): Promise<unknown[]> {
  await identity.settled();
  const { rows } = await admin.query(
    `SELECT effective_id, object_id, outcome FROM audit_log
     WHERE act IN ('sessionEnded', 'ipNotAllowed') AND actor_id = $1 ORDER BY id`,
    [id],
  );
  return rows;
}

type Way = OutputOf<typeof contract.impersonate>;
type Entered = OutputOf<typeof contract.enter>;

const ask = (who: Person, token: string, targetId: bigint | string, more: object = {}, headers = {}) =>
  call('POST', `/users/${targetId}/impersonate`, {
    token,
    headers,
    body: { reason: 'A question about a refund', payment_password: payment, one_code: code(who), ...more },
  });
const wayOf = async (who: Person, token: string, target: Person) =>
  (await ask(who, token, target.id)).data as unknown as Way;
const enter = (way: Pick<Way, 'code'>, headers = {}) =>
  call('POST', '/enter', { body: { code: way.code }, headers });
const enterAs = async (who: Person, token: string, target: Person) =>
  (await enter(await wayOf(who, token, target))).data as unknown as Entered;

/** A platform with two senior agents, each with a merchant and people of his. */
const root = await somebody({ kind: 'admin' });
const north = await somebody();
const south = await somebody();
const shop = await somebody({ kind: 'customer', parentId: north.id });
const clerk = await somebody({
  kind: 'customerSub',
  parentId: shop.id,
  permissions: ['index.statistics.get'],
  status: 'active',
});
const farShop = await somebody({ kind: 'customer', parentId: south.id });

describe('who acts for another', () => {
  test('has a session in his name for an hour, with both ids in the audit', async () => {
    const token = await tokenOf(root);
    const way = await wayOf(root, token, shop);
    const lifeMs = Date.parse(way.expires_at) - Date.now();
    expect(lifeMs).toBeGreaterThan(50_000);
    expect(lifeMs).toBeLessThanOrEqual(60_500);
    const reply = await enter(way);
    const entered = reply.data as unknown as Entered;
    expect(entered).toMatchObject({
      operator: root.username,
      user: { id: String(shop.id) },
      read_only: true,
    });
    expect(Date.parse(entered.expires_at) - Date.now()).toBeLessThanOrEqual(3_600_500);
    const self = await call('GET', '/users/self', { token: entered.access_token });
    expect(self.data).toMatchObject({ username: shop.username, role_name: 'customer' });
    await call('POST', '/logout', { token: entered.access_token, body: {} });
    const { rows } = await admin.query(
      `SELECT act, actor_id, effective_id FROM audit_log
       WHERE actor_id = $1 AND (effective_id = $2 OR object_id = $2::text) ORDER BY id`,
      [root.id, shop.id],
    );
    const ids = { actor_id: root.id, effective_id: shop.id };
    expect(rows).toEqual([
      { act: 'users.list.impersonate', actor_id: root.id, effective_id: root.id },
      { act: 'session.start', ...ids },
      { act: 'session.end', ...ids },
    ]);
    expect(await codeOf(token)).toBe(0);
  });

  test('looks and exports: of the rights of the one he acts for nothing else is left', async () => {
    const acting = await enterAs(root, await tokenOf(root), north);
    const permissions = (await call('GET', '/users/permissions', { token: acting.access_token }))
      .data as unknown as string[];
    expect(permissions).toContain('users.list.get');
    expect(permissions).toContain('users.list.export');
    expect(permissions.filter((permission) => !/\.(get|export)$/.test(permission))).toEqual([]);
    expect(permissions).not.toContain('apiFile.get');
  });

  test('changes nothing, sees no secret and acts for nobody else, whatever the one he acts for may do', async () => {
    const token = (await enterAs(root, await tokenOf(root), shop)).access_token;
    const before = await admin.query('SELECT count(*)::int AS n FROM app_user');
    const password = { password: root.password, new_password: 'another long sentence', one_code: code(root) };
    const shut = [
      await ask(root, token, clerk.id),
      await call('POST', '/users/self/password', { token, body: password }),
      await call('GET', '/2FA', { token }),
      await call('PUT', '/users/self/profile', {
        token,
        body: { phone: '', email: 'visitor@example.com', updated_at: new Date().toISOString() },
      }),
      await call('PUT', '/users/preferences/menu.collapsed', { token, body: { value: true } }),
      await call('DELETE', '/users/self/sessions', { token, body: {} }),
      await call('POST', '/shadowUsers/grants', { token, body: {} }),
    ];
    expect(shut.map((reply) => reply.code)).toEqual(shut.map(() => 20430));
    expect(shut[0]?.message).toMatch(/acting for another|logged in as another|another user/i);
    expect((await admin.query('SELECT count(*)::int AS n FROM app_user')).rows).toEqual(before.rows);
    expect((await call('GET', '/users/self/profile', { token })).code).toBe(0);
  });

  test('comes in with a code that counts once, for sixty seconds, while he is signed in', async () => {
    const token = await tokenOf(root);
    const used = await wayOf(root, token, shop);
    expect((await enter(used)).code).toBe(0);
    expect((await enter(used)).code).toBe(20431);
    const late = await wayOf(root, token, shop);
    await admin.query(`UPDATE impersonation SET code_expires_at = now() WHERE session_id IS NULL`);
    expect((await enter(late)).code).toBe(20431);
    const left = await wayOf(root, token, shop);
    await call('POST', '/logout', { token, body: {} });
    expect((await enter(left)).code).toBe(20431);
    expect((await enter({ code: 'made-up' })).code).toBe(20431);
  });

  test('of two entries with one code at once only one gets in', async () => {
    const way = await wayOf(root, await tokenOf(root), shop);
    const codes = (await Promise.all([enter(way), enter(way), enter(way)])).map((reply) => reply.code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 20431, 20431]);
  });

  test('comes in only with the browser that asked', async () => {
    const web = { 'x-client': 'web' };
    const opened = await signIn(root, web);
    const cookie = opened.cookie?.split(';')[0] ?? '';
    const mine = { ...web, cookie };
    const way = (await ask(root, opened.data.access_token, shop.id, {}, mine)).data as unknown as Way;
    expect((await enter(way)).code).toBe(20431);
    expect((await enter(way, { ...web, cookie: `suanpan_browser=${'x'.repeat(43)}` })).code).toBe(20431);
    const entered = (await enter(way, mine)).data as unknown as Entered;
    const headers = mine;
    expect((await call('GET', '/users/self', { token: entered.access_token, headers })).code).toBe(0);
    expect(await codeOf(entered.access_token)).toBe(10001);
    expect(await endingsOf(root)).toMatchObject([
      { effective_id: shop.id, object_id: 'GET /api/users/self' },
    ]);
  });

  test('whose address has left his list is named when he is refused', async () => {
    const boss = await somebody({ kind: 'admin' });
    const token = await tokenOf(boss);
    await admin.query(`UPDATE app_user SET ip_allowlist = '{192.0.2.1}' WHERE id = $1`, [boss.id]);
    expect((await call('GET', '/users/self', { token })).code).not.toBe(0);
    expect(await endingsOf(boss)).toMatchObject([
      { effective_id: boss.id, object_id: 'GET /api/users/self' },
    ]);
  });

  test('needs reason, payment password and a fresh code', async () => {
    const token = await tokenOf(root);
    expect((await ask(root, token, shop.id, { reason: ' ' })).code).toBe(400);
    expect((await ask(root, token, shop.id, { payment_password: 'wrong' })).code).toBe(20434);
    expect((await ask(root, token, shop.id, { one_code: '000000' })).code).toBe(10003);
    const spent = code(root);
    expect((await ask(root, token, shop.id, { one_code: spent })).code).toBe(0);
    expect((await ask(root, token, shop.id, { one_code: spent })).code).toBe(10003);
  });

  test('only sees the code: the database keeps its hash', async () => {
    const way = await wayOf(root, await tokenOf(root), shop);
    const { rows } = await admin.query(`SELECT to_jsonb(i)::text AS row FROM impersonation i`);
    expect(JSON.stringify(rows)).not.toContain(way.code);
  });

  test('loses the session when the user is disabled or ends his own', async () => {
    const token = await tokenOf(root);
    const [first, second] = [await enterAs(root, token, farShop), await enterAs(root, token, farShop)];
    await call('DELETE', '/users/self/sessions', { token: await tokenOf(farShop), body: {} });
    expect(await codeOf(first.access_token)).toBe(10001);
    expect(await codeOf(second.access_token)).toBe(10001);
    const third = await enterAs(root, token, farShop);
    await admin.query(`UPDATE app_user SET status = 'disabled' WHERE id = $1`, [farShop.id]);
    expect(await codeOf(third.access_token)).toBe(10001);
    expect((await ask(root, token, farShop.id)).code).toBe(20432);
    await admin.query(`UPDATE app_user SET status = 'active' WHERE id = $1`, [farShop.id]);
  });

  test('is told that a visit is over, and the log names him and whose account it was', async () => {
    const boss = await somebody({ kind: 'admin' });
    const visit = (await enterAs(boss, await tokenOf(boss), farShop)).access_token;
    expect((await call('GET', '/validate/token', { token: visit })).code).toBe(0);
    await admin.query(`UPDATE app_user SET permissions = '{users.list.get}' WHERE id = $1`, [boss.id]);
    expect(await codeOf(visit)).toBe(10001);
    expect((await call('POST', '/validate/token', { token: visit })).code).toBe(99);
    expect(await endingsOf(boss)).toEqual([
      { effective_id: farShop.id, object_id: 'GET /api/users/self', outcome: 'denied' },
      { effective_id: farShop.id, object_id: 'POST /api/validate/token', outcome: 'denied' },
    ]);
  });

  test('loses the session with the right to it, and when the user leaves his tree', async () => {
    const boss = await somebody({ kind: 'admin' });
    const token = await tokenOf(boss);
    const visit = (await enterAs(boss, token, farShop)).access_token;
    expect(await codeOf(visit)).toBe(0);
    await admin.query(`UPDATE app_user SET permissions = '{users.list.get}' WHERE id = $1`, [boss.id]);
    expect([await codeOf(visit), await codeOf(token)]).toEqual([10001, 0]);

    const inTree = (await enterAs(south, await tokenOf(south), farShop)).access_token;
    expect(await codeOf(inTree)).toBe(0);
    const move = 'UPDATE app_user SET agent_id = $2, parent_id = $2, tenant_path = $3 WHERE id = $1';
    await admin.query(move, [farShop.id, north.id, `${north.id}.${farShop.id}.`]);
    expect(await codeOf(inTree)).toBe(10001);
    await admin.query(move, [farShop.id, south.id, `${south.id}.${farShop.id}.`]);
  });
});

describe('whom one may act for', () => {
  test('nobody acts for the platform’s own people, whoever asks', async () => {
    const other = await somebody({ kind: 'admin' });
    const staff = await somebody({ kind: 'staffSub', parentId: other.id, permissions: [], status: 'active' });
    const manager = await somebody({ kind: 'manager' });
    const token = await tokenOf(root);
    for (const { id } of [other, staff, manager]) expect((await ask(root, token, id)).code).toBe(20432);
    expect((await ask(root, token, root.id)).code).toBe(404);
  });

  test('a senior agent acts for his tree; a foreign user is nobody to him', async () => {
    const token = await tokenOf(north);
    expect((await enterAs(north, token, shop)).user.username).toBe(shop.username);
    expect((await enterAs(north, token, clerk)).user.username).toBe(clerk.username);
    const [foreign, absent] = [await ask(north, token, farShop.id), await ask(north, token, '999999999')];
    expect([foreign.code, foreign.message]).toEqual([404, absent.message]);
    expect((await ask(north, token, south.id)).code).toBe(404);
  });

  test('a merchant acts for his own sub-accounts and nobody else', async () => {
    const token = await tokenOf(shop);
    const entered = await enterAs(shop, token, clerk);
    const permissions = (await call('GET', '/users/permissions', { token: entered.access_token })).data;
    expect(permissions).toEqual(['index.statistics.get']);
    expect((await ask(shop, token, north.id)).code).toBe(404);
    expect((await ask(clerk, await tokenOf(clerk), shop.id)).code).toBe(20403);
  });

  test('a manager needs a grant besides his right', async () => {
    const manager = await somebody({ kind: 'manager' });
    expect((await ask(manager, await tokenOf(manager), shop.id)).code).toBe(20403);
  });
});
