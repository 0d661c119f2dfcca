import { describe, expect, test } from 'vitest';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type * as contract from '@suanpan/contract/endpoints/impersonation';
import type { UserDraft } from '../users/create-user.ts';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';

const { admin, call, person, proofOf, tokenOf } = await openDoor();

const payment = 'quiet river stones';
const somebody = (draft: Partial<UserDraft> = {}) => person({ paymentPassword: payment, ...draft });
const codeOf = async (token: string) => (await call('GET', '/users/self', { token })).code;

const root = await somebody({ kind: 'admin' });
const manager = await somebody({ kind: 'manager' });
const north = await somebody();
const south = await somebody();
const shop = await somebody({ kind: 'customer', parentId: north.id });
const clerk = await somebody({
  kind: 'staffSub',
  parentId: north.id,
  permissions: ['users.list.get', 'users.list.impersonate'],
  status: 'active',
});
const rootToken = await tokenOf(root);

const grant = (grantee: Person, target: Person, more: object = {}) =>
  call('POST', '/shadowUsers/grants', {
    token: rootToken,
    body: {
      grantee: grantee.username,
      target: String(target.id),
      read_only: false,
      days: 7,
      reason: 'Support of this merchant',
      ...proofOf(root),
      ...more,
    },
  });
const enterAs = async (who: Person, target: Person) => {
  const asked = await call('POST', `/users/${target.id}/impersonate`, {
    token: await tokenOf(who),
    body: { reason: 'A question about a refund', ...proofOf(who) },
  });
  if (asked.code !== 0) return { code: asked.code, token: '' };
  const { code: way } = asked.data as unknown as OutputOf<typeof contract.impersonate>;
  const entered = await call('POST', '/enter', { body: { code: way } });
  return { code: entered.code, token: entered.data.access_token };
};
const revoke = (id: string) => call('DELETE', `/shadowUsers/grants/${id}`, { token: rootToken, body: {} });
const idOf = async (reply: ReturnType<typeof grant>) => ((await reply).data as unknown as { id: string }).id;

