import { afterAll, beforeAll, expect, test } from 'vitest';
import { signV1 } from '@suanpan/signing/v1';
import { webhookHeaders } from '@suanpan/signing/webhooks';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { now } from './merchant.ts';
import { startProgram } from './program.ts';
import type { RunningProgram } from './program.ts';

const webhookSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const v1Key = 'sk_v1_4f9d2c7b8a1e4d5f90ab12cd34ef5678';
let cluster: Cluster;
let shop: RunningProgram;
let env: Record<string, string>;
let counter = 0;

const post = async (path: string, headers: Record<string, string>, body: string) => {
  const answer = await fetch(shop.base + path, { method: 'POST', headers, body, redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
};
const send = (options: { id?: string; orderNo: string; secret?: string; note?: string; to?: string }) => {
  const id = options.id ?? `evt_${(counter += 1)}`;
  const data = { order_no: options.orderNo, status: 'succeeded', amount: '1500.00', currency: 'TWD' };
  const body = JSON.stringify({
    id,
    type: 'collection.succeeded',
    api_version: '2',
    data,
    note: options.note,
  });
  const headers = webhookHeaders({ id, timestamp: now(), body }, [options.secret ?? webhookSecret]);
  return post(options.to ?? '/hooks/m100001', { ...headers, 'content-type': 'application/json' }, body);
};
const setMode = (mode: string, n?: number) =>
  post('/hooks/m100001/mode', { 'content-type': 'application/json' }, JSON.stringify({ mode, n }));
const eventsOf = async (orderNo: string): Promise<Record<string, unknown>[]> => {
  const answer = await fetch(`${shop.base}/events?shop=m100001&order_no=${orderNo}`);
  return ((await answer.json()) as { events: Record<string, unknown>[] }).events;
};

beforeAll(async () => {
  cluster = await startCluster();
  env = {
    ECHO_PORT: '0',
    DATABASE_URL: await cluster.createDatabase(),
    ECHO_SHOPS: JSON.stringify([{ shop: 'm100001', webhook_secret: webhookSecret, v1_key: v1Key }]),
    ECHO_PUBLIC_BASE: 'http://127.0.0.1:3000/echo-shop',
    ECHO_SLOW_MS: '400',
  };
  shop = await startProgram('echo-shop', env);
}, 60_000);

afterAll(async () => {
  await shop?.stop();
  await cluster?.stop();
});

test('a well signed v2 callback is verified, stored and accepted', async () => {
  expect(await send({ orderNo: 'T1' })).toMatchObject({ status: 200, text: 'success' });
  expect(await eventsOf('T1')).toMatchObject([
    {
      verified: true,
      form: 'v2',
      type: 'collection.succeeded',
      status: 'succeeded',
      attempt: 1,
      answered: 200,
    },
  ]);
});

test('a callback signed with another secret is stored as unverified and refused', async () => {
  const other = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=';
  expect((await send({ orderNo: 'T2', secret: other })).status).toBe(401);
  expect(await eventsOf('T2')).toMatchObject([{ verified: false, reason: 'no_matching_signature' }]);
});

test('a v1 form is verified by its sign', async () => {
  const params = {
    merchant_no: '100001',
    out_trade_no: 'T3',
    trade_no: 'C1',
    status: '2',
    amount: '1500.00',
    timestamp: now(),
  };
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = (sign: string) => new URLSearchParams({ ...params, sign }).toString();
  // The platform puts the event's id on either form.
  const identified = { ...type, 'webhook-id': 'evt_v1' };
  expect((await post('/hooks/m100001', identified, form(signV1(params, v1Key)))).text).toBe('success');
  expect((await post('/hooks/m100001', type, form('0'.repeat(32)))).status).toBe(401);
  expect(await eventsOf('T3')).toMatchObject([
    { verified: false, reason: 'wrong_sign', form: 'v1', attempt: 2 },
    { verified: true, form: 'v1', attempt: 1 },
  ]);
});

test('each mode answers as it says, and all of them store what came', async () => {
  const answers: Record<string, unknown>[] = [];
  for (const mode of ['500', 'wrong_body', '302', '410', 'slow']) {
    await setMode(mode);
    const startedMs = Date.now();
    const { status, text, location } = await send({ orderNo: 'T4' });
    answers.push({ mode, status, text, location, slow: Date.now() - startedMs >= 400 });
  }
  await setMode('ok');
  expect(answers).toMatchObject([
    { mode: '500', status: 500, slow: false },
    { mode: 'wrong_body', status: 200, text: expect.stringContaining('<html>') },
    { mode: '302', status: 302, location: 'https://shop.invalid/login' },
    { mode: '410', status: 410 },
    { mode: 'slow', status: 200, text: 'success', slow: true },
  ]);
  expect(await eventsOf('T4')).toHaveLength(5);
});

test('flaky accepts the n-th delivery of an event, and keeps its mode over a restart', async () => {
  await setMode('flaky', 3);
  expect((await send({ id: 'evt_flaky', orderNo: 'T5' })).status).toBe(503);
  expect((await send({ id: 'evt_flaky', orderNo: 'T5' })).status).toBe(503);
  expect(await shop.stop()).toBe(0);
  shop = await startProgram('echo-shop', env);
  expect((await send({ id: 'evt_flaky', orderNo: 'T5' })).status).toBe(200);
  expect((await send({ id: 'evt_other', orderNo: 'T5' })).status).toBe(503);
  await setMode('ok');
});

test('an address of its own answers in its own way, whatever the shop is set to', async () => {
  expect(await send({ orderNo: 'T7', to: '/hooks/m100001/as/410' })).toMatchObject({ status: 410 });
  expect((await send({ orderNo: 'T7' })).status).toBe(200);
  expect((await send({ orderNo: 'T7', to: '/hooks/m100001/as/angry' })).status).toBe(404);
  expect(await eventsOf('T7')).toMatchObject([{ mode: 'ok' }, { mode: '410', verified: true }]);
});

test('an unknown shop and an unknown mode are refused', async () => {
  expect((await post('/hooks/nobody', {}, '{}')).status).toBe(404);
  expect((await setMode('angry')).status).toBe(400);
});

test('the page shows events as text and changes the mode by form', async () => {
  await send({ orderNo: '<script>alert(1)</script>', note: '"><img src=x onerror=alert(1)>' });
  const page = await (await fetch(`${shop.base}/callbacks?lang=en`)).text();
  expect(page).not.toMatch(/<script>alert|<img src=x/);
  expect(page).toContain('&lt;script&gt;');
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const changed = await post('/hooks/m100001/mode', type, 'mode=500');
  expect(changed).toMatchObject({ status: 303, location: '/echo-shop/callbacks?lang=zh-TW' });
  expect((await send({ orderNo: 'T6' })).status).toBe(500);
  await post('/hooks/m100001/mode', type, 'mode=ok');
});
