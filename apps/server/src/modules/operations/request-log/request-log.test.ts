import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { wallClock } from '../../../platform/clock.ts';
import type { OrderRow } from '../../collections/index.ts';
import { requestLogExport } from './export-request-log.ts';
import { openRequestLog } from './open-request-log.ts';
import type { HeardRequest } from './open-request-log.ts';
import { bindRequestLog } from './request-log.routes.ts';

const base = await testDatabase();
const { admin, database, log } = base;
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
bindRequestLog(http.app, database);
const requests = openRequestLog({ clock: wallClock, db: database, log });
afterAll(() => requests.stop());
const boss = actorOf('admin', 1n);
const hint = 'Request records are limited to orders within 2 days';

let tenant: Tenant;
let order: OrderRow;
let heard = 0;

/** A call of the merchant, as the merchant API hands it over. */
const calls = (more: Partial<HeardRequest> = {}): HeardRequest => {
  heard += 1;
  return {
    requestId: `request-${process.pid}-${heard}`,
    customerId: tenant.merchantId,
    ip: '203.0.113.7',
    method: 'POST',
    route: '/api/v2/collections',
    url: '/api/v2/collections',
    params: {},
    body: Buffer.from(
      JSON.stringify({ order_no: order.merchant_order_no, amount: '100.00', payer: { name: '王小明' } }),
    ),
    status: 201,
    refusal: null,
    answer: JSON.stringify({ id: `col_${order.id}`, status: 'pending' }),
    latencyMs: 12.4,
    ...more,
  };
};
const hear = async (more: Partial<HeardRequest> = {}): Promise<HeardRequest> => {
  const request = calls(more);
  requests.hear(request);
  await requests.settled();
  return request;
};
const list = async (query = '') => (await http.get(boss, `/admin/log${query}`)).data;
const age = (id: bigint, span: string) =>
  admin.query('UPDATE collection_order SET created_at = created_at - $2::interval WHERE id = $1', [id, span]);

beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
  order = await rooms.place(tenant.merchantId, { realName: '王小明' });
});

test('an order is followed from the merchant to the provider and back, newest first', async () => {
  await hear();
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  await admin.query(
    `INSERT INTO callback (event_id, order_kind, order_id, customer_id, type, api_version, body, url, created_at,
       order_created_at, recipient_id, agent_id, lane)
     VALUES ($1, 'collection', $2, $3, 'collection.succeeded', 'v2', '{"payer":{"name":"王小明"},"status":"success"}',
       'https://shop.example.com/hook', business_now(), business_now(), $3, $4, 'x')`,
    [`evt_${order.order_no}`, order.id, tenant.merchantId, tenant.agentId],
  );
  await admin.query(
    `INSERT INTO callback_attempt (callback_id, attempt, at, http_status, latency_ms, result, response)
     SELECT id, 1, business_now(), 500, 31, 'error_response', 'no' FROM callback WHERE event_id = $1`,
    [`evt_${order.order_no}`],
  );
  for (const number of [order.order_no, order.merchant_order_no]) {
    const { items, total } = await list(`?order_no=${number}&paginate=200`);
    expect(new Set(items.map(({ direction }: { direction: string }) => direction))).toEqual(
      new Set(['merchant_in', 'provider_out', 'provider_in', 'callback_out']),
    );
    expect(total).toBe(items.length);
    for (const item of items)
      expect(item).toMatchObject({ order_no: order.order_no, order_kind: 'collection' });
    const times = items.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  }
  const [callback] = (await list(`?request_id=evt_${order.order_no}`)).items;
  expect(callback).toMatchObject({ direction: 'callback_out', http: 500, outcome: 'error_response', ms: 31 });
  const bodies = (await http.get(boss, `/admin/log/callback_out/${callback.id}`)).data;
  expect(bodies.request).toBe(
    'POST https://shop.example.com/hook\n{"payer":{"name":"***"},"status":"success"}',
  );
});

