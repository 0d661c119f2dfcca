import { describe, expect, test } from 'vitest';
import type { RoleName } from '@suanpan/domain/access/roles';
import { transact } from '../../../platform/db/transact.ts';
import { createUser } from './create-user.ts';
import { createPasswordLink } from '../credentials/password-link.store.ts';
import { openDoor } from '../testing/open-door.ts';

const door = await openDoor();
const { admin, call, database, login, person, vault } = door;

const row = async (id: bigint) =>
  (await admin.query('SELECT * FROM app_user WHERE id = $1', [id])).rows[0] as Record<string, unknown>;
let count = 0;
const create = (draft: { kind: RoleName; parentId?: bigint; username?: string; region?: string }) =>
  transact(database.app, (tx) =>
    createUser(tx, vault, { name: 'Somebody', madeBy: null, username: `made${(count += 1)}`, ...draft }),
  );

describe('a new user', () => {
  test('stands in the tree below its parent, and belongs to the senior agent above', async () => {
    const agent = await create({ kind: 'agent' });
    const customer = await create({ kind: 'customer', parentId: agent.id });
    const sub = await create({ kind: 'customerSub', parentId: customer.id });
    expect(await row(agent.id)).toMatchObject({
      tenant_path: `${agent.id}.`,
      agent_id: null,
      status: 'active',
    });
    expect(await row(customer.id)).toMatchObject({
      tenant_path: `${agent.id}.${customer.id}.`,
      agent_id: agent.id,
    });
    expect(await row(sub.id)).toMatchObject({
      tenant_path: `${agent.id}.${customer.id}.${sub.id}.`,
      agent_id: agent.id,
      customer_id: customer.id,
      status: 'pending',
    });
  });

  test('has a region in good spelling, whatever the form says', async () => {
    const agent = await create({ kind: 'agent', region: 'UTF+8' });
    expect(await row(agent.id)).toMatchObject({ region: 'UTC+8' });
  });

  test('has a name of its own, upper and lower case alike', async () => {
    await create({ kind: 'agent', username: 'Bright.Agent' });
    await expect(create({ kind: 'agent', username: 'bright.AGENT' })).rejects.toMatchObject({
      refusal: 'usernameTaken',
    });
    await expect(create({ kind: 'agent', username: 'a b' })).rejects.toMatchObject({
      refusal: 'invalidFields',
    });
  });

  test('is refused where it cannot stand', async () => {
    const agent = await create({ kind: 'agent' });
    const customer = await create({ kind: 'customer', parentId: agent.id });
    await expect(create({ kind: 'customer' })).rejects.toMatchObject({ refusal: 'enterPremiumProxyId' });
    await expect(create({ kind: 'customer', parentId: customer.id })).rejects.toMatchObject({
      refusal: 'enterPremiumProxyId',
    });
    await expect(create({ kind: 'subAgent', parentId: 999n })).rejects.toMatchObject({
      refusal: 'enterPremiumProxyId',
    });
    await expect(create({ kind: 'customerSub', parentId: agent.id })).rejects.toMatchObject({
      refusal: 'notFound',
    });
    await expect(create({ kind: 'staffSub', parentId: customer.id })).rejects.toMatchObject({
      refusal: 'notFound',
    });
    await expect(create({ kind: 'admin', parentId: agent.id })).rejects.toMatchObject({
      refusal: 'notFound',
    });
  });

  test('without a password nobody comes in', async () => {
    const { id } = await create({ kind: 'agent', username: 'no.password' });
    expect(await row(id)).toMatchObject({ password_hash: '' });
    expect((await login({ username: 'no.password', password: ' ' })).code).toBe(99);
  });
});

describe('a one-time code', () => {
  const set = (link: string, password: string) =>
    call('POST', '/setPassword', { body: { code: link, password } });
  const linkOf = async (id: bigint) =>
    (await transact(database.app, (tx) => createPasswordLink(tx, id, null))).code;

  test('sets the password once; then it is worth nothing, and neither is an older one', async () => {
    const { id } = await create({ kind: 'admin', username: 'first.admin' });
    const older = await linkOf(id);
    const link = await linkOf(id);
    const password = 'quiet lamps at noon';
    expect((await set(older, password)).code).toBe(404);
    expect((await set(link, password)).code).toBe(0);
    expect((await set(link, 'another quiet lamp')).code).toBe(404);
    expect(Object.keys((await login({ username: 'first.admin', password })).data)).toEqual(['bind2FA']);
    const { rows } = await admin.query(`SELECT act, actor_id FROM audit_log WHERE object_id = $1`, [
      id.toString(),
    ]);
    expect(rows).toEqual([{ act: 'password.set', actor_id: id }]);
  });

  test('of two clicks at once one sets the password', async () => {
    const { id } = await create({ kind: 'admin' });
    const link = await linkOf(id);
    const replies = await Promise.all([set(link, 'quiet lamps at noon'), set(link, 'quiet lamps at dusk')]);
    expect(replies.map((reply) => reply.code).sort((a, b) => a - b)).toEqual([0, 404]);
  });

  test('is over after a day, and a weak password does not use it up', async () => {
    const { id } = await create({ kind: 'admin', username: 'second.admin' });
    const link = await linkOf(id);
    expect(await set(link, 'short')).toMatchObject({
      code: 400,
      errors: { password: [expect.stringContaining('12')] },
    });
    expect((await set(link, 'password1234')).code).toBe(20437);
    expect((await set(link, 'second.admin!')).code).toBe(20437);
    await admin.query(`UPDATE password_link SET expires_at = expires_at - interval '24 hours'`);
    expect((await set(link, 'quiet lamps at noon')).code).toBe(404);
  });

  test('ends the sessions that were opened with the old password', async () => {
    const ann = await person();
    const token = await door.tokenOf(ann);
    await set(await linkOf(ann.id), 'quiet lamps at noon');
    expect((await call('GET', '/users/self', { token })).code).toBe(10001);
    expect((await login(ann)).code).toBe(99);
  });
});
