import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCollection, manualCallback, reissueNotice } from '@suanpan/contract/endpoints/collections';
import { unreadNotifications } from '@suanpan/contract/endpoints/notifications';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import type { EchoEvent } from '../harness/echo-shop.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { callV1, switchToV1 } from './testing/legacy-merchant.ts';

const server = theServer();
const shop = new EchoShop(server.url);
let admin: BackOffice;

beforeAll(async () => {
  admin = await enterAs(server.url, 'admin.lin');
});

afterAll(() => proveBooks(server));

async function paidOrder(username: string, more: { notify_url?: string } = {}): Promise<MerchantCollection> {
  const merchant = new Merchant(server.url, server.account(username));
  const order = await merchant.order({ amount: '1850.00', method: 'qr', ...more });
  await merchant.simulate(order.id, '00');
  return order;
}

const bare = (order: { id: string }): string => order.id.slice('col_'.length);
const panelOf = async (order: { id: string }) =>
  (await admin.call(getCollection, { id: bare(order) })).callbacks;

/** Waits for the n-th delivery of an order's events. */
const delivery = (order: { order_no: string }, n: number): Promise<EchoEvent> =>
  until(`delivery ${n} of ${order.order_no}`, async () => (await shop.eventsOf(order.order_no))[n - 1]);

const isDelivered = (order: { id: string }): Promise<unknown> =>
  until('the event counts as delivered', async () => (await panelOf(order)).at(-1)?.status === 'success');

describe.concurrent('a shop that does not take an event at once', () => {
  test('500, then well: the same event comes again after five seconds, signed anew, and arrives', async () => {
    await shop.behave('shanhai', '500');
    const order = await paidOrder('shanhai');
    const first = await delivery(order, 1);
    expect(first).toMatchObject({ verified: true, answered: 500 });
    await until('the failure is kept', async () => (await panelOf(order))[0]?.attempts.length === 1);
    await shop.behave('shanhai', 'ok');
    const second = await delivery(order, 2);
    expect(second).toMatchObject({
      verified: true,
      answered: 200,
      event_id: first.event_id,
      body: first.body,
    });
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    const pauseMs = Date.parse(second.received_at) - Date.parse(first.received_at);
    expect(pauseMs).toBeGreaterThan(4_000);
    await isDelivered(order);
    const [callback] = await panelOf(order);
    expect(callback?.attempts.map(({ http_status: status }) => status)).toEqual([500, 200]);
  });

  test('a redirect is not followed and is a failure', async () => {
    await shop.behave('yuandian', '302');
    const order = await paidOrder('yuandian');
    await delivery(order, 1);
    const attempt = await until('the attempt is kept', async () => (await panelOf(order))[0]?.attempts[0]);
    expect(attempt).toMatchObject({ http_status: 302, result: 'error_response' });
    await shop.behave('yuandian', 'ok');
    expect((await delivery(order, 2)).answered).toBe(200);
  });

  test('an answer that takes longer than ten seconds is a timeout, and the event comes again', async () => {
    await shop.behave('yunduan', 'slow');
    const order = await paidOrder('yunduan');
    await delivery(order, 1);
    await shop.behave('yunduan', 'ok');
    const attempt = await until('the timeout is kept', async () => (await panelOf(order))[0]?.attempts[0]);
    expect(attempt).toMatchObject({ http_status: null, result: 'timeout' });
    const again = await delivery(order, 2);
    expect(again).toMatchObject({ answered: 200, attempt: 2 });
  });

  test('410 stops an address until a person tries it again; then what waited goes out too', async () => {
    await shop.behave('haorizi', '410');
    const order = await paidOrder('haorizi');
    await delivery(order, 1);
    const owner = await enterAs(server.url, 'haorizi');
    await until('the merchant is told', async () =>
      (await owner.call(unreadNotifications, {})).items.some(({ type }) => type === 'CallbackPaused'),
    );
    const waiting = await paidOrder('haorizi');
    await until('the second event waits for the address', async () => {
      const [callback] = await panelOf(waiting);
      return callback !== undefined && callback.next_at === null && callback.attempts.length === 0;
    });
    expect(await shop.eventsOf(waiting.order_no)).toEqual([]);
    await shop.behave('haorizi', 'ok');
    const { event_id: again } = await owner.call(
      reissueNotice,
      { id: bare(order) },
      { idempotencyKey: randomUUID() },
    );
    const reissued = await delivery(order, 2);
    expect(reissued).toMatchObject({ answered: 200, event_id: again });
    expect((await delivery(waiting, 1)).answered).toBe(200);
  });

  test('in the form of v2 any 2xx is an acknowledgement, whatever its body says', async () => {
    await shop.behave('dianjing', 'wrong_body');
    const order = await paidOrder('dianjing');
    await isDelivered(order);
    expect(await shop.eventsOf(order.order_no)).toHaveLength(1);
    await shop.behave('dianjing', 'ok');
  });

  test('in the form of v1 only the words success and ok are an acknowledgement', async () => {
    const legacy = await switchToV1(server, 'shuibei');
    await shop.behave('shuibei', 'wrong_body');
    const orderNo = newOrderNo();
    const made = await callV1(server, legacy, '/pay/create', {
      out_trade_no: orderNo,
      amount: '1900.00',
      currency: 'TWD',
      method: 'qr',
    });
    expect(made).toMatchObject({ code: 0 });
    const order = { order_no: orderNo };
    expect(await delivery(order, 1)).toMatchObject({
      form: 'v1',
      verified: true,
      status: '2',
      answered: 200,
    });
    await shop.behave('shuibei', 'ok');
    expect(await delivery(order, 2)).toMatchObject({ form: 'v1', verified: true, answered: 200 });
    const query = await callV1(server, legacy, '/pay/query', { out_trade_no: orderNo });
    expect(query).toMatchObject({ code: 0, data: { status: '2', credited_amount: expect.any(String) } });
  });
});

