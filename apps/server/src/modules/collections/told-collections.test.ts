import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openMoneyRooms, orderRequest } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { businessNow } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import { openBackfill } from './index.ts';
import { toldCollections } from './told-collections.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);

test('orders are marked as told in ascending id, in whatever order their news came', async () => {
  const { merchantId } = await createTenant(base, { provider: rooms.bank });
  const orders = Array.from({ length: 300 }, () => ({ ...orderRequest(merchantId), taken: null }));
  const [first = 0n, second = 0n] = await transact(database.app, async (tx) => {
    const made = await openBackfill().create(tx, orders, await businessNow(tx));
    return made.map(({ orderId }) => orderId);
  });
  const other = await admin.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM collection_order WHERE id = $1 FOR NO KEY UPDATE', [first]);
    const marked = transact(database.app, (tx) =>
      toldCollections.markTold(tx, [
        { orderId: second, status: 'success' },
        { orderId: first, status: 'success' },
      ]),
    );
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1);
    // Whoever waits for the first holds none behind it, so that he who holds it may go on to them.
    const { rowCount } = await other.query(
      'SELECT FROM collection_order WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED',
      [second],
    );
    expect(rowCount).toBe(1);
    await other.query('COMMIT');
    await marked;
  } finally {
    other.release();
  }
  const { rows } = await admin.query(
    'SELECT callback_status FROM collection_order WHERE id = ANY ($1::bigint[])',
    [[first, second]],
  );
  expect(rows).toEqual([{ callback_status: 'success' }, { callback_status: 'success' }]);
});
