import { getCollection } from '@suanpan/contract/endpoints/collections';
import { searchReceipts } from '@suanpan/contract/endpoints/receipts';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { EchoShop, typesOf } from '../harness/echo-shop.ts';
import { Merchant } from '../harness/merchant.ts';
import { quiet } from '../harness/quiet.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

// Payers whom no provider leads: to a receiving card, and over a chain. The platform reads what came in, by the clock, so that the
// stories wait for it together and each knows only its own orders.

const server = theServer();
const shop = new EchoShop(server.url);
const sandbox = new SandboxBank(server.url);
let admin: BackOffice;
beforeAll(async () => {
  admin = await enterAs(server.url, 'admin.lin');
});
afterAll(() => proveBooks(server));

const becomes = (merchant: Merchant, { id }: MerchantCollection, status: string) =>
  until(`an order becomes ${status}`, async () => {
    const order = await merchant.read(id);
    return order.status === status && order;
  });
const journalsOf = async ({ id }: MerchantCollection): Promise<string[]> =>
  (await admin.call(getCollection, { id: id.slice(4) })).money.journals.map(({ event }) => event);

describe.concurrent('a private transfer', () => {
  const merchant = new Merchant(server.url, server.account('hailan'));
  const order = async (amount: string, name: string) => {
    const made = await merchant.order({ amount, method: 'private_transfer', payer: { name } });
    if (made.payment?.type !== 'bank_account') throw new Error('There is no card');
    return { made, card: made.payment };
  };

  test('shows the card, a code for every bank app and what to write, and a sum that is this order’s alone', async () => {
    const [first, second] = [await order('2400.00', '林一'), await order('2400.00', '林二')];
    expect(first.card.account_no).toBe(second.card.account_no);
    expect(second.made).toMatchObject({ amount: '2400.00', pay_amount: '2399.00' });
    const memo = second.card.memo ?? '';
    expect(second.card.qr).toBe(
      `TWQRP://822NTTransfer/158/02/V1?D6=${second.card.account_no.padStart(16, '0')}&D5=822&D10=901&D1=239900&D9=${memo}`,
    );
    expect(memo).not.toBe(first.card.memo);
    await sandbox.transfer({
      destination: second.card.account_no,
      amount: second.made.pay_amount,
      payerName: '林二',
    });
    const paid = await becomes(merchant, second.made, 'succeeded');
    expect(paid).toMatchObject({ amount: '2400.00', paid_amount: '2399.00' });
    expect(await journalsOf(second.made)).toEqual(['collection.settle']);
    expect((await merchant.read(first.made.id)).status).toBe('pending');
  });

  test('of another sum is known by its code and kept apart', async () => {
    const { card, made } = await order('3100.00', '林三');
    const sent = {
      destination: card.account_no,
      amount: '3000.00',
      payerName: '林三',
      memo: card.memo ?? '',
    };
    await sandbox.transfer(sent);
    expect(await becomes(merchant, made, 'amount_mismatch')).toMatchObject({
      paid_amount: '3000.00',
      credited_amount: null,
    });
    expect(await journalsOf(made)).not.toContain('collection.settle');
  });

  test('by somebody else is unidentified, and lies on the claim desk', async () => {
    const { card, made } = await order('4321.00', '林四');
    await sandbox.transfer({ destination: card.account_no, amount: '4321.00', payerName: '別人' });
    const [receipt] = await until('it lies there', async () => {
      const { items } = await admin.call(searchReceipts, {
        reason: 'unidentified',
        amount_min: '4321',
        amount_max: '4321',
      });
      return items.length > 0 && items;
    });
    expect(receipt).toMatchObject({ amount: '4321.0000', order: null });
    expect((await merchant.read(made.id)).status).toBe('pending');
  });
});

describe.concurrent('USDT over TRON', () => {
  const merchant = new Merchant(server.url, server.account('pacific'));
  const order = async (amount: string) => {
    const made = await merchant.order({ amount, currency: 'USDT', method: 'usdt_trc20' });
    if (made.payment?.type !== 'crypto_address') throw new Error('There is no address');
    return { made, destination: made.payment.address };
  };

  test('goes to an address of the order’s own and is credited once a block stands', async () => {
    const [one, other] = [await order('25.50'), await order('25.50')];
    expect(one.destination).not.toBe(other.destination);
    await sandbox.transfer({ destination: one.destination, amount: '25.50' });
    await becomes(merchant, one.made, 'succeeded');
    expect(await journalsOf(one.made)).toEqual(['collection.settle']);
    await quiet(server);
    expect(typesOf(await shop.eventsOf(one.made.order_no))).toEqual(['collection.succeeded']);
    expect((await merchant.read(other.made.id)).status).toBe('pending');
  });

  test('is not paid by a coin that calls itself so, by dust, nor in a block that does not stand', async () => {
    const orders = [await order('40.00'), await order('41.00'), await order('42.00'), await order('43.00')];
    const courses = ['fake', 'dust', 'slow', 'reverted'] as const;
    for (const [n, course] of courses.entries()) {
      const { destination, made } = orders[n] ?? (await order('1'));
      await sandbox.transfer({ destination, amount: made.amount, course });
    }
    const control = await order('44.00');
    await sandbox.transfer({ destination: control.destination, amount: '44.00' });
    await becomes(merchant, control.made, 'succeeded');
    for (const { made } of orders) expect((await merchant.read(made.id)).status).toBe('pending');
  });

  test('of another sum is kept apart', async () => {
    const { destination, made } = await order('30.00');
    await sandbox.transfer({ destination, amount: '29.00' });
    expect(await becomes(merchant, made, 'amount_mismatch')).toMatchObject({ paid_amount: '29.00' });
  });
});
