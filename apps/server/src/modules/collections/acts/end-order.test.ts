import { beforeAll, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { bindCollectionActs } from '../index.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door);
bindCollectionActs(door.app, rooms.collections, door.identity);
const payment = 'quiet river stones';
let tenant: Tenant;
let boss: Person;
let token: string;
let serial = 0;

beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  boss = await person({ kind: 'admin', paymentPassword: payment });
  token = await door.tokenOf(boss);
});

interface Effect {
  readonly code: number;
  readonly data: { readonly effect: object[]; readonly hash: string };
}
const effect = async (id: bigint, act: string) =>
  (await call('POST', `/collection/transactions/${id}/${act}/effect`, {
    token,
    body: {},
  })) as unknown as Effect;
const end = (id: bigint, act: string, hash: string, key = `end-${(serial += 1)}`) =>
  call('POST', `/collection/transactions/${id}/${act}`, {
    token,
    headers: { 'idempotency-key': key },
    body: { reason: 'the shop asked', payment_password: payment, one_code: code(boss), effect_hash: hash },
  });
const statusOf = async (id: bigint): Promise<string> => (await rooms.order(id)).status;

test('an unpaid order ends as unusual as its effect said, with news for its merchant and the reason in the log', async () => {
  const { id } = await rooms.place(tenant.merchantId);
  const { data } = await effect(id, 'abnormal');
  expect(data.effect).toEqual([{ field: 'status', before: 'pending', after: 'abnormal' }]);
  expect((await end(id, 'abnormal', data.hash)).code).toBe(0);
  expect(await statusOf(id)).toBe('abnormal');
  const { rows: news } = await admin.query(
    "SELECT kind FROM outbox WHERE subject = $1 AND kind = 'collection.abnormal'",
    [`collection:${id}`],
  );
  expect(news).toHaveLength(1);
  const { rows } = await admin.query(
    "SELECT actor_id, act, after ->> 'reason' AS reason FROM audit_log WHERE object_kind = 'collection' AND object_id = $1 AND actor_id IS NOT NULL ORDER BY id",
    [String(id)],
  );
  expect(rows).toEqual([
    { actor_id: boss.id, act: 'collection.markAbnormal', reason: null },
    { actor_id: boss.id, act: 'collections.transactions.abnormal', reason: 'the shop asked' },
  ]);
  expect((await effect(id, 'abnormal')).code).toBe(21001);
});

test('what has moved since its effect was shown is refused, and nothing is done', async () => {
  const order = await rooms.place(tenant.merchantId);
  const { data } = await effect(order.id, 'abnormal');
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  expect((await end(order.id, 'abnormal', data.hash)).code).toBe(21001);
  expect(await statusOf(order.id)).toBe('success');
  const other = await rooms.place(tenant.merchantId);
  expect((await end(other.id, 'abnormal', data.hash)).code).toBe(20412);
  expect(await statusOf(other.id)).toBe('pending');
});

test('many end by one proof; one that cannot is told with the reason and stops no other', async () => {
  const orders = await Promise.all([1, 2, 3].map(() => rooms.place(tenant.merchantId)));
  const [first, paid, last] = orders;
  rooms.bank.pay(paid!.order_no);
  await rooms.tell(paid!);
  const ids = [String(first!.id), '999999', String(paid!.id), String(last!.id), String(first!.id)];
  const answer = (await call('POST', '/collection/transactions/bulk', {
    token,
    headers: { 'idempotency-key': `end-${(serial += 1)}` },
    body: { act: 'abnormal', ids, reason: 'a broken shop', payment_password: payment, one_code: code(boss) },
  })) as unknown as { data: { items: { id: string; outcome: string; message: string | null }[] } };
  expect(answer.data.items).toEqual([
    { id: ids[0], outcome: 'done', message: null },
    { id: '999999', outcome: 'refused', message: expect.any(String) },
    { id: ids[2], outcome: 'refused', message: expect.any(String) },
    { id: ids[3], outcome: 'done', message: null },
  ]);
  expect(await Promise.all(orders.map(({ id }) => statusOf(id)))).toEqual([
    'abnormal',
    'success',
    'abnormal',
  ]);
});

test('money that comes for an order that was ended is set aside and credited to nobody', async () => {
  const order = await rooms.place(tenant.merchantId);
  const { data } = await effect(order.id, 'abnormal');
  await end(order.id, 'abnormal', data.hash);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  expect(await statusOf(order.id)).toBe('abnormal');
  const { rows } = await admin.query('SELECT amount FROM receipt WHERE closed_at IS NULL AND order_id = $1', [
    order.id,
  ]);
  expect(rows).toHaveLength(1);
  const { passed } = await prove(door.database);
  expect(passed).toBe(true);
});

test('a test order is supplied in no book, a real one never, and what somebody else keeps stays his', async () => {
  const trial = await rooms.place(tenant.merchantId, { isTest: true });
  const { data } = await effect(trial.id, 'testSupply');
  expect(data.effect).toEqual([{ field: 'status', before: 'pending', after: 'test_supplied' }]);
  const { rows: before } = await admin.query('SELECT count(*) AS n FROM journal');
  const other = await person({ kind: 'admin' });
  await admin.query("INSERT INTO collection_lock VALUES ($1, $2, now() + interval '1 minute')", [
    trial.id,
    other.id,
  ]);
  expect((await end(trial.id, 'testSupply', data.hash)).code).toBe(21002);
  await admin.query('DELETE FROM collection_lock');
  expect((await end(trial.id, 'testSupply', data.hash)).code).toBe(0);
  expect(await statusOf(trial.id)).toBe('test_supplied');
  const { rows: after } = await admin.query('SELECT count(*) AS n FROM journal');
  expect(after).toEqual(before);
  const real = await rooms.place(tenant.merchantId);
  expect((await effect(real.id, 'testSupply')).code).toBe(21008);
  expect((await end(real.id, 'testSupply', data.hash)).code).toBe(21008);
});
