import { expect, test } from 'vitest';
import { openRolesRoom } from '../testing/open-roles-room.ts';

const room = await openRolesRoom();
const { as, admin, administrator, approve, person, role, versionOf } = room;

const draft = (username: string, more: object = {}) => ({
  username,
  name: 'New one',
  role_name: 'manager',
  reason: 'more work',
  ...more,
});
const idOf = async (username: string) =>
  (await admin.query('SELECT id, password_hash, status FROM app_user WHERE username = $1', [username]))
    .rows[0];

test('a person of the platform exists once a second person has approved, and sets his own password', async () => {
  const [boss, other] = [await administrator(), await administrator()];
  const roleId = await role(boss, 'Support desk', ['index.statistics.get', 'settings.manager.get']);
  const { data } = await as(boss, 'POST', '/manage/managers', draft('new.manager', { role_id: roleId }));
  expect(data).toMatchObject({ state: 'waiting' });
  expect(await idOf('new.manager')).toBeUndefined();
  await approve(other, data.approval_id);
  const made = await idOf('new.manager');
  expect(made).toMatchObject({ password_hash: '', status: 'active' });

  const [row] = (await as(boss, 'GET', '/manage/managers?search=new.man')).data.items;
  expect(row).toMatchObject({
    username: 'new.manager',
    role: { name: 'Support desk' },
    actions: ['update', 'link', 'delete'],
  });
  const link = await as(boss, 'POST', `/manage/managers/${row.id}/link`, {});
  const password = 'quiet lantern over the bay';
  const set = await room.call('POST', '/setPassword', { body: { code: link.data.code, password } });
  expect(set.code).toBe(0);
  // An account that has a password gets no second link, because the person who asks for the link could take the account over.
  expect((await as(boss, 'POST', `/manage/managers/${row.id}/link`, {})).code).toBe(21001);
});

test('a taken user name is refused before anybody is asked', async () => {
  const boss = await administrator();
  const known = await person({ kind: 'manager' });
  expect((await as(boss, 'POST', '/manage/managers', draft(known.username.toUpperCase()))).code).toBe(21600);
});

test('a senior agent makes his staff at once, with a role of his own and no other kind', async () => {
  const [agent, rival] = [await person(), await person()];
  const mine = await role(agent, 'Mine', ['withdraws.list.get']);
  const his = await role(rival, 'His', ['withdraws.list.get']);
  const staff = (username: string, more: object) =>
    as(agent, 'POST', '/manage/managers', draft(username, { role_name: 'staffSub', ...more }));
  expect((await staff('staff.none', {})).code).toBe(21613);
  expect((await staff('staff.his', { role_id: his })).code).toBe(404);
  expect((await as(agent, 'POST', '/manage/managers', draft('staff.boss'))).code).toBe(20403);
  expect((await staff('staff.mine', { role_id: mine })).data).toEqual({ state: 'done' });
  expect((await as(agent, 'GET', '/manage/managers')).data.items).toMatchObject([{ username: 'staff.mine' }]);
  expect((await as(rival, 'GET', '/manage/managers')).data.items).toEqual([]);
  const { id } = await idOf('staff.mine');
  for (const [method, path, body] of [
    ['DELETE', `/manage/managers/${id}`, undefined],
    ['POST', `/manage/managers/${id}/link`, {}],
    ['PUT', `/manage/managers/${id}`, { name: 'x', version: await versionOf('app_user', id) }],
  ] as const) {
    expect((await as(rival, method, path, body)).code, method).toBe(404);
  }
});

test('name and contact are changed on the version that was looked at', async () => {
  const boss = await administrator();
  const manager = await person({ kind: 'manager' });
  const version = await versionOf('app_user', manager.id);
  const edit = (name: string) =>
    as(boss, 'PUT', `/manage/managers/${manager.id}`, { name, email: 'a@example.com', version });
  expect((await edit('Renamed')).code).toBe(0);
  expect((await edit('Again')).code).toBe(20412);
  const { rows } = await admin.query('SELECT name, email FROM app_user WHERE id = $1', [manager.id]);
  expect(rows).toEqual([{ name: 'Renamed', email: 'a@example.com' }]);
});

test('who is archived is signed out at once, and nobody archives himself', async () => {
  const boss = await administrator();
  const manager = await person({ kind: 'manager' });
  expect((await as(manager, 'GET', '/users/self')).code).toBe(0);
  expect((await as(boss, 'DELETE', `/manage/managers/${manager.id}`)).code).toBe(0);
  expect((await as(manager, 'GET', '/users/self')).code).toBe(10001);
  expect((await as(boss, 'DELETE', `/manage/managers/${boss.id}`)).code).toBe(21608);
});

test('two administrators remain, also when two of three archive each other at once', async () => {
  await admin.query(`UPDATE app_user SET status = 'archived' WHERE kind = 'admin'`);
  const [one, two, three] = [await administrator(), await administrator(), await administrator()];
  for (const who of [one, two, three]) await as(who, 'GET', '/users/self');
  const codes = await Promise.all([
    as(one, 'DELETE', `/manage/managers/${two.id}`),
    as(two, 'DELETE', `/manage/managers/${three.id}`),
  ]);
  const done = codes.filter(({ code }) => code === 0);
  expect(done).toHaveLength(1);
  const { rows } = await admin.query(`SELECT id FROM app_user WHERE kind = 'admin' AND status = 'active'`);
  expect(rows).toHaveLength(2);
});

test('a manager archives managers only by permission, and never an administrator', async () => {
  const boss = await administrator();
  const deputy = await person({
    kind: 'admin',
    permissions: ['settings.manager.get', 'settings.manager.delete'],
  });
  await admin.query(`UPDATE app_user SET kind = 'staffSub', parent_id = $1 WHERE id = $2`, [
    boss.id,
    deputy.id,
  ]);
  expect((await as(deputy, 'DELETE', `/manage/managers/${boss.id}`)).code).toBe(404);
  const plain = await person({ kind: 'manager' });
  const target = await person({ kind: 'manager' });
  expect((await as(plain, 'DELETE', `/manage/managers/${target.id}`)).code).toBe(20403);
});
