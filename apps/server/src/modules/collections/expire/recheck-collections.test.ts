import { looksBeforeAlarm } from '@suanpan/domain/limits';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { OrderRow } from '../collections.queries.ts';
import { recheckCollections } from '../expire/recheck-collections.ts';

const base = await testDatabase();
const { admin } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});

async function look(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await admin.query('UPDATE collection_check SET next_at = now()');
    await recheckCollections(collections);
  }
}

async function told(order: OrderRow): Promise<unknown[]> {
  const { rows } = await admin.query(
    `SELECT payload ->> 'reason' AS reason FROM outbox_event WHERE subject = $1 AND kind = 'collection.flagged'`,
    [`collection:${order.id}`],
  );
  return rows.map(({ reason }) => reason);
}

/** In how many seconds an order is looked at again. */
async function pauseOf(order: OrderRow): Promise<number> {
  const { rows } = await admin.query(
    'SELECT extract(epoch FROM next_at - now())::float8 AS s FROM collection_check WHERE order_id = $1',
    [order.id],
  );
  return rows[0]?.s;
}

test.each([
  ['a sum that cannot be read', (order: OrderRow) => bank.pay(order.order_no, { amount: '10,000.00' })],
  ['a sum of nothing', (order: OrderRow) => bank.pay(order.order_no, { amount: '0.00' })],
  ['no answer', () => (bank.takeQueries = 'cut')],
  ['an answer that cannot be read', () => (bank.takeQueries = 'garbage')],
])(
  'a provider that goes on giving %s is told to people once, and its order stays open',
  async (_, answer) => {
    const order = await rooms.place(tenant.merchantId);
    bank.pay(order.order_no);
    answer(order);
    await rooms.tell(order);
    await look(looksBeforeAlarm - 1);
    expect(await told(order)).toEqual([]);
    expect(await pauseOf(order)).toBeLessThan(601);
    await look(1);
    expect(await told(order)).toEqual(['no_clear_answer']);
    await look(8);
    expect(await told(order)).toEqual(['no_clear_answer']);
    expect((await rooms.order(order.id)).status).toBe('pending');
    // Hours lie between looks then, yet the order is never let go.
    const pause = await pauseOf(order);
    expect(pause).toBeGreaterThan(3_600);
    expect(pause).toBeLessThan(21_601);

    bank.takeQueries = 'answer';
    bank.pay(order.order_no);
    await look(1);
    expect((await rooms.order(order.id)).status).toBe('success');
    expect(await pauseOf(order)).toBeUndefined();
  },
);

test('a notice brings the next look near, however rare looks have become', async () => {
  const order = await rooms.place(tenant.merchantId);
  bank.pay(order.order_no, { amount: 'ten' });
  await rooms.tell(order);
  await look(looksBeforeAlarm + 6);
  expect(await pauseOf(order)).toBeGreaterThan(3_600);
  await rooms.tell(order, { eventId: 'another' });
  expect(await pauseOf(order)).toBeLessThan(16);
  bank.pay(order.order_no);
  await look(1);
});

test('an account that cannot be opened any more is told to people too', async () => {
  const own = await createTenant(base, { provider: bank });
  const order = await rooms.place(own.merchantId);
  bank.pay(order.order_no, { amount: 'ten' });
  await rooms.tell(order);
  await admin.query("UPDATE channel_account SET credentials_sealed = 'broken' WHERE id = $1", [
    own.channelAccountId,
  ]);
  await look(looksBeforeAlarm);
  expect(await told(order)).toEqual(['no_clear_answer']);
});
