import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { allocateCollection } from '../index.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const tenant = await createTenant(base, { provider: rooms.bank });

test('prices that change while an order is routed are those by which it goes', async () => {
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId] });
  let changes = 0;
  const { channels } = rooms.collections;
  // Told between the look at the way and its plan.
  const tell = async (): Promise<void> => {
    changes += 1;
    if (changes > 1) return;
    const change =
      'UPDATE customer_method SET merchant_per_item = merchant_per_item + 10000 WHERE customer_id = $1';
    await base.admin.query(change, [merchantId]);
  };
  const collections = { ...rooms.collections, channels: { ...channels, feeInversions: { tell } } };
  const { orderId } = await rooms.create(merchantId, { major: '100' });
  await allocateCollection(collections, orderId, { method: null, payerName: null });
  const { rows } = await base.admin.query(
    `SELECT p.merchant_fee = fee_of(o.pay_amount, m.merchant_pct, m.merchant_per_item) AS is_new
     FROM collection_plan p JOIN collection_order o ON o.id = p.order_id
     JOIN customer_method m ON m.customer_id = o.customer_id AND m.channel_id = o.channel_id WHERE p.order_id = $1`,
    [orderId],
  );
  expect(rows).toEqual([{ is_new: true }]);
  expect(changes).toBe(2);
});

test.each([
  ['by the channel', 'UPDATE channel SET enabled = $2 WHERE id = $1'],
  [
    'by its account',
    'UPDATE channel_account SET enabled = $2 WHERE id = (SELECT channel_account_id FROM channel WHERE id = $1)',
  ],
  ['by the senior agent', 'UPDATE agent_method SET enabled = $2 WHERE channel_id = $1'],
  ['by the merchant', 'UPDATE customer_method SET enabled = $2 WHERE channel_id = $1'],
])('a way that is shut %s while an order is routed is not taken', async (_who, change) => {
  const merchantId = await tenant.user('customer');
  const { channelId: first } = await tenant.channel({ merchants: [merchantId], method: { priority: 1 } });
  const { channelId: second } = await tenant.channel({ merchants: [merchantId], method: { priority: 2 } });
  const { channels } = rooms.collections;
  let looks = 0;
  const tell = async (): Promise<void> => {
    looks += 1;
    if (looks === 1) await base.admin.query(change, [first, false]);
  };
  const collections = { ...rooms.collections, channels: { ...channels, feeInversions: { tell } } };
  const { orderId } = await rooms.create(merchantId, { major: '100' });
  await allocateCollection(collections, orderId, { method: null, payerName: null });
  expect([(await rooms.order(orderId)).channel_id, looks]).toEqual([second, 2]);
  await base.admin.query(change, [first, true]);
});