test('pages follow each other without a gap, whichever direction their rows come from', async () => {
  const all = (await list(`?order_no=${order.order_no}&paginate=200`)).items;
  const paged = [];
  for (let page = 1; page <= all.length; page += 1) {
    paged.push(...(await list(`?order_no=${order.order_no}&paginate=1&page=${page}`)).items);
  }
  expect(paged).toEqual(all);
});

describe('a merchant’s call', () => {
  test('is found by request, address and what came of it, and nothing of a person is kept of it', async () => {
    const { requestId } = await hear({
      ip: '203.0.113.99',
      status: 401,
      refusal: 'invalid_signature',
      route: '/api/epay/mapi.php',
      url: '/api/epay/mapi.php?key=verysecretkey&out_trade_no=N-1',
      body: Buffer.from('out_trade_no=N-1&name=Wang&sign=abcdef&money=1.00&card_no=4000123412341234'),
    });
    for (const query of [
      `?request_id=${requestId}`,
      `?ip=203.0.113.99&http=4xx`,
      `?endpoint=MAPI&order_no=N-1`,
    ]) {
      const { items } = await list(query);
      expect(items, query).toEqual([
        expect.objectContaining({
          request_id: requestId,
          endpoint: 'POST /api/epay/mapi.php',
          outcome: 'invalid_signature',
          http: 401,
          order_no: 'N-1',
          order_id: null,
        }),
      ]);
    }
    const { rows } = await admin.query('SELECT request FROM request_log WHERE request_id = $1', [requestId]);
    expect(rows).toEqual([
      {
        request:
          'POST /api/epay/mapi.php?key=***&out_trade_no=N-1\nout_trade_no=N-1&name=***&sign=***&money=1.00&card_no=***',
      },
    ]);
  });

  test('of another merchant’s order number shows nothing of that order', async () => {
    const other = await tenant.merchant();
    const { requestId } = await hear({ customerId: other });
    expect((await list(`?request_id=${requestId}`)).items).toEqual([
      expect.objectContaining({ order_id: null, order_no: order.merchant_order_no }),
    ]);
  });

  test('of hostile bytes is kept, and does not lose the others of its batch', async () => {
    requests.hear(
      calls({ body: Buffer.from([0x7b, 0x00, 0xff, 0xed, 0xa0, 0x80, 0x7d]), url: '/api/v2/x?%00=%' }),
    );
    requests.hear(calls({ answer: '\ud800 \0', body: Buffer.from('null') }));
    const last = await hear();
    expect((await list(`?request_id=${last.requestId}`)).total).toBe(1);
    for (const n of [1, 2]) {
      expect((await list(`?request_id=request-${process.pid}-${heard - n}`)).total, String(n)).toBe(1);
    }
  });

  test('that finds no room is counted instead of waited for', async () => {
    const before = (await list()).summary.dropped;
    for (let n = 0; n < 5_003; n += 1) requests.hear(calls({ ip: '203.0.113.55', body: Buffer.from('') }));
    await requests.settled();
    expect((await list()).summary.dropped).toBe(before + 3);
    expect((await list('?ip=203.0.113.55')).total).toBe(5_000);
  });
});

test('the file holds as many rows as the list, each once', async () => {
  const reader = { db: database, actor: boss, locale: 'en' as const };
  const { items, total } = await list(`?order_no=${order.order_no}&paginate=200`);
  const asked = { order_no: order.order_no };
  expect(await requestLogExport.count(reader, asked)).toBe(total);
  const written = [];
  let after: string | null = null;
  do {
    const page = await requestLogExport.read(reader, asked, { after, limit: 2 });
    written.push(...page.rows);
    after = page.next;
  } while (after !== null);
  expect(written.map((row) => (row['at'] as { at: string }).at)).toEqual(
    items.map(({ at }: { at: string }) => at),
  );
});

