import { formatMerchant, parseAmount } from '@suanpan/money/amount';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms, pageOf } from '../../../../test/money-rooms.ts';
import { privateCard, startPrivatePeer } from '../../../../test/private-peer.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { prove } from '../../ledger/index.ts';
import { allocateCollection, claimPaid } from '../index.ts';
import type { OrderRow } from '../index.ts';
import { confirmCollection } from '../confirm/confirm-collection.ts';
import { dueFeeds, unreadFeeds } from './awaited.queries.ts';
import type { DueFeed } from './awaited.queries.ts';
import { readFeed } from './read-feeds.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base, { startBank: startPrivatePeer });
const { bank, collections } = rooms;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});

const twd = (text: string): bigint => parseAmount(text, 'TWD');
const sums = (orders: readonly OrderRow[]): string[] =>
  orders.map(({ pay_amount }) => formatMerchant(pay_amount, 'TWD'));
let cards = 0;
/** A card of its own, so that what a test leaves there is no other test's. */
async function cardOf(
  realName: string | null = null,
): Promise<{ id: bigint; place: () => Promise<OrderRow> }> {
  const merchantId = await tenant.user('customer');
  const account_no = `9015605${String((cards += 1)).padStart(5, '0')}`;
  const credentials = JSON.stringify({ ...privateCard, account_no });
  const { channelAccountId } = await tenant.channel({
    merchants: [merchantId],
    account: { credentials_sealed: base.vault.seal(credentials, 'channel_account.credentials') },
  });
  // Before its first look nothing that lies there is ours.
  await readFeed(collections, firstLook(channelAccountId));
  return { id: channelAccountId, place: () => rooms.place(merchantId, { major: '1500', realName }) };
}
const firstLook = (id: bigint): DueFeed => ({ channel_account_id: id, read_until: null, begun_at: null });
const read = (id: bigint): Promise<void> => {
  const at = new Date(Date.now() - 60_000);
  return readFeed(collections, { channel_account_id: id, read_until: at, begun_at: at });
};
const statusOf = async ({ id }: OrderRow): Promise<string> => (await rooms.order(id)).status;
/** The payer sends what his page says but for what is given. */
function send(order: OrderRow, told: Record<string, string>): string {
  const ref = `${order.order_no}-${Object.values(told).join()}`;
  bank.awaits?.(ref, { ...pageOf(order), memo: '', ...told });
  bank.pay(ref);
  return bank.charge(ref).chargeNo;
}
const receipts = async (id: bigint) =>
  (
    await base.admin.query<{ provider_ref: string; order_id: bigint | null; reason: string; amount: bigint }>(
      'SELECT provider_ref, order_id, reason, amount FROM receipt WHERE channel_account_id = $1 ORDER BY id',
      [id],
    )
  ).rows;

test('payers of one card are asked for sums that nobody else is asked for, and the order keeps what was ordered', async () => {
  const card = await cardOf();
  const orders = [await card.place(), await card.place(), await card.place()];
  expect(sums(orders)).toEqual(['1500.00', '1499.00', '1501.00']);
  expect(orders.map(({ order_amount }) => order_amount)).toEqual(orders.map(() => twd('1500')));
  const { rows } = await base.admin.query(
    `SELECT before, after FROM audit_log WHERE act = 'collection.askFor' AND object_id = $1`,
    [String(orders[1]?.id)],
  );
  expect(rows).toEqual([{ before: { pay_amount: '15000000' }, after: { pay_amount: '14990000' } }]);
});

test('however many are placed at once, no two are asked for the same, and the twentieth goes elsewhere', async () => {
  const merchantId = await tenant.user('customer');
  const { channelAccountId } = await tenant.channel({ merchants: [merchantId] });
  const placed = await Promise.allSettled(
    Array.from({ length: 22 }, () => rooms.place(merchantId, { major: '800' })),
  );
  const orders = placed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(orders).toHaveLength(19);
  expect(new Set(sums(orders)).size).toBe(19);
  const refused = placed.filter((each) => each.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason.message))).toEqual([
    'noChannelAvailable',
    'noChannelAvailable',
    'noChannelAvailable',
  ]);
  const { rows } = await base.admin.query<{ n: bigint }>(
    'SELECT count(*) AS n FROM awaited_transfer WHERE channel_account_id = $1',
    [channelAccountId],
  );
  expect(rows).toEqual([{ n: 19n }]);
});

