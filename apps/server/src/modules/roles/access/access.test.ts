import { expect, test } from 'vitest';
import { openRolesRoom } from '../testing/open-roles-room.ts';

const room = await openRolesRoom();
const { as, admin, administrator, approve, person, role, versionOf } = room;

const seesOrders = 'collections.transactions.get';

async function save(
  path: 'authority' | 'subAuthority',
  who: Parameters<typeof as>[0],
  id: bigint,
  body: object,
) {
  const version = await versionOf('app_user', id);
  return as(who, 'PUT', `/${path}/users/${id}`, { version, ...body });
}

test('the platform gives an agent what is only by permission, once a second person has approved', async () => {
  const [boss, other, agent] = [await administrator(), await administrator(), await person()];
  const { data } = await as(boss, 'GET', `/authority/users/${agent.id}`);
  expect(data).toMatchObject({ source: 'preset', own: null, needs_approval: true });
  expect(data.grantable).toContain('collections.transactions.supply');
  expect(data.effective).not.toContain('collections.transactions.supply');

  const own = { source: 'own', permissions: [...data.effective, 'collections.transactions.supply'] };
  expect((await save('authority', boss, agent.id, own)).code).toBe(21015);
  const sent = await save('authority', boss, agent.id, { ...own, reason: 'trusted for years' });
  expect(sent.data).toMatchObject({ state: 'waiting' });
  const held = async () => (await as(agent, 'GET', '/users/permissions')).data as string[];
  expect(await held()).not.toContain('collections.transactions.supply');
  await approve(other, sent.data.approval_id);
  expect(await held()).toContain('collections.transactions.supply');
});

test('less acts at once, on the next request', async () => {
  const [boss, manager] = [await administrator(), await person({ kind: 'manager' })];
  expect((await as(manager, 'GET', '/roles')).code).toBe(0);
  const less = { source: 'own', permissions: [seesOrders] };
  expect((await save('authority', boss, manager.id, less)).data).toEqual({ state: 'done' });
  expect((await as(manager, 'GET', '/roles')).code).toBe(20403);
  expect((await as(manager, 'GET', '/users/permissions')).data).toEqual([seesOrders]);
  const { rows } = await admin.query(
    `SELECT act, before FROM audit_log WHERE object_kind = 'user' AND object_id = $1 ORDER BY id DESC LIMIT 1`,
    [String(manager.id)],
  );
  expect(rows).toMatchObject([{ act: 'authority.update' }]);
  expect(rows[0].before.removed).toContain('settings.roles.get');
});

test('whoever loses a role signs in anew', async () => {
  const boss = await administrator();
  const id = await role(boss, 'Leaving', [seesOrders, 'settings.roles.get']);
  const manager = await person({ kind: 'manager', roleId: BigInt(id) });
  expect((await as(manager, 'GET', '/roles')).code).toBe(0);
  const less = { source: 'own', permissions: [seesOrders] };
  expect((await save('authority', boss, manager.id, less)).code).toBe(0);
  expect((await as(manager, 'GET', '/roles')).code).toBe(10001);
});

test('an owner sets the access of his own sub-accounts, within what he has himself', async () => {
  const agent = await person();
  const merchant = await person({ kind: 'customer', parentId: agent.id });
  const sub = await person({ kind: 'customerSub', parentId: merchant.id });
  const foreign = await person({
    kind: 'customerSub',
    parentId: (await person({ kind: 'customer', parentId: agent.id })).id,
  });
  expect((await as(merchant, 'POST', '/subAuthority/users/search', {})).data.items).toMatchObject([
    { id: String(sub.id), status: 'pending', owner: { id: String(merchant.id) } },
  ]);
  const detail = (await as(merchant, 'GET', `/subAuthority/users/${sub.id}`)).data;
  expect(detail).toMatchObject({ needs_approval: false });
  expect(detail.ceiling).not.toContain('users.list.get');

  const own = (...permissions: string[]) => ({ source: 'own', permissions });
  expect((await save('subAuthority', merchant, sub.id, own('users.list.get'))).code).toBe(21607);
  expect((await save('subAuthority', merchant, foreign.id, own(seesOrders))).code).toBe(404);
  expect((await save('subAuthority', merchant, merchant.id, own(seesOrders))).code).toBe(404);
  expect((await save('subAuthority', merchant, sub.id, own(seesOrders))).data).toEqual({ state: 'done' });
  expect((await as(sub, 'GET', '/users/permissions')).data).toEqual([seesOrders]);
});

test('what undoes others waits for a second person in whatever shape an owner gives it', async () => {
  await administrator();
  const agent = await person();
  const clerk = await person({ kind: 'staffSub', parentId: agent.id, permissions: [] });
  const waiting = { state: 'waiting', deciders: { tree: 0 } };
  const reason = 'the night shift';

  const own = { source: 'own', permissions: ['admin.approvals.approve'] };
  expect((await save('subAuthority', agent, clerk.id, own)).code).toBe(21015);
  expect((await save('subAuthority', agent, clerk.id, { ...own, reason })).data).toMatchObject(waiting);

  const deciders = await role(agent, 'Deciders', ['users.staffSubAcc.access']);
  const byRole = { source: 'role', role_id: deciders, reason };
  expect((await save('subAuthority', agent, clerk.id, byRole)).data).toMatchObject(waiting);
  const made = { username: 'night.clerk', name: 'Night', role_name: 'staffSub', role_id: deciders, reason };
  expect((await as(agent, 'POST', '/manage/managers', made)).data).toMatchObject(waiting);

  const readers = await role(agent, 'Readers', [seesOrders]);
  const harmless = { source: 'role', role_id: readers };
  expect((await save('subAuthority', agent, clerk.id, harmless)).data).toEqual({ state: 'done' });
  const more = { name: 'Readers', permissions: [seesOrders, 'apiFile.rotateKey'], reason };
  const version = await versionOf('role', readers);
  expect((await as(agent, 'PUT', `/roles/${readers}`, { ...more, version })).data).toMatchObject(waiting);
  expect((await as(clerk, 'GET', '/users/permissions')).data).toEqual([seesOrders]);
});

