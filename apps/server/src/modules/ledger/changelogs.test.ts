import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { confirmCollection } from '../collections/index.ts';
import type { OrderRow } from '../collections/index.ts';
import { openLedger } from './index.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
openLedger({ db: base.database }).bind(http.app);

let own: Tenant;
let other: Tenant;
let order: OrderRow;
beforeAll(async () => {
  const provider = rooms.bank;
  [own, other] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  for (const merchantId of [other.merchantId, own.merchantId]) {
    order = await rooms.place(merchantId);
    rooms.bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
  }
});

const changelogs = (actor: Actor, query = '') => http.get(actor, `/accounting/changelogs${query}`);

test.each<[string, () => Actor, () => bigint[]]>([
  ['a merchant', () => actorOf('customer', own.merchantId), () => [own.merchantId]],
  ['a general agent', () => actorOf('subAgent', own.subAgentId), () => [own.subAgentId]],
  ['a middleman', () => actorOf('middleman', own.middlemanId), () => [own.middlemanId]],
  [
    'a senior agent',
    () => actorOf('agent', own.agentId),
    () => [own.merchantId, own.subAgentId, own.middlemanId, own.agentId],
  ],
])('%s sees the turnover of his own accounts or tree and of nobody else', async (_, caller, owners) => {
  const { data } = await changelogs(caller());
  const seen = new Set(data.items.map((item: { owner_id: string }) => item.owner_id));
  expect(seen).toEqual(new Set(owners().map(String)));
  const foreign = await changelogs(caller(), `?owner_id=${other.merchantId}`);
  expect(foreign.data).toMatchObject({ items: [], total: 0, summary: { by_currency: [] } });
  // His own part of an order of another tree is nothing too.
  const all = await changelogs(caller(), `?order_no=${order.order_no}`);
  expect(all.data.total).toBe(data.total);
});

test('the platform sees every leg that moved a balance, newest first, with the balance before and after', async () => {
  const { data } = await changelogs(actorOf('admin', 1n), `?owner_id=${own.agentId}`);
  expect(data.items).toMatchObject([
    { account: 'L210', order_no: order.order_no, before: '0.0000', change: '93.0000', after: '93.0000' },
    { account: 'L210', order_no: order.order_no, before: '93.0000', change: '-20.0000', after: '73.0000' },
  ]);
  expect(data.summary.by_currency).toEqual([
    { currency: 'TWD', count: 2, credited: '93.0000', debited: '20.0000' },
  ]);
});

test('the turnover of one currency is found by it', async () => {
  const ofAgent = (currency: string) =>
    changelogs(actorOf('admin', 1n), `?owner_id=${own.agentId}&currency=${currency}`);
  expect((await ofAgent('TWD')).data.total).toBe(2);
  expect((await ofAgent('USDT')).data).toMatchObject({ items: [], total: 0, summary: { by_currency: [] } });
  expect((await ofAgent('XXX')).code).toBe(400);
});

test('only who may check the balance may run or read a proof', async () => {
  for (const actor of [actorOf('agent', own.agentId), actorOf('customer', own.merchantId)]) {
    expect((await http.get(actor, '/admin/checkBalance')).code).toBe(20403);
    expect((await http.post(actor, '/admin/checkBalance')).code).toBe(20403);
  }
  const run = await http.post(actorOf('admin', own.agentId), '/admin/checkBalance');
  expect(run.data).toMatchObject({ passed: true });
  expect(run.data.checks.map((check: { name: string }) => check.name)).toEqual(
    expect.arrayContaining(['L1', 'L2', 'L3', 'L4', 'L6', 'L7', 'L8', 'S1', 'S2', 'S4', 'D1', 'D2', 'R1']),
  );
  const list = await http.get(actorOf('admin', own.agentId), '/admin/checkBalance');
  expect(list.data.items[0]).toEqual(run.data);
});
