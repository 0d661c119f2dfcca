import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { translateError } from '@suanpan/messages/translate';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { wallClock } from '../../platform/clock.ts';
import { createHttp } from '../../platform/http/create-http.ts';
import type { CreateRequest, OrderRow } from '../collections/index.ts';
import { openRisk } from '../risk/index.ts';
import { openMaintenance, setMaintenance } from '../settings/index.ts';
import { transact } from '../../platform/db/transact.ts';
import { openCheckout } from './index.ts';

const base = await testDatabase();
const { admin, database, log } = base;
const rooms = await openMoneyRooms(base);
const { bank, collections } = rooms;
const tenant = await createTenant(base, { provider: bank });
const risk = await openRisk({ db: database, vault: base.vault, clock: wallClock, log });
const app = createHttp({
  config: {
    production: false,
    publicUrl: 'http://127.0.0.1:3000',
    trustedProxies: ['127.0.0.1'],
    allowedOrigins: [],
  },
  log,
  words: (name, locale, params) => translateError(locale, name, params),
  authenticate: () => Promise.reject(new Error('nobody signs in here')),
});
const maintenance = await openMaintenance({ db: database, log, lookEveryMs: 3_600_000 });
openCheckout({ collections, risk, maintenance }).bind(app);
afterAll(async () => {
  await app.close();
  await maintenance.stop();
  await risk.stop();
});

interface Reply {
  readonly status: number;
  readonly code: number;
  readonly data: CheckoutView;
  readonly text: string;
}
let addresses = 0;

async function call(method: 'GET' | 'POST', path: string, body?: object, ip?: string): Promise<Reply> {
  addresses += 1;
  const response = await app.inject({
    method,
    url: `/api/checkout/${path}`,
    headers: {
      'x-localization': 'en',
      'x-forwarded-for': ip ?? `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`,
    },
    ...(body !== undefined && { payload: body }),
  });
  const { code, data } = response.json<{ code: number; data: CheckoutView }>();
  return { status: response.statusCode, code, data, text: response.body };
}

type Wanted = Partial<CreateRequest> & { readonly major?: string };

async function place(
  wanted: Wanted = {},
  merchantId = tenant.merchantId,
): Promise<{ id: bigint; t: string }> {
  const { orderId } = await rooms.create(merchantId, { major: '1500', ...wanted });
  return { id: orderId, t: collections.tokens.issue(orderId) };
}

const notFound = 404;
const orderOf = (id: bigint): Promise<OrderRow> => rooms.order(id);

