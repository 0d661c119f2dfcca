import { parseAmount } from '@suanpan/money/amount';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { transact } from '../../../platform/db/transact.ts';
import { prove } from '../../ledger/index.ts';
import { toleratePayment } from '../collections.store.ts';
import { bindCollectionSetting } from '../index.ts';

// How much another sum may differ and still pay an order, set as people set it and met as payers meet it.
const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const { bank } = rooms;
const http = openHttp(base);
bindCollectionSetting(http.app, database);
let tenant: Tenant;
let merchantId: bigint;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});
beforeEach(async () => {
  await tolerate(null);
  merchantId = await tenant.merchant();
});
afterEach(async () => {
  expect((await prove(database)).checks.filter((check) => !check.passed)).toEqual([]);
});

const twd = (major: string): bigint => parseAmount(major, 'TWD');
/** Sets it for the tree of the senior agent, or for the merchant alone. */
async function tolerate(tolerance: string | null, userId = tenant.agentId) {
  const agent = actorOf('agent', tenant.agentId);
  const { v } = (await http.get(agent, `/collection/setting?user_id=${userId}`)).data;
  return http.send(agent, 'PUT', '/collection/setting', {
    user_id: String(userId),
    v,
    expires_in_s: null,
    same_name: { minutes: null, count: null },
    late_payment: null,
    callback: { delays_s: null, hold_after_8h: null },
    ring_new_orders: null,
    tolerance,
  });
}
async function paid(amount: string, major = '10000') {
  const order = await rooms.place(merchantId, { major });
  bank.pay(order.order_no, { amount });
  await rooms.tell(order);
  const { actual_amount: actual, accounted_amount: credited, fee, status } = await rooms.order(order.id);
  return { id: order.id, status, actual, credited, fee };
}

test('where nothing is set the sum must be the one that was asked for', async () => {
  expect(await paid('9999.99')).toMatchObject({ status: 'amount_mismatch', credited: null });
  expect(await paid('10000.01')).toMatchObject({ status: 'amount_mismatch' });
});

test('a sum within the tolerance is credited as it was paid, with the fees of what was paid; one beyond it lies aside', async () => {
  await tolerate('50');
  const short = await paid('9950.00');
  expect(short).toMatchObject({
    status: 'success',
    actual: twd('9950'),
    // 2.8 % of it and 5.
    fee: twd('283.60'),
    credited: twd('9666.40'),
  });
  expect(await paid('10050.00')).toMatchObject({ status: 'success', actual: twd('10050') });
  expect(await paid('9949.99')).toMatchObject({ status: 'amount_mismatch', credited: null });
  expect(await paid('10050.01')).toMatchObject({ status: 'amount_mismatch' });
  const { rows } = await admin.query(
    "SELECT before ->> 'pay_amount' AS before, after ->> 'pay_amount' AS after FROM audit_log WHERE act = 'collection.tolerate' AND object_id = $1",
    [String(short.id)],
  );
  expect(rows).toEqual([{ before: String(twd('10000')), after: String(twd('9950')) }]);
});

test('what is set anew decides the next order, the nearest word first', async () => {
  await tolerate('50');
  expect((await paid('9960.00')).status).toBe('success');
  await tolerate('0', merchantId);
  expect((await paid('9960.00')).status).toBe('amount_mismatch');
  await tolerate(null, merchantId);
  expect((await paid('9960.00')).status).toBe('success');
  await tolerate('30');
  expect((await paid('9960.00')).status).toBe('amount_mismatch');
});

test('never more than a tenth of an order, and never a wider one than may be set', async () => {
  await tolerate('100');
  expect((await paid('90.00', '100')).status).toBe('success');
  expect((await paid('89.99', '100')).status).toBe('amount_mismatch');
  expect((await tolerate('100.01')).errors).toHaveProperty('tolerance');
});

test('a payment told a second time changes nothing, and a second payment lies aside', async () => {
  await tolerate('50');
  const { id } = await paid('9970.00');
  await rooms.tell(await rooms.order(id));
  expect(await rooms.order(id)).toMatchObject({ status: 'success', actual_amount: twd('9970') });
  const { rows } = await admin.query(
    "SELECT count(*)::int AS n FROM journal WHERE event = 'collection.settle' AND ref_id = $1",
    [id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('the door looks at the rules of its own moment, under the lock, and refuses what they do not allow', async () => {
  await tolerate('50');
  const order = await rooms.place(merchantId);
  const ask = (major: string) =>
    transact(database.app, (tx) => toleratePayment(tx, { id: order.id, pay_amount: twd(major) }, null));
  expect(await ask('9949')).toBe(false);
  await tolerate('0');
  expect(await ask('9960')).toBe(false);
  expect((await rooms.order(order.id)).pay_amount).toBe(twd('10000'));
});