describe('what a person may do with an order', () => {
  test('reissuing sends the same event again, a manual callback sends a new one', async () => {
    const order = await paidOrder('qingniao');
    const first = await shop.accepted(order.order_no, 'collection.succeeded');
    await isDelivered(order);
    const owner = await enterAs(server.url, 'qingniao');
    const key = randomUUID();
    const reissued = await owner.call(reissueNotice, { id: bare(order) }, { idempotencyKey: key });
    expect(reissued.event_id).toBe(first.event_id);
    expect(await owner.call(reissueNotice, { id: bare(order) }, { idempotencyKey: key })).toEqual(reissued);
    expect(await delivery(order, 2)).toMatchObject({
      event_id: first.event_id,
      attempt: 2,
      body: first.body,
    });
    await until('it is delivered again', async () => (await panelOf(order))[0]?.attempts.length === 2);
    const manual = await owner.call(manualCallback, { id: bare(order) }, { idempotencyKey: randomUUID() });
    expect(manual.event_id).not.toBe(first.event_id);
    expect(await delivery(order, 3)).toMatchObject({ event_id: manual.event_id, attempt: 1 });
    expect(await shop.eventsOf(order.order_no)).toHaveLength(3);
  });

  test('an address inside the house is never called', async () => {
    for (const inside of [
      'http://169.254.169.254/latest/meta-data',
      'http://127.0.0.1:22/',
      'http://[::1]/',
    ]) {
      const order = await paidOrder('qingniao', { notify_url: inside });
      const [callback] = await until(`${inside} was refused`, async () => {
        const panel = await panelOf(order);
        return panel[0]?.status === 'invalid_url' && panel;
      });
      expect(callback?.attempts.map(({ result, http_status: status }) => [result, status])).toEqual([
        ['invalid_url', null],
      ]);
      expect(callback?.next_at).toBeNull();
    }
  });
});
