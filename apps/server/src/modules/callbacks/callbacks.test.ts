import { toldCollections } from '../collections/index.ts';
import { toldPayouts } from '../payouts/index.ts';
import { verifyV1 } from '@suanpan/signing/v1';
import { verifyWebhook } from '@suanpan/signing/webhooks';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { wallClock } from '../../platform/clock.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import { openCallbacks } from './index.ts';
import { startReceiver } from './testing/receiver.ts';
import { createWorld, eventually, expectCount, secret, v1Secret } from './testing/world.ts';

const database = await testDatabase();
const world = createWorld(database);
const shop = await startReceiver();
const outbound = createOutbound({ trustedOrigins: [shop.origin], allowHttp: true });
const told: bigint[] = [];
const callbacks = openCallbacks({
  orders: { collection: toldCollections, payout: toldPayouts },
  db: database.database,
  vault: database.vault,
  outbound,
  log: database.log,
  told: (orders) => told.push(...orders.map(({ id }) => id)),
});
const failures: unknown[] = [];
const relay = startOutboxRelay({
  db: database.database.workers,
  log: database.log,
  subscriptions: [
    ...callbacks.subscriptions,
    {
      kinds: ['callback.failed', 'callback.paused'],
      handle: async (_tx, events) => void failures.push(...events),
    },
  ],
});
callbacks.start();
afterAll(async () => {
  await relay.stop();
  await callbacks.stop();
  await outbound.close();
  await shop.close();
});

const nowS = (): number => Math.floor(wallClock.now().getTime() / 1000);

test('a success is told once, signed by Standard Webhooks, with the fields of the merchant API, and the order says so', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, `${shop.origin}/default`);
  const order = await world.order({ customerId, notifyUrl: `${shop.origin}/own?x=1&y=a%20b` });
  await world.move(order, 'success');
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'));
  const [received, ...more] = shop.at('/own?x=1&y=a%20b');
  expect(more).toEqual([]);
  expect(verifyWebhook(received!.headers, received!.body, [secret], nowS())).toEqual({ verified: true });
  const body = JSON.parse(received!.body) as Record<string, unknown>;
  expect(body['id']).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(body['id']).toBe(received!.headers['webhook-id']);
  expect(body).toMatchObject({
    type: 'collection.succeeded',
    api_version: '2',
    data: {
      id: `col_${order}`,
      order_no: expect.stringMatching(/^T\d+$/),
      status: 'succeeded',
      currency: 'TWD',
      amount: '1500.00',
      paid_amount: '1500.00',
      fee: '30.00',
      credited_amount: '1470.00',
      test: false,
    },
  });
  expect(told).toContain(order);
});

test('the default address serves orders that bring none; without any address there is no event', async () => {
  const withDefault = await world.merchant();
  await world.endpoint(withDefault.customerId, `${shop.origin}/fallback`);
  const order = await world.order({ customerId: withDefault.customerId });
  await world.move(order, 'expired');
  await expectCount(() => shop.at('/fallback'), 1);
  const { customerId } = await world.merchant();
  const silent = await world.order({ customerId });
  await world.move(silent, 'success');
  await relay.idle();
  expect(await world.callbacks(silent)).toEqual([]);
  expect(await world.orderStatus(silent)).toBe('not_sent');
});

test('a merchant without a secret gets one, and his callback is signed with it', async () => {
  const { customerId } = await world.merchant();
  const order = await world.order({ customerId, notifyUrl: `${shop.origin}/keyless` });
  await world.move(order, 'success');
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'));
  const row = await database.database.app
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const own = database.vault.open(row.secret_sealed, 'webhook_endpoint.secret');
  const [received] = shop.at('/keyless');
  expect(verifyWebhook(received!.headers, received!.body, [own], nowS())).toEqual({ verified: true });
});

test('during a rotation both secrets sign', async () => {
  const { customerId } = await world.merchant();
  const old = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  await world.endpoint(customerId, `${shop.origin}/rotating`, {
    previous_secret_sealed: database.vault.seal(old, 'webhook_endpoint.secret'),
    previous_until: new Date(wallClock.now().getTime() + 60_000),
  });
  await world.move(await world.order({ customerId }), 'success');
  await expectCount(() => shop.at('/rotating'), 1);
  const [received] = shop.at('/rotating');
  for (const one of [secret, old]) {
    expect(verifyWebhook(received!.headers, received!.body, [one], nowS())).toEqual({ verified: true });
  }
});

