import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { statistics, search } from '@suanpan/contract/endpoints/statistics';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import { openSocket } from '../harness/live-socket.ts';
import type { LiveSocket } from '../harness/live-socket.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

const server = theServer();
const shop = new EchoShop(server.url);

/** Two merchants of two senior agents; what belongs to the first must not reach the second, nor the second's agent. */
const first = new Merchant(server.url, server.account('qingniao'));
const second = new Merchant(server.url, server.account('zaojiao'));
const strangers = ['zaojiao', 'agent.hengxin', 'ga.central'] as const;
/** Texts that only the first merchant's order holds. */
const canary = `canary${Math.floor(performance.now())}x`;
const payerName = `payer${canary}`;

let order: MerchantCollection;
let orderNo: string;
const offices = {} as Record<(typeof strangers)[number] | 'qingniao', BackOffice>;

beforeAll(async () => {
  for (const name of [...strangers, 'qingniao'] as const) offices[name] = await enterAs(server.url, name);
  order = await first.order({
    amount: '1350.00',
    method: 'qr',
    product_name: canary,
    payer: { name: canary },
  });
  await first.simulate(order.id, '00');
  await shop.accepted(order.order_no, 'collection.succeeded');
  const found = await offices.qingniao.call(searchCollections, { merchant_order_no: order.order_no });
  orderNo = found.items[0]?.order_no ?? '';
  expect(orderNo).not.toBe('');
});

afterAll(() => proveBooks(server));

describe('the merchant API', () => {
  test("another merchant's order answers exactly as one that does not exist", async () => {
    const absent = 'col_999999999999';
    for (const [method, path, body] of [
      ['GET', (id: string) => `/collections/${id}`, undefined],
      ['POST', (id: string) => `/collections/${id}/close`, undefined],
      ['POST', (id: string) => `/simulate/collections/${id}`, { scenario: '00' }],
    ] as const) {
      const foreign = await second.send(method, path(order.id), body);
      const none = await second.send(method, path(absent), body);
      expect(foreign.status).toBe(404);
      expect(withoutRequestId(foreign.text)).toBe(withoutRequestId(none.text));
    }
    expect((await second.send('GET', `/collections?order_no=${order.order_no}`)).status).toBe(404);
  });

  test('lists and events hold only what is his own', async () => {
    const [list, events] = [
      await second.send('GET', '/collections?limit=100'),
      await second.send('GET', '/events?limit=100'),
    ];
    for (const { status, text } of [list, events]) {
      expect(status).toBe(200);
      expect(text).not.toContain(canary);
      expect(text).not.toContain(order.order_no);
    }
  });

  test("another merchant's event cannot be sent again, nor be a place to go on from", async () => {
    const [event] = await shop.eventsOf(order.order_no);
    expect((await second.send('POST', `/events/${event?.event_id}/redeliver`)).status).toBe(404);
    expect((await second.send('GET', `/events?after=${event?.event_id}`)).status).toBe(404);
  });
});

describe.each(strangers)('the back office as %s', (name) => {
  test("another tree's order answers exactly as one that does not exist", async () => {
    const office = offices[name];
    for (const path of ['', '/reissue', '/callback']) {
      const method = path === '' ? 'GET' : 'POST';
      const call = (id: string) =>
        office.send(method, `/collection/transactions/${id}${path}`, path === '' ? undefined : {}, {
          idempotencyKey: `${name}${path}${id}`,
        });
      const foreign = await call(order.id.slice('col_'.length));
      const none = await call('999999999999');
      expect(foreign.code).not.toBe(0);
      expect([foreign.status, foreign.code, foreign.message]).toEqual([none.status, none.code, none.message]);
    }
  });

  test('no search, list, count or record shows it', async () => {
    const office = offices[name];
    for (const filter of [
      { merchant_order_no: order.order_no },
      { order_no: orderNo },
      { real_name: payerName },
      { numbers: [orderNo, order.order_no] },
      { customer_id: server.account('qingniao').customer_id ?? '' },
    ]) {
      const found = await office.call(searchCollections, filter);
      expect([found.items, found.summary.by_currency.map(({ count }) => count)]).toEqual([[], []]);
    }
    const everything = [
      await office.send('POST', '/collection/transactions/search', { paginate: 200 }),
      await office.send('GET', '/accounting/changelogs?paginate=200'),
      await office.send('GET', `/accounting/changelogs?order_no=${orderNo}`),
      await office.send('GET', '/users/notifications?paginate=200'),
      await office.send('GET', '/index/statistics'),
      await office.send('POST', '/search', { q: canary }),
      await office.send('POST', '/search', { q: orderNo }),
    ];
    for (const answer of everything) {
      const text = JSON.stringify(answer.data);
      expect(text).not.toContain(canary);
      expect(text).not.toContain(orderNo);
      expect(text).not.toContain(order.order_no);
    }
  });
});

