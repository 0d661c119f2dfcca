import { idOfOrderNo } from '@suanpan/domain/ids';
import { signEpay } from '@suanpan/signing/epay';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openMerchantApi } from '../testing/open-merchant-api.ts';

const api = await openMerchantApi();
const { app, database, tenant, vault } = api;
const secret = 'sk_v1_4f9d2c7b8a1e4d5f90ab12cd34ef5678';
let numbers = 0;

async function shop(form: 'epay' | 'v1' | 'v2' = 'epay', allow: readonly string[] = []): Promise<string> {
  const id = await tenant.merchant({ api_version: form, ip_allowlist: [...allow] });
  await sql`INSERT INTO webhook_endpoint (customer_id, secret_sealed, v1_secret_sealed)
            VALUES (${id}, 'none', ${vault.seal(secret, 'webhook_endpoint.v1_secret')})`.execute(
    database.app,
  );
  return String(id);
}
const pid = await shop();

function form(more: Record<string, string> = {}): Record<string, string> {
  numbers += 1;
  const fields = {
    pid,
    type: 'alipay',
    out_trade_no: `E${numbers}`,
    notify_url: 'https://shop.example/notify_url.php?shop=1',
    return_url: 'https://shop.example/return_url.php',
    name: 'VIP會員',
    money: '1500.00',
    ...more,
  };
  return { ...fields, sign: signEpay(fields, secret), sign_type: 'MD5' };
}

async function ask(
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, string>,
  { ip = '203.0.113.7' } = {},
) {
  const text = new URLSearchParams(fields).toString();
  const response = await app.inject({
    method,
    url: method === 'GET' ? `/api/epay/${path}?${text}` : `/api/epay/${path}`,
    headers: {
      'x-forwarded-for': ip,
      'x-localization': 'en',
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { payload: text }),
  });
  return { status: response.statusCode, location: response.headers.location, body: response.body };
}
const read = (body: string) => JSON.parse(body) as Record<string, string | number>;
const ordersOf = async (merchantId: string): Promise<bigint> => {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM collection_order WHERE customer_id = ${BigInt(merchantId)}`.execute(
    database.app,
  );
  return rows[0]?.n ?? 0n;
};

describe('submit.php', () => {
  test.each(['GET', 'POST'] as const)(
    'by %s makes one order and leads its payer to its page',
    async (method) => {
      const sent = form();
      const first = await ask(method, 'submit.php', sent);
      expect([first.status, first.location]).toEqual([303, expect.stringContaining('/pay/#/checkout?t=')]);
      const before = await ordersOf(pid);
      // From another network too: the payer moves about.
      expect((await ask(method, 'submit.php', sent, { ip: '203.0.113.99' })).location).toBe(first.location);
      expect(await ordersOf(pid)).toBe(before);
      const other = form({ out_trade_no: sent['out_trade_no'] ?? '', money: '1600.00' });
      expect((await ask(method, 'submit.php', other)).status).toBe(409);
    },
  );

  test('what is not signed, or signed and changed, makes nothing', async () => {
    const before = await ordersOf(pid);
    const { sign: _, ...unsigned } = form();
    for (const sent of [{ ...form(), money: '1.00' }, { ...form(), sign: '0'.repeat(32) }, unsigned]) {
      expect((await ask('POST', 'submit.php', sent)).status).toBe(401);
    }
    expect((await ask('POST', 'submit.php', form({ money: '-5' }))).status).toBe(400);
    expect((await ask('POST', 'submit.php', form({ notify_url: 'ftp://shop.example/' }))).status).toBe(400);
    expect(await ordersOf(pid)).toBe(before);
  });

  test('the form is off for whoever was not given it, and its secret opens no other form', async () => {
    for (const other of ['v1', 'v2'] as const) {
      const stranger = await shop(other);
      expect((await ask('POST', 'submit.php', form({ pid: stranger }))).status, other).toBe(401);
    }
    expect((await ask('POST', 'submit.php', form({ pid: '999999' }))).status).toBe(401);
    const v1 = await app.inject({
      method: 'POST',
      url: '/api/v1/balance',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ merchant_no: pid }),
    });
    expect(v1.json<{ code: number }>().code).toBe(1003);
  });
});

describe('mapi.php', () => {
  test('answers the shop where its payer pays; its list of addresses counts for the shop and not for payers', async () => {
    const bound = await shop('epay', ['198.51.100.7']);
    const mine = form({ pid: bound, clientip: '203.0.113.9' });
    expect(read((await ask('POST', 'mapi.php', mine)).body)).toMatchObject({ code: -1 });
    const { body } = await ask('POST', 'mapi.php', mine, { ip: '198.51.100.7' });
    expect(read(body)).toMatchObject({
      code: 1,
      trade_no: expect.stringMatching(/^C\d+/),
      payurl: expect.stringContaining('/pay/#/checkout?t='),
    });
    expect((await ask('GET', 'submit.php', form({ pid: bound }))).status).toBe(303);
  });
});

describe('api.php', () => {
  test('says whether an order is paid, to who has the key or signs, and to nobody else', async () => {
    const sent = form({ type: 'bank', param: 'cart 7' });
    const { body: made } = await ask('POST', 'mapi.php', { ...sent });
    const orderNo = String(read(made)['trade_no']);
    const number = sent['out_trade_no'] ?? '';
    const byKey = { act: 'order', pid, key: secret, out_trade_no: number };
    expect(read((await ask('GET', 'api.php', byKey)).body)).toMatchObject({
      code: 1,
      trade_no: orderNo,
      out_trade_no: number,
      type: 'bank',
      name: 'VIP會員',
      money: '1500.00',
      param: 'cart 7',
      status: 0,
    });
    const asked = { act: 'order', pid, out_trade_no: number };
    const bySign = { ...asked, sign: signEpay(asked, secret), sign_type: 'MD5' };
    expect(read((await ask('POST', 'api.php', bySign)).body)).toMatchObject({ code: 1, status: 0 });
    for (const wrong of [
      { ...byKey, key: 'another' },
      { ...asked, sign: '0' },
      asked,
      { ...byKey, out_trade_no: 'none' },
      { ...byKey, act: 'settle' },
    ]) {
      expect(read((await ask('GET', 'api.php', wrong)).body)['code'], JSON.stringify(wrong)).toBe(-1);
    }
  });

  test('what it does not do, as a refund, is written down with the order that it names and whose it is', async () => {
    const { body: made } = await ask('POST', 'mapi.php', form({ type: 'bank' }));
    const orderNo = String(read(made)['trade_no']);
    const asked = { act: 'refund', pid, key: secret, trade_no: orderNo, money: '1.00' };
    expect(read((await ask('POST', 'api.php', asked)).body)['code']).toBe(-1);
    await api.requests.settled();
    const { rows } = await api.admin.query(
      'SELECT customer_id, order_id, outcome FROM request_log ORDER BY id DESC LIMIT 1',
    );
    expect(rows).toEqual([
      { customer_id: BigInt(pid), order_id: idOfOrderNo(orderNo), outcome: 'invalid_request' },
    ]);
  });

  test('another merchant’s order does not exist', async () => {
    const sent = form();
    await ask('POST', 'mapi.php', sent);
    const stranger = await shop();
    const asked = { act: 'order', pid: stranger, key: secret, out_trade_no: sent['out_trade_no'] ?? '' };
    expect(read((await ask('GET', 'api.php', asked)).body)['code']).toBe(-1);
  });
});
