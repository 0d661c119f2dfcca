import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import { toldCollections } from '../collections/index.ts';
import { toldPayouts } from '../payouts/index.ts';
import { webhookSecretPurpose } from './delivery/secrets.ts';
import { openCallbacks } from './index.ts';
import { secret } from './testing/world.ts';

// Payouts tell their merchants what became of them, by the same events, schedule and secrets as collections.
const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
let tenant: Tenant;

const heard: { readonly type: string; readonly data: Record<string, unknown> }[] = [];
const shop = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
  request.on('end', () => {
    // The v1 form is no JSON.
    if (body.startsWith('{')) heard.push(JSON.parse(body) as (typeof heard)[number]);
    response.writeHead(200).end('ok');
  });
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
const outbound = createOutbound({ trustedOrigins: [origin], allowHttp: true });
const callbacks = openCallbacks({
  orders: { collection: toldCollections, payout: toldPayouts },
  db: base.database,
  vault: base.vault,
  outbound,
  log: base.log,
});
const relay = startOutboxRelay({
  db: base.database.workers,
  subscriptions: callbacks.subscriptions,
  log: base.log,
});
callbacks.start();
afterAll(async () => {
  await relay.stop();
  await callbacks.stop();
  await outbound.close();
  shop.closeAllConnections();
  shop.close();
});
beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
});

async function merchant(columns: { readonly api_version?: 'v1' | 'v2' } = {}, optIn: string[] = []) {
  const id = await tenant.merchant(columns);
  await here.channel(tenant, [id]);
  await here.earn(id);
  // What was earned is told to nobody: there is no address yet.
  await relay.idle();
  await base.admin.query(
    'INSERT INTO webhook_endpoint (customer_id, url, secret_sealed, opt_in_events) VALUES ($1, $2, $3, $4)',
    [id, `${origin}/hook`, base.vault.seal(secret, webhookSecretPurpose), optIn],
  );
  return id;
}

async function callbackOf(orderId: bigint): Promise<string[]> {
  await relay.idle();
  const { rows } = await base.admin.query<{ told: string }>(
    "SELECT type || ' ' || coalesce(result, 'send') AS told FROM callback WHERE order_kind = 'payout' AND order_id = $1 ORDER BY id",
    [orderId],
  );
  return rows.map(({ told }) => told);
}

test('each end of a payout is one event, and the order shows that it arrived', async () => {
  const id = await merchant({}, ['payout.processing']);
  const order = await here.place(id);
  // Telling of it holds the order for a moment, and one that is held is not sent.
  await relay.idle();
  await here.work();
  const bank = rooms.bank.payout(order.order_no);
  bank.status = 'paid';
  await here.tell(await here.payout(order.id));
  await relay.idle();
  Object.assign(bank, { status: 'returned', returnedAmount: '5000.00' });
  await here.tell(await here.payout(order.id), { status: 'returned' });
  await relay.idle();
  for (let look = 0; look < 100 && heard.length < 3; look += 1) await sleep(50);
  expect(heard.map(({ type }) => type)).toEqual(['payout.processing', 'payout.paid', 'payout.reversed']);
  expect(heard[1]?.data).toMatchObject({
    id: `pay_${order.id}`,
    order_no: order.merchant_order_no,
    status: 'paid',
    amount: '5000.00',
    fee: '20.00',
    failure: null,
    test: false,
  });
  for (let look = 0; look < 100 && (await here.payout(order.id)).callback_status !== 'success'; look += 1)
    await sleep(50);
  expect((await here.payout(order.id)).callback_status).toBe('success');
});

test('what went back or was never possible is told as such, without being asked for', async () => {
  const id = await merchant();
  const [rejected, poor] = [await here.place(id), await here.place(id, { major: '50000' })];
  await here.work();
  rooms.bank.payout(rejected.order_no).status = 'failed';
  await here.tell(await here.payout(rejected.id), { status: 'failed' });
  expect(await callbackOf(rejected.id)).toEqual(['payout.rejected send']);
  expect(await callbackOf(poor.id)).toEqual(['payout.failed send']);
});

test('the v1 form hears of paid payouts alone; a rejection stays unsaid, with its reason', async () => {
  const id = await merchant({ api_version: 'v1' });
  const [paid, rejected] = [
    await here.place(id, { apiVersion: 'v1', major: '10' }),
    await here.place(id, { apiVersion: 'v1', major: '20' }),
  ];
  await here.work();
  rooms.bank.payout(paid.order_no).status = 'paid';
  rooms.bank.payout(rejected.order_no).status = 'failed';
  await here.tell(await here.payout(paid.id));
  await here.tell(await here.payout(rejected.id), { status: 'failed' });
  expect((await callbackOf(paid.id)).map((told) => told.split(' ')[0])).toEqual(['payout.paid']);
  expect(await callbackOf(rejected.id)).toEqual(['payout.rejected v1_no_rejection']);
});
