import { merchantBalance, merchantMethod } from '@suanpan/contract/merchant/v2';
import { afterAll, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../test/database.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import { openMerchantApi } from './testing/open-merchant-api.ts';
import type { Reply, TestKey } from './testing/open-merchant-api.ts';

const api = await openMerchantApi();
const { call, callbacks, database, issueKey, key, log, order, rooms, tenant } = api;
const relay = startOutboxRelay({ db: database.workers, subscriptions: callbacks.subscriptions, log });
afterAll(() => relay.stop());

const get = (url: string, with_ = key) => call(with_, 'GET', `/api/v2${url}`);
const post = (url: string, body: object | string = '', with_ = key) =>
  call(with_, 'POST', `/api/v2${url}`, body);
const create = async (fields: object = {}, with_ = key) =>
  (await post('/collections', order(fields), with_)).json;
const said = ({ json, status }: Reply) => `${status} ${json.error.code}`;

/** An order that its payer has paid and that was credited. */
async function paid(fields: object = {}, with_ = key): Promise<Reply['json']> {
  const made = await create({ method: 'bank', ...fields }, with_);
  const row = await rooms.order(BigInt(made.id.slice(4)));
  rooms.bank.pay(row.order_no);
  await rooms.tell(row);
  return (await get(`/collections/${made.id}`, with_)).json;
}

describe('reading collections', () => {
  test('a paid one holds what was paid, kept and credited, exactly', async () => {
    const found = await paid({ amount: '10000.00' });
    expect(found).toMatchObject({
      status: 'succeeded',
      amount: '10000.00',
      paid_amount: '10000.00',
      fee: '285.00',
      credited_amount: '9715.00',
      payment: null,
      failure: null,
    });
    expect(found['paid_at']).toMatch(/Z$/);
  });

  test('by our id, by the merchant number, and not at all for what is neither', async () => {
    const made = await create();
    expect((await get(`/collections/${made.id}`)).json).toEqual(made);
    expect((await get(`/collections?order_no=${String(made['order_no'])}`)).json).toEqual(made);
    const absent = [
      '/collections/col_999999',
      '/collections/17',
      '/collections/col_',
      '/collections?order_no=none',
    ];
    for (const url of [...absent, '/collections/col_99999999999999999999']) {
      expect(said(await get(url)), url).toBe('404 not_found');
    }
  });

  test('page by page, newest first, each order once, also while new ones arrive', async () => {
    const lister = await issueKey(await tenant.merchant());
    const made: string[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      made.unshift((await create({}, lister)).id);
      if (turn % 2 === 0) await moveBusinessClock(database, 1_000);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Reply = await get(
        `/collections?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`,
        lister,
      );
      seen.push(...page.json.items.map((item) => String(item['id'])));
      cursor = page.json.next_cursor;
      await create({}, lister);
    } while (cursor !== null);
    expect(seen).toEqual(made);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'page=2',
    'cursor=col_x',
    'cursor=17',
    'limit=2&limit=3',
    'order_no=a%20b',
  ])('a query like %s is refused', async (query) => {
    expect(said(await get(`/collections?${query}`))).toBe('400 invalid_request');
  });
});

describe('two merchants never meet', () => {
  let stranger: TestKey;
  test('what one made the other cannot read, close, simulate, list or page from', async () => {
    stranger = await issueKey(await tenant.merchant());
    const mine = await create({ method: 'bank' });
    const absent = await get('/collections/col_987654321', stranger);
    for (const reply of [
      await get(`/collections/${mine.id}`, stranger),
      await get(`/collections?order_no=${String(mine['order_no'])}`, stranger),
      await post(`/collections/${mine.id}/close`, '', stranger),
      await post(`/simulate/collections/${mine.id}`, { scenario: '00' }, stranger),
    ]) {
      expect(reply.status).toBe(404);
      expect(reply.json.error.message).toBe(absent.json.error.message);
    }
    expect((await get('/collections', stranger)).json.items).toEqual([]);
    expect((await get(`/collections?cursor=${mine.id}`, stranger)).json.items).toEqual([]);
    expect((await get(`/collections/${mine.id}`)).json.status).toBe('pending');
  });

  test('a balance is one merchant and one book alone', async () => {
    await paid({ amount: '10000.00' });
    expect((await get('/balance?currency=TWD', stranger)).json).toEqual({
      currency: 'TWD',
      available: '0.00',
      frozen: '0.00',
      unsettled: '0.00',
      total: '0.00',
    });
    const mine = merchantBalance.parse((await get('/balance')).json);
    expect(Number(mine.unsettled)).toBeGreaterThanOrEqual(9715);
    const testKey = await issueKey(tenant.merchantId, { isTest: true });
    expect((await get('/balance', testKey)).json).toMatchObject({ total: '0.00' });
    await paid({ amount: '10000.00' }, testKey);
    expect((await get('/balance', testKey)).json).toMatchObject({ unsettled: '9715.00', total: '9715.00' });
    expect((await get('/balance')).json).toEqual(mine);
  });
});

describe('closing', () => {
  test('ends an unpaid order, also twice, and says so', async () => {
    const made = await create({ method: 'bank' });
    const closed = await post(`/collections/${made.id}/close`);
    expect([closed.status, closed.json]).toMatchObject([
      200,
      { status: 'expired', payment: null, failure: { code: 'order_expired' } },
    ]);
    const again = await post(`/collections/${made.id}/close`, '{}');
    expect([again.status, again.json]).toEqual([200, closed.json]);
  });

  test('asks the bank first: who has paid is credited and not closed', async () => {
    const made = await create({ method: 'bank' });
    rooms.bank.pay((await rooms.order(BigInt(made.id.slice(4)))).order_no);
    expect(said(await post(`/collections/${made.id}/close`))).toBe('409 invalid_state');
    expect((await get(`/collections/${made.id}`)).json.status).toBe('succeeded');
  });

  test('waits where the bank says nothing', async () => {
    const made = await create({ method: 'bank' });
    rooms.bank.takeQueries = 'error';
    expect(said(await post(`/collections/${made.id}/close`))).toBe('504 channel_timeout');
    rooms.bank.takeQueries = 'answer';
    expect((await get(`/collections/${made.id}`)).json.status).toBe('pending');
  });
});

describe('simulating', () => {
  test('gives an order without a method its way first, then asks the sandbox bank', async () => {
    const made = await create();
    const reply = await post(`/simulate/collections/${made.id}`, { scenario: '00', amount: '1499.00' });
    expect([reply.status, reply.json.status]).toEqual([202, 'pending']);
    const { order_no: orderNo } = await rooms.order(BigInt(made.id.slice(4)));
    expect(rooms.bank.calls).toContainEqual({ operation: 'simulate', orderNo });
  });

  test.each([
    { scenario: '0' },
    { scenario: 17 },
    {},
    { scenario: '00', amount: '1.001' },
    { scenario: '00', amount: 1 },
  ])('refuses %j', async (body) => {
    const made = await create();
    expect(said(await post(`/simulate/collections/${made.id}`, body))).toBe('400 invalid_request');
  });

  test('is nothing for an order that has ended', async () => {
    const made = await create();
    await post(`/collections/${made.id}/close`);
    const reply = await post(`/simulate/collections/${made.id}`, { scenario: '00' });
    expect(reply.json.error.code).toBe('invalid_state');
  });
});

describe('what a merchant may look up', () => {
  test('his methods with limits, hours and the fee at the most', async () => {
    const merchant = await tenant.user('customer');
    const other = await issueKey(merchant);
    const hours = [{ from: '09:00', to: '18:00' }];
    await tenant.channel({
      merchants: [merchant],
      channel: { min_amount: 1_000_000n, max_amount: 50_000_000n, windows: JSON.stringify(hours) },
    });
    await tenant.channel({ merchants: [merchant], method: { enabled: false, alias: 'off' } });
    expect((await get('/methods', other)).json.items).toEqual([
      {
        code: 'bank',
        name: 'Bank transfer',
        kind: 'bank_transfer',
        currencies: ['TWD'],
        min: '100.00',
        max: '5000.00',
        hours,
        fee: { pct: '2.8', per_item: '5.00' },
        required_payer_fields: [],
      },
    ]);
    const [method] = (await get('/methods', other)).json.items;
    expect(merchantMethod.parse(method)).toEqual(method);
    expect((await get('/methods?kind=payout', other)).json.items).toEqual([]);
    expect(said(await get('/methods?kind=loan', other))).toBe('400 invalid_request');
  });

  test('the banks of Taiwan and of no other country, and no rates', async () => {
    const { items } = (await get('/banks?country=TW')).json;
    expect(items).toContainEqual({ code: '004', name: '臺灣銀行', name_en: 'Bank of Taiwan' });
    expect(said(await get('/banks?country=US'))).toBe('404 not_found');
    expect((await get('/rates')).json).toEqual({ items: [], next_cursor: null });
  });
});

describe('events', () => {
  test('are pulled in order, from the one after the last known, test and live apart', async () => {
    const merchant = await tenant.merchant();
    const puller = await issueKey(merchant);
    const notify = { notify_url: 'https://shop.example/hook' };
    const orders = [await paid(notify, puller), await paid(notify, puller)];
    await paid(notify, await issueKey(merchant, { isTest: true }));
    await relay.idle();
    const all = await get('/events', puller);
    expect(all.json.items.map((item) => item['type'])).toEqual([
      'collection.succeeded',
      'collection.succeeded',
    ]);
    expect(all.json.items.map((item) => (item['data'] as unknown as { id: string }).id)).toEqual(
      orders.map(({ id }) => id),
    );
    const first = String(all.json.items[0]?.['id']);
    const rest = await get(`/events?after=${first}`, puller);
    expect(rest.json.items).toEqual(all.json.items.slice(1));
    expect((await get(`/events?after=${String(all.json.next_cursor)}`, puller)).json).toEqual({
      items: [],
      next_cursor: null,
    });
    expect(said(await get(`/events?after=${first}`))).toBe('404 not_found');

    expect((await post(`/events/${first}/redeliver`, '', puller)).status).toBe(202);
    expect(said(await post(`/events/${first}/redeliver`))).toBe('404 not_found');
    expect(said(await post('/events/nothing/redeliver'))).toBe('404 not_found');
  });
});

test('every refusal names the request, and no answer tells of the inside', async () => {
  const reply = await get('/collections/col_999999');
  expect(reply.json.error).toEqual({
    code: 'not_found',
    message: expect.any(String),
    field: null,
    request_id: reply.headers['x-request-id'],
  });
});
