import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCollection } from '@suanpan/contract/endpoints/collections';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop, typesOf } from '../harness/echo-shop.ts';
import { Merchant } from '../harness/merchant.ts';
import { quiet } from '../harness/quiet.ts';
import { theServer } from '../harness/shared-server.ts';
import { contractOf, postNotice } from './testing/bank-contract.ts';

const server = theServer();
const shop = new EchoShop(server.url);
const merchant = new Merchant(server.url, server.account('qingniao'));
const product = openAdmin(server);
let admin: BackOffice;

const newOrder = (method = 'qr'): Promise<MerchantCollection> =>
  merchant.order({ amount: '1550.00', method });
const bare = (order: MerchantCollection): string => order.id.slice('col_'.length);
const outcomes = async (orderNo: string): Promise<string[]> =>
  (
    await product.query<{ outcome: string }>(
      'SELECT outcome FROM channel_notice WHERE order_no = $1 ORDER BY id',
      [orderNo],
    )
  ).map((row) => row.outcome);
const journalsOf = async (order: MerchantCollection): Promise<string[]> =>
  (await admin.call(getCollection, { id: bare(order) })).money.journals.map(({ event }) => event);

beforeAll(async () => {
  admin = await enterAs(server.url, 'admin.lin');
});

afterAll(async () => {
  await proveBooks(server);
  await product.close();
});

test('a validly signed notice of a payment that the bank does not confirm credits nothing', async () => {
  const order = await newOrder();
  const contract = await contractOf(server, bare(order));
  const before = await merchant.balance();
  expect(await postNotice(server, contract, { merchant_order_no: contract.orderNo })).toMatchObject({
    status: 200,
  });
  expect(await outcomes(contract.orderNo)).toEqual(['not_confirmed']);
  const [asked] = await product.query<{ n: string }>(
    "SELECT count(*) AS n FROM provider_log WHERE order_id = $1 AND operation = 'query'",
    [bare(order)],
  );
  expect(asked?.n).toBe('1');
  await quiet(server);
  expect((await merchant.read(order.id)).status).toBe('pending');
  expect(await merchant.balance()).toEqual(before);
  expect(await shop.eventsOf(order.order_no)).toEqual([]);

  // The same order can still be paid, once.
  await merchant.simulate(order.id, '00');
  await shop.accepted(order.order_no, 'collection.succeeded');
  expect(await journalsOf(order)).toEqual(['collection.settle']);
});

test('a forged notice is refused with 401, kept, and changes nothing', async () => {
  const order = await newOrder();
  const contract = await contractOf(server, bare(order));
  const forged = { ...contract, secret: `${contract.secret}x` };
  expect((await postNotice(server, forged, { merchant_order_no: contract.orderNo })).status).toBe(401);
  const kept = await product.query<{ outcome: string }>(
    "SELECT outcome FROM channel_notice WHERE position(convert_to($1, 'UTF8') IN raw) > 0",
    [contract.orderNo],
  );
  expect(kept).toEqual([{ outcome: 'bad_signature' }]);
  expect((await merchant.read(order.id)).status).toBe('pending');
});

test("a notice signed with one account's secret is not believed by another account", async () => {
  const [qr, card] = [await newOrder('qr'), await newOrder('card')];
  const own = await contractOf(server, bare(qr));
  const other = await contractOf(server, bare(card));
  expect(other.channelAccountId).not.toBe(own.channelAccountId);
  const crossed = { ...own, channelAccountId: other.channelAccountId };
  expect((await postNotice(server, crossed, { merchant_order_no: other.orderNo })).status).toBe(401);
});

test('one payment told thirty times at once, under one and under many event ids, is one posting', async () => {
  const order = await newOrder();
  const contract = await contractOf(server, bare(order));
  await merchant.simulate(order.id, '13');
  const same = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      postNotice(server, contract, {
        merchant_order_no: contract.orderNo,
        event_id: index % 2 === 0 ? same : randomUUID(),
      }),
    ),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 OK']));
  await shop.accepted(order.order_no, 'collection.succeeded');
  await quiet(server);
  expect(await journalsOf(order)).toEqual(['collection.settle']);
  expect(typesOf(await shop.eventsOf(order.order_no))).toEqual(['collection.succeeded']);
  expect(await outcomes(contract.orderNo)).toHaveLength(30);
});

test('a notice for an order that nobody has is acknowledged and kept, and one to nobody is not found', async () => {
  const contract = await contractOf(server, bare(await newOrder()));
  expect((await postNotice(server, contract, { merchant_order_no: 'C000000000' })).status).toBe(200);
  expect(await outcomes('C000000000')).toContain('unknown_order');
  const nobody = { ...contract, channelAccountId: '999999' };
  expect((await postNotice(server, nobody, { merchant_order_no: contract.orderNo })).status).toBe(404);
});

test('what a notice says of the sum is not believed: the bank is asked', async () => {
  const order = await newOrder();
  const contract = await contractOf(server, bare(order));
  await merchant.simulate(order.id, '13');
  const claim = { merchant_order_no: contract.orderNo, amount: '999999.00' };
  expect((await postNotice(server, contract, claim)).status).toBe(200);
  const told = await shop.accepted(order.order_no, 'collection.succeeded');
  expect(JSON.parse(told.body)).toMatchObject({ data: { paid_amount: '1550.00' } });
});