test('a role that becomes more, or gets its first holder, in the moment between gives nothing without the second person', async () => {
  await administrator();
  const agent = await person();
  const clerk = await person({ kind: 'staffSub', parentId: agent.id, permissions: [] });
  const undoing = [seesOrders, 'apiFile.rotateKey'];
  const fresh = (name: string) => role(agent, name, [seesOrders]);
  /** What is asked while another holds the role, changes something and lets go. */
  async function meanwhile(id: string, change: string, values: unknown[], ask: () => ReturnType<typeof as>) {
    const other = await admin.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM role WHERE id = $1 FOR UPDATE', [id]);
      await other.query(change, values);
      const asked = ask();
      await expect
        .poll(async () => {
          const held = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return (await admin.query(held)).rowCount;
        })
        .toBe(1);
      await other.query('COMMIT');
      return await asked;
    } finally {
      other.release();
    }
  }
  const widen = `UPDATE role SET permissions = $2 WHERE id = $1`;

  const given = await fresh('Given');
  const grant = { source: 'role', role_id: given };
  const granted = await meanwhile(given, widen, [given, undoing], () =>
    save('subAuthority', agent, clerk.id, grant),
  );
  expect(granted.code).toBe(20412);

  const named = await fresh('Named');
  const made = { username: 'quick.clerk', name: 'Q', role_name: 'staffSub', role_id: named, reason: 'r' };
  const hired = await meanwhile(named, widen, [named, undoing], () =>
    as(agent, 'POST', '/manage/managers', made),
  );
  expect(hired.code).toBe(20412);

  const widened = await fresh('Widened');
  const wider = { name: 'Widened', permissions: undoing, version: await versionOf('role', widened) };
  const give = 'UPDATE app_user SET role_id = $1, permissions = NULL WHERE id = $2';
  const changed = await meanwhile(widened, give, [widened, clerk.id], () =>
    as(agent, 'PUT', `/roles/${widened}`, wider),
  );
  expect(changed.code).toBe(20412);
  expect((await as(clerk, 'GET', '/users/permissions')).data).toEqual([seesOrders]);
});

test('a sub-account with the permission serves its owner, never itself', async () => {
  const agent = await person();
  const access = ['subAuthority.get', 'subAuthority.update', seesOrders];
  const head = await person({ kind: 'staffSub', parentId: agent.id, permissions: access });
  const clerk = await person({ kind: 'staffSub', parentId: agent.id, permissions: [] });
  const ids = (await as(head, 'POST', '/subAuthority/users/search', {})).data.items.map(
    (item: { id: string }) => item.id,
  );
  expect(ids).toEqual([String(clerk.id)]);
  const own = (permission: string) => ({ source: 'own', permissions: [permission] });
  expect((await save('subAuthority', head, head.id, own(seesOrders))).code).toBe(404);
  // The owner has it, but not the one who grants.
  expect((await save('subAuthority', head, clerk.id, own('withdraws.list.get'))).code).toBe(21607);
  expect((await save('subAuthority', head, clerk.id, own(seesOrders))).code).toBe(0);
});

test('staff of the platform gets more only with a second person, also from its own owner', async () => {
  const boss = await administrator();
  const staff = await person({ kind: 'staffSub', parentId: boss.id, permissions: [] });
  const more = { source: 'own', permissions: [seesOrders], reason: 'help' };
  expect((await save('authority', boss, staff.id, more)).data).toMatchObject({ state: 'waiting' });
});

test('the permission page of the platform is not open to others, whatever they were given', async () => {
  const agent = await person();
  await admin.query(`UPDATE app_user SET permissions = '{authority.get,authority.update}' WHERE id = $1`, [
    agent.id,
  ]);
  expect((await as(agent, 'POST', '/authority/users/search', {})).code).toBe(20403);
  const manager = await person({ kind: 'manager' });
  const boss = await administrator();
  expect((await as(manager, 'GET', `/authority/users/${boss.id}`)).code).toBe(404);
  expect((await save('authority', manager, agent.id, { source: 'preset' })).code).toBe(20403);
});

test('an older version is refused, and so is a role of somebody else', async () => {
  const [boss, agent] = [await administrator(), await person()];
  const clerk = await person({ kind: 'staffSub', parentId: agent.id, permissions: [] });
  const theirs = await role(await person(), 'Theirs', [seesOrders]);
  expect((await save('subAuthority', agent, clerk.id, { source: 'role', role_id: theirs })).code).toBe(404);
  const version = await versionOf('app_user', clerk.id);
  const own = { source: 'own', permissions: [seesOrders], version };
  expect((await as(agent, 'PUT', `/subAuthority/users/${clerk.id}`, own)).code).toBe(0);
  expect((await as(agent, 'PUT', `/subAuthority/users/${clerk.id}`, { ...own, permissions: [] })).code).toBe(
    20412,
  );
  expect((await as(boss, 'POST', '/authority/users/search', { search: 'nobody-like-this' })).data.total).toBe(
    0,
  );
});