test('a v1 merchant gets the signed form and must answer success', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, null);
  let answer = 'fail';
  shop.answer('/v1', (response) => response.end(answer));
  const order = await world.order({ customerId, notifyUrl: `${shop.origin}/v1`, apiVersion: 'v1' });
  await world.move(order, 'success');
  await eventually(async () => expect(await world.orderStatus(order)).toBe('failed'));
  expect(await world.attempts(order)).toMatchObject([
    { http_status: 200, result: 'error_response', response: 'fail' },
  ]);
  answer = ' Success\n';
  await world.hurry(order);
  callbacks.wake();
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'));
  const sent = shop.at('/v1').map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  for (const fields of sent) expect(verifyV1(fields, v1Secret)).toBe(true);
  expect(sent[0]).toMatchObject({
    merchant_no: String(customerId),
    status: '2',
    amount: '1500.00',
    fee: '30.00',
    credited_amount: '1470.00',
  });
  expect(sent[0]?.['nonce']).not.toBe(sent[1]?.['nonce']);
});

test('a failed attempt is tried again after about five seconds, with the same id and body and a new signature', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, null);
  shop.answer('/flaky', 500);
  const order = await world.order({ customerId, notifyUrl: `${shop.origin}/flaky` });
  await world.move(order, 'success');
  await eventually(async () => expect(await world.orderStatus(order)).toBe('failed'));
  shop.answer('/flaky', 204);
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'), 8_000);
  const [first, second] = shop.at('/flaky');
  const waitedMs = second!.atMs - first!.atMs;
  expect(waitedMs).toBeGreaterThan(4_400);
  expect(waitedMs).toBeLessThan(5_900);
  expect(second!.body).toBe(first!.body);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.headers['webhook-timestamp']).not.toBe(first!.headers['webhook-timestamp']);
  expect((await world.attempts(order)).map(({ result }) => result)).toEqual(['error_response', 'success']);
}, 15_000);

test('after the last attempt it has failed for good, and that is news', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, null);
  shop.answer('/dead', 500);
  const order = await world.order({ customerId, notifyUrl: `${shop.origin}/dead` });
  await world.move(order, 'success');
  for (let made = 1; made <= 9; made += 1) {
    await expectCount(() => world.attempts(order), made);
    await world.hurry(order);
    callbacks.wake();
  }
  await eventually(() =>
    expect(failures).toContainEqual(
      expect.objectContaining({
        kind: 'callback.failed',
        payload: expect.objectContaining({ order_id: String(order), attempts: 9 }),
      }),
    ),
  );
  expect(await world.callbacks(order)).toMatchObject([{ status: 'failed', next_at: null, attempts: 9 }]);
});

test('Retry-After of a 503 is honoured', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, null);
  shop.answer('/busy', (response) => response.writeHead(503, { 'retry-after': '120' }).end());
  const order = await world.order({ customerId, notifyUrl: `${shop.origin}/busy` });
  await world.move(order, 'success');
  await eventually(async () => expect(await world.orderStatus(order)).toBe('failed'));
  const [row] = await world.callbacks(order);
  const inMs = row!.next_at!.getTime() - wallClock.now().getTime();
  expect(inMs).toBeGreaterThan(110_000);
  expect(inMs).toBeLessThan(121_000);
});

test('an address that may not be called was told nothing, is not tried again, and is reported', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, null);
  const order = await world.order({ customerId, notifyUrl: 'http://169.254.169.254/latest/meta-data' });
  await world.move(order, 'success');
  await eventually(async () =>
    expect(await world.callbacks(order)).toMatchObject([
      { status: 'not_sent', result: 'invalid_url', next_at: null },
    ]),
  );
  expect(await world.orderStatus(order)).toBe('not_sent');
  await eventually(() =>
    expect(failures).toContainEqual(
      expect.objectContaining({
        payload: expect.objectContaining({ order_id: String(order), result: 'invalid_url' }),
      }),
    ),
  );
});

test('410 pauses the default address: nothing more goes there by itself until it takes something again', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, `${shop.origin}/gone`);
  shop.answer('/gone', 410);
  const first = await world.order({ customerId });
  await world.move(first, 'success');
  await eventually(() =>
    expect(failures).toContainEqual(
      expect.objectContaining({ kind: 'callback.paused', subject: `webhook:${customerId}` }),
    ),
  );
  expect(await world.callbacks(first)).toMatchObject([{ status: 'failed', next_at: null }]);
  const second = await world.order({ customerId });
  await world.move(second, 'success');
  await eventually(async () =>
    expect(await world.callbacks(second)).toMatchObject([
      { status: 'not_sent', result: 'address_paused', next_at: null },
    ]),
  );
  expect(shop.at('/gone')).toHaveLength(1);
});

