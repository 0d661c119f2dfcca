import { createHash } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms, orderRequest } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { allocateCollection } from '../send/allocate-collection.ts';
import { routeOf } from '../read/story.queries.ts';
import { recheckCollections } from '../expire/recheck-collections.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});

const refusal = (name: string) => expect.objectContaining({ refusal: name });
const allocate = (orderId: bigint, method: string | null = null, by = collections) =>
  allocateCollection(by, orderId, { method, payerName: null });

async function countOf(query: string, ...values: unknown[]): Promise<bigint> {
  const { rows } = await admin.query<{ count: bigint }>(`SELECT count(*) FROM ${query}`, values);
  return rows[0]?.count ?? -1n;
}

/** Looks again at everything that waits, without waiting for its time. */
async function recheckNow(): Promise<number> {
  await admin.query("UPDATE collection_check SET next_at = now() - interval '1 second'");
  return recheckCollections(collections);
}

test('fifty creates of one number at once make one order, one event, one audit row and count once', async () => {
  const merchantId = await tenant.merchant();
  const request = orderRequest(merchantId);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => collections.create.submit(request)));
  expect(outcomes.filter((each) => each.outcome === 'created')).toHaveLength(1);
  expect(outcomes.filter((each) => each.outcome === 'replayed')).toHaveLength(49);
  expect(new Set(outcomes.map((each) => each.orderId)).size).toBe(1);
  const orderId = outcomes[0]?.orderId ?? 0n;
  expect(await countOf('collection_order WHERE customer_id = $1', merchantId)).toBe(1n);
  expect(await countOf("outbox_event WHERE subject = 'collection:' || $1", String(orderId))).toBe(1n);
  expect(
    await countOf("audit_entry WHERE object_kind = 'collection' AND object_id = $1", String(orderId)),
  ).toBe(1n);
  const { rows } = await admin.query(
    'SELECT created_count, created_amount::bigint FROM collection_day_now WHERE customer_id = $1',
    [merchantId],
  );
  expect(rows).toEqual([{ created_count: 1n, created_amount: parseAmount('10000', 'TWD') }]);
});

test('two processes that create the same number at once make one order and both answer it', async () => {
  const merchantId = await tenant.merchant();
  const other = rooms.second();
  for (let round = 0; round < 20; round += 1) {
    const request = orderRequest(merchantId);
    const outcomes = await Promise.all([collections.create.submit(request), other.create.submit(request)]);
    expect(outcomes.map((each) => each.outcome).sort()).toEqual(['created', 'replayed']);
    expect(outcomes[0]?.orderNo).toBe(outcomes[1]?.orderNo);
  }
});

test('another body under a number that is taken is a conflict and changes nothing', async () => {
  const merchantId = await tenant.merchant();
  const first = orderRequest(merchantId);
  const { orderId } = await collections.create.submit(first);
  const other = { ...first, amount: 1n, requestHash: createHash('sha256').update('other').digest() };
  const results = await Promise.all([other, first, other].map((each) => collections.create.submit(each)));
  expect(results.map((each) => each.outcome)).toEqual(['conflict', 'replayed', 'conflict']);
  expect((await rooms.order(orderId)).order_amount).toBe(first.amount);
});

test('two bodies under one new number in the same batch: the first makes the order, the other is a conflict', async () => {
  const merchantId = await tenant.merchant();
  const busy = collections.create.submit(orderRequest(merchantId));
  const first = orderRequest(merchantId, { merchantOrderNo: 'SAME' });
  const other = { ...first, amount: 1n, requestHash: createHash('sha256').update('other').digest() };
  const results = await Promise.all([first, other].map((each) => collections.create.submit(each)));
  await busy;
  expect(results.map((each) => each.outcome)).toEqual(['created', 'conflict']);
});

test('the same number of another merchant is another order', async () => {
  const [one, two] = [await tenant.merchant(), await tenant.merchant()];
  const outcomes = await Promise.all(
    [one, two].map((merchantId) => rooms.create(merchantId, { merchantOrderNo: 'A-1' })),
  );
  expect(outcomes.map((each) => each.outcome)).toEqual(['created', 'created']);
  expect(outcomes[0]?.orderId).not.toBe(outcomes[1]?.orderId);
});

