import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { adjustBalance } from '@suanpan/contract/endpoints/funds';
import {
  refundCollection,
  retryRefund,
  searchRefunds,
  sendRefund,
} from '@suanpan/contract/endpoints/refunds';
import type { RefundRow } from '@suanpan/contract/endpoints/refunds';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { until } from '../harness/until.ts';

// The bank pays back by itself what a person has it pay back: the last two integer digits of a refund choose its course there.
const server = theServer();
const shop = new EchoShop(server.url);
const merchant = new Merchant(server.url, server.account('xingji'));
const bank = openAdmin(server, 'suanpan_bank');
const boss = server.account('admin.lin');
let office: BackOffice;

beforeAll(async () => {
  office = await enterAs(server.url, 'admin.lin');
  const { customer_id: owner } = await customer();
  await office.call(adjustBalance, {
    owner_id: owner,
    direction: 'add',
    amount: '2000',
    source: 'goodwill',
    ...(await proof()),
  });
});
afterAll(async () => {
  await proveBooks(server);
  await bank.close();
});

const proof = async () => ({
  reason: 'the payer asked for it',
  payment_password: boss.payment_password ?? '',
  one_code: await unusedCode(server, boss),
});
async function customer(): Promise<{ customer_id: string }> {
  const product = openAdmin(server);
  const [row] = await product.query<{ customer_id: string }>(
    "SELECT id::text AS customer_id FROM app_user WHERE username = 'xingji'",
  );
  await product.close();
  if (row === undefined) throw new Error('There is no merchant');
  return row;
}
const idOf = (order: MerchantCollection): string => order.id.slice(4);
async function paid(): Promise<MerchantCollection> {
  const order = await merchant.order({ amount: '1850.00', method: 'qr' });
  await merchant.simulate(order.id, '00');
  await shop.accepted(order.order_no, 'collection.succeeded');
  return order;
}
async function rowOf(order: MerchantCollection): Promise<RefundRow> {
  const { items } = await office.call(searchRefunds, { merchant_order_no: order.order_no });
  const [row] = items;
  if (row === undefined) throw new Error('There is no refund');
  return row;
}
async function refunded(amount: string): Promise<{ order: MerchantCollection; row: RefundRow }> {
  const order = await paid();
  const product = openAdmin(server);
  const [known] = await product.query<{ no: string }>(
    'SELECT order_no AS no FROM collection_order WHERE id = $1',
    [idOf(order)],
  );
  await product.close();
  await office.call(refundCollection, {
    id: idOf(order),
    confirm: known?.no.slice(-6) ?? '',
    amount,
    ...(await proof()),
  });
  const row = await rowOf(order);
  expect(row.actions).toContain('ask');
  await office.call(sendRefund, { id: row.id, by: 'provider', ...(await proof()) });
  return { order, row };
}
const becomes = (order: MerchantCollection, status: string): Promise<RefundRow> =>
  until(`the refund is ${status}`, async () => {
    const row = await rowOf(order);
    return row.refund_status === status && row;
  });
const atBank = async ({ no }: RefundRow): Promise<string[]> =>
  (
    await bank.query<{ status: string }>(
      'SELECT status FROM sandbox_bank.refund WHERE refund_no LIKE $1 ORDER BY id',
      [`${no}-%`],
    )
  ).map(({ status }) => status);

// They wait for the bank, so they wait together.
describe.concurrent('a refund by the provider', () => {
  test('is paid by the bank’s own number, and the merchant hears of it', async () => {
    const { order, row } = await refunded('1850');
    const done = await becomes(order, 'success');
    expect(done.provider_order_no).toMatch(/^RB/);
    expect(await atBank(row)).toEqual(['paid']);
    await shop.accepted(order.order_no, 'refund.updated');
  });

  test('that the bank does not pay gives the money back, and is tried once more under another number', async () => {
    const { order, row } = await refunded('1801');
    await becomes(order, 'failed');
    await office.call(retryRefund, { id: row.id, ...(await proof()) });
    await office.call(sendRefund, { id: row.id, by: 'provider', ...(await proof()) });
    await becomes(order, 'failed');
    expect(await atBank(row)).toEqual(['failed', 'failed']);
  });

  test('whose answer never comes is not sent twice, and is paid once it is asked about', async () => {
    const { order, row } = await refunded('1806');
    const done = await becomes(order, 'success');
    expect(done.refund_status).toBe('success');
    expect(await atBank(row)).toEqual(['paid']);
  });

  test('that stays open at the bank stays reserved, and nobody gives it back meanwhile', async () => {
    const { order, row } = await refunded('1804');
    await until('the bank has it', async () => (await atBank(row)).length === 1);
    const open = await rowOf(order);
    expect(open.refund_status).toBe('refunding');
    expect(open.actions).not.toContain('fail');
  });
});