test('the database itself refuses two that wait for one sum', async () => {
  const card = await cardOf();
  const [one, two] = [await card.place(), await card.place()];
  await expect(
    base.admin.query('UPDATE awaited_transfer SET amount = $1 WHERE order_id = $2', [one.pay_amount, two.id]),
  ).rejects.toThrow('awaited_once');
});

test('a sum with the name of the payer, and one with his last digits, are the order’s', async () => {
  const card = await cardOf('王小明');
  const [named, other] = [await card.place(), await card.place()];
  send(named, { payer_name: ' 王 小明' });
  send(other, { payer_account: '822-99-12345' });
  await read(card.id);
  expect(await Promise.all([named, other].map(statusOf))).toEqual(['success', 'pending']);
  await claimPaid(collections, other.id, { last5: '12345', requestId: 'claim' });
  await read(card.id);
  expect(await statusOf(other)).toBe('success');
  expect(await receipts(card.id)).toEqual([]);
});

test('the code tells the order of another sum, which is kept apart', async () => {
  const card = await cardOf('王小明');
  const order = await card.place();
  const { memo = '' } = pageOf(order);
  send(order, { memo: `付款 ${memo.toLowerCase()}`, amount: '1400.00' });
  await read(card.id);
  expect(await statusOf(order)).toBe('amount_mismatch');
  expect(await receipts(card.id)).toMatchObject([{ order_id: order.id, reason: 'amount_mismatch' }]);
});

test('who sends another sum first and the right one afterwards is credited neither, and both are there for a person', async () => {
  const card = await cardOf('王小明');
  const order = await card.place();
  const { memo = '' } = pageOf(order);
  send(order, { memo, amount: '1400.00' });
  await read(card.id);
  send(order, { memo, payer_name: '王小明' });
  await read(card.id);
  await read(card.id);
  expect(await statusOf(order)).toBe('amount_mismatch');
  expect(await receipts(card.id)).toMatchObject([
    { order_id: order.id, reason: 'amount_mismatch', amount: twd('1400') },
    { order_id: order.id, reason: 'paid_twice', amount: twd('1500') },
  ]);
});

test('what is nobody’s is booked once, as unidentified, and stays so for a person', async () => {
  const card = await cardOf('王小明');
  const order = await card.place();
  const ref = send(order, { payer_name: '陳大文' });
  await Promise.all([read(card.id), read(card.id)]);
  await read(card.id);
  expect(await receipts(card.id)).toEqual([
    { provider_ref: ref, order_id: null, reason: 'unidentified', amount: twd('1500') },
  ]);
  // Even where the order turns out to be his: whoever took it aside decides.
  await base.admin.query(`UPDATE collection_order SET real_name = '陳大文' WHERE id = $1`, [order.id]);
  expect(await confirmCollection(collections, order.id, null)).toBe('unpaid');
  expect(await statusOf(order)).toBe('pending');
});

