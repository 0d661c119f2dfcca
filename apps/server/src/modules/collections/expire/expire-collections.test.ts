import { beforeAll, beforeEach, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { simpay } from '../../../adapters/simpay/index.ts';
import { businessNow } from '../../../platform/clock.ts';
import { createOutbound } from '../../../platform/outbound.ts';
import { createChannels } from '../../channels/index.ts';
import { prove } from '../../ledger/index.ts';
import { closeCollection } from './close-collection.ts';
import { startCollectionJobs } from '../collections.jobs.ts';
import type { OrderRow } from '../collections.queries.ts';
import { confirmCollection } from '../confirm/confirm-collection.ts';
import { createExpiry } from './expire-collections.ts';
import { recheckCollections } from './recheck-collections.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;
let tenant: Tenant;
let expiry: ReturnType<typeof createExpiry>;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});
beforeEach(() => {
  bank.takeQueries = 'answer';
  expiry = createExpiry(collections);
});

const refusal = (name: string) => expect.objectContaining({ refusal: name });
const minute = { lifetimeS: 60 };
const statusOf = async (order: OrderRow): Promise<string> => (await rooms.order(order.id)).status;
const queriesOf = (order: OrderRow): number =>
  bank.calls.filter((call) => call.operation === 'query' && call.orderNo === order.order_no).length;

/** Lets a minute of the business pass and looks for what is over. */
async function expireAll(): Promise<void> {
  await moveBusinessClock(database, 61_000);
  await expiry.run(await businessNow(database.app));
}

async function recheckNow(): Promise<void> {
  await admin.query("UPDATE collection_check SET next_at = now() - interval '1 second'");
  await recheckCollections(collections);
}

test('an order whose time is over ends only after its provider said that it is unpaid', async () => {
  const order = await rooms.place(tenant.merchantId, minute);
  await expiry.run(await businessNow(database.app));
  expect(await statusOf(order)).toBe('pending');
  expect(queriesOf(order)).toBe(0);
  await expireAll();
  expect(await statusOf(order)).toBe('expired');
  expect(queriesOf(order)).toBe(1);
  const { rows: news } = await admin.query(
    "SELECT payload ->> 'status' AS status FROM outbox WHERE kind = 'collection.expired' AND subject = $1",
    [`collection:${order.id}`],
  );
  expect(news).toEqual([{ status: 'expired' }]);
  const { rows: audit } = await admin.query(
    "SELECT from_status, to_status FROM audit_log WHERE object_id = $1 AND act = 'collection.expire'",
    [String(order.id)],
  );
  expect(audit).toEqual([{ from_status: 'pending', to_status: 'expired' }]);
});

test('a payment of which no notice ever came is found at expiry and credited', async () => {
  const order = await rooms.place(tenant.merchantId, minute);
  bank.pay(order.order_no);
  await expireAll();
  expect(await statusOf(order)).toBe('success');
});

test('a payment of another amount of which no notice came is set aside at expiry', async () => {
  const order = await rooms.place(tenant.merchantId, minute);
  bank.pay(order.order_no, { amount: '1.00' });
  await expireAll();
  expect(await statusOf(order)).toBe('amount_mismatch');
});

test('an order that never got a way in expires without anybody being asked', async () => {
  const { orderId } = await rooms.create(tenant.merchantId, minute);
  const before = bank.calls.length;
  await expireAll();
  expect((await rooms.order(orderId)).status).toBe('expired');
  expect(bank.calls).toHaveLength(before);
});

test.each(['cut', 'error', 'garbage'] as const)(
  'while its provider gives no usable answer (%s) an order stays open, and ends when he does',
  async (manner) => {
    const [unpaid, paid] = [
      await rooms.place(tenant.merchantId, minute),
      await rooms.place(tenant.merchantId, minute),
    ];
    bank.pay(paid.order_no);
    bank.takeQueries = manner;
    await expireAll();
    await recheckNow();
    await expireAll();
    expect([await statusOf(unpaid), await statusOf(paid)]).toEqual(['pending', 'pending']);
    bank.takeQueries = 'answer';
    await recheckNow();
    expect([await statusOf(unpaid), await statusOf(paid)]).toEqual(['expired', 'success']);
    const { rows } = await admin.query('SELECT FROM collection_check WHERE order_id = ANY ($1)', [
      [unpaid.id, paid.id],
    ]);
    expect(rows).toEqual([]);
  },
);

