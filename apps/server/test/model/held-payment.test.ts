import { expect, test } from 'vitest';
import type { OrderRow } from '../../src/modules/collections/index.ts';
import { makeSettleCalendar } from '../../src/modules/collections/settle/settle-calendar.ts';
import { testDatabase } from '../database.ts';
import { openMoneyRooms } from '../money-rooms.ts';
import { createTenant } from '../tenant.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);

test('while somebody books the same payment the neighbours of its order settle, and it waits for him alone', async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  await makeSettleCalendar(database.app);
  const orders: OrderRow[] = [];
  for (let count = 0; count < 24; count += 1) orders.push(await rooms.place(tenant.merchantId));
  const first = orders[12];
  const holder = await admin.connect();
  await holder.query('BEGIN');
  await holder.query(`INSERT INTO provider_confirmation VALUES ($1, 'the same payment', 0, 1, now())`, [
    tenant.channelAccountId,
  ]);
  const answered: bigint[] = [];
  const began = performance.now();
  const settling = orders.map(async (order) => {
    const outcome = await rooms.collections.settle.submit({
      orderId: order.id,
      agentId: order.agent_id,
      partyIds: [order.customer_id, order.agent_id],
      channelAccountId: order.channel_account_id ?? 0n,
      paidAmount: order.pay_amount,
      providerOrderNo: order === first ? 'the same payment' : null,
      lateAllowed: false,
      requestId: null,
    });
    answered.push(order.id);
    return outcome;
  });
  await expect.poll(() => answered.length, { timeout: 8_000 }).toBe(23);
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(answered).not.toContain(first?.id);
  await holder.query('ROLLBACK');
  holder.release();
  expect(new Set(await Promise.all(settling))).toEqual(new Set(['settled']));
});
