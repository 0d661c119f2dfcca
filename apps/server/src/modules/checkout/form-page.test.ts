import { translateError } from '@suanpan/messages/translate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startEcpayPeer } from '../../../test/ecpay-peer.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { wallClock } from '../../platform/clock.ts';
import { createHttp } from '../../platform/http/create-http.ts';
import { allocateCollection } from '../collections/index.ts';
import type { OrderRow } from '../collections/index.ts';
import { openRisk } from '../risk/index.ts';
import { formPage } from './form-page.ts';
import { openCheckout } from './index.ts';

const base = await testDatabase();
const { admin, database, log } = base;
const rooms = await openMoneyRooms(base, { startBank: startEcpayPeer });
const { bank, collections } = rooms;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});
const risk = await openRisk({ db: database, vault: base.vault, clock: wallClock, log });
const app = createHttp({
  config: {
    production: false,
    publicUrl: 'http://127.0.0.1:3000',
    trustedProxies: ['127.0.0.1'],
    allowedOrigins: [],
  },
  log,
  words: (name, locale, params) => translateError(locale, name, params),
  authenticate: () => Promise.reject(new Error('nobody signs in here')),
});
openCheckout({ collections, risk }).bind(app);
afterAll(async () => {
  await app.close();
  await risk.stop();
});

/** Sent to a provider that hears of it from its payer. */
async function routed(): Promise<OrderRow> {
  const { orderId } = await rooms.create(tenant.merchantId);
  await allocateCollection(collections, orderId, { method: null, payerName: null });
  return rooms.order(orderId);
}

test('the payer is led to a form of ours, which is made anew whenever he comes', async () => {
  const order = await routed();
  const url = `/api/checkout/${collections.tokens.issue(order.id)}/form`;
  expect(order.payment).toEqual({ type: 'redirect', url: `http://127.0.0.1:3000${url}` });
  const page = await app.inject({ method: 'GET', url });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain(`form-action ${bank.origin} https:`);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toContain(`action="${bank.origin}/Cashier/AioCheckOut/V5"`);
  expect(page.body).toContain(`name="MerchantTradeNo" value="${order.order_no}"`);
  const [nonce] = /nonce-[^']+/.exec(String(page.headers['content-security-policy'])) ?? [];
  expect(page.body).toContain(`<script nonce="${nonce?.slice('nonce-'.length)}">`);
});

test('a token that opens nothing opens no form, and an order that is over leads back to its page', async () => {
  const nothing = await app.inject({ method: 'GET', url: '/api/checkout/1_AAAAAAAAAAAAAAAAAAAAAA/form' });
  expect([nothing.statusCode, nothing.headers.location]).toEqual([
    303,
    '/pay/#/gateway?t=1_AAAAAAAAAAAAAAAAAAAAAA',
  ]);
  const order = await routed();
  await admin.query(
    "UPDATE collection_order SET expires_at = business_now() - interval '1 second' WHERE id = $1",
    [order.id],
  );
  const token = collections.tokens.issue(order.id);
  const page = await app.inject({ method: 'GET', url: `/api/checkout/${token}/form` });
  expect([page.statusCode, page.headers.location]).toEqual([303, `/pay/#/gateway?t=${token}`]);
});

test('what a form holds reaches the page as text', () => {
  const form = {
    action: 'https://pay.example/"><script>',
    fields: { 'a"><b>': `'"><script>alert(1)</script>&` },
  };
  const { body } = formPage(form, 'en');
  expect(body).toContain(
    'name="a&quot;&gt;&lt;b&gt;" value="&#39;&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"',
  );
  expect(body).toContain('action="https://pay.example/&quot;&gt;&lt;script&gt;"');
});