describe('of an order older than two days', () => {
  test('nothing is shown, to be asked for it is refused with the hint, and its rows are only counted', async () => {
    const old = await rooms.place(tenant.merchantId);
    const { requestId } = await hear({
      body: Buffer.from(JSON.stringify({ order_no: old.merchant_order_no })),
    });
    const fresh = await list(`?order_no=${old.order_no}&paginate=200`);
    expect(fresh.total).toBeGreaterThan(1);
    expect(fresh.summary.kept).toBe(0);
    await age(old.id, '47 hours');
    expect((await list(`?order_no=${old.order_no}`)).total).toBe(fresh.total);
    await age(old.id, '2 hours');
    expect(await http.get(boss, `/admin/log?order_no=${old.order_no}`)).toMatchObject({
      code: 400,
      errors: { order_no: [hint] },
    });
    expect(await list(`?request_id=${requestId}`)).toMatchObject({
      items: [],
      total: 0,
      summary: { kept: 1 },
    });
    for (const { direction, id } of fresh.items) {
      expect((await http.get(boss, `/admin/log/${direction}/${id}`)).code).toBe(404);
    }
  });

  test('nor of a call that names it in what it sends alone, by whichever number, or beside another order', async () => {
    const [old, young] = [await rooms.place(tenant.merchantId), await rooms.place(tenant.merchantId)];
    const refund = { method: 'POST', route: '/api/epay/api.php', url: '/api/epay/api.php?act=refund' };
    const form = (fields: Record<string, string>) => ({
      ...refund,
      body: Buffer.from(new URLSearchParams(fields).toString()),
    });
    const asked = [
      form({ trade_no: old.order_no, money: '1.00' }),
      form({ out_trade_no: old.merchant_order_no, money: '1.00' }),
      { ...refund, method: 'GET', url: `${refund.url}&trade_no=${old.order_no}`, body: Buffer.from('') },
      {
        params: { id: `col_${young.id}` },
        body: Buffer.from(JSON.stringify({ order_no: old.merchant_order_no })),
      },
      {
        params: { id: 'col_999999' },
        body: Buffer.from(JSON.stringify({ order_no: old.merchant_order_no })),
      },
    ];
    const heard: string[] = [];
    for (const call of asked) heard.push((await hear(call)).requestId);
    const shown = async () =>
      Promise.all(heard.map(async (id) => (await list(`?request_id=${id}`)).items[0]?.order_no));
    expect(await shown()).toEqual(asked.map(() => old.order_no));
    await age(old.id, '49 hours');
    expect(await shown()).toEqual(asked.map(() => undefined));
    for (const id of heard) expect((await list(`?request_id=${id}`)).summary.kept).toBe(1);
  });

  test('nor once it is archived', async () => {
    const old = await rooms.place(tenant.merchantId);
    const { requestId } = await hear({ params: { id: `col_${old.id}` }, body: Buffer.from('') });
    await age(old.id, '500 days');
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('INSERT INTO archive.collection_order SELECT * FROM collection_order WHERE id = $1', [
      old.id,
    ]);
    await client.query('DELETE FROM collection_order WHERE id = $1', [old.id]);
    client.release(true);
    expect(await list(`?request_id=${requestId}`)).toMatchObject({ items: [], summary: { kept: 1 } });
  });

  test('and of such a time, too; after a week merchants’ calls are forgotten', async () => {
    const { requestId } = await hear({ customerId: null, body: Buffer.from('') });
    const one = `?request_id=${requestId}`;
    expect((await list(one)).total).toBe(1);
    const to = new Date(Date.now() - 3 * 86_400_000).toISOString();
    expect(await http.get(boss, `/admin/log?to=${to}`)).toMatchObject({ code: 400, errors: { to: [hint] } });
    await moveBusinessClock(database, 49 * 3_600_000);
    expect(await list(one)).toMatchObject({ total: 0, summary: { kept: 1 } });
    await requests.sweep();
    expect(await list(one)).toMatchObject({ summary: { kept: 1 } });
    await moveBusinessClock(database, 6 * 86_400_000);
    await requests.sweep();
    const { rows } = await admin.query('SELECT FROM request_log WHERE request_id = $1', [requestId]);
    expect(rows).toEqual([]);
  });
});

test('only the platform reads it', async () => {
  for (const actor of [actorOf('agent', 5n), actorOf('customer', 6n), actorOf('subAgent', 7n)]) {
    expect((await http.get(actor, '/admin/log')).code).toBe(20403);
    expect((await http.get(actor, '/admin/log/merchant_in/1')).code).toBe(20403);
  }
});
