import { parseAmount } from '@suanpan/money/amount';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { allocateCollection } from '../../collections/index.ts';
import { finishReservations } from './reservations.store.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
const tenant = await createTenant(base, { provider: rooms.bank });
const twd = (major: string) => parseAmount(major, 'TWD');

/** A merchant whose only channels are these, in this order of preference. */
async function merchantOn(...channels: readonly Record<string, unknown>[]) {
  const merchantId = await tenant.user('customer');
  const ids: bigint[] = [];
  for (const [n, channel] of channels.entries()) {
    const made = await tenant.channel({ merchants: [merchantId], channel: { priority: n + 1, ...channel } });
    ids.push(made.channelId);
  }
  return { merchantId, ids };
}

const usageOf = async (channelId: bigint | undefined, table = 'channel_usage'): Promise<unknown> => {
  const { rows } = await base.admin.query(
    `SELECT amount, count FROM ${table} WHERE channel_id = $1 AND method_id = 0`,
    [channelId],
  );
  return rows[0];
};
const heldOrders = async (): Promise<number> =>
  Number((await base.admin.query('SELECT count(*) AS n FROM channel_reservation')).rows[0].n);
const reasonsOf = async (orderId: bigint): Promise<string[]> => {
  const { rows } = await base.admin.query('SELECT route FROM collection_plan WHERE order_id = $1', [orderId]);
  return rows[0].route.candidates.map((line: { reason: string }) => line.reason);
};

describe('what a channel may take in a day', () => {
  test('is met exactly by fifty orders at once, and the rest goes on to the next channel', async () => {
    const { ids, merchantId } = await merchantOn({ daily_count: 10 }, {});
    const created = await Promise.all(
      Array.from({ length: 50 }, () => rooms.create(merchantId, { major: '100' })),
    );
    await Promise.all(
      created.map(({ orderId }) =>
        allocateCollection(rooms.collections, orderId, { method: null, payerName: null }),
      ),
    );
    const orders = await Promise.all(created.map(({ orderId }) => rooms.order(orderId)));
    expect(orders.filter((order) => order.channel_id === ids[0])).toHaveLength(10);
    expect(orders.filter((order) => order.channel_id === ids[1])).toHaveLength(40);
    expect(await usageOf(ids[0])).toEqual({ amount: twd('1000'), count: 10 });
    const other = orders.find((order) => order.channel_id === ids[1]);
    expect(await reasonsOf(other?.id ?? 0n)).toContain('dailyCountReached');
  });

  test('holds for many merchants at once, each of whom has a limit of his own besides', async () => {
    const merchants: bigint[] = [];
    for (let n = 0; n < 5; n += 1) merchants.push(await tenant.user('customer'));
    const { channelId } = await tenant.channel({
      merchants,
      channel: { daily_amount: twd('1000') },
      method: { daily_amount: twd('300') },
    });
    const created = await Promise.all(
      merchants.flatMap((id) => Array.from({ length: 8 }, () => rooms.create(id, { major: '100' }))),
    );
    const ended = await Promise.allSettled(
      created.map(({ orderId }) =>
        allocateCollection(rooms.collections, orderId, { method: null, payerName: null }),
      ),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await usageOf(channelId)).toEqual({ amount: twd('1000'), count: 10 });
    const { rows } = await base.admin.query(
      'SELECT max(amount) AS most FROM channel_usage WHERE channel_id = $1 AND method_id <> 0',
      [channelId],
    );
    expect(rows[0].most).toBeLessThanOrEqual(twd('300'));
  });

  test('is given back when the order expires, and kept when it is paid', async () => {
    const { ids, merchantId } = await merchantOn({ daily_count: 2 });
    const paid = await rooms.place(merchantId, { major: '100' });
    const expired = await rooms.place(merchantId, { major: '100' });
    await expect(rooms.place(merchantId, { major: '100' })).rejects.toMatchObject({
      refusal: 'noChannelAvailable',
    });
    rooms.bank.pay(paid.order_no);
    await rooms.tell(paid);
    await base.admin.query("UPDATE collection_order SET status = 'expired' WHERE id = $1", [expired.id]);
    await finishReservations(base.database.workers);
    expect(await usageOf(ids[0])).toEqual({ amount: twd('100'), count: 1 });
    expect((await rooms.place(merchantId, { major: '100' })).channel_id).toBe(ids[0]);
  });

  test('is given back at once when the provider refuses the order, which goes another way', async () => {
    const { ids, merchantId } = await merchantOn({ daily_count: 5 }, { daily_count: 5 });
    rooms.bank.nextCreates = ['refuse'];
    const order = await rooms.place(merchantId, { major: '100' });
    expect(order.channel_id).toBe(ids[1]);
    expect([await usageOf(ids[0]), await usageOf(ids[1])]).toEqual([
      { amount: 0n, count: 0 },
      { amount: twd('100'), count: 1 },
    ]);
  });

  test('counts the orders of the day that came before the limit, and holds what waits', async () => {
    const { ids, merchantId } = await merchantOn({});
    const before = await rooms.place(merchantId, { major: '100' });
    expect(await usageOf(ids[0])).toBeUndefined();
    await base.admin.query('UPDATE channel SET daily_count = 1 WHERE id = $1', [ids[0]]);
    await finishReservations(base.database.workers);
    expect(await usageOf(ids[0])).toEqual({ amount: twd('100'), count: 1 });
    await expect(rooms.place(merchantId, { major: '100' })).rejects.toMatchObject({
      refusal: 'noChannelAvailable',
    });
    await base.admin.query("UPDATE collection_order SET status = 'expired' WHERE id = $1", [before.id]);
    await finishReservations(base.database.workers);
    await rooms.place(merchantId, { major: '100' });
  });

  test('begins anew at midnight in UTC+8', async () => {
    const { ids, merchantId } = await merchantOn({ daily_count: 1 });
    await rooms.place(merchantId, { major: '100' });
    // What was yesterday's.
    await base.admin.query('UPDATE channel_usage SET day = day - 1 WHERE channel_id = $1', [ids[0]]);
    expect((await rooms.place(merchantId, { major: '100' })).channel_id).toBe(ids[0]);
  });

  test('is no matter for an order whose channels have none: nothing is written for it', async () => {
    const held = await heldOrders();
    const { ids, merchantId } = await merchantOn({});
    await rooms.place(merchantId, { major: '100' });
    expect([await usageOf(ids[0]), await heldOrders()]).toEqual([undefined, held]);
  });
});

