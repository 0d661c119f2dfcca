import { expect, test } from 'vitest';
import { openRolesRoom } from './testing/open-roles-room.ts';

const room = await openRolesRoom();
const { as, admin, administrator, approve, person, role, versionOf } = room;

const seesOrders = 'collections.transactions.get';
const seesLog = 'admin.log.get';

const auditOf = async (id: string) =>
  (
    await admin.query(
      `SELECT act, before, after FROM audit_log WHERE object_kind = 'role' AND object_id = $1 ORDER BY id`,
      [id],
    )
  ).rows;

test('a name is given once by an owner: also of two who give it at once, and of one that is called anew', async () => {
  const bosses = [await administrator(), await administrator()];
  for (const boss of bosses) expect((await as(boss, 'GET', '/roles')).code).toBe(0);
  const codes = await Promise.all(
    [...bosses, ...bosses].map(
      async (boss) => (await as(boss, 'POST', '/roles', { name: 'Day shift', permissions: [] })).code,
    ),
  );
  expect(codes.toSorted((one, other) => one - other)).toEqual([0, 21610, 21610, 21610]);
  const [boss] = bosses;
  if (boss === undefined) throw new Error('Nobody is there');
  const id = await role(boss, 'Another shift', []);
  const renamed = async (name: string): Promise<number> =>
    (await as(boss, 'PUT', `/roles/${id}`, { name, permissions: [], version: await versionOf('role', id) }))
      .code;
  expect(await renamed('day SHIFT')).toBe(21610);
  expect(await renamed('another SHIFT')).toBe(0);
});

test('a role is made, listed, read, changed and deleted, each with its row', async () => {
  const boss = await administrator();
  const id = await role(boss, 'Night shift', [seesOrders, seesLog]);
  const { data } = await as(boss, 'GET', '/roles?search=night');
  expect(data).toMatchObject({
    total: 1,
    items: [{ role_id: id, name: 'Night shift', permissions: [seesOrders, seesLog], users: 0, owner: null }],
  });
  expect((await as(boss, 'POST', '/roles', { name: 'night SHIFT', permissions: [] })).code).toBe(21610);
  const change = { name: 'Late shift', permissions: [seesOrders], version: await versionOf('role', id) };
  expect((await as(boss, 'PUT', `/roles/${id}`, change)).data).toEqual({ state: 'done' });
  expect((await as(boss, 'GET', `/roles/${id}`)).data).toMatchObject({ name: 'Late shift', holders: [] });
  expect((await as(boss, 'DELETE', `/roles/${id}`)).code).toBe(0);
  expect((await as(boss, 'GET', `/roles/${id}`)).code).toBe(404);
  expect(await auditOf(id)).toMatchObject([
    { act: 'settings.roles.create', after: { name: 'Night shift' } },
    {
      act: 'settings.roles.update',
      before: { name: 'Night shift', removed: seesLog },
      after: { name: 'Late shift' },
    },
    { act: 'settings.roles.delete', before: { name: 'Late shift' } },
  ]);
});

test('a role that somebody has cannot be deleted, and the answer says how many they are', async () => {
  const boss = await administrator();
  const id = await role(boss, 'In use', [seesOrders]);
  const holder = await person({ kind: 'manager', roleId: BigInt(id) });
  const refused = await as(boss, 'DELETE', `/roles/${id}`);
  expect([refused.code, refused.message]).toEqual([21606, '1 users still have this role']);
  await admin.query(`UPDATE app_user SET status = 'archived' WHERE id = $1`, [holder.id]);
  expect((await as(boss, 'DELETE', `/roles/${id}`)).code).toBe(0);
});