describe('a token', () => {
  test('opens its order, unpaid and without a method yet', async () => {
    const { t, id } = await place({ realName: '王小明', productName: '茶葉', locale: 'zh-TW' });
    const { code, data } = await call('GET', t);
    expect(code).toBe(0);
    expect(data).toMatchObject({
      order_no: (await orderOf(id)).order_no,
      status: 'pending',
      page: 'paymethod',
      currency: 'TWD',
      amount: '1500.0000',
      pay_amount: '1500.0000',
      paid_amount: null,
      paid_at: null,
      product_name: '茶葉',
      payer_name: '王○明',
      method: null,
      methods: [
        { code: 'bank', name: '銀行轉帳', kind: 'bank_transfer', min: null, max: null, needs_name: false },
      ],
      payment: null,
      claimed: false,
      is_test: false,
      locale: 'zh-TW',
    });
  });

  test('that is forged, cut, foreign or of a number that does not exist answers as if nothing were there', async () => {
    const { t, id } = await place();
    const [number = '', mark = ''] = t.split('_');
    const other = (BigInt(id) + 1n).toString(36);
    const forged = [
      `${other}_${mark}`,
      `${number}_${'A'.repeat(22)}`,
      t.slice(0, -1),
      `${t}x`,
      collections.tokens.issue(9_999_999n),
      number,
      String(id),
      '..%2f..%2fetc',
      '%00',
    ];
    const answers = await Promise.all(forged.map((token) => call('GET', token)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([notFound]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const act of ['method', 'payer', 'paid-claim', 'cancel']) {
      const body =
        { method: { method: 'bank' }, payer: { name: 'x' }, 'paid-claim': {}, cancel: {} }[act] ?? {};
      expect((await call('POST', `${forged[0]}/${act}`, body)).code, act).toBe(notFound);
    }
  });
});

test('an answer holds nothing of the merchant but his name and the title of his house', async () => {
  const canary = 'CANARY';
  await sql`INSERT INTO branding (agent_id, app_name, logo) VALUES (${tenant.agentId}, 'House of Pay', 'data:,x')`.execute(
    database.app,
  );
  const merchantId = await tenant.user('customer', { name: 'Tea Shop', phone: canary, email: canary });
  await sql`UPDATE app_user SET username = ${`${canary}-login`} WHERE id = ${merchantId}`.execute(
    database.app,
  );
  const { channelId } = await tenant.channel({
    merchants: [merchantId],
    channel: { name: `${canary} channel`, code: `${canary}-code` },
    account: { name: `${canary} account` },
  });
  const { t, id } = await place(
    {
      metadata: { secret: canary },
      notifyUrl: `https://${canary}.example/hook`,
      requestIp: '203.0.113.99',
      realName: `${canary} payer name`,
      payer: { email: canary, phone: canary, user_ref: canary },
    },
    merchantId,
  );
  const before = await call('GET', t);
  const chosen = await call('POST', `${t}/method`, { method: 'bank' });
  for (const { text } of [before, chosen]) {
    expect(text).not.toContain(canary);
    expect(text).not.toContain('203.0.113.99');
    expect(text).not.toMatch(new RegExp(`"(${id}|${merchantId}|${channelId}|${tenant.agentId})"`));
  }
  expect(chosen.data).toMatchObject({ merchant_name: 'Tea Shop', app_name: 'House of Pay', logo: 'data:,x' });
  expect(chosen.data.payment).toMatchObject({ type: 'bank_account', account_no: '0123456789012' });
});

describe('methods', () => {
  test('are those that would take this order now, by alias and with the payer fields they want', async () => {
    const merchantId = await tenant.user('customer');
    const offer = (alias: string, channel: object) =>
      tenant.channel({ merchants: [merchantId], method: { alias }, channel });
    await offer('wire', { needs_payer_name: true, min_amount: 1_000_000n });
    await offer('wire', { max_amount: 500_000_000n });
    await offer('qr', { method_type: 'qr' });
    await offer('tiny', { max_amount: 100_000n });
    await offer('off', { enabled: false });
    const { t } = await place({}, merchantId);
    expect((await call('GET', t)).data.methods).toEqual([
      { code: 'wire', name: 'Bank transfer', kind: 'bank_transfer', min: null, max: null, needs_name: true },
      { code: 'qr', name: 'QR code', kind: 'qr', min: null, max: null, needs_name: false },
    ]);
    const named = await place({ method: 'qr' }, merchantId);
    expect((await call('GET', named.t)).data.methods.map(({ code }) => code)).toEqual(['qr']);
  });

  test('a payer gets only what was offered, never a channel by its own code or a method the merchant did not name', async () => {
    const { t } = await place();
    const { rows } = await sql<{
      code: string;
    }>`SELECT code FROM channel WHERE id = ${tenant.channelId}`.execute(database.app);
    expect((await call('POST', `${t}/method`, { method: rows[0]?.code ?? '' })).code).toBe(21_201);
    expect((await call('POST', `${t}/method`, { method: 'nothing' })).code).toBe(21_201);
  });

  test('a name is asked for where the channel wants one, and masked afterwards', async () => {
    const merchantId = await tenant.user('customer');
    await tenant.channel({ merchants: [merchantId], channel: { needs_payer_name: true } });
    const { t, id } = await place({}, merchantId);
    expect((await call('POST', `${t}/method`, { method: 'bank' })).code).toBe(21_300);
    const { code, data } = await call('POST', `${t}/method`, { method: 'bank', name: '陳大文' });
    expect([code, data.payer_name]).toEqual([0, '陳○文']);
    expect((await orderOf(id)).real_name).toBe('陳大文');
    expect(bank.charge((await orderOf(id)).order_no).request['payer_name']).toBe('陳大文');
  });

  test('twenty clicks at once find one way to pay, and a later one finds it again', async () => {
    const { t, id } = await place();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', `${t}/method`, { method: 'bank' })),
    );
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0]));
    expect(new Set(replies.map(({ data }) => JSON.stringify(data.payment))).size).toBe(1);
    expect(bank.creates((await orderOf(id)).order_no)).toBe(1);
    expect((await call('POST', `${t}/method`, { method: 'bank' })).data.page).toBe('checkout');
    expect((await call('POST', `${t}/method`, { method: 'other' })).code).toBe(21_305);
  });

  test('a method whose bank refuses leaves the payer his choice', async () => {
    const merchantId = await tenant.merchant();
    await tenant.channel({ merchants: [merchantId], method: { alias: 'other' } });
    const { t, id } = await place({}, merchantId);
    bank.takeCreates = 'refuse';
    expect((await call('POST', `${t}/method`, { method: 'bank' })).code).toBe(21_200);
    bank.takeCreates = 'answer';
    expect((await call('GET', t)).data.methods.map(({ code }) => code)).toEqual(['bank', 'other']);
    expect((await call('POST', `${t}/method`, { method: 'other' })).data.payment?.type).toBe('bank_account');
    expect((await orderOf(id)).method).toBe('other');
  });

  test('a bank that leaves it open leaves the order payable, and the next try finds the same payment', async () => {
    const { t, id } = await place();
    bank.takeCreates = 'cut';
    expect((await call('POST', `${t}/method`, { method: 'bank' })).code).toBe(21_226);
    bank.takeCreates = 'answer';
    expect((await call('GET', t)).data.page).toBe('paymethod');
    expect((await call('POST', `${t}/method`, { method: 'bank' })).data.payment?.type).toBe('bank_account');
    const made = await orderOf(id);
    expect(made.payment).not.toBeNull();
    expect(bank.creates(made.order_no)).toBe(2);
  });
});