test('an order keeps the chain it was made with, whoever the merchant is bound to later', async () => {
  const merchantId = await tenant.merchant({
    sub_agent_id: tenant.subAgentId,
    middleman_id: tenant.middlemanId,
  });
  const { orderId } = await rooms.create(merchantId);
  await admin.query('UPDATE app_user SET sub_agent_id = NULL, middleman_id = NULL WHERE id = $1', [
    merchantId,
  ]);
  expect(await rooms.order(orderId)).toMatchObject({
    agent_id: tenant.agentId,
    sub_agent_id: tenant.subAgentId,
    middleman_id: tenant.middlemanId,
  });
});

test('allocated twenty times at once by two processes, an order has one route and the bank one charge', async () => {
  const { orderId, orderNo } = await rooms.create(tenant.merchantId);
  const other = rooms.second();
  const payments = await Promise.all(
    Array.from({ length: 20 }, (_, index) => allocate(orderId, null, index % 2 === 0 ? collections : other)),
  );
  for (const payment of payments) expect(payment).toEqual(payments[0]);
  const order = await rooms.order(orderId);
  expect(order.payment).toEqual(payments[0]);
  expect(order.provider_order_no).toBe(bank.charge(orderNo).chargeNo);
  expect([...bank.charges.keys()].filter((number) => number === orderNo)).toHaveLength(1);
  // A provider that has answered is not asked again.
  const asked = bank.creates(orderNo);
  expect(await allocate(orderId)).toEqual(payments[0]);
  expect(bank.creates(orderNo)).toBe(asked);
});

test('orders that are routed at once are spread over the channels by their weights', async () => {
  const merchantId = await tenant.user('customer');
  const heavy = await tenant.channel({ merchants: [merchantId], method: { weight: 300 } });
  const light = await tenant.channel({ merchants: [merchantId], method: { weight: 100 } });
  const orders = await Promise.all(Array.from({ length: 16 }, () => rooms.place(merchantId)));
  const through = (channelId: bigint) => orders.filter((order) => order.channel_id === channelId).length;
  expect([through(heavy.channelId), through(light.channelId)]).toEqual([12, 4]);
});

test('the fee split and the legs are fixed with the route: prices that change later change nothing of it', async () => {
  const own = await createTenant(base, { provider: bank });
  const order = await rooms.place(own.merchantId);
  await admin.query('UPDATE customer_method SET merchant_pct = 99 WHERE customer_id = $1', [own.merchantId]);
  await admin.query('UPDATE app_user SET system_fee_mode = $1 WHERE id = $2', ['periodic', own.agentId]);
  bank.pay(order.order_no);
  await rooms.tell(order);
  expect((await rooms.order(order.id)).fee).toBe(parseAmount('285', 'TWD'));
});

test('a merchant without a channel is refused, and the order says why each candidate failed', async () => {
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId], channel: { enabled: false } });
  await tenant.channel({ merchants: [merchantId], account: { enabled: false } });
  await tenant.channel({ merchants: [merchantId], channel: { min_amount: parseAmount('20000', 'TWD') } });
  await tenant.channel({ merchants: [merchantId], channel: { max_amount: parseAmount('9999', 'TWD') } });
  const { orderId } = await rooms.create(merchantId);
  await expect(allocate(orderId)).rejects.toEqual(refusal('noChannelAvailable'));
  const route = await routeOf(database.app, orderId);
  expect(route?.candidates.map((line) => line.reason)).toEqual([
    'channelDisabled',
    'channelAccountDisabled',
    'amountBelowMinimum',
    'amountAboveMaximum',
  ]);
});

test('a channel whose fees would cost the senior agent money is not taken', async () => {
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId], method: { merchant_pct: '1', merchant_per_item: 0n } });
  const { orderId } = await rooms.create(merchantId);
  await expect(allocate(orderId)).rejects.toEqual(refusal('noChannelAvailable'));
});

test('a provider that refuses leads to the next channel, and never to two live payments', async () => {
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId] });
  await tenant.channel({ merchants: [merchantId] });
  const { orderId, orderNo } = await rooms.create(merchantId);
  bank.takeCreates = 'refuse';
  await expect(allocate(orderId)).rejects.toEqual(refusal('noChannelAvailable'));
  // Each channel is asked under a number of its own, so that what it says can be told apart.
  expect([bank.creates(orderNo), bank.creates(`${orderNo}R2`)]).toEqual([1, 1]);
  expect((await rooms.order(orderId)).channel_account_id).toBeNull();
  bank.takeCreates = 'answer';
  await allocate(orderId);
  expect(bank.charge(`${orderNo}R3`).status).toBe('pending');
});

