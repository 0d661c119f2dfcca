import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { allocateCollection } from '../index.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const tenant = await createTenant(base, { provider: rooms.bank });

test('orders of a merchant that come all at once still share his channels to the last one', async () => {
  const merchantId = await tenant.user('customer');
  const weights = [5, 1, 1];
  const ids: bigint[] = [];
  for (const weight of weights) {
    const { channelId } = await tenant.channel({ merchants: [merchantId], method: { weight } });
    ids.push(channelId);
  }
  const cycles = 7;
  const created = await Promise.all(
    Array.from({ length: cycles * 7 }, () => rooms.create(merchantId, { major: '100' })),
  );
  await Promise.all(
    created.map(({ orderId }) =>
      allocateCollection(rooms.collections, orderId, { method: null, payerName: null }),
    ),
  );
  const orders = await Promise.all(created.map(({ orderId }) => rooms.order(orderId)));
  const shares = ids.map((id) => orders.filter((order) => order.channel_id === id).length);
  expect(shares).toEqual(weights.map((weight) => weight * cycles));
});

test('a channel that a merchant has under two aliases takes part as two ways, each at its own price', async () => {
  const merchantId = await tenant.user('customer');
  const { channelId } = await tenant.channel({ merchants: [merchantId], method: { weight: 1 } });
  await base.database.app
    .insertInto('customer_method')
    .values({ customer_id: merchantId, channel_id: channelId, alias: 'second', weight: 2, merchant_pct: '7' })
    .execute();
  const { channelId: other } = await tenant.channel({ merchants: [merchantId], method: { weight: 1 } });
  const taken: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    const { orderId } = await rooms.create(merchantId, { major: '100' });
    await allocateCollection(rooms.collections, orderId, { method: null, payerName: null });
    const order = await rooms.order(orderId);
    const plan = await base.database.app
      .selectFrom('collection_plan')
      .select(['merchant_fee', 'route'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const isSecond = order.method === 'second';
    if (order.channel_id === channelId) expect(plan.merchant_fee === 70_000n).toBe(isSecond);
    const { candidates } = plan.route as { candidates: { chosen: boolean }[] };
    expect(candidates.filter(({ chosen }) => chosen)).toHaveLength(1);
    taken.push(`${order.channel_id === other ? 'other' : isSecond ? 'second' : 'first'}`);
  }
  expect(taken.toSorted().join(' ')).toBe('first first other other second second second second');
});

test('an alias that is shut leaves the same channel open under the other, at the price of that', async () => {
  const merchantId = await tenant.user('customer');
  const { channelId } = await tenant.channel({ merchants: [merchantId], method: { weight: 1 } });
  await base.database.app
    .insertInto('customer_method')
    .values({ customer_id: merchantId, channel_id: channelId, alias: 'second', weight: 1, merchant_pct: '7' })
    .execute();
  await base.database.app
    .updateTable('customer_method')
    .set({ enabled: false })
    .where('customer_id', '=', merchantId)
    .where('alias', '<>', 'second')
    .execute();
  const { orderId } = await rooms.create(merchantId, { major: '100' });
  await allocateCollection(rooms.collections, orderId, { method: null, payerName: null });
  expect((await rooms.order(orderId)).method).toBe('second');
});
