import { describe, expect, test } from 'vitest';
import type { SessionRow } from '@suanpan/contract/endpoints/sessions';
import { transact } from '../../platform/db/transact.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { insertSession } from './sessions.store.ts';

const { call, login, person, code, admin, database } = await openDoor();

const signIn = async (who: Person, headers: Record<string, string> = {}) =>
  (await login(who, { code: code(who), headers })).data.access_token;
const codeOf = async (token: string) => (await call('GET', '/users/self', { token })).code;
const listOf = async (token: string, path = '/users/self/sessions') =>
  (await call('GET', path, { token })).data as unknown as { items: SessionRow[] };
const act = (operator: Person, actingFor: Person, openedFrom?: bigint) =>
  transact(database.app, (tx) =>
    insertSession(tx, {
      userId: operator.id,
      actingFor: actingFor.id,
      ...(openedFrom !== undefined && { openedFrom }),
      secondFactor: true,
      browserHash: null,
      ip: '192.0.2.7',
      userAgent: 'a browser',
    }),
  );

describe('one’s own sessions', () => {
  test('are listed with device and address, this one marked, and no token among them', async () => {
    const ann = await person();
    const first = await signIn(ann, { 'user-agent': 'An old phone' });
    const second = await signIn(ann);
    const answer = await call('GET', '/users/self/sessions', { token: second });
    const { items } = answer.data as unknown as { items: SessionRow[] };
    expect(items.map((item) => item.is_current)).toEqual([true, false]);
    expect(items[1]).toMatchObject({ user_agent: 'An old phone', is_browser: false, acting_for: null });
    expect(items[1]?.ip).toMatch(/^198\.51\./);
    expect(JSON.stringify(answer)).not.toContain(first);
    expect(JSON.stringify(answer)).not.toMatch(/hash/);
  });

  test('end one by one; a second click, a foreign and an absent one are answered alike', async () => {
    const [ann, bob] = [await person(), await person()];
    const [mine, other, his] = [await signIn(ann), await signIn(ann), await signIn(bob)];
    const otherId = (await listOf(mine)).items.find((item) => !item.is_current)?.id ?? '';
    const hisId = (await listOf(his)).items[0]?.id ?? '';
    const end = (id: string) => call('DELETE', `/users/self/sessions/${id}`, { token: mine, body: {} });
    expect((await end(otherId)).code).toBe(0);
    expect([await codeOf(mine), await codeOf(other)]).toEqual([0, 10001]);
    const [again, foreign, absent] = [await end(otherId), await end(hisId), await end('999999999')];
    expect([again.code, foreign.code, absent.code]).toEqual([404, 404, 404]);
    expect(foreign.message).toBe(absent.message);
    expect(await codeOf(his)).toBe(0);
    const { rows } = await admin.query(
      `SELECT act, object_id FROM audit_log WHERE actor_id = $1 AND act = 'session.revoke'`,
      [ann.id],
    );
    expect(rows).toEqual([{ act: 'session.revoke', object_id: otherId }]);
  });

  test('end all but the one that asks', async () => {
    const ann = await person();
    const [mine, a, b] = [await signIn(ann), await signIn(ann), await signIn(ann)];
    const reply = await call('DELETE', '/users/self/sessions', { token: mine, body: {} });
    expect(reply.data).toEqual({ ended: 2 });
    expect([await codeOf(mine), await codeOf(a), await codeOf(b)]).toEqual([0, 10001, 10001]);
  });

  test('cannot be ended by somebody who acts for their owner', async () => {
    const [ann, operator] = [await person(), await person({ kind: 'admin' })];
    const token = await signIn(ann);
    const acting = await act(operator, ann);
    const reply = await call('DELETE', '/users/self/sessions', { token: acting.token, body: {} });
    expect(reply.code).toBe(20430);
    expect(await codeOf(token)).toBe(0);
  });

  test('signing out takes along the sessions that were opened from it to act for others', async () => {
    const [ann, operator] = [await person(), await person({ kind: 'admin' })];
    const [from, elsewhere] = [await signIn(operator), await signIn(operator)];
    const fromId = BigInt((await listOf(from)).items.find((item) => item.is_current)?.id ?? 0);
    const acting = await act(operator, ann, fromId);
    expect(await codeOf(acting.token)).toBe(0);
    await call('POST', '/logout', { token: from, body: {} });
    expect([await codeOf(acting.token), await codeOf(elsewhere)]).toEqual([10001, 0]);
  });
});

describe('the sessions of others', () => {
  test('are seen and ended by an administrator, those of people who act for him included', async () => {
    const [ann, root, support] = [
      await person(),
      await person({ kind: 'admin' }),
      await person({ kind: 'admin' }),
    ];
    const [token, root1] = [await signIn(ann), await signIn(root)];
    const acting = await act(support, ann);
    const path = `/users/${ann.id}/sessions`;
    const { items } = await listOf(root1, path);
    expect(items).toHaveLength(2);
    expect(items.find((item) => item.acting_for !== null)?.user.username).toBe(support.username);
    const one = items.find((item) => item.acting_for !== null)?.id ?? '';
    expect((await call('DELETE', `${path}/${one}`, { token: root1, body: {} })).code).toBe(0);
    expect([await codeOf(acting.token), await codeOf(token)]).toEqual([10001, 0]);
    expect((await call('DELETE', path, { token: root1, body: {} })).data).toEqual({ ended: 1 });
    expect(await codeOf(token)).toBe(10001);
  });

  test('stay out of reach beyond one’s tree, exactly as those of nobody', async () => {
    const [north, south] = [await person(), await person()];
    const shop = await person({ kind: 'customer', parentId: south.id });
    const clerk = await person({ kind: 'customerSub', parentId: shop.id, permissions: [], status: 'active' });
    const [northToken, southToken, shopToken] = [
      await signIn(north),
      await signIn(south),
      await signIn(shop),
    ];
    const absent = await call('GET', '/users/999999999/sessions', { token: northToken });
    for (const id of [shop.id, clerk.id, south.id]) {
      const reply = await call('GET', `/users/${id}/sessions`, { token: northToken });
      expect([reply.code, reply.message]).toEqual([404, absent.message]);
      expect((await call('DELETE', `/users/${id}/sessions`, { token: northToken, body: {} })).code).toBe(404);
    }
    expect(await codeOf(shopToken)).toBe(0);
    expect((await listOf(southToken, `/users/${shop.id}/sessions`)).items).toHaveLength(1);
    expect((await listOf(southToken, `/users/${clerk.id}/sessions`)).items).toHaveLength(0);
    expect((await call('GET', `/users/${shop.id}/sessions`, { token: shopToken })).code).toBe(20403);
  });

  test('a manager does not reach an administrator', async () => {
    const [root, manager] = [await person({ kind: 'admin' }), await person({ kind: 'manager' })];
    const [rootToken, token] = [await signIn(root), await signIn(manager)];
    expect((await call('DELETE', `/users/${root.id}/sessions`, { token, body: {} })).code).toBe(404);
    expect(await codeOf(rootToken)).toBe(0);
  });
});
