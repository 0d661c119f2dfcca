import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import type { Manner } from '../../../test/fake-bank.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { prove } from '../ledger/index.ts';
import { cancelPayout } from './index.ts';
import { rejectUndecided } from './payouts.jobs.ts';
import { findPayoutAttempt } from './payouts.queries.ts';
import { hear, sendPayouts } from './send/attempts.store.ts';

// What goes wrong between us and a provider: nothing is paid twice at the bank's own books, and no hold is lost or doubled.
const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
let tenant: Tenant;
let merchantId: bigint;

beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
});
beforeEach(async () => {
  rooms.bank.takeCreates = 'answer';
  rooms.bank.takeQueries = 'answer';
  rooms.bank.nextCreates = [];
  merchantId = await tenant.merchant({ sub_agent_id: tenant.subAgentId });
  // Two ways, so that there is somewhere to go wrongly.
  await here.channel(tenant, [merchantId]);
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId);
});

/** How often the bank has this payout, under whatever number of ours. */
const atTheBank = (orderNo: string) =>
  [...rooms.bank.payouts.keys()].filter((number) => number.startsWith(orderNo)).length;

/** Makes what was asked look old enough for its answer to say something. */
const patience = () =>
  admin.query(
    "UPDATE payout_attempt SET sent_at = sent_at - interval '15 minutes', not_found_at = not_found_at - interval '15 minutes'",
  );

describe('a provider that takes a payout so', () => {
  test.each<Manner>(['cut', 'error', 'garbage', 'exists', 'deny'])(
    '%s, is never asked again to pay, and no other one is',
    async (manner) => {
      const order = await here.place(merchantId);
      rooms.bank.takeCreates = manner;
      await here.work();
      expect((await here.payout(order.id)).status).toBe('processing');
      rooms.bank.takeCreates = 'answer';
      for (let round = 0; round < 3; round += 1) await here.work();
      expect(atTheBank(order.order_no)).toBe(1);
      rooms.bank.payout(order.order_no).status = 'paid';
      await here.work();
      expect(await here.payout(order.id)).toMatchObject({ status: 'paid', attempt_no: 1 });
      expect(await rooms.balances(merchantId)).toEqual({ L200: '4695.00' });
    },
  );

  test('lost, keeps its hold until the provider has said often and long enough that it knows nothing', async () => {
    const order = await here.place(merchantId);
    rooms.bank.takeCreates = 'lost';
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('unknown');
    await here.work();
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('unknown');
    for (let round = 0; round < 3; round += 1) {
      await patience();
      await here.work();
    }
    expect(await here.payout(order.id)).toMatchObject({ status: 'rejected' });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
  });

  test('refuse, lets another one pay it, and when all refuse the hold goes back', async () => {
    const [first, second] = [
      await here.place(merchantId, { major: '10' }),
      await here.place(merchantId, { major: '20' }),
    ];
    rooms.bank.nextCreates = ['refuse', 'refuse'];
    await here.work();
    await here.work();
    for (const { id } of [first, second]) {
      expect(await here.payout(id)).toMatchObject({
        status: 'processing',
        stage: 'submitted',
        attempt_no: 2,
      });
    }
    const third = await here.place(merchantId, { major: '30' });
    rooms.bank.takeCreates = 'refuse';
    for (let round = 0; round < 3; round += 1) await here.work();
    expect(await here.payout(third.id)).toMatchObject({ status: 'rejected', failure: 'channelError' });
  });
});

test('a crash between the attempt and the call leaves the payout with its hold, and it is only asked about', async () => {
  const order = await here.place(merchantId);
  expect(await sendPayouts(database.app, [order.id])).toHaveLength(1);
  await here.work();
  await here.work();
  expect(await here.payout(order.id)).toMatchObject({ status: 'processing', stage: 'unknown' });
  expect(atTheBank(order.order_no)).toBe(0);
  expect((await rooms.balances(merchantId))['L230']).toBe('5020.00');
  for (let round = 0; round < 3; round += 1) {
    await patience();
    await here.work();
  }
  expect((await here.payout(order.id)).status).toBe('rejected');
});

test('a crash between the final no and the giving back is made good', async () => {
  const order = await here.place(merchantId);
  await here.work();
  const attempt = await findPayoutAttempt(database.app, { orderId: order.id, n: 1 });
  if (attempt === undefined) throw new Error('It was never sent');
  expect(await hear(database.app, attempt, 'failed', { againAfterS: 0 })).toBe(true);
  await here.work();
  expect((await here.payout(order.id)).status).toBe('rejected');
  expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
});