describe('a form for the provider', () => {
  async function withForm(fields: object, url = 'https://provider.example/pay?a=1&b=2') {
    const placed = await place();
    await call('POST', `${placed.t}/method`, { method: 'bank' });
    const payment = JSON.stringify({ type: 'form', url, fields });
    await sql`UPDATE collection_order SET payment = ${payment}::jsonb WHERE id = ${placed.id}`.execute(
      database.app,
    );
    return placed;
  }
  const open = (t: string) =>
    app.inject({
      method: 'GET',
      url: `/api/checkout/${t}/form`,
      headers: { 'x-forwarded-for': '198.51.100.9', 'x-localization': 'en' },
    });

  test('is posted by a page of its own on which every value stays a value', async () => {
    const { t } = await withForm({
      Trade: `"><script>alert('&amp;')</script>`,
      'na\'me"': '王小明 <b>&</b>',
    });
    expect((await call('GET', t)).data.payment).toEqual({ type: 'redirect', url: `/api/checkout/${t}/form` });
    const { body, headers, statusCode } = await open(t);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('action="https://provider.example/pay?a=1&amp;b=2"');
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;"');
    expect(body).toContain('name="na&#39;me&quot;" value="王小明 &lt;b&gt;&amp;&lt;/b&gt;"');
    expect(body.match(/<script/g)).toHaveLength(1);
    const policy = String(headers['content-security-policy']);
    const [nonce = ''] = /nonce-[^']+/.exec(policy) ?? [];
    expect(body).toContain(`<script nonce="${nonce.slice('nonce-'.length)}">`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('form-action https://provider.example https:;');
  });

  test('that is over, of another kind or of nobody leads to the page of the order, which says why', async () => {
    const paid = await withForm({ a: '1' });
    await admin.query(
      `UPDATE collection_order SET expires_at = created_at + interval '1 millisecond' WHERE id = $1`,
      [paid.id],
    );
    const other = await place();
    const script = await withForm({ a: '1' }, 'javascript:alert(1)');
    for (const t of [paid.t, other.t, script.t, 'A'.repeat(24)]) {
      const { headers, statusCode } = await open(t);
      expect([statusCode, headers['location']], t).toEqual([303, `/pay/#/gateway?t=${t}`]);
    }
    expect((await open('%22%3E')).headers['location']).toBe('/pay/#/gateway?t=');
  });
});

describe('the page', () => {
  test.each([
    ['bank_account', 'bank_transfer', 'checkout'],
    ['qr', 'qr', 'Alipay'],
    ['qr', 'wechat', 'wxbank'],
    ['bank_account', 'wechat', 'wxbank'],
    ['redirect', 'redirect', 'gateway'],
    ['cvs_code', 'cvs', 'checkout'],
    ['barcode', 'cvs', 'checkout'],
    ['crypto_address', 'crypto', 'checkout'],
    ['form', 'redirect', 'gateway'],
  ])('of a payment %s by %s is %s', async (type, kind, page) => {
    const merchantId = await tenant.user('customer');
    await tenant.channel({ merchants: [merchantId], channel: { method_type: kind } });
    const { t, id } = await place({}, merchantId);
    await call('POST', `${t}/method`, { method: 'bank' });
    const account = { bank_code: '004', bank_name: 'B', branch: 'M', account_no: '1', holder: 'H', qr: null };
    const rest = { barcodes: ['A1'], network: 'TRC20', address: 'T1', fields: {} };
    const payment = {
      type,
      ...account,
      ...rest,
      content: 'x',
      url: 'https://pay.example',
      code: '1',
      store: 's',
    };
    await sql`UPDATE collection_order SET payment = ${JSON.stringify(payment)}::jsonb WHERE id = ${id}`.execute(
      database.app,
    );
    expect((await call('GET', t)).data.page).toBe(page);
  });

  test('of a claimed order waits for the bank, and the bank is asked', async () => {
    const { t, id } = await place();
    expect((await call('POST', `${t}/paid-claim`, {})).code).toBe(21_001);
    await call('POST', `${t}/method`, { method: 'bank' });
    const { data } = await call('POST', `${t}/paid-claim`, { last5: '54321' });
    expect(data).toMatchObject({ page: 'payCheckOut', claimed: true, status: 'pending' });
    expect((await orderOf(id)).payer_last5).toBe('54321');
    const { rows } = await sql<{
      reason: string;
    }>`SELECT reason FROM collection_check WHERE order_id = ${id}`.execute(database.app);
    expect(rows).toEqual([{ reason: 'payer_claims' }]);
    await call('POST', `${t}/paid-claim`, { last5: '54321' });
    await call('POST', `${t}/paid-claim`, {});
    const audits = await admin.query(
      `SELECT 1 FROM audit_log WHERE object_id = '${id}' AND act = 'collection.claimPaid'`,
    );
    expect(audits.rowCount).toBe(1);
  });

  test('of a paid order tells what was received', async () => {
    const order = await rooms.place(tenant.merchantId, { major: '1500' });
    bank.pay(order.order_no);
    await rooms.tell(order);
    const { data } = await call('GET', collections.tokens.issue(order.id));
    expect(data).toMatchObject({
      page: 'payCheckOut',
      status: 'success',
      paid_amount: '1500.0000',
      paid_at: (await orderOf(order.id)).completed_at?.toISOString(),
      payment: null,
    });
  });
});

describe('a payer', () => {
  test('may tell and correct his name until a way to pay is found', async () => {
    const { t } = await place();
    expect((await call('POST', `${t}/payer`, { name: ' 王小名 ' })).data.payer_name).toBe('王○名');
    expect((await call('POST', `${t}/payer`, { name: '王小明' })).data.payer_name).toBe('王○明');
    await call('POST', `${t}/method`, { method: 'bank' });
    expect((await call('POST', `${t}/payer`, { name: '李小明' })).code).toBe(21_305);
  });

  test('may not rename the payer whom the merchant named', async () => {
    const { t } = await place({ realName: '王小明', payer: { name: '王小明' } });
    expect((await call('POST', `${t}/payer`, { name: '李小明' })).code).toBe(21_001);
  });

  test.each([
    { name: '' },
    { name: 'a\u0000b' },
    { name: '\ud800' },
    { name: 'x'.repeat(65) },
    {},
    { name: 1 },
  ])('is refused a name like %j', async (body) => {
    const { t } = await place();
    expect((await call('POST', `${t}/payer`, body)).code).toBe(400);
  });

  test('cancels: the order ends, and the account is gone', async () => {
    const { t, id } = await place();
    await call('POST', `${t}/method`, { method: 'bank' });
    const { data } = await call('POST', `${t}/cancel`, {});
    expect(data).toMatchObject({ status: 'expired', page: 'payCheckOut', payment: null });
    expect((await call('POST', `${t}/cancel`, {})).code).toBe(0);
    expect((await orderOf(id)).status).toBe('expired');
  });

  test('who has paid cannot cancel', async () => {
    const order = await rooms.place(tenant.merchantId, { major: '1500' });
    bank.pay(order.order_no);
    const { code } = await call('POST', `${collections.tokens.issue(order.id)}/cancel`, {});
    expect(code).toBe(21_001);
    expect((await orderOf(order.id)).status).toBe('success');
  });
});

test('the actions of one address are limited to sixty a minute, reading goes on', async () => {
  const { t } = await place();
  const ip = '203.0.113.50';
  const replies = [];
  for (let turn = 0; turn < 62; turn += 1)
    replies.push(await call('POST', `${t}/payer`, { name: '王小明' }, ip));
  const limited = replies.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThanOrEqual(1);
  expect(limited[0]?.code).toBe(20_429);
  expect((await call('GET', t, undefined, ip)).status).toBe(200);
});

describe('when the time is over', () => {
  test('the account goes at once, whether the order has been ended yet or not, and nothing can be chosen', async () => {
    const paying = await place({ lifetimeS: 60 });
    await call('POST', `${paying.t}/method`, { method: 'bank' });
    const choosing = await place({ lifetimeS: 60 });
    expect((await call('GET', paying.t)).data.payment).not.toBeNull();
    await moveBusinessClock(database, 60_000);
    const { data } = await call('GET', paying.t);
    expect(data).toMatchObject({ page: 'payCheckOut', status: 'pending', payment: null, methods: [] });
    expect((await call('POST', `${choosing.t}/method`, { method: 'bank' })).code).toBe(21_303);
    expect((await call('POST', `${choosing.t}/payer`, { name: '王小明' })).code).toBe(21_303);
  });

  test('a token dies a day after its order became final, and no sooner', async () => {
    const { t } = await place();
    await call('POST', `${t}/cancel`, {});
    await moveBusinessClock(database, 23.9 * 3_600_000);
    expect((await call('GET', t)).code).toBe(0);
    await moveBusinessClock(database, 0.2 * 3_600_000);
    expect((await call('GET', t)).code).toBe(notFound);
    expect((await call('POST', `${t}/cancel`, {})).code).toBe(notFound);
  });
});

describe('while the house is shut', () => {
  const text = { 'zh-TW': '升級資料庫', 'zh-CN': '升级数据库', en: 'Upgrading the database' };
  const shut = async (isShut: boolean): Promise<void> => {
    await transact(database.app, async (tx) => {
      const { rows } = await sql<{ version: number }>`SELECT version FROM maintenance`.execute(tx);
      const wish = isShut ? { from: null, to: null, text } : null;
      expect(await setMaintenance(tx, wish, rows[0]?.version ?? 0)).toBeDefined();
    });
    await maintenance.refresh();
  };

  test('a payer reads why in his language, begins nothing new, and still says what he has paid', async () => {
    const open = await place();
    const underWay = await place();
    expect((await call('POST', `${underWay.t}/method`, { method: 'bank' })).code).toBe(0);
    await shut(true);
    try {
      expect((await call('GET', open.t)).data.maintenance).toBe('Upgrading the database');
      expect((await call('GET', (await place({ locale: 'zh-TW' })).t)).data.maintenance).toBe('升級資料庫');
      expect((await call('POST', `${open.t}/method`, { method: 'bank' })).code).toBe(20_503);
      expect((await orderOf(open.id)).channel_account_id).toBeNull();
      expect((await call('POST', `${underWay.t}/paid-claim`, {})).data).toMatchObject({ claimed: true });
    } finally {
      await shut(false);
    }
    expect((await call('POST', `${open.t}/method`, { method: 'bank' })).data).toMatchObject({
      maintenance: null,
    });
  });
});