/** Lets so much wall time pass for the attempts of an order. */
async function wait(order: OrderRow, time: string): Promise<void> {
  await admin.query(
    `UPDATE collection_attempt SET asked_at = asked_at - $2::interval, not_found_at = not_found_at - $2::interval
     WHERE order_id = $1`,
    [order.id, time],
  );
}

test('a provider that does not know the order is believed in the third answer, ten minutes apart each', async () => {
  const order = await rooms.place(tenant.merchantId, minute);
  bank.takeQueries = 'refuse';
  await expireAll();
  await recheckNow();
  expect(await statusOf(order)).toBe('pending');
  await wait(order, '1 minute');
  for (let answer = 1; answer < 3; answer += 1) {
    await recheckNow();
    await recheckNow();
    expect(await statusOf(order)).toBe('pending');
    await wait(order, '10 minutes');
  }
  await recheckNow();
  expect(await statusOf(order)).toBe('expired');
});

test('where not to know an order is no final word of a provider, it stays for people, who are told once', async () => {
  const outbound = createOutbound({ trustedOrigins: [bank.origin], allowHttp: true });
  const unsure = {
    ...simpay,
    capabilities: { ...simpay.capabilities, queryMinDelayMs: 0, notFoundIsFinal: false },
  };
  const channels = createChannels({
    db: database,
    vault: base.vault,
    outbound,
    adapters: { simpay: unsure },
    production: false,
  });
  const order = await rooms.place(tenant.merchantId, minute);
  bank.takeQueries = 'refuse';
  for (let answer = 0; answer < 6; answer += 1) {
    expect(await confirmCollection({ ...collections, channels }, order.id, null)).toBe('notFound');
    await wait(order, '10 minutes');
  }
  await outbound.close();
  const { rows } = await admin.query(
    "SELECT payload ->> 'reason' AS reason FROM outbox WHERE kind = 'collection.flagged' AND subject = $1",
    [`collection:${order.id}`],
  );
  expect(rows).toEqual([{ reason: 'unknown_to_provider' }]);
  expect(await statusOf(order)).toBe('pending');
});

test('what a provider knows after all has not been paid for only when it says so', async () => {
  const order = await rooms.place(tenant.merchantId, minute);
  bank.takeQueries = 'refuse';
  await expireAll();
  for (let answer = 1; answer < 3; answer += 1) {
    await wait(order, '10 minutes');
    await recheckNow();
  }
  bank.takeQueries = 'answer';
  bank.pay(order.order_no);
  await recheckNow();
  expect(await statusOf(order)).toBe('success');
});

test('while the provider turns our key away nothing expires: he has not said that it is unpaid', async () => {
  const own = await createTenant(base, { provider: bank });
  const order = await rooms.place(own.merchantId, minute);
  const credentials = JSON.stringify({ merchant_no: bank.merchantNo, secret: 'changed over there' });
  await admin.query('UPDATE channel_account SET credentials_sealed = $1 WHERE id = $2', [
    base.vault.seal(credentials, 'channel_account.credentials'),
    own.channelAccountId,
  ]);
  await expireAll();
  expect(await statusOf(order)).toBe('pending');
});

test('an order that its provider has closed waits for its own time and then ends', async () => {
  const order = await rooms.place(tenant.merchantId, minute);
  bank.charge(order.order_no).status = 'failed';
  await expireAll();
  expect(await statusOf(order)).toBe('expired');
});