test('a sum without a sender waits for its order, and is nobody’s once that has ended', async () => {
  const card = await cardOf('王小明');
  const order = await card.place();
  send(order, {});
  await read(card.id);
  expect(await receipts(card.id)).toEqual([]);
  await base.admin.query(
    `UPDATE collection_order SET status = 'expired', completed_at = now() WHERE id = $1`,
    [order.id],
  );
  await base.admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status)
     VALUES (now(), 'collection.expire', 'collection', $1, 'pending', 'expired')`,
    [String(order.id)],
  );
  await read(card.id);
  expect(await receipts(card.id)).toMatchObject([{ order_id: null, reason: 'unidentified' }]);
});

test('what lay there before the card was ours, and what cannot be read, books nothing', async () => {
  const card = await cardOf('王小明');
  const order = await card.place();
  send(order, { payer_name: 'somebody' });
  await readFeed(collections, firstLook(card.id));
  const kept = async (): Promise<number> => {
    const of = 'SELECT FROM provider_log WHERE channel_account_id = $1 AND order_id IS NULL';
    return (await base.admin.query(of, [card.id])).rows.length;
  };
  expect(await kept()).toBe(0);
  bank.takeQueries = 'garbage';
  await read(card.id);
  bank.takeQueries = 'answer';
  // An account is read every few seconds: what is kept of it is what went wrong.
  expect(await kept()).toBe(1);
  expect(await receipts(card.id)).toEqual([]);
});

test('an account that does not answer is unread since it last did, whatever waits there', async () => {
  const card = await cardOf('王小明');
  const order = await card.place();
  await base.admin.query(
    `UPDATE channel_feed SET answered_at = now() - interval '20 minutes' WHERE channel_account_id = $1`,
    [card.id],
  );
  const minutes = async () =>
    Number((await unreadFeeds(base.database.workers)).find(({ id }) => id === card.id)?.minutes);
  bank.takeQueries = 'garbage';
  await read(card.id);
  bank.takeQueries = 'answer';
  expect(await minutes()).toBeGreaterThanOrEqual(20);
  // It answers again, and what came in may be an order's yet.
  send(order, { payer_name: 'somebody' });
  await read(card.id);
  expect(await minutes()).toBeLessThan(1);
});

test('what lay there before the first look is no matter of ours at the second one either', async () => {
  const card = await cardOf('王小明');
  const order = await card.place();
  send(order, { payer_name: 'somebody' });
  await base.admin.query(
    `UPDATE channel_feed SET begun_at = now() + interval '1 minute', looked_at = '-infinity' WHERE channel_account_id = $1`,
    [card.id],
  );
  const [due] = await dueFeeds(base.database.workers, [card.id], 0);
  if (due === undefined) throw new Error('It is not read again');
  await readFeed(collections, due);
  expect(await receipts(card.id)).toEqual([]);
  await readFeed(collections, { ...due, begun_at: new Date(Date.now() - 60_000) });
  expect(await receipts(card.id)).toMatchObject([{ reason: 'unidentified' }]);
});

test('a card that was replaced is read on for those who were told of it', async () => {
  const card = await cardOf('王小明');
  const order = await card.place();
  const { account } = await rooms.channels.open(card.id);
  const account_no = `${account.credentials['account_no']}9`;
  await base.admin.query(
    `UPDATE channel_account SET previous_credentials_sealed = credentials_sealed, previous_until = now() + interval '1 hour',
       credentials_sealed = $1 WHERE id = $2`,
    [
      base.vault.seal(JSON.stringify({ ...account.credentials, account_no }), 'channel_account.credentials'),
      card.id,
    ],
  );
  send(order, { payer_name: '王小明' });
  await read(card.id);
  expect(await statusOf(order)).toBe('success');
});

test('a sum is another order’s only when the time of grace is over', async () => {
  const card = await cardOf();
  const first = await card.place();
  const end = `UPDATE awaited_transfer SET until = business_now() - interval '1 second' WHERE order_id = $1`;
  expect(sums([await card.place()])).toEqual(['1499.00']);
  await base.admin.query(end, [first.id]);
  expect(sums([await card.place()])).toEqual(['1500.00']);
});

test('an order that goes to a provider after all is asked for what was ordered', async () => {
  const card = await cardOf();
  await card.place();
  const other = await card.place();
  const { orderId } = await rooms.create(other.customer_id, { major: '1500' });
  await base.admin.query(`SELECT await_transfer($1, $2, ARRAY[$3], true, 10000, 9, 9, 1800)`, [
    orderId,
    card.id,
    pageOf(other)['destination'],
  ]);
  expect((await rooms.order(orderId)).pay_amount).toBe(twd('1501'));
  await base.admin.query('SELECT await_no_transfer($1)', [orderId]);
  expect((await rooms.order(orderId)).pay_amount).toBe(twd('1500'));
});

test('nobody is asked for a much different sum, and nothing of an order that has its way', async () => {
  const card = await cardOf();
  const order = await card.place();
  const ask = (id: bigint, step: number) =>
    base.admin.query(`SELECT await_transfer($1, $2, ARRAY['1'], true, $3, 9, 9, 1800)`, [id, card.id, step]);
  await expect(ask(order.id, 10_000)).rejects.toThrow('cannot wait');
  const { orderId } = await rooms.create(order.customer_id, { major: '1500' });
  await expect(ask(orderId, 1_000_000)).rejects.toThrow('may not differ');
});

test('a payer who comes again is shown the same place and sum', async () => {
  const card = await cardOf();
  const order = await card.place();
  const again = await allocateCollection(collections, order.id, { method: null, payerName: null });
  expect(again).toEqual(order.payment);
});

test('after all of this the books prove, and an order that asks for more is found', async () => {
  const broken = async () =>
    (await prove(base.database)).checks.filter(({ passed }) => !passed).map(({ name }) => name);
  expect(await broken()).toEqual([]);
  const change = (by: number) =>
    base.admin.query(
      `UPDATE collection_order SET pay_amount = pay_amount + $1 WHERE id = (SELECT min(id) FROM collection_order WHERE status = 'pending')`,
      [by],
    );
  await change(10_000);
  expect(await broken()).toContain('S7');
  await change(-10_000);
});