test('taking a right away acts on the next request of whoever is online, and tells his browser', async () => {
  const boss = await administrator();
  const id = await role(boss, 'Reader', ['settings.roles.get', seesOrders]);
  const holder = await person({ kind: 'manager', roleId: BigInt(id) });
  const sub = await person({ kind: 'staffSub', parentId: holder.id, permissions: [seesOrders] });
  const before = (await as(holder, 'GET', '/users/self')).data.permissions_version;
  expect((await as(holder, 'GET', '/roles')).code).toBe(0);
  const menuOf = async () => JSON.stringify((await as(holder, 'GET', '/users/menu')).data);
  expect(await menuOf()).toContain('settings.roles');

  const change = { name: 'Reader', permissions: [seesOrders], version: await versionOf('role', id) };
  expect((await as(boss, 'PUT', `/roles/${id}`, change)).data).toEqual({ state: 'done' });
  expect((await as(holder, 'GET', '/roles')).code).toBe(20403);
  expect(await menuOf()).not.toContain('settings.roles');
  expect((await as(holder, 'GET', '/users/self')).data.permissions_version).not.toBe(before);
  const { rows } = await admin.query(
    `SELECT payload FROM outbox WHERE kind = 'access.changed' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows[0].payload.user_ids.toSorted()).toEqual([String(holder.id), String(sub.id)].toSorted());
});

test('giving more to people of the platform waits for a second person', async () => {
  const [boss, other] = [await administrator(), await administrator()];
  const id = await role(boss, 'Growing', [seesOrders]);
  const holder = await person({ kind: 'manager', roleId: BigInt(id) });
  const version = await versionOf('role', id);
  const change = { name: 'Growing', permissions: ['settings.roles.get', 'index.agents.get'], version };
  expect((await as(boss, 'PUT', `/roles/${id}`, change)).code).toBe(21015);
  const { data } = await as(boss, 'PUT', `/roles/${id}`, { ...change, reason: 'new task' });
  expect(data).toMatchObject({ state: 'waiting' });
  expect((await as(holder, 'GET', '/roles')).code).toBe(20403);

  const [item] = (await as(other, 'GET', '/admin/approvals?state=waiting')).data.items;
  expect(item).toMatchObject({
    act: 'roles.update',
    subject: { kind: 'role', id, label: 'Growing' },
    effect: [
      { field: 'added', after: 'settings.roles.get\nindex.agents.get' },
      { field: 'removed', before: seesOrders },
      { field: 'holders', before: '1', after: '1' },
    ],
    actions: ['approve', 'refuse'],
  });
  await approve(other, data.approval_id);
  expect((await as(holder, 'GET', '/roles')).code).toBe(0);
  expect((await auditOf(id)).at(-1)).toMatchObject({
    act: 'settings.roles.update',
    after: { reason: 'new task', approved_by: other.id.toString() },
  });
});

test('a role that changed while it waited is not changed by the approval', async () => {
  const [boss, other] = [await administrator(), await administrator()];
  const id = await role(boss, 'Contested', [seesOrders]);
  await person({ kind: 'manager', roleId: BigInt(id) });
  const version = await versionOf('role', id);
  const grown = { name: 'Contested', permissions: [seesOrders, seesLog], version, reason: 'why not' };
  const { data } = await as(boss, 'PUT', `/roles/${id}`, grown);
  await as(other, 'PUT', `/roles/${id}`, { name: 'Contested', permissions: [], version });
  const proof = { payment_password: 'a payment password', one_code: room.code(other) };
  expect((await as(other, 'POST', `/admin/approvals/${data.approval_id}/approve`, proof)).code).toBe(20412);
  expect((await as(boss, 'GET', `/roles/${id}`)).data.permissions).toEqual([]);
});

test('an edit on an older version is refused', async () => {
  const boss = await administrator();
  const id = await role(boss, 'Versioned', [seesOrders, seesLog]);
  const version = await versionOf('role', id);
  const edit = (permissions: string[]) =>
    as(boss, 'PUT', `/roles/${id}`, { name: 'Versioned', permissions, version });
  expect((await edit([seesOrders])).code).toBe(0);
  expect((await edit([])).code).toBe(20412);
});

test('a senior agent makes roles for his staff within what he has, and sees no other', async () => {
  const [boss, agent, rival] = [await administrator(), await person(), await person()];
  const platforms = await role(boss, 'Of the platform', [seesOrders]);
  const id = await role(agent, 'Clerk', [seesOrders, 'withdraws.list.get']);
  const beyond = { name: 'Too much', permissions: ['collections.transactions.supply'] };
  expect((await as(agent, 'POST', '/roles', beyond)).code).toBe(21607);
  expect((await as(agent, 'GET', '/roles')).data.items).toMatchObject([
    { role_id: id, owner: { id: String(agent.id) } },
  ]);
  expect((await as(rival, 'GET', '/roles')).data.items).toEqual([]);
  const edit = { name: 'Mine', permissions: [], version: await versionOf('role', id) };
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', edit],
    ['DELETE', undefined],
  ] as const) {
    expect((await as(rival, method, `/roles/${id}`, body)).code, method).toBe(404);
    expect((await as(agent, method, `/roles/${platforms}`, body)).code, method).toBe(404);
  }
  // His staff never exceeds him, so giving it more needs nobody else.
  const staff = await person({ kind: 'staffSub', parentId: agent.id, roleId: BigInt(id) });
  const more = { name: 'Clerk', permissions: [seesOrders, 'settings.roles.get'], version: edit.version };
  expect((await as(agent, 'PUT', `/roles/${id}`, more)).data).toEqual({ state: 'done' });
  expect((await as(staff, 'GET', '/roles')).code).toBe(0);
});

test('a manager of the platform reads roles and changes none', async () => {
  const [boss, manager] = [await administrator(), await person({ kind: 'manager' })];
  const id = await role(boss, 'Read only', [seesOrders]);
  const [item] = (await as(manager, 'GET', '/roles?search=read only')).data.items;
  expect(item).toMatchObject({ role_id: id, actions: [] });
  expect((await as(manager, 'POST', '/roles', { name: 'x', permissions: [] })).code).toBe(20403);
});
