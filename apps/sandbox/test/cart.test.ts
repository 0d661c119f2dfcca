import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyV2 } from '@suanpan/signing/v2';
import { webhookHeaders } from '@suanpan/signing/webhooks';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { now } from './merchant.ts';
import { startProgram } from './program.ts';
import type { RunningProgram } from './program.ts';

const webhookSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const secret = 'sk_live_00112233445566778899aabbccddeeff';
const type = { 'content-type': 'application/x-www-form-urlencoded' };

/** The platform's end of the wire: believes nothing that is not signed. */
const asked: { path: string; isSigned: boolean; body: Record<string, string> }[] = [];
let platform: Server;
let cluster: Cluster;
let shop: RunningProgram;

beforeAll(async () => {
  platform = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const header = (name: string): string => String(request.headers[name]);
      const isSigned = verifyV2(
        {
          method: request.method ?? '',
          path: request.url ?? '',
          query: '',
          timestamp: header('x-timestamp'),
          nonce: header('x-nonce'),
          body,
        },
        header('x-signature'),
        [secret],
      );
      asked.push({ path: request.url ?? '', isSigned, body: body === '' ? {} : JSON.parse(body) });
      const payment = { type: 'bank_account', account_no: '8808001' };
      const checkout_url = 'http://127.0.0.1:3000/pay/?t=abc';
      response
        .writeHead(isSigned ? 201 : 401, { 'content-type': 'application/json' })
        .end(
          JSON.stringify({ id: 'col_7', status: 'pending', checkout_url, pay_amount: '1805.03', payment }),
        );
    });
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  cluster = await startCluster();
  const selling = { name: 'Bluebird', currency: 'TWD', api_key: 'ak_live_1', api_secret: secret };
  shop = await startProgram('echo-shop', {
    ECHO_PORT: '0',
    DATABASE_URL: await cluster.createDatabase(),
    ECHO_SHOPS: JSON.stringify([
      { shop: 'mute', webhook_secret: webhookSecret },
      { shop: 'bluebird', webhook_secret: webhookSecret, selling },
    ]),
    ECHO_PUBLIC_BASE: 'http://127.0.0.1:3000/echo-shop',
    ECHO_PLATFORM: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
  });
}, 60_000);

afterAll(async () => {
  await shop?.stop();
  await cluster?.stop();
  await new Promise((resolve) => platform.close(resolve));
});

const get = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(shop.base + path, { headers })).text();
const checkOut = (form: Record<string, string>) =>
  fetch(`${shop.base}/orders?lang=en`, {
    method: 'POST',
    headers: type,
    body: new URLSearchParams(form),
    redirect: 'manual',
  });

test('the cart speaks the language of the browser and offers the first shop that sells', async () => {
  expect(await get('/', { 'accept-language': 'en-GB' })).toContain('Oolong tea');
  const chinese = await get('/', { 'accept-language': 'zh-CN' });
  expect(chinese).toContain('高山乌龙茶');
  expect(chinese).toContain('Bluebird');
});

test('a checkout places a signed order whose last two digits are the course, and leads to its page', async () => {
  const answer = await checkOut({ shop: 'bluebird', 'count.tea': '2', 'count.lamp': '1', course: '05' });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('http://127.0.0.1:3000/pay/?t=abc');
  const order = asked.at(-1);
  expect(order).toMatchObject({
    path: '/api/v2/collections',
    isSigned: true,
    body: {
      amount: '1805.00',
      currency: 'TWD',
      locale: 'en',
      product_name: 'Oolong tea ×2, Reading lamp ×1',
    },
  });

  const orderNo = order?.body['order_no'] ?? '';
  expect(order?.body['return_url']).toBe(`http://127.0.0.1:3000/echo-shop/orders/${orderNo}`);
  const open = await get(`/orders/${orderNo}?lang=en`);
  expect(open).toContain('/counter?account=8808001&amp;amount=1805.03&amp;lang=en');
  expect(open).toContain('Not paid yet');
  // What was chosen and the digits of the course make the total.
  const facts = [...open.matchAll(/<dt>([^<]+)<\/dt>\s*<dd>(?:<b>)?TWD ([\d,.]+)/g)].map(([, what, cost]) => [
    what,
    cost,
  ]);
  expect(facts).toEqual([
    ['Oolong tea × 2', '600.00'],
    ['Reading lamp × 1', '1,200.00'],
    ['digits of the course', '5.00'],
    ['Total', '1,805.00'],
  ]);
  expect(open).toContain('Nothing about this order yet');
  expect(asked.at(-1)).toMatchObject({ path: '/api/v2/collections/col_7', isSigned: true });

  const id = 'evt_1';
  const data = { order_no: orderNo, status: 'succeeded', amount: '1805.00', currency: 'TWD' };
  const body = JSON.stringify({ id, type: 'collection.succeeded', api_version: '2', data });
  const headers = webhookHeaders({ id, timestamp: now(), body }, [webhookSecret]);
  await fetch(`${shop.base}/hooks/bluebird`, { method: 'POST', headers, body });
  const told = await get(`/orders/${orderNo}?lang=en`);
  expect(told).toContain('collection.succeeded');
  expect(told).toContain('<span class="badge good">verified</span>');
});

test('an order brings the address at which the shop answers its callbacks as the buyer wants', async () => {
  const form = { shop: 'bluebird', 'count.tea': '1' };
  await checkOut({ ...form, answer: '410' });
  expect(asked.at(-1)?.body['notify_url']).toBe(`${shop.base}/hooks/bluebird/as/410`);
  for (const answer of ['ok', 'angry']) {
    await checkOut({ ...form, answer });
    expect(asked.at(-1)?.body).not.toHaveProperty('notify_url');
  }
  expect(await get('/?answer=500&lang=en')).toMatch(/<option value="500"\s+selected>/);
});

test('an empty cart, a shop without a key and a course that nobody knows place nothing or something safe', async () => {
  const before = asked.length;
  expect((await checkOut({ shop: 'bluebird', 'count.tea': '0' })).status).toBe(400);
  expect((await checkOut({ shop: 'mute', 'count.tea': '1' })).status).toBe(400);
  expect(asked).toHaveLength(before);
  await checkOut({ shop: 'bluebird', 'count.tea': '1', course: '99' });
  expect(asked.at(-1)?.body).toMatchObject({ amount: '350.00' });
});