test('whoever is above the merchant finds it in the same places', async () => {
  for (const name of ['agent.yitong', 'ga.north', 'admin.lin']) {
    const office = await enterAs(server.url, name);
    const found = await office.call(searchCollections, { order_no: orderNo });
    expect(found.items.map(({ order_no: number }) => number)).toEqual([orderNo]);
    expect((await office.call(statistics, {})).latest.length).toBeGreaterThan(0);
  }
  const hits = await offices.qingniao.call(search, { q: orderNo });
  expect(hits.items.map(({ kind }) => kind)).toContain('collection');
  const { items } = await offices.qingniao.call(changelogs, { order_no: orderNo });
  expect(items.length).toBeGreaterThan(0);
});

test('a general agent does not see what others earn from the order, nor the payer’s name', async () => {
  const office = await enterAs(server.url, 'ga.north');
  const detail = await office.send('GET', `/collection/transactions/${order.id.slice('col_'.length)}`);
  expect(detail.code).toBe(0);
  const text = JSON.stringify(detail.data);
  expect(text).not.toContain(payerName);
  const { money, provider } = detail.data as { money: { lines: { party: string }[] }; provider: unknown };
  const parties = money.lines.map(({ party }) => party);
  for (const party of ['endpoint', 'agent', 'system', 'middleman']) expect(parties).not.toContain(party);
  expect(provider).toBeNull();
});

test('sockets of another tree hear nothing of an order, those of his own do', async () => {
  const deaf = await Promise.all(
    strangers.map((name) => openSocket(server.url, { token: offices[name].token ?? '' })),
  );
  const own = await openSocket(server.url, { token: offices.qingniao.token ?? '' });
  const live = await first.order({ amount: '1450.00', method: 'qr' });
  await first.simulate(live.id, '00');
  await shop.accepted(live.order_no, 'collection.succeeded');
  await until('his own socket hears it', () => JSON.stringify(own.told).includes('success'));
  // Orders of their own may move meanwhile: other stories left some behind.
  for (const socket of deaf) expect(await ofFirstsTree(socket)).toEqual([]);
  expect(await ofFirstsTree(own)).not.toEqual([]);
  for (const socket of [own, ...deaf]) {
    if (socket !== own) expect(JSON.stringify(socket.told)).not.toContain(live.order_no);
    socket.close();
  }
});

/** The orders that a socket was told of and that are not known to be of another tree than the first merchant's. */
async function ofFirstsTree(socket: LiveSocket): Promise<string[]> {
  const told = socket.of('order').flatMap((change) => {
    if ('ids' in change) throw new Error(`Told of ${change.ids.length} orders at once`);
    return change.orders.map(({ order_no: number }) => number);
  });
  const database = openAdmin(server);
  try {
    const others = await database.query<{ no: string }>(
      `SELECT o.no FROM (
         SELECT order_no AS no, customer_id AS owner_id FROM collection_order
         UNION ALL SELECT order_no, customer_id FROM payout_order UNION ALL SELECT no, owner_id FROM withdrawal
       ) o JOIN app_user u ON u.id = o.owner_id
       WHERE o.no = ANY ($1) AND u.agent_id <> (SELECT agent_id FROM app_user WHERE username = 'qingniao')`,
      [told],
    );
    const known = new Set(others.map(({ no }) => no));
    return told.filter((number) => !known.has(number));
  } finally {
    await database.close();
  }
}

const withoutRequestId = (text: string): string => text.replace(/"request_id":"[^"]*"/, '');
