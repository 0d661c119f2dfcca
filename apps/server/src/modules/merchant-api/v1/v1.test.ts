import { signV1, verifyV1 } from '@suanpan/signing/v1';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMerchantApi } from '../testing/open-merchant-api.ts';

const api = await openMerchantApi();
const { app, clock, database, payouts, rooms, tenant, time, vault } = api;
const secret = 'sk_v1_4f9d2c7b8a1e4d5f90ab12cd34ef5678';
const cacheMs = 1_100;

interface V1Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, string>>;
  readonly sign: string;
  readonly verified: boolean;
}

async function v1Merchant(apiVersion: 'v1' | 'v2' = 'v1', allow: readonly string[] = []): Promise<bigint> {
  const merchantId = await tenant.merchant({ api_version: apiVersion, ip_allowlist: [...allow] });
  await sql`INSERT INTO webhook_endpoint (customer_id, secret_sealed, v1_secret_sealed)
            VALUES (${merchantId}, 'none', ${vault.seal(secret, 'webhook_endpoint.v1_secret')})`.execute(
    database.app,
  );
  return merchantId;
}

interface Sending {
  readonly as?: 'form' | 'json';
  readonly sign?: (right: string) => string;
  readonly raw?: string;
}

async function call(path: string, fields: Record<string, string>, sending: Sending = {}): Promise<V1Reply> {
  const signed = {
    timestamp: String(Math.floor(clock.now().getTime() / 1000)),
    nonce: randomBytes(8).toString('hex'),
    ...fields,
  };
  const right = signV1(signed, secret);
  const body = { ...signed, sign: sending.sign?.(right) ?? right };
  const isJson = sending.as === 'json';
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: {
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      'x-localization': 'en',
      'x-forwarded-for': '203.0.113.7',
    },
    payload: sending.raw ?? (isJson ? JSON.stringify(body) : new URLSearchParams(body).toString()),
  });
  expect(response.statusCode).toBe(200);
  const reply = response.json<Omit<V1Reply, 'verified'>>();
  const { code, data, msg, sign } = reply;
  return { ...reply, verified: verifyV1({ ...data, code: String(code), msg, sign }, secret) };
}

const merchantId = await v1Merchant();
const merchantNo = String(merchantId);
let orders = 0;
const order = (fields: Record<string, string> = {}): Record<string, string> => {
  orders += 1;
  return {
    merchant_no: merchantNo,
    out_trade_no: `V1-${process.pid}-${orders}`,
    amount: '1500.00',
    currency: 'TWD',
    ...fields,
  };
};

