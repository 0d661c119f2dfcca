import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { bindCollectionActs, bindCollections } from '../index.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door);
bindCollectionActs(door.app, rooms.collections, door.identity);
bindCollections(door.app, rooms.collections, async () => []);
const payment = 'quiet river stones';
let tenant: Tenant;
let one: Person;
let two: Person;
const tokens = new Map<bigint, string>();
let serial = 0;

beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  one = await person({ kind: 'admin', paymentPassword: payment });
  two = await person({ kind: 'admin', paymentPassword: payment });
  for (const each of [one, two]) tokens.set(each.id, await door.tokenOf(each));
});
beforeEach(() => admin.query('DELETE FROM collection_lock'));

const ask = (who: Person, path: string, body: object = {}) =>
  call('POST', path, {
    token: tokens.get(who.id) ?? '',
    headers: { 'idempotency-key': `locks-${(serial += 1)}` },
    body,
  });
const lock = async (who: Person, id: bigint) => (await ask(who, `/collection/transactions/${id}/lock`)).code;
const unlock = async (who: Person, id: bigint) =>
  (await ask(who, `/collection/transactions/${id}/unlock`)).code;
const free = (who: Person, ids: readonly bigint[]) =>
  ask(who, '/collection/setting/unlockOrders', {
    order_ids: ids.map(String),
    reason: 'he went home',
    payment_password: payment,
    one_code: code(who),
  });
const actionsOf = async (who: Person, id: bigint): Promise<string[]> => {
  const { order_no: no } = await rooms.order(id);
  const { data } = await ask(who, '/collection/transactions/search', { numbers: [no] });
  return (data as unknown as { items: { actions: string[] }[] }).items[0]?.actions ?? [];
};

test('an order belongs to one person at a time, who gives it back; the rows say so to each', async () => {
  const { id } = await rooms.place(tenant.merchantId);
  expect(await actionsOf(one, id)).toEqual(['lock', 'supply', 'abnormal']);
  expect(await lock(one, id)).toBe(0);
  expect(await lock(one, id)).toBe(0);
  expect(await lock(two, id)).toBe(21002);
  expect(await unlock(two, id)).toBe(21003);
  expect([await actionsOf(one, id), await actionsOf(two, id)]).toEqual([
    ['unlock', 'supply', 'abnormal'],
    [],
  ]);
  expect(await unlock(one, id)).toBe(0);
  expect(await lock(two, id)).toBe(0);
});

test('two at the same moment: one has it', async () => {
  const { id } = await rooms.place(tenant.merchantId);
  expect((await Promise.all([lock(one, id), lock(two, id)])).toSorted()).toEqual([0, 21002]);
});

test('nobody keeps more than three, and what has run out does not count', async () => {
  const orders = await Promise.all([1, 2, 3, 4].map(() => rooms.place(tenant.merchantId)));
  const [first, second, third, fourth] = orders.map(({ id }) => id);
  expect([await lock(one, first!), await lock(one, second!), await lock(one, third!)]).toEqual([0, 0, 0]);
  expect(await lock(one, fourth!)).toBe(21004);
  await admin.query("UPDATE collection_lock SET until = now() - interval '1 s' WHERE order_id = $1", [first]);
  expect(await lock(one, fourth!)).toBe(0);
});

test('the platform takes an order from whoever is below it, and its log says from whom', async () => {
  const { id } = await rooms.place(tenant.merchantId);
  const permissions = ['collections.transactions.get', 'collections.transactions.lock'];
  await admin.query('UPDATE app_user SET permissions = $2 WHERE id = $1', [tenant.agentId, permissions]);
  const staff = await person({ kind: 'staffSub', parentId: tenant.agentId, permissions });
  tokens.set(staff.id, await door.tokenOf(staff));
  expect(await lock(staff, id)).toBe(0);
  expect(await actionsOf(one, id)).toEqual(['lock']);
  expect([await lock(one, id), await lock(staff, id), await lock(two, id)]).toEqual([0, 21002, 21002]);
  const { rows } = await admin.query(
    "SELECT actor_id FROM audit_log WHERE act = 'collections.transactions.lock' AND after ->> 'taken_from' = $1",
    [String(staff.id)],
  );
  expect(rows).toEqual([{ actor_id: one.id }]);
});

test('unlocking takes orders of the own tree from whoever has them, with a reason in the log', async () => {
  const { id } = await rooms.place(tenant.merchantId);
  await lock(one, id);
  const stranger = await person({ kind: 'agent', paymentPassword: payment });
  tokens.set(stranger.id, await door.tokenOf(stranger));
  expect((await free(stranger, [id])).code).toBe(404);
  expect((await free(two, [id])).data).toEqual({ cleared: 1 });
  expect(await lock(two, id)).toBe(0);
  const { rows } = await admin.query(
    "SELECT actor_id, after ->> 'note' AS note FROM audit_log WHERE act = 'collections.setting.unlockOrders' AND object_id = $1",
    [String(id)],
  );
  expect(rows).toEqual([{ actor_id: two.id, note: 'he went home' }]);
});
