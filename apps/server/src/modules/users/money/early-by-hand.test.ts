import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { transact } from '../../../platform/db/transact.ts';
import { releaseWork } from '../../collections/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../testing/open-test-users.ts';
import { lockUnsettledOrders } from './settle-early.store.ts';

// Merchants whose unsettled money may pay others (L202), and what a person does before its day has come.
const door = await openDoor();
const { admin, call, code, database, person } = door;
const rooms = await openMoneyRooms(door);
openTestUsers(door, door.app, door.identity);
const paymentPassword = 'a payment password';
let maker: Person;
let tenant: Tenant;
beforeAll(async () => {
  maker = await person({ kind: 'admin', paymentPassword });
  tenant = await createTenant(door, { provider: rooms.bank });
});

async function paid(merchantId: bigint): Promise<bigint> {
  const order = await rooms.place(merchantId);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return order.id;
}
const settleEarly = async (merchantId: bigint, amount: string) =>
  call('POST', `/users/${merchantId}/settleable`, {
    token: await door.tokenOf(maker),
    headers: { 'idempotency-key': randomUUID() },
    body: {
      payment_password: paymentPassword,
      one_code: code(maker),
      direction: 'release',
      amount,
      reason: 'x',
    },
  });
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const releaseAll = async (): Promise<void> => {
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
};

test.each(['manual', 'T1'])(
  'a person releases early money of whoever is settled %s, order by order, and the rest is released on its day',
  async (rule) => {
    const merchantId = await tenant.merchant({ settle_rule: rule, payout_from_unsettled: true });
    await paid(merchantId);
    await paid(merchantId);
    await paid(merchantId);
    expect(await rooms.balances(merchantId)).toEqual({ L202: '29145.00' });
    expect((await settleEarly(merchantId, '9715')).code).toBe(0);
    expect(await rooms.balances(merchantId)).toEqual({ L202: '19430.00', L200: '9715.00' });
    expect((await settleEarly(merchantId, '9715')).code).toBe(0);
    expect(await rooms.balances(merchantId)).toEqual({ L202: '9715.00', L200: '19430.00' });
    expect(await failing()).toEqual([]);
    await moveBusinessClock(database, 10 * 86_400_000);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual(
      rule === 'manual' ? { L202: '9715.00', L200: '19430.00' } : { L200: '29145.00' },
    );
    expect(await failing()).toEqual([]);
    const { rows } = await admin.query(
      "SELECT count(*) AS n FROM journal WHERE event = 'early.release' AND actor_id = $1 AND customer_id = $2",
      [maker.id, merchantId],
    );
    expect(rows).toEqual([{ n: 2n }]);
  },
);

test('whoever settles early locks orders in ascending id, whatever day they wait for', async () => {
  const merchantId = await tenant.merchant();
  const first = await paid(merchantId);
  const second = await paid(merchantId);
  // The later order waits for an earlier day.
  await admin.query(
    "UPDATE settlement_due SET settle_at = settle_at - interval '1 hour' WHERE order_id = $1",
    [second],
  );
  const holder = await admin.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM collection_order WHERE id = $1 FOR NO KEY UPDATE', [first]);
  const chosen = transact(database.app, (tx) => lockUnsettledOrders(tx, merchantId, 'TWD'));
  await expect
    .poll(
      async () =>
        (
          await admin.query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
          )
        ).rowCount,
    )
    .toBeGreaterThan(0);
  // Nobody who waits for the first holds the second.
  await holder.query('SELECT FROM collection_order WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [second]);
  await holder.query('COMMIT');
  holder.release();
  expect((await chosen).map(({ order_id }) => order_id)).toEqual([second, first]);
});