test('seeded history is told without the network; what was made for the demonstration goes out', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, `${shop.origin}/seeded`);
  const old = await world.order({ customerId, source: 'seed' });
  await world.move(old, 'success');
  const recent = await world.order({ customerId, source: 'demo' });
  await world.move(recent, 'success');
  await expectCount(() => shop.at('/seeded'), 1);
  expect(await world.orderStatus(old)).toBe('success');
  expect(await world.callbacks(old)).toMatchObject([{ status: 'success', source: 'seed', attempts: 1 }]);
  expect(await world.attempts(old)).toMatchObject([{ attempt: 1, http_status: 200, result: 'success' }]);
});

test('of orders that settled together each is told to its own merchant, with its own news', async () => {
  const merchants = await Promise.all([world.merchant(), world.merchant(), world.merchant()]);
  const orders: bigint[] = [];
  for (const [index, { customerId }] of merchants.entries()) {
    await world.endpoint(customerId, `${shop.origin}/together-${index}`);
    orders.push(await world.order({ customerId }));
  }
  await relay.idle();
  await world.settleTogether(orders);
  for (const [index, order] of orders.entries()) {
    await expectCount(() => shop.at(`/together-${index}`), 1);
    const { data, type } = JSON.parse(shop.at(`/together-${index}`)[0]!.body) as {
      type: string;
      data: Record<string, unknown>;
    };
    expect(type).toBe('collection.succeeded');
    expect(data).toMatchObject({
      id: `col_${order}`,
      status: 'succeeded',
      paid_amount: '1500.00',
      fee: '30.00',
      credited_amount: '1470.00',
    });
  }
  const [one, two, three] = await Promise.all(orders.map((order) => world.callbacks(order)));
  expect(new Set([one, two, three].map((told) => told![0]!.outbox_id)).size).toBe(3);
});

test('a repeated outbox event makes no second event', async () => {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, `${shop.origin}/repeated`);
  const order = await world.order({ customerId });
  await database.admin.query('CREATE TABLE kept AS SELECT * FROM outbox WITH NO DATA');
  await database.admin.query(`
    CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN INSERT INTO kept SELECT NEW.*; RETURN NEW; END';
    CREATE TRIGGER keep AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep()`);
  await world.move(order, 'success');
  await relay.idle();
  await database.admin.query(
    'INSERT INTO outbox (id, kind, subject, payload, created_at) OVERRIDING SYSTEM VALUE SELECT * FROM kept',
  );
  await database.admin.query('DROP TRIGGER keep ON outbox');
  await relay.idle();
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'));
  expect(await world.callbacks(order)).toHaveLength(1);
  expect(shop.at('/repeated')).toHaveLength(1);
});

test('a new order is told only to merchants who asked for it', async () => {
  const keen = await world.merchant();
  await world.endpoint(keen.customerId, `${shop.origin}/keen`, { opt_in_events: ['collection.created'] });
  const quiet = await world.merchant();
  await world.endpoint(quiet.customerId, `${shop.origin}/quiet`);
  await world.order({ customerId: keen.customerId });
  await world.order({ customerId: quiet.customerId });
  await expectCount(() => shop.at('/keen'), 1);
  expect(JSON.parse(shop.at('/keen')[0]!.body)).toMatchObject({
    type: 'collection.created',
    data: { status: 'pending', paid_amount: null },
  });
  await relay.idle();
  expect(shop.at('/quiet')).toEqual([]);
});

test('where the senior agent is told, his address and secret are used', async () => {
  const { agentId, customerId } = await world.merchant({ notify_via: 'agent' });
  await world.endpoint(customerId, `${shop.origin}/merchant-side`);
  const agentSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  await world.endpoint(agentId, `${shop.origin}/agent-side`, {
    secret_sealed: database.vault.seal(agentSecret, 'webhook_endpoint.secret'),
  });
  const order = await world.order({ customerId, notifyUrl: `${shop.origin}/merchant-side` });
  await world.move(order, 'success');
  await expectCount(() => shop.at('/agent-side'), 1);
  const [received] = shop.at('/agent-side');
  expect(verifyWebhook(received!.headers, received!.body, [agentSecret], nowS())).toEqual({ verified: true });
  expect(shop.at('/merchant-side')).toEqual([]);
});