test('while nothing is known the hold stands, whatever is asked how often', async () => {
  const order = await here.place(merchantId);
  rooms.bank.takeCreates = 'cut';
  await here.work();
  for (const manner of ['cut', 'error', 'garbage'] as const) {
    rooms.bank.takeQueries = manner;
    await patience();
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({ status: 'processing', stage: 'unknown' });
  }
  expect((await rooms.balances(merchantId))['L230']).toBe('5020.00');
});

test('two processes that work at once send a payout once', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => here.place(merchantId, { major: '10' })));
  const ids = orders.map(({ id }) => id);
  const sent = await Promise.all([sendPayouts(database.app, ids), sendPayouts(database.workers, ids)]);
  expect(sent.flat()).toHaveLength(10);
});

test('cancelling and sending at once: one of them wins', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => here.place(merchantId, { major: '10' })));
  const cancels = orders.map((order) =>
    cancelPayout(here.payouts, order.id, { actorId: merchantId, requestId: 'r' }).then(
      () => true,
      () => false,
    ),
  );
  const [sent, ...cancelled] = await Promise.all([
    sendPayouts(
      database.workers,
      orders.map(({ id }) => id),
    ),
    ...cancels,
  ]);
  expect(sent.length + cancelled.filter(Boolean).length).toBe(10);
});

test('another amount than was ordered settles nothing, and people are told once', async () => {
  const order = await here.place(merchantId);
  await here.work();
  const bank = rooms.bank.payout(order.order_no);
  bank.status = 'paid';
  Object.assign(bank.request, { amount: '4999.00' });
  await here.work();
  await here.work();
  expect((await here.payout(order.id)).status).toBe('processing');
  const { rows } = await admin.query('SELECT reason FROM payout_flag WHERE order_id = $1', [order.id]);
  expect(rows).toEqual([{ reason: 'amount_changed' }]);
  Object.assign(bank.request, { amount: '5000.00' });
  await here.work();
  expect((await here.payout(order.id)).status).toBe('paid');
});

test('a payout that came back before anybody heard that it was paid is booked as both', async () => {
  const order = await here.place(merchantId);
  await here.work();
  Object.assign(rooms.bank.payout(order.order_no), { status: 'returned', returnedAmount: '5000.00' });
  await here.work();
  expect((await here.payout(order.id)).status).toBe('rejected_reversed');
  expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
});

test('a forged notice changes nothing and is answered 401', async () => {
  const order = await here.place(merchantId);
  await here.work();
  rooms.bank.payout(order.order_no).status = 'paid';
  expect(await here.tell(await here.payout(order.id), { secret: 'another' })).toBe(401);
  expect((await here.payout(order.id)).status).toBe('processing');
});

test('a notice from where the provider of a payout sends none is answered 401 before anybody reads it', async () => {
  const order = await here.place(merchantId);
  await here.work();
  const account = (await here.payout(order.id)).channel_account_id ?? 0n;
  const set = (networks: string[]) =>
    admin.query('UPDATE channel_account SET notify_networks = $2 WHERE id = $1', [account, networks]);
  rooms.bank.payout(order.order_no).status = 'paid';
  await set(['198.51.100.0/24']);
  expect(await here.tell(await here.payout(order.id), {}, '203.0.113.9')).toBe(401);
  expect((await here.payout(order.id)).status).toBe('processing');
  const { rows } = await admin.query(
    'SELECT outcome FROM channel_notice WHERE channel_account_id = $1 ORDER BY id DESC LIMIT 1',
    [account],
  );
  expect(rows).toEqual([{ outcome: 'foreign_address' }]);
  expect(await here.tell(await here.payout(order.id), {}, '198.51.100.7')).toBe(200);
  expect((await here.payout(order.id)).status).toBe('paid');
  await set([]);
});

test('what nobody decided for three days is rejected by itself', async () => {
  await admin.query("INSERT INTO payout_setting (owner_id, currency, manual_from) VALUES ($1, 'TWD', 1)", [
    merchantId,
  ]);
  const order = await here.place(merchantId, { major: '10' });
  expect(order.wait_reason).toBe('manualDispatch');
  await moveBusinessClock(database, 73 * 3_600_000);
  await rejectUndecided(here.payouts);
  expect((await here.payout(order.id)).status).toBe('rejected');
});

test('after all of this the books prove', async () => {
  expect((await prove(database)).checks.filter((check) => !check.passed)).toEqual([]);
});