test.each(['form', 'json'] as const)(
  'an order is created and queried by %s, and every answer is signed',
  async (as) => {
    const sent = order({
      method: 'bank',
      payer_name: '王小明',
      notify_url: 'https://shop.example/notify?a=1&b=2',
      return_url: '',
    });
    const made = await call('/pay/create', sent, { as });
    expect(made).toMatchObject({ code: 0, msg: 'ok', verified: true });
    expect(made.data).toMatchObject({
      merchant_no: merchantNo,
      out_trade_no: sent['out_trade_no'],
      trade_no: expect.stringMatching(/^C\d{16}$/),
      status: '0',
      amount: '1500.00',
      pay_url: expect.stringContaining('/pay/#/checkout?t='),
    });
    rooms.bank.pay(made.data['trade_no'] ?? '');
    const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM collection_order WHERE order_no = ${made.data['trade_no']}`.execute(database.app);
    await rooms.tell(await rooms.order(rows[0]?.id ?? 0n));
    const found = await call(
      '/pay/query',
      { merchant_no: merchantNo, out_trade_no: sent['out_trade_no'] ?? '' },
      { as },
    );
    expect(found.verified).toBe(true);
    expect(found.data).toMatchObject({
      status: '2',
      paid_amount: '1500.00',
      fee: '47.00',
      credited_amount: '1453.00',
    });
    expect(found.data['paid_at']).toMatch(/^\d{10}$/);
  },
);

test('the same order again is the same, another under its number is 1005', async () => {
  const sent = order();
  const made = await call('/pay/create', sent);
  expect((await call('/pay/create', sent)).data).toEqual(made.data);
  expect((await call('/pay/create', { ...sent, amount: '1500.01' })).code).toBe(1005);
});

test('what could never be paid is not made: an amount above the greatest is 1001, a currency without a channel 1008', async () => {
  expect((await call('/pay/create', order({ amount: '100000000.01' }))).code).toBe(1001);
  expect((await call('/pay/create', order({ currency: 'USDT' }))).code).toBe(1008);
});

test('a balance has the five figures of the merchant', async () => {
  const reply = await call('/balance', { merchant_no: merchantNo, currency: 'USDT' });
  const none = { available: '0.00', frozen: '0.00', unsettled: '0.00', total: '0.00' };
  expect(reply).toMatchObject({ code: 0, verified: true, data: { currency: 'USDT', ...none } });
});

test('the form is off unless it was switched on for the merchant, and switching acts within a second', async () => {
  const modern = await v1Merchant('v2');
  const ask = () => call('/balance', { merchant_no: String(modern) });
  expect((await ask()).code).toBe(1003);
  await sql`UPDATE app_user SET api_version = 'v1' WHERE id = ${modern}`.execute(database.app);
  time.offsetMs += cacheMs;
  expect((await ask()).code).toBe(0);
  await sql`UPDATE app_user SET status = 'disabled' WHERE id = ${modern}`.execute(database.app);
  time.offsetMs += cacheMs;
  expect((await ask()).code).toBe(1003);
});

test('what is wrong is told by the codes of the form', async () => {
  const nowS = Math.floor(clock.now().getTime() / 1000);
  const guarded = String(await v1Merchant('v1', ['198.51.100.0/24']));
  const code = async (fields: Record<string, string>, sending: Sending = {}) =>
    (await call('/pay/create', order(fields), sending)).code;
  expect(await code({ merchant_no: '999999' })).toBe(1003);
  expect(await code({ merchant_no: "1' OR 1=1" })).toBe(1003);
  expect(await code({ merchant_no: guarded })).toBe(1007);
  expect(await code({ timestamp: String(nowS - 602) })).toBe(1009);
  expect(await code({}, { sign: () => '0'.repeat(32) })).toBe(1002);
  expect(await code({ nonce: 'short' })).toBe(1001);
  expect(await code({ amount: '１５００' })).toBe(1001);
  expect(await code({ amount: '0' })).toBe(1001);
  expect(await code({ colour: 'red' })).toBe(1001);
  expect(await code({ method: 'nothing' })).toBe(1008);
  expect((await call('/pay/query', { merchant_no: merchantNo, out_trade_no: 'none' })).code).toBe(1001);
});

test('a nonce counts once, a field once, and a value that would move the border of the signature never', async () => {
  const sent = order({ nonce: 'once-and-no-more' });
  expect((await call('/pay/create', sent)).code).toBe(0);
  expect((await call('/pay/create', sent)).code).toBe(1002);
  const raw = `merchant_no=${merchantNo}&amount=1&amount=2&sign=x`;
  expect((await call('/pay/create', {}, { raw })).code).toBe(1001);
  const border = `merchant_no=${merchantNo}&timestamp=${Math.floor(clock.now().getTime() / 1000)}&payer_name=a%26key%3Db&sign=${'0'.repeat(32)}`;
  expect((await call('/pay/create', {}, { raw: border })).code).toBe(1002);
});

test('orders of another merchant are not found', async () => {
  const sent = order();
  await call('/pay/create', sent);
  const other = String(await v1Merchant());
  expect(
    (await call('/pay/query', { merchant_no: other, out_trade_no: sent['out_trade_no'] ?? '' })).code,
  ).toBe(1001);
});

describe('a transfer', () => {
  let payerId: bigint;
  const payerNo = () => String(payerId);
  const transfer = (fields: Record<string, string> = {}): Record<string, string> => ({
    ...order(),
    merchant_no: payerNo(),
    amount: '100.00',
    bank_code: '004',
    account_no: `0901-5605 ${String(orders).padStart(4, '0')}`,
    account_name: '王小明',
    ...fields,
  });
  const query = (sent: Record<string, string>, no = payerNo()) =>
    call('/transfer/query', { merchant_no: no, out_trade_no: sent['out_trade_no'] ?? '' });
  const payoutKey = { scopes: ['payout', 'read'], allow: ['203.0.113.0/24'], dailyPayout: 10n ** 11n };

  beforeAll(async () => {
    payerId = await v1Merchant();
    await payouts.channel(tenant, [payerId]);
    await payouts.earn(payerId);
  });

  test('is off for a merchant without a key that pays out, and held by its addresses and its daily amount', async () => {
    expect((await call('/transfer/create', transfer())).code).toBe(1004);
    await api.issueKey(payerId, { ...payoutKey, allow: ['198.51.100.0/24'] });
    time.offsetMs += cacheMs;
    expect((await call('/transfer/create', transfer())).code).toBe(1007);
    const { id } = await api.issueKey(payerId, { ...payoutKey, dailyPayout: 1_500_000n });
    time.offsetMs += cacheMs;
    const within = await call('/transfer/create', transfer());
    const beyond = await call('/transfer/create', transfer());
    expect([within.code, beyond.code]).toEqual([0, 0]);
    const { rows } = await sql<{ api_key_id: bigint; api_version: string; wait_reason: string | null }>`
      SELECT api_key_id, api_version, wait_reason FROM payout_order
      WHERE order_no IN (${within.data['trade_no']}, ${beyond.data['trade_no']}) ORDER BY id`.execute(
      database.app,
    );
    expect(rows).toEqual([
      { api_key_id: id, api_version: 'v1', wait_reason: null },
      { api_key_id: id, api_version: 'v1', wait_reason: 'velocity' },
    ]);
    await api.issueKey(payerId, payoutKey);
    time.offsetMs += cacheMs;
  });

  test.each(['form', 'json'] as const)('is made, asked about and paid, by %s', async (as) => {
    const sent = transfer();
    const made = await call('/transfer/create', sent, { as });
    expect(made).toMatchObject({
      code: 0,
      verified: true,
      data: { status: '1', amount: '100.00', fee: '15.10' },
    });
    expect(JSON.stringify(made.data)).not.toContain('09015605');
    expect((await call('/transfer/create', sent, { as })).data).toEqual(made.data);
    expect((await call('/transfer/create', { ...sent, amount: '101.00' }, { as })).code).toBe(1005);
    await payouts.work();
    rooms.bank.payout(made.data['trade_no'] ?? '').status = 'paid';
    await payouts.work();
    const paid = await query(sent);
    expect(paid).toMatchObject({ code: 0, verified: true, data: { status: '2' } });
    expect(paid.data['paid_at']).toMatch(/^\d{10}$/);
  });

  test('that fails is told to whoever asks, with why', async () => {
    const sent = transfer();
    const made = await call('/transfer/create', sent);
    await payouts.work();
    rooms.bank.payout(made.data['trade_no'] ?? '').status = 'failed';
    await payouts.work();
    expect((await query(sent)).data).toMatchObject({ status: '3', reason: expect.any(String) });
  });

  test('without money is 1006, to no bank 1001, of another merchant not found', async () => {
    expect((await call('/transfer/create', transfer({ amount: '99999.00' }))).code).toBe(1006);
    expect((await call('/transfer/create', transfer({ bank_code: '999' }))).code).toBe(1001);
    expect((await call('/transfer/create', transfer({ account_no: 'x' }))).code).toBe(1001);
    const sent = transfer();
    expect((await call('/transfer/create', sent)).code).toBe(0);
    expect((await query(sent, merchantNo)).code).toBe(1001);
  });
});