test('what the receiving account holds, what is on its way there and the order stay below its limit', async () => {
  const { ids, merchantId } = await merchantOn({ balance_limit: twd('250') });
  const first = await rooms.place(merchantId, { major: '100' });
  await rooms.place(merchantId, { major: '100' });
  await expect(rooms.place(merchantId, { major: '100' })).rejects.toMatchObject({
    refusal: 'noChannelAvailable',
  });
  rooms.bank.pay(first.order_no);
  await rooms.tell(first);
  await finishReservations(base.database.workers);
  // Paid money lies there until the provider tells that it does not.
  await expect(rooms.place(merchantId, { major: '100' })).rejects.toMatchObject({
    refusal: 'noChannelAvailable',
  });
  await base.admin.query(
    `UPDATE channel_account SET balance = 0, balance_checked_at = now()
     WHERE id = (SELECT channel_account_id FROM channel WHERE id = $1)`,
    [ids[0]],
  );
  await rooms.place(merchantId, { major: '100' });
});

describe('a payout', () => {
  test('takes its part of a channel in the commit that submits it, however many come at once', async () => {
    const merchantId = await tenant.merchant();
    await here.earn(merchantId, 2);
    const limited = await here.channel(tenant, [merchantId], { channel: { daily_count: 5, priority: 1 } });
    const free = await here.channel(tenant, [merchantId], { channel: { priority: 2 } });
    const made = await Promise.all(
      Array.from({ length: 20 }, () => here.submit(merchantId, { major: '100' })),
    );
    expect(made.map(({ outcome }) => outcome)).toEqual(made.map(() => 'created'));
    const { rows } = await base.admin.query(
      'SELECT channel_id, count(*)::int AS n FROM payout_order WHERE customer_id = $1 GROUP BY 1 ORDER BY 1',
      [merchantId],
    );
    expect(rows).toEqual([
      { channel_id: limited.channelId, n: 5 },
      { channel_id: free.channelId, n: 15 },
    ]);
    expect(await usageOf(limited.channelId)).toEqual({ amount: twd('500'), count: 5 });
  });

  test('gives it back where its provider refused, and another channel takes it', async () => {
    const merchantId = await tenant.merchant();
    await here.earn(merchantId, 1);
    const first = await here.channel(tenant, [merchantId], { channel: { daily_count: 5, priority: 1 } });
    const second = await here.channel(tenant, [merchantId], { channel: { daily_count: 5, priority: 2 } });
    // What was submitted before goes its way first.
    await here.work();
    const order = await here.place(merchantId, { major: '100' });
    rooms.bank.nextCreates = ['refuse'];
    await here.work();
    expect((await here.payout(order.id)).channel_id).toBe(second.channelId);
    expect([await usageOf(first.channelId), await usageOf(second.channelId)]).toEqual([
      { amount: 0n, count: 0 },
      { amount: twd('100'), count: 1 },
    ]);
  });
});

describe('rules of a merchant', () => {
  test('force an order to a channel or keep it away, and the route says so', async () => {
    const { ids, merchantId } = await merchantOn({}, {});
    const rule = async (act: string, channelId: bigint | undefined, payer: string | null) => {
      await base.admin.query('DELETE FROM channel_exception WHERE customer_id = $1', [merchantId]);
      await base.admin.query(
        `INSERT INTO channel_exception (customer_id, direction, n, act, channel_id, payer)
         VALUES ($1, 'collection', 1, $2, $3, $4)`,
        [merchantId, act, channelId, payer],
      );
    };
    await rule('force', ids[1], null);
    const forced = await rooms.place(merchantId, { major: '100' });
    expect(forced.channel_id).toBe(ids[1]);
    expect(await reasonsOf(forced.id)).toEqual(['notForcedByRule', 'chosen']);
    await rule('exclude', ids[0], '王小明');
    const kept = await rooms.place(merchantId, { major: '100', realName: '王 小明' });
    expect([kept.channel_id, await reasonsOf(kept.id)]).toEqual([ids[1], ['excludedByRule', 'chosen']]);
    expect((await rooms.place(merchantId, { major: '100', realName: '李四' })).channel_id).toBe(ids[0]);
  });
});
