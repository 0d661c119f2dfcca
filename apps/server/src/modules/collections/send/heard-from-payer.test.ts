import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { startEcpayPeer } from '../../../../test/ecpay-peer.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { sendForm } from '../../../../test/send-form.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { OrderRow } from '../collections.queries.ts';
import { createExpiry } from '../expire/expire-collections.ts';
import { recheckCollections } from '../expire/recheck-collections.ts';
import { allocateCollection } from './allocate-collection.ts';
import { payerFormOf } from './payer-form.ts';

// A provider that hears of an order from its payer alone.
const base = await testDatabase();
const { admin } = base;
const rooms = await openMoneyRooms(base, { startBank: startEcpayPeer });
const { bank, collections } = rooms;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});
beforeEach(() => {
  bank.takeQueries = 'answer';
});
/** Sent to the provider, and its payer has not gone there yet. */
async function routed(): Promise<OrderRow> {
  const { orderId } = await rooms.create(tenant.merchantId);
  await allocateCollection(collections, orderId, { method: null, payerName: null });
  return rooms.order(orderId);
}
const statusOf = async ({ id }: OrderRow) => (await rooms.order(id)).status;
const asked = (order: OrderRow): number =>
  bank.calls.filter(({ operation, orderNo }) => operation === 'query' && orderNo === order.order_no).length;
/** It has waited as long as orders do, and as notices take that were lost at first. */
async function end(order: OrderRow): Promise<void> {
  await admin.query(
    `UPDATE collection_order SET created_at = created_at - interval '16 minutes',
       expires_at = business_now() - interval '1 second' WHERE id = $1`,
    [order.id],
  );
  await createExpiry(collections).run(new Date());
}
async function lookAgain(): Promise<void> {
  await admin.query("UPDATE collection_check SET next_at = now() - interval '1 second'");
  await recheckCollections(collections);
}
const hasCheck = async (order: OrderRow): Promise<boolean> =>
  (await admin.query('SELECT FROM collection_check WHERE order_id = $1', [order.id])).rowCount === 1;

test('an order whose payer never came ends without a question', async () => {
  const order = await routed();
  await end(order);
  expect(await statusOf(order)).toBe('expired');
  expect(asked(order)).toBe(0);
});

test('an order whose payer was given the form is asked about before it ends, whether he went on or not', async () => {
  const [gone, paid] = [await routed(), await routed()];
  await payerFormOf(collections, gone);
  const form = await payerFormOf(collections, paid);
  if (form === null) throw new Error('no form');
  await sendForm(form);
  bank.pay(paid.order_no);
  await end(gone);
  await end(paid);
  expect([await statusOf(gone), await statusOf(paid)]).toEqual(['expired', 'success']);
  expect(asked(gone)).toBe(1);
});

test('a provider that told of a payment and does not know of it yet is asked until it does', async () => {
  const order = await rooms.place(tenant.merchantId);
  await rooms.tell(order);
  expect(await statusOf(order)).toBe('pending');
  for (let look = 0; look < 3; look += 1) await lookAgain();
  expect(await hasCheck(order)).toBe(true);
  bank.pay(order.order_no);
  await lookAgain();
  expect(await statusOf(order)).toBe('success');
});

test('and is believed that there is none when it has had its time', async () => {
  const order = await rooms.place(tenant.merchantId);
  await rooms.tell(order);
  await lookAgain();
  expect(await hasCheck(order)).toBe(true);
  await admin.query(
    "UPDATE channel_notice SET received_at = received_at - interval '31 minutes' WHERE order_no = $1",
    [order.order_no],
  );
  await lookAgain();
  expect(await hasCheck(order)).toBe(false);
  expect(await statusOf(order)).toBe('pending');
});

test('a payment that the shop simulated ends the order as a test and credits nothing, even if answers call it paid', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no, { simulated: true });
  const before = await rooms.balances(tenant.merchantId);
  expect(await rooms.tell(order)).toMatchObject({ status: 200, body: '1|OK' });
  expect(await statusOf(order)).toBe('test_supplied');
  expect(await rooms.balances(tenant.merchantId)).toEqual(before);
});

test('the account that a payer was given is news and no payment', async () => {
  const order = await rooms.place(tenant.merchantId);
  expect(await rooms.tell(order, { status: 'pending' })).toMatchObject({ status: 200, body: '1|OK' });
  expect(await statusOf(order)).toBe('pending');
  bank.pay(order.order_no);
  await rooms.tell(order);
  expect(await rooms.order(order.id)).toMatchObject({
    status: 'success',
    actual_amount: parseAmount('10000', 'TWD'),
    provider_order_no: bank.charge(order.order_no).chargeNo,
  });
});
