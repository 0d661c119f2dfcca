import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCollection } from '@suanpan/contract/endpoints/collections';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { moveClockBy } from '../harness/business-clock.ts';
import { EchoShop, typesOf } from '../harness/echo-shop.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

const server = theServer();
const shop = new EchoShop(server.url);
const merchant = new Merchant(server.url, server.account('qingniao'));
let admin: BackOffice;

/** The channel behind `qr` credits what comes late, the one behind `card` sets it aside. */
let credited: MerchantCollection;
let aside: MerchantCollection;
let otherSum: MerchantCollection;
let muchTooLate: MerchantCollection;

const becomes = (order: MerchantCollection, status: string): Promise<MerchantCollection> =>
  until(`${order.order_no} becomes ${status}`, async () => {
    const now = await merchant.read(order.id);
    return now.status === status && now;
  });
const journalsOf = async (order: MerchantCollection): Promise<string[]> =>
  (await admin.call(getCollection, { id: order.id.slice(4) })).money.journals.map(({ event }) => event);
const told = async (order: MerchantCollection): Promise<(string | null)[]> =>
  typesOf(await shop.eventsOf(order.order_no));

beforeAll(async () => {
  admin = await enterAs(server.url, 'admin.lin');
  const orders = await Promise.all(
    ['qr', 'card', 'qr', 'qr'].map((method) => merchant.order({ amount: '2350.00', method })),
  );
  [credited, aside, otherSum, muchTooLate] = orders as [
    MerchantCollection,
    MerchantCollection,
    MerchantCollection,
    MerchantCollection,
  ];
  await moveClockBy(server.url, 16 * 60_000);
  await Promise.all(orders.map((order) => becomes(order, 'expired')));
  await Promise.all(orders.map((order) => shop.accepted(order.order_no, 'collection.expired')));
});

afterAll(() => proveBooks(server));

test('a payment after the end is credited where the channel credits late payments', async () => {
  await merchant.simulate(credited.id, '00');
  await becomes(credited, 'succeeded');
  await shop.accepted(credited.order_no, 'collection.succeeded');
  expect(await told(credited)).toEqual(['collection.expired', 'collection.succeeded']);
  expect(await journalsOf(credited)).toEqual(['collection.settle']);
});

test('a payment after the end is set aside where the channel does not credit late payments', async () => {
  await merchant.simulate(aside.id, '00');
  const order = await becomes(aside, 'abnormal');
  expect(order).toMatchObject({ paid_amount: '2350.00', credited_amount: null });
  await shop.accepted(aside.order_no, 'collection.abnormal');
  expect(await told(aside)).toEqual(['collection.expired', 'collection.abnormal']);
  expect(await journalsOf(aside)).not.toContain('collection.settle');
});

test('another sum after the end is a mismatch, whatever the channel does with late payments', async () => {
  await merchant.simulate(otherSum.id, '00', '2300.00');
  expect((await becomes(otherSum, 'amount_mismatch')).paid_amount).toBe('2300.00');
  await shop.accepted(otherSum.order_no, 'collection.amount_mismatch');
  expect(await told(otherSum)).toEqual(['collection.expired', 'collection.amount_mismatch']);
});

test('three days after the end nothing is credited any more, and nothing is lost', async () => {
  await moveClockBy(server.url, 73 * 3_600_000);
  await merchant.simulate(muchTooLate.id, '00');
  await becomes(muchTooLate, 'abnormal');
  await shop.accepted(muchTooLate.order_no, 'collection.abnormal');
  expect(await told(muchTooLate)).toEqual(['collection.expired', 'collection.abnormal']);
  expect(await journalsOf(muchTooLate)).not.toContain('collection.settle');
});
