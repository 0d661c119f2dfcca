import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { startEcpayPeer } from '../../../../test/ecpay-peer.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { OrderRow } from '../collections.queries.ts';
import { closeCollection } from '../expire/close-collection.ts';
import { confirmCollection } from './confirm-collection.ts';

// ECPay's answers do not tell what a shop simulated from what was paid; its notices do (merchant API §4.1).

const base = await testDatabase();
const rooms = await openMoneyRooms(base, { startBank: startEcpayPeer });
const { bank, collections } = rooms;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});
const statusOf = async ({ id }: OrderRow): Promise<string> => (await rooms.order(id)).status;

test('a simulated payment that is asked about before its notice came credits nothing', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no, { simulated: true });
  expect(await confirmCollection(collections, order.id, 'asked early')).toBe('unanswered');
  expect(await statusOf(order)).toBe('pending');
  await rooms.tell(order);
  expect(await statusOf(order)).toBe('test_supplied');
  const { rows } = await base.admin.query('SELECT FROM journal WHERE ref_id = $1', [order.id]);
  expect(rows).toEqual([]);
});

test('a payment is credited once its notice has said that it is real', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  expect(await confirmCollection(collections, order.id, 'asked early')).toBe('unanswered');
  await rooms.tell(order, { status: 'pending' });
  expect(await statusOf(order)).toBe('pending');
  await rooms.tell(order);
  expect(await statusOf(order)).toBe('success');
});

test('a merchant who closes it meanwhile is told that nobody knows', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no);
  await expect(
    closeCollection(collections, order.id, { act: 'collection.close', actorId: null, requestId: 'close' }),
  ).rejects.toThrow('outcomeUnknown');
});

test('one whose notice never came is found when its time and the time of notices are over', async () => {
  const order = await rooms.place(tenant.merchantId, { lifetimeS: 60 });
  bank.pay(order.order_no);
  await moveBusinessClock(base.database, 5 * 60_000);
  expect(await confirmCollection(collections, order.id, null)).toBe('unanswered');
  await moveBusinessClock(base.database, 11 * 60_000);
  expect(await confirmCollection(collections, order.id, null)).toBe('settled');
});