describe('a grant', () => {
  test('opens one user to one person; revoking it cuts him off at once', async () => {
    expect((await enterAs(manager, shop)).code).toBe(20403);
    const id = await idOf(grant(manager, shop));
    const entered = await enterAs(manager, shop);
    expect([entered.code, await codeOf(entered.token)]).toEqual([0, 0]);
    expect((await enterAs(manager, north)).code).toBe(20403);
    expect((await revoke(id)).data).toEqual({ ended: 1 });
    expect(await codeOf(entered.token)).toBe(10001);
    expect((await enterAs(manager, shop)).code).toBe(20403);
    expect((await revoke(id)).code).toBe(404);
    const { rows } = await admin.query(
      `SELECT act FROM audit_log WHERE object_kind = 'shadowGrant' AND object_id = $1 ORDER BY id`,
      [id],
    );
    expect(rows.map(({ act }: { act: string }) => act)).toEqual([
      'settings.shadowUsers.create',
      'settings.shadowUsers.revoke',
    ]);
  });

  test('is not given to who lacks the permission itself', async () => {
    const reader = await somebody({
      kind: 'staffSub',
      parentId: north.id,
      permissions: ['users.list.get'],
      status: 'active',
    });
    const refused = await grant(reader, shop);
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['grantee']]);
    expect(refused.errors?.['grantee']?.[0]).toMatch(/lacks the permission/);
  });

  test('gives nothing more when it is not for looking only', async () => {
    const left = async (readOnly: boolean): Promise<string[]> => {
      const id = await idOf(grant(clerk, shop, { read_only: readOnly }));
      const { token } = await enterAs(clerk, shop);
      const permissions = (await call('GET', '/users/permissions', { token })).data as unknown as string[];
      const change = await call('PUT', '/users/preferences/menu.collapsed', { token, body: { value: true } });
      expect(change.code).toBe(20430);
      await revoke(id);
      return permissions;
    };
    const wide = await left(false);
    expect(wide.length).toBeGreaterThan(5);
    expect(wide).toEqual(await left(true));
  });

  test('ends by itself, and the session with it', async () => {
    const id = await idOf(grant(manager, shop, { days: 1 }));
    await admin.query(`UPDATE shadow_grant SET expires_at = now() + interval '5 minutes' WHERE id = $1`, [
      id,
    ]);
    const { token } = await enterAs(manager, shop);
    const { rows } = await admin.query(
      `SELECT extract(epoch FROM expires_at - now()) < 301 AS soon FROM session
       WHERE token_hash = encode(sha256($1::bytea), 'hex')`,
      [token],
    );
    expect(rows).toEqual([{ soon: true }]);
    await admin.query(`UPDATE shadow_grant SET expires_at = now() WHERE id = $1`, [id]);
    expect((await enterAs(manager, shop)).code).toBe(20403);
  });

  test('is refused to oneself, to who needs none, beyond his tree, for the platform, and twice', async () => {
    expect((await grant(root, shop)).code).toBe(21608);
    expect((await grant(north, shop)).errors).toHaveProperty('grantee');
    expect((await grant(manager, shop, { grantee: 'nobody' })).errors).toHaveProperty('grantee');
    expect((await grant(clerk, south)).errors).toHaveProperty('target');
    expect((await grant(manager, await somebody({ kind: 'manager' }))).code).toBe(20432);
    expect((await grant(clerk, shop, { days: 0 })).code).toBe(400);
    const id = await idOf(grant(clerk, shop));
    expect((await grant(clerk, shop)).code).toBe(21610);
    await revoke(id);
  });

  test('is one for two people, also where two of the platform give it at once', async () => {
    const second = await somebody({ kind: 'admin' });
    const secondToken = await tokenOf(second);
    // Both have looked before either writes.
    const holder = await admin.connect();
    await holder.query('BEGIN; LOCK TABLE shadow_grant IN SHARE MODE');
    const asked = Promise.all([
      grant(clerk, shop),
      call('POST', '/shadowUsers/grants', {
        token: secondToken,
        body: {
          grantee: clerk.username,
          target: String(shop.id),
          days: 7,
          reason: 'Support of this merchant too',
          ...proofOf(second),
        },
      }),
    ]);
    await expect
      .poll(async () => (await holder.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount)
      .toBeGreaterThan(1);
    await holder.query('COMMIT');
    holder.release();
    const both = await asked;
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 21610]);
    await admin.query('UPDATE shadow_grant SET expires_at = now() WHERE grantee_id = $1', [clerk.id]);
  });

  test('is given by the platform alone', async () => {
    const body = {
      grantee: clerk.username,
      target: shop.username,
      read_only: true,
      days: 1,
      reason: 'r',
      ...proofOf(north),
    };
    expect((await call('POST', '/shadowUsers/grants', { token: await tokenOf(north), body })).code).toBe(
      20403,
    );
  });

  test('stays in the list after its end, with who gave and who took it', async () => {
    const { data } = await call('GET', '/shadowUsers/grants?state=revoked', { token: rootToken });
    const { items, total } = data as unknown as OutputOf<typeof contract.shadowGrants>;
    expect(total).toBe(items.length);
    expect(items[0]).toMatchObject({
      state: 'revoked',
      granted_by: root.username,
      revoked_by: root.username,
    });
  });
});

describe('live sessions of those who act for others', () => {
  test('are listed with reason and end, and end at once when told', async () => {
    const id = await idOf(grant(manager, shop));
    const { token } = await enterAs(manager, shop);
    const list = async () =>
      (await call('GET', '/shadowUsers/sessions', { token: rootToken })).data as unknown as OutputOf<
        typeof contract.shadowSessions
      >;
    const mine = (await list()).items.find((item) => item.grant_id === id);
    expect(mine).toMatchObject({
      operator: { username: manager.username },
      user: { username: shop.username },
      reason: 'A question about a refund',
    });
    const end = () => call('DELETE', `/shadowUsers/sessions/${mine?.id}`, { token: rootToken, body: {} });
    expect((await end()).code).toBe(0);
    expect(await codeOf(token)).toBe(10001);
    expect((await list()).items.map((item) => item.id)).not.toContain(mine?.id);
    expect((await end()).code).toBe(404);
  });

  test('an ordinary session is none of them', async () => {
    const token = await tokenOf(shop);
    const { rows } = await admin.query(
      `SELECT id FROM session WHERE token_hash = encode(sha256($1::bytea), 'hex')`,
      [token],
    );
    const path = `/shadowUsers/sessions/${(rows[0] as { id: bigint }).id}`;
    expect((await call('DELETE', path, { token: rootToken, body: {} })).code).toBe(404);
    expect(await codeOf(token)).toBe(0);
  });
});