test('one order that cannot be asked about does not keep the others open', async () => {
  const own = await createTenant(base, { provider: bank });
  const broken = await rooms.place(own.merchantId, minute);
  await admin.query("UPDATE channel_account SET credentials_sealed = 'nonsense' WHERE id = $1", [
    own.channelAccountId,
  ]);
  const order = await rooms.place(tenant.merchantId, minute);
  await expireAll();
  expect([await statusOf(broken), await statusOf(order)]).toEqual(['pending', 'expired']);
  await recheckNow();
  expect(await statusOf(broken)).toBe('pending');
  await admin.query(
    'UPDATE channel_account SET credentials_sealed = (SELECT credentials_sealed FROM channel_account WHERE id = $1) WHERE id = $2',
    [tenant.channelAccountId, own.channelAccountId],
  );
  await recheckNow();
  expect(await statusOf(broken)).toBe('expired');
});

test('more orders than one look takes, that end at the same instant, are all ended', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 450 }, () => rooms.create(tenant.merchantId, minute)),
  );
  await moveBusinessClock(database, 61_000);
  for (let look = 0; look < 3; look += 1) await expiry.run(await businessNow(database.app));
  const { rows } = await admin.query('SELECT DISTINCT status FROM collection_order WHERE id = ANY ($1)', [
    outcomes.map((each) => each.orderId),
  ]);
  expect(rows).toEqual([{ status: 'expired' }]);
});

test('an order that was paid in the same moment is never both', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => rooms.place(tenant.merchantId, minute)));
  await moveBusinessClock(database, 61_000);
  await Promise.all([
    expiry.run(await businessNow(database.app)),
    ...orders.map(async (order) => {
      bank.pay(order.order_no);
      await rooms.tell(order);
    }),
  ]);
  await recheckNow();
  for (const order of orders) {
    expect(await statusOf(order)).toBe('success');
    const { rows } = await admin.query(
      "SELECT FROM journal WHERE event = 'collection.settle' AND ref_id = $1",
      [order.id],
    );
    expect(rows).toHaveLength(1);
  }
});

test('the jobs find expired orders and open checks by themselves', async () => {
  const jobs = startCollectionJobs(collections);
  try {
    const order = await rooms.place(tenant.merchantId, minute);
    const paid = await rooms.place(tenant.merchantId);
    bank.pay(paid.order_no);
    await admin.query("INSERT INTO collection_check (order_id, reason, next_at) VALUES ($1, 'test', now())", [
      paid.id,
    ]);
    await moveBusinessClock(database, 61_000);
    await expect
      .poll(async () => [await statusOf(order), await statusOf(paid)], { timeout: 10_000 })
      .toEqual(['expired', 'success']);
  } finally {
    await jobs.stop();
  }
});

const close = (order: OrderRow) =>
  closeCollection(collections, order.id, {
    act: 'collection.close',
    actorId: tenant.merchantId,
    requestId: 'r',
  });

test('an order is closed before its time once the provider says that it is unpaid; closing twice is as once', async () => {
  const order = await rooms.place(tenant.merchantId);
  await Promise.all([close(order), close(order)]);
  await close(order);
  expect(await statusOf(order)).toBe('expired');
  const { rows } = await admin.query(
    "SELECT actor_id FROM audit_log WHERE object_id = $1 AND act = 'collection.close'",
    [String(order.id)],
  );
  expect(rows).toEqual([{ actor_id: tenant.merchantId }]);
  // Money that comes afterwards is late money.
  bank.pay(order.order_no);
  await rooms.tell(order);
  expect(await statusOf(order)).toBe('success');
});

test('an order that turns out to be paid is credited instead of closed, and a silent provider closes nothing', async () => {
  const paid = await rooms.place(tenant.merchantId);
  bank.pay(paid.order_no);
  await expect(close(paid)).rejects.toEqual(refusal('invalidState'));
  expect(await statusOf(paid)).toBe('success');
  const order = await rooms.place(tenant.merchantId);
  bank.takeQueries = 'cut';
  await expect(close(order)).rejects.toEqual(refusal('outcomeUnknown'));
  expect(await statusOf(order)).toBe('pending');
});

test('after all of this the books prove', async () => {
  const proof = await prove(database);
  expect(proof.checks.filter((check) => !check.passed)).toEqual([]);
});
