import { afterAll, expect, test } from 'vitest';
import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { getCollection, searchCollections } from '@suanpan/contract/endpoints/collections';
import { readClock } from '@suanpan/contract/endpoints/demo';
import { self } from '@suanpan/contract/endpoints/self';
import { parseSignedLedger } from '@suanpan/money/amount';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { moveClockTo } from '../harness/business-clock.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop, typesOf } from '../harness/echo-shop.ts';
import { openSocket } from '../harness/live-socket.ts';
import { Merchant } from '../harness/merchant.ts';
import { Payer } from '../harness/payer.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

const server = theServer();
const shop = new EchoShop(server.url);
const bank = new SandboxBank(server.url);

afterAll(async () => {
  await proveBooks(server);
  expect(server.complaints()).toEqual([]);
});

test('the server, its PostgreSQL, the sandbox bank and the echo shop are four processes', () => {
  expect(new Set(Object.values(server.pids())).size).toBe(4);
});

/** The buckets of a user, in minor units. */
async function bucketsOf(office: BackOffice) {
  const { balance, unsettlement_amount: unsettled, frozen_amount: frozen } = await office.call(self, {});
  const minor = (text: string): bigint => parseSignedLedger(text, 'TWD');
  return { balance: minor(balance), unsettled: minor(unsettled), frozen: minor(frozen) };
}

/** What other stories let come due to a merchant is released, at the latest five minutes after midnight. */
async function nothingIsDue(customerId: string | undefined): Promise<void> {
  const product = openAdmin(server);
  const due = () =>
    product.query(
      `SELECT FROM settlement_due d JOIN collection_order o ON o.id = d.order_id
       WHERE d.settle_at <= business_now() AND o.customer_id = $1`,
      [customerId],
    );
  try {
    await until('nothing is due', async () => (await due()).length === 0, { withinMs: 290_000 });
  } finally {
    await product.close();
  }
}

test('an order is made, paid at the bank, credited, told to the shop, and released on its day', async () => {
  const merchant = new Merchant(server.url, server.account('qingniao'));
  const office = await enterAs(server.url, 'qingniao');
  const admin = await enterAs(server.url, 'admin.lin');
  const screen = await openSocket(server.url, { token: office.token ?? '' });
  await nothingIsDue(merchant.account.customer_id);
  const before = await bucketsOf(office);

  // 1,550 ends in no scenario: nobody pays it but a person at the counter.
  const order = await merchant.order({ amount: '1550.00', product_name: 'Lamp' });
  expect(order).toMatchObject({ status: 'pending', amount: '1550.00', payment: null, method: null });

  const payer = new Payer(server.url, order.checkout_url);
  const page = await payer.look();
  expect(page).toMatchObject({ page: 'paymethod', amount: '1550.0000', merchant_order_no: order.order_no });
  expect(page.methods.map(({ code }) => code)).toContain('bank_transfer');
  const { payment } = await payer.choose('bank_transfer', '王小明');
  if (payment?.type !== 'bank_account') throw new Error('A bank transfer shows an account');
  const waiting = await openSocket(server.url, { checkout: payer.token });
  await bank.payAtCounter(payment.account_no, '1550.00');

  const told = await shop.accepted(order.order_no, 'collection.succeeded');
  expect(told).toMatchObject({ verified: true, attempt: 1, form: 'v2', status: 'succeeded' });
  expect(JSON.parse(told.body)).toMatchObject({
    data: { paid_amount: '1550.00', fee: '38.25', credited_amount: '1511.75', test: false },
  });
  expect(await merchant.read(order.id)).toMatchObject({ status: 'succeeded', credited_amount: '1511.75' });
  expect((await payer.look()).page).toBe('payCheckOut');

  await until('the merchant sees it live', () =>
    screen
      .of('order')
      .some((change) => 'orders' in change && change.orders.some(({ status }) => status === 'success')),
  );
  await until('the payer is told', () => waiting.of('checkout').some(({ status }) => status === 'success'));
  expect(await bucketsOf(office)).toEqual({ ...before, unsettled: before.unsettled + 15_117_500n });

  // Qingniao pays 1.5 % + 15; the channel costs 0.5 % + 8, the general agent gets 0.2 % + 1, the system 0.15 %.
  const id = order.id.slice('col_'.length);
  const story = await admin.call(getCollection, { id });
  const settled = story.money.journals.find(({ event }) => event === 'collection.settle');
  const legs = settled?.legs.map(({ account, amount }) => `${account} ${amount}`).toSorted();
  // What the senior agent keeps, less the system fee, which is accrued and taken from him in the same breath.
  const system = ['A120 -2.3250', 'R400 2.3250', 'L210 -2.3250', 'A120 2.3250'];
  const shares = ['A100 -1550.0000', 'L210 1511.7500', 'L260 15.7500', 'L210 4.1000', 'L210 18.4000'];
  expect(legs).toEqual([...shares, ...system].toSorted());
  expect(story.callbacks.map(({ type, status }) => `${type} ${status}`)).toEqual([
    'collection.succeeded success',
  ]);

  const settleAt = new Date(story.money.settle_at ?? '');
  expect(settleAt > new Date((await admin.call(readClock, {})).now)).toBe(true);
  // The day begins at midnight, its releases five minutes later.
  await moveClockTo(server.url, new Date(settleAt.getTime() + 6 * 60_000));
  const released = await until('the order is released', async () => {
    const { money } = await admin.call(getCollection, { id });
    return money.journals.find(({ event }) => event === 'collection.release');
  });
  const moved = released.legs.map(({ account, amount }) => `${account} ${amount}`).toSorted();
  expect(moved).toEqual(
    [
      'L210 -1511.7500',
      'L200 1511.7500',
      'L210 -4.1000',
      'L240 4.1000',
      'L210 -16.0750',
      'L240 16.0750',
    ].toSorted(),
  );
  const after = await bucketsOf(office);
  expect(after.balance + after.unsettled).toBe(before.balance + before.unsettled + 15_117_500n);
  expect(after.balance - before.balance).toBeGreaterThanOrEqual(15_117_500n);

  // The merchant sees his own side of both journals and nobody else's.
  const { items } = await office.call(changelogs, { order_no: story.order.order_no });
  expect(items.map(({ account, change }) => `${account} ${change}`).toSorted()).toEqual(
    ['L200 1511.7500', 'L210 -1511.7500', 'L210 1511.7500'].toSorted(),
  );
  expect(typesOf(await shop.eventsOf(order.order_no))).toEqual(['collection.succeeded']);
  screen.close();
  waiting.close();
});

test('a senior agent sees the order of his merchant with what everybody earned', async () => {
  const merchant = new Merchant(server.url, server.account('qingniao'));
  const order = await merchant.order({ amount: '1650.00', method: 'qr' });
  await merchant.simulate(order.id, '00');
  await shop.accepted(order.order_no, 'collection.succeeded');
  const agent = await enterAs(server.url, 'agent.yitong');
  const { items } = await agent.call(searchCollections, { merchant_order_no: order.order_no });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ status: 'success', order_amount: '1650.0000', customer_name: '青鳥書店' });
});
