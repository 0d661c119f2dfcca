import { afterAll, expect, test } from 'vitest';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import { Payer } from '../harness/payer.ts';
import { theServer } from '../harness/shared-server.ts';

const server = theServer();
const merchant = new Merchant(server.url, server.account('zaojiao'));
const product = openAdmin(server);

afterAll(async () => {
  await proveBooks(server);
  await product.close();
});

const statuses = (answers: readonly { status: number }[]): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

test('fifty creates of one order at the same time make one order, and all get the same answer', async () => {
  const orderNo = newOrderNo();
  const draft = { order_no: orderNo, amount: '1250.00', method: 'qr', payer: { name: '陳大文' } };
  const answers = await Promise.all(Array.from({ length: 50 }, () => merchant.create(draft)));
  expect(statuses(answers)).toEqual({ 201: 1, 200: 49 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(49);
  const rows = await product.query('SELECT 1 FROM collection_order WHERE merchant_order_no = $1', [orderNo]);
  expect(rows).toHaveLength(1);
  const asked = await product.query(
    `SELECT DISTINCT response FROM provider_log l JOIN collection_order o ON o.id = l.order_id
     WHERE o.merchant_order_no = $1 AND l.operation = 'create' AND l.outcome = 'accepted'`,
    [orderNo],
  );
  expect(asked).toHaveLength(1);
});

test('of fifty different orders under one number at the same time one is made, the others conflict', async () => {
  const orderNo = newOrderNo();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => merchant.create({ order_no: orderNo, amount: `${1_300 + n}.00` })),
  );
  expect(statuses(answers)).toEqual({ 201: 1, 409: 49 });
  const made = answers.find(({ status }) => status === 201)?.body;
  expect((await merchant.byOrderNo(orderNo)).amount).toBe(made?.amount);
  const codes = answers.filter(({ status }) => status === 409).map(({ body }) => body.error.code);
  expect(new Set(codes)).toEqual(new Set(['order_no_conflict']));
});

test('two merchants may use the same number', async () => {
  const other = new Merchant(server.url, server.account('dianjing'));
  const orderNo = newOrderNo();
  const [mine, his] = await Promise.all([
    merchant.create({ order_no: orderNo, amount: '1250.00' }),
    other.create({ order_no: orderNo, amount: '1350.00' }),
  ]);
  expect([mine.status, his.status]).toEqual([201, 201]);
  expect(mine.body.id).not.toBe(his.body.id);
});

test('a payer who clicks twenty times gets one way to pay', async () => {
  const order = await merchant.order({ amount: '1250.00' });
  const payer = new Payer(server.url, order.checkout_url);
  const views = await Promise.all(Array.from({ length: 20 }, () => payer.choose('qr')));
  expect(new Set(views.map(({ payment }) => JSON.stringify(payment))).size).toBe(1);
  expect((await merchant.read(order.id)).payment).not.toBeNull();
});

test('fifty different orders at the same time are fifty orders, each paid and told once', async () => {
  const orders = await Promise.all(
    Array.from({ length: 50 }, () => merchant.order({ amount: '1100.00', method: 'qr' })),
  );
  expect(new Set(orders.map(({ id }) => id)).size).toBe(50);
  const shop = new EchoShop(server.url);
  await Promise.all(
    orders.map(({ order_no: no }) => shop.accepted(no, 'collection.succeeded', { everyMs: 500 })),
  );
  for (const { order_no: no } of orders) expect(await shop.eventsOf(no)).toHaveLength(1);
});