test('an account that cannot be opened was not asked: the order goes to the next channel', async () => {
  const merchantId = await tenant.user('customer');
  await tenant.channel({
    merchants: [merchantId],
    channel: { priority: 1 },
    account: { credentials_sealed: 'nonsense' },
  });
  const { channelAccountId } = await tenant.channel({ merchants: [merchantId], channel: { priority: 2 } });
  const { orderId } = await rooms.create(merchantId);
  await allocate(orderId);
  expect((await rooms.order(orderId)).channel_account_id).toBe(channelAccountId);
});

test.each(['cut', 'error', 'garbage', 'lost'] as const)(
  'a create whose outcome is unknown (%s) stays with its provider and ends with one payment',
  async (manner) => {
    const merchantId = await tenant.user('customer');
    await tenant.channel({ merchants: [merchantId] });
    await tenant.channel({ merchants: [merchantId] });
    const { orderId, orderNo } = await rooms.create(merchantId);
    bank.takeCreates = manner;
    await expect(allocate(orderId)).rejects.toEqual(refusal('channelTimeout'));
    bank.takeCreates = 'answer';
    const routed = await rooms.order(orderId);
    expect(routed.channel_account_id).not.toBeNull();
    expect(routed.payment).toBeNull();
    expect(await countOf('collection_check WHERE order_id = $1', orderId)).toBe(1n);

    await recheckNow();
    const found = await rooms.order(orderId);
    expect(found.channel_account_id).toBe(routed.channel_account_id);
    expect(found.payment).not.toBeNull();
    expect(found.provider_order_no).toBe(bank.charge(orderNo).chargeNo);
    expect(await countOf('collection_check WHERE order_id = $1', orderId)).toBe(0n);
  },
);

test('an order whose payment was created and paid while its answer was lost is credited when it is looked at again', async () => {
  const { orderId, orderNo } = await rooms.create(await tenant.merchant());
  bank.takeCreates = 'cut';
  await expect(allocate(orderId)).rejects.toEqual(refusal('channelTimeout'));
  bank.takeCreates = 'answer';
  bank.pay(orderNo);
  await recheckNow();
  expect((await rooms.order(orderId)).status).toBe('success');
});

test('while the provider stays silent the order stays with it and is looked at again with growing pauses', async () => {
  const { orderId } = await rooms.create(await tenant.merchant());
  bank.takeCreates = 'cut';
  bank.takeQueries = 'cut';
  await expect(allocate(orderId)).rejects.toEqual(refusal('channelTimeout'));
  const pauses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await recheckNow();
    const { rows } = await admin.query<{ attempts: number; pause: string }>(
      'SELECT attempts, extract(epoch FROM next_at - now()) AS pause FROM collection_check WHERE order_id = $1',
      [orderId],
    );
    expect(rows[0]?.attempts).toBe(round + 1);
    pauses.push(Math.round(Number(rows[0]?.pause)));
  }
  bank.takeCreates = 'answer';
  bank.takeQueries = 'answer';
  expect(pauses).toEqual([10, 20, 40]);
  await recheckNow();
  expect((await rooms.order(orderId)).payment).not.toBeNull();
});

test('an order that has expired, or was never made, gets no way in', async () => {
  const { orderId } = await rooms.create(tenant.merchantId, { lifetimeS: 60 });
  await moveBusinessClock(database, 61_000);
  await expect(allocate(orderId)).rejects.toEqual(refusal('orderExpired'));
  await expect(allocate(987_654_321n)).rejects.toEqual(refusal('notFound'));
});

test('every call to the provider was signed, and each exchange is kept beside its order', async () => {
  const order = await rooms.place(tenant.merchantId);
  expect(bank.unverified).toEqual([]);
  const { rows } = await admin.query(
    'SELECT direction, operation, http_status, outcome, request, response FROM provider_log WHERE order_id = $1',
    [order.id],
  );
  expect(rows).toEqual([
    {
      direction: 'out',
      operation: 'create',
      http_status: 200,
      outcome: 'accepted',
      request: expect.stringContaining(order.order_no),
      response: expect.stringContaining(bank.charge(order.order_no).chargeNo),
    },
  ]);
  expect(rows[0].request).not.toContain(bank.secret);
});
