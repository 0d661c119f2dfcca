import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { merchantNo, now, secret, startMerchant } from './merchant.ts';
import type { Merchant } from './merchant.ts';
import { startProgram } from './program.ts';
import type { RunningProgram } from './program.ts';
import { until } from './until.ts';
import { simpayHeaders } from '@suanpan/signing/simpay';

let cluster: Cluster;
let merchant: Merchant;
let bank: RunningProgram;
let bankEnv: Record<string, string>;
let answerAsUsual: Merchant['answer'];
let counter = 0;

const bodyOf = (amount: string, more: Record<string, unknown> = {}) => ({
  merchant_order_no: `T${Date.now()}${(counter += 1)}`,
  amount,
  currency: 'TWD',
  kind: 'bank_transfer',
  notify_url: merchant.notifyUrl,
  expires_at: new Date(Date.now() + 900_000).toISOString(),
  ...more,
});
const create = async (amount: string, more: Record<string, unknown> = {}) => {
  const body = bodyOf(amount, more);
  const answer = await merchant.call(bank.base, 'POST', '/simpay/v1/charges', body);
  return { orderNo: body.merchant_order_no, body, ...answer };
};
const query = async (orderNo: string) =>
  (await merchant.call(bank.base, 'GET', `/simpay/v1/charges/${orderNo}`)).json;
const notifies = (orderNo: string, count: number) =>
  until(() => (merchant.of(orderNo).length >= count ? merchant.of(orderNo) : null));
const statusIs = (orderNo: string, status: string) =>
  until(async () => ((await query(orderNo)).status === status ? true : null));
const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

beforeAll(async () => {
  cluster = await startCluster();
  merchant = await startMerchant();
  answerAsUsual = merchant.answer;
  bankEnv = {
    SANDBOX_PORT: '0',
    DATABASE_URL: await cluster.createDatabase(),
    SANDBOX_MERCHANTS: JSON.stringify([{ merchant_no: merchantNo, secret }]),
    SANDBOX_SPEED: '60',
    SANDBOX_PUBLIC_BASE: 'http://127.0.0.1:3000/sandbox',
  };
  bank = await startProgram('bank', bankEnv);
}, 60_000);

afterEach(() => {
  merchant.answer = answerAsUsual;
});

afterAll(async () => {
  await bank?.stop();
  await merchant?.close();
  await cluster?.stop();
});

describe('calls', () => {
  test('an unsigned, wrongly signed, stale or unknown caller is refused', async () => {
    const path = '/simpay/v1/balance';
    const ask = async (headers: Record<string, string>) =>
      (await fetch(bank.base + path, { headers })).status;
    const message = { method: 'GET', path, timestamp: now(), body: '' };
    expect(await ask({})).toBe(401);
    expect(await ask(simpayHeaders(message, merchantNo, 'another'))).toBe(401);
    expect(await ask(simpayHeaders(message, 'nobody', secret))).toBe(401);
    const stale = { ...message, timestamp: String(Number(now()) - 400) };
    expect(await ask(simpayHeaders(stale, merchantNo, secret))).toBe(401);
    expect(await ask(simpayHeaders(message, merchantNo, secret))).toBe(200);
  });

  test('a charge is created once: the same body answers the same charge, another body is refused', async () => {
    const first = await create('1520.00');
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ status: 'pending', amount: '1520.00', currency: 'TWD' });
    expect(first.json.payment).toMatchObject({ type: 'bank_account' });
    expect(first.json.payment['bank_code']).toMatch(/^\d{3}$/);
    expect(first.json.payment['account_no']).toMatch(/^\d{14}$/);
    const again = await merchant.call(bank.base, 'POST', '/simpay/v1/charges', first.body);
    expect([again.status, again.json.charge_no]).toEqual([200, first.json.charge_no]);
    const other = { ...first.body, amount: '1521.00' };
    expect((await merchant.call(bank.base, 'POST', '/simpay/v1/charges', other)).status).toBe(409);
  });

  test('creates and queries are kept in the order in which they were asked', async () => {
    const { orderNo, body } = await create('1540.00');
    await query(orderNo);
    await merchant.call(bank.base, 'POST', '/simpay/v1/charges', body);
    const client = new pg.Client({ connectionString: bankEnv['DATABASE_URL'] });
    await client.connect();
    const { rows } = await client.query<{ act: string }>(
      'select act from sandbox_bank.asked where merchant_order_no = $1 order by id',
      [orderNo],
    );
    await client.end();
    expect(rows.map(({ act }) => act)).toEqual(['create', 'query', 'create']);
  });

  test('fifty creations of one order at the same time make one charge', async () => {
    const body = bodyOf('1530.00');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => merchant.call(bank.base, 'POST', '/simpay/v1/charges', body)),
    );
    expect(new Set(answers.map((answer) => answer.json.charge_no)).size).toBe(1);
  });

  test('every transfer gets an account of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => create('1540.00')));
    expect(new Set(answers.map((answer) => answer.json.payment['account_no'])).size).toBe(30);
  });

  test('each kind shows the payer what he needs', async () => {
    expect((await create('20.00', { kind: 'qr' })).json.payment['content']).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/sandbox\/pay\/SB/,
    );
    expect((await create('20.00', { kind: 'redirect' })).json.payment['url']).toContain('/sandbox/pay/SB');
    expect((await create('20.00', { kind: 'cvs' })).json.payment).toMatchObject({ type: 'cvs_code' });
  });

  test('a wrong body names the field, an unknown charge is not found', async () => {
    const answer = await create('12.5.0');
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining('amount')]);
    expect((await create('0.00')).status).toBe(400);
    expect((await create('20.00', { simulate: 'nonsense' })).status).toBe(400);
    expect((await merchant.call(bank.base, 'GET', '/simpay/v1/charges/none')).status).toBe(404);
  });
});

describe('scenarios', () => {
  test('00 pays after a pause and tells it once', async () => {
    const { orderNo } = await create('1500.00');
    expect((await query(orderNo)).status).toBe('pending');
    const [told] = await notifies(orderNo, 1);
    expect(told).toMatchObject({
      verified: true,
      body: { status: 'paid', paid_amount: '1500.00', simulated: false },
    });
    expect(await query(orderNo)).toMatchObject({ status: 'paid', paid_amount: '1500.00' });
    await pause(200);
    expect(merchant.of(orderNo)).toHaveLength(1);
  });

  test('01 is declined', async () => {
    const { orderNo } = await create('1501.00');
    expect((await notifies(orderNo, 1))[0]?.body).toMatchObject({ status: 'failed', paid_amount: '0.00' });
    expect((await query(orderNo)).status).toBe('failed');
  });

  test('02 is never paid and expires', async () => {
    const { orderNo } = await create('1502.00', { expires_at: new Date(Date.now() + 400).toISOString() });
    expect((await query(orderNo)).status).toBe('pending');
    await statusIs(orderNo, 'expired');
    expect(merchant.of(orderNo)).toHaveLength(0);
  });

  test('03 pays after its expiry', async () => {
    const expiresAt = Date.now() + 500;
    const { orderNo } = await create('1503.00', { expires_at: new Date(expiresAt).toISOString() });
    await statusIs(orderNo, 'expired');
    const [told] = await notifies(orderNo, 1);
    expect(told?.body).toMatchObject({ status: 'paid' });
    expect(told?.receivedAtMs).toBeGreaterThanOrEqual(expiresAt + 500);
  });

  test('04 tells one event five times, two of them at the same instant', async () => {
    const { orderNo } = await create('1504.00');
    const told = await notifies(orderNo, 5);
    expect(new Set(told.map((each) => each.body['event_id'])).size).toBe(1);
    expect(Math.abs((told[1]?.receivedAtMs ?? 0) - (told[0]?.receivedAtMs ?? 0))).toBeLessThan(60);
  });

  test('05 underpays and 06 overpays by one', async () => {
    const less = await create('1505.00');
    const more = await create('1506.00');
    expect((await notifies(less.orderNo, 1))[0]?.body).toMatchObject({
      amount: '1505.00',
      paid_amount: '1504.00',
    });
    expect((await notifies(more.orderNo, 1))[0]?.body).toMatchObject({
      amount: '1506.00',
      paid_amount: '1507.00',
    });
  });

  test('07 sends a wrong signature first and a good one after it', async () => {
    const { orderNo } = await create('1507.00');
    const told = await notifies(orderNo, 2);
    expect(told.map((each) => each.verified)).toEqual([false, true]);
    await pause(300);
    expect(merchant.of(orderNo)).toHaveLength(2);
  });

  test('08 tells a failure after the success, but the money stays paid', async () => {
    const { orderNo } = await create('1508.00');
    const told = await notifies(orderNo, 2);
    expect(told.map((each) => each.body['status'])).toEqual(['paid', 'failed']);
    expect((await query(orderNo)).status).toBe('paid');
  });

  test('09 is paid and then reversed', async () => {
    const { orderNo } = await create('1509.00');
    const told = await notifies(orderNo, 2);
    expect(told.map((each) => each.body['status'])).toEqual(['paid', 'reversed']);
    expect((await query(orderNo)).status).toBe('reversed');
  });

  test('10 hangs at creation; the charge exists meanwhile, and a repeated call is answered at once', async () => {
    const startedMs = Date.now();
    const body = bodyOf('1510.00');
    const hanging = merchant.call(bank.base, 'POST', '/simpay/v1/charges', body);
    await until(async () => ((await query(body.merchant_order_no)).status === 'pending' ? true : null));
    const again = await merchant.call(bank.base, 'POST', '/simpay/v1/charges', body);
    expect([again.status, Date.now() - startedMs < 500]).toEqual([200, true]);
    expect((await hanging).status).toBe(200);
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(580);
    await statusIs(body.merchant_order_no, 'paid');
  });

  test('11 fails with HTTP 500 and creates nothing', async () => {
    const { orderNo, status } = await create('1511.00');
    expect(status).toBe(500);
    expect((await merchant.call(bank.base, 'GET', `/simpay/v1/charges/${orderNo}`)).status).toBe(404);
  });

  test('12 answers garbage although the charge exists', async () => {
    const { orderNo, status, json, text } = await create('1512.00');
    expect([status, json]).toEqual([200, null]);
    expect(text).toContain('Bad Gate');
    expect((await query(orderNo)).merchant_order_no).toBe(orderNo);
  });

  test('13 is paid without a notify', async () => {
    const { orderNo } = await create('1513.00');
    await statusIs(orderNo, 'paid');
    await pause(200);
    expect(merchant.of(orderNo)).toHaveLength(0);
  });

  test('14 marks the payment as simulated', async () => {
    const { orderNo } = await create('1514.00');
    expect((await notifies(orderNo, 1))[0]?.body).toMatchObject({ status: 'paid', simulated: true });
  });

  test('15 is told before the create call returns', async () => {
    const body = bodyOf('1515.00');
    let isAnswered = false;
    let wasAnsweredWhenTold: boolean | undefined;
    merchant.answer = (notify) => {
      if (notify.orderNo === body.merchant_order_no) wasAnsweredWhenTold ??= isAnswered;
      return { status: 200, body: 'OK' };
    };
    const answer = await merchant.call(bank.base, 'POST', '/simpay/v1/charges', body);
    isAnswered = true;
    expect([answer.json.status, wasAnsweredWhenTold]).toEqual(['pending', false]);
  });

  test('16 tells of an order nobody knows', async () => {
    const { orderNo } = await create('1516.00');
    const [told] = await notifies(`UNKNOWN-${orderNo}`, 1);
    expect(told).toMatchObject({ verified: true, body: { status: 'paid' } });
    expect((await query(orderNo)).status).toBe('pending');
  });

  test('an amount outside the table waits; a payer named SIM-xx and the simulate field choose too', async () => {
    const waits = await create('1599.00');
    const named = await create('1599.00', { payer_name: 'SIM-01' });
    const asked = await create('1501.00', { payer_name: 'SIM-01', simulate: '05' });
    expect((await notifies(named.orderNo, 1))[0]?.body).toMatchObject({ status: 'failed' });
    expect((await notifies(asked.orderNo, 1))[0]?.body).toMatchObject({ paid_amount: '1500.00' });
    expect((await query(waits.orderNo)).status).toBe('pending');
  });

  test('simulate plays a scenario at once, with another amount when asked, and books the money once', async () => {
    const { orderNo } = await create('1598.00');
    const path = `/simpay/v1/charges/${orderNo}/simulate`;
    const played = await merchant.call(bank.base, 'POST', path, { scenario: 'paid', amount: '1000.50' });
    expect(played).toMatchObject({ status: 202, json: { status: 'paid', paid_amount: '1000.50' } });
    await merchant.call(bank.base, 'POST', path, { scenario: '00' });
    expect(await query(orderNo)).toMatchObject({ status: 'paid', paid_amount: '1000.50' });
    const told = await notifies(orderNo, 2);
    expect(told[0]?.body).toEqual(told[1]?.body);
  });
});

describe('delivery', () => {
  test('a notify is repeated until it is answered 200 OK, with the same event and a new signature', async () => {
    const { orderNo } = await create('1597.00');
    merchant.answer = (notify) => {
      if (notify.orderNo !== orderNo) return { status: 200, body: 'OK' };
      const earlier = merchant.of(orderNo).length;
      if (earlier === 1) return { status: 500, body: 'OK' };
      return { status: 200, body: earlier === 2 ? 'maybe' : ' OK\n' };
    };
    await merchant.call(bank.base, 'POST', `/simpay/v1/charges/${orderNo}/simulate`, { scenario: '00' });
    const told = await notifies(orderNo, 3);
    expect(new Set(told.map((each) => each.body['event_id'])).size).toBe(1);
    await pause(500);
    expect(merchant.of(orderNo)).toHaveLength(3);
  });

  test('a killed bank comes back with its charges, and still pays and tells what was due', async () => {
    const paid = await create('1596.00');
    merchant.answer = () => ({ status: 503, body: 'later' });
    await merchant.call(bank.base, 'POST', `/simpay/v1/charges/${paid.orderNo}/simulate`, { scenario: '00' });
    await notifies(paid.orderNo, 1);
    const planned = await create('1510.00', { simulate: '09' });
    await bank.kill();
    const heardBefore = merchant.of(paid.orderNo).length;
    merchant.answer = () => ({ status: 200, body: 'OK' });
    bank = await startProgram('bank', bankEnv);
    await until(() => (merchant.of(paid.orderNo).length > heardBefore ? true : null), 30_000);
    expect((await notifies(planned.orderNo, 2)).map((each) => each.body['status'])).toEqual([
      'paid',
      'reversed',
    ]);
  }, 40_000);
});

describe('books', () => {
  test('the statement of a day lists payments and reversals, not test payments, and the balance is their sum', async () => {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' }).format(new Date());
    const { orderNo } = await create('1509.00', { currency: 'USD' });
    const simulated = await create('1514.00');
    await notifies(orderNo, 2);
    await notifies(simulated.orderNo, 1);
    const { json } = await merchant.call(bank.base, 'GET', `/simpay/v1/statement?date=${day}`);
    const lines = (json as unknown as Record<string, unknown>[]).filter(
      (line) => line['merchant_order_no'] === orderNo,
    );
    expect(lines.map((line) => [line['type'], line['amount'], line['currency']])).toEqual([
      ['payment', '1509.00', 'USD'],
      ['reversal', '-1509.00', 'USD'],
    ]);
    expect(JSON.stringify(json)).not.toContain(simulated.orderNo);
    expect((await merchant.call(bank.base, 'GET', '/simpay/v1/balance?currency=USD')).json).toEqual({
      currency: 'USD',
      available: '0.00',
    });
    expect((await merchant.call(bank.base, 'GET', '/simpay/v1/statement?date=yesterday')).status).toBe(400);
    expect((await merchant.call(bank.base, 'GET', '/simpay/v1/statement?date=2001-01-01')).json).toEqual([]);
  });

  test('the clock can be moved ahead, and what falls due then happens', async () => {
    const { orderNo } = await create('1503.00');
    await merchant.call(bank.base, 'POST', '/simpay/v1/clock', { advance_seconds: 901 });
    expect((await notifies(orderNo, 1))[0]?.body).toMatchObject({ status: 'paid' });
  });
});

describe('pages', () => {
  const page = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(bank.base + path, { redirect: 'manual', ...init });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const form = (fields: Record<string, string>): RequestInit => ({
    method: 'POST',
    body: new URLSearchParams(fields),
  });

  test('the payer pays exactly, pays another amount, or declines', async () => {
    const choose = async (fields: Record<string, string>) => {
      const { orderNo, json } = await create('88.00', {
        kind: 'redirect',
        return_url: 'https://shop.example/back',
      });
      expect((await page(`/pay/${json.charge_no}`)).text).toContain('https://shop.example/back');
      expect((await page(`/pay/${json.charge_no}`, form(fields))).status).toBe(303);
      return query(orderNo);
    };
    expect(await choose({ choice: 'exact' })).toMatchObject({ status: 'paid', paid_amount: '88.00' });
    expect(await choose({ choice: 'other', amount: '87.5' })).toMatchObject({
      status: 'paid',
      paid_amount: '87.50',
    });
    expect(await choose({ choice: 'decline' })).toMatchObject({ status: 'failed' });
  });

  test('the payer cannot undo a payment with a page left open', async () => {
    const { orderNo, json } = await create('88.00', { kind: 'redirect' });
    await page(`/pay/${json.charge_no}`, form({ choice: 'exact' }));
    await notifies(orderNo, 1);
    await page(`/pay/${json.charge_no}`, form({ choice: 'decline' }));
    await pause(150);
    expect(merchant.of(orderNo)).toHaveLength(1);
  });

  test('the counter pays by account number', async () => {
    const { orderNo, json } = await create('89.00');
    const account = json.payment['account_no'] ?? '';
    expect((await page('/counter', form({ account: '00000', amount: '89' }))).status).toBe(400);
    expect(
      (await page('/counter', form({ account: account.replace(/(.{4})/g, '$1 '), amount: '89' }))).status,
    ).toBe(303);
    expect(await query(orderNo)).toMatchObject({ status: 'paid', paid_amount: '89.00' });
  });

  test('an order of the platform leads to its last charge, and one that never came here is told so', async () => {
    const orderNo = `C261122${Date.now()}`;
    const first = await create('150.00', { merchant_order_no: orderNo });
    const open = async (number: string) =>
      fetch(`${bank.base}/console/orders/${number}?lang=en`, { redirect: 'manual' });
    const found = async () => (await open(orderNo)).headers.get('location');
    expect(await found()).toBe(`/sandbox/console/charges/${first.json.charge_no}?lang=en`);
    const second = await create('150.00', { merchant_order_no: `${orderNo}R2` });
    expect(await found()).toBe(`/sandbox/console/charges/${second.json.charge_no}?lang=en`);

    const unknown = await open('C2611220000000000');
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('The bank has no charge of this order');
  });

  test('a counter that a shop filled in is still confirmed by the payer', async () => {
    const { text } = await page('/counter?account=8808001&amount=%22%3E%3Cb%3E&lang=en');
    expect(text).toContain('value="8808001"');
    expect(text).not.toContain('<b>');
  });

  test('the console plays scenarios and shows signatures and answers', async () => {
    const { orderNo, json } = await create('87.00');
    const address = `/console/charges/${json.charge_no}`;
    const played = await page(`${address}/play`, form({ scenario: '07' }));
    expect([played.status, played.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/sandbox\/console\//),
    ]);
    await notifies(orderNo, 2);
    const shown = await until(async () => {
      const { text } = await page(`${address}?lang=en`);
      return text.includes('wrong signature refused') && text.includes('HTTP 200') ? text : null;
    });
    expect(shown).toMatch(/<span class="mono break">[0-9a-f]{64}<\/span>/);
    expect((await page('/console')).text).toContain(orderNo);
    expect((await page('/console/notifies?lang=en')).text).toContain('acknowledged');
  });

  test('whatever a merchant sends is shown as text, never as markup', async () => {
    const payer = `"><script>alert(1)</script>'&`;
    const { json } = await create('86.00', {
      payer_name: payer,
      return_url: 'https://shop.example/?a="><img src=x onerror=alert(1)>',
      notify_url: `${merchant.notifyUrl}?x="><b>`,
    });
    for (const path of [`/console/charges/${json.charge_no}`, `/pay/${json.charge_no}`]) {
      const { text, headers } = await page(path);
      expect(text).not.toMatch(/<script>alert|<img src=x|"><b>/);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const unsafe = await create('86.00', { return_url: 'javascript:alert(1)' });
    expect(unsafe.status).toBe(400);
  });

  test('a form posted from another site is refused', async () => {
    const { json } = await create('85.00');
    const foreign = { ...form({ choice: 'exact' }), headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await page(`/pay/${json.charge_no}`, foreign)).status).toBe(403);
  });

  test('the language follows ?lang, then the browser; links work with and without the public prefix', async () => {
    const ask = async (path: string, accept: string) =>
      /<html lang="([^"]+)"/.exec((await page(path, { headers: { 'accept-language': accept } })).text)?.[1];
    expect(await ask('/console', 'fr, en;q=0.8, zh-CN;q=0.9')).toBe('zh-CN');
    expect(await ask('/console', '')).toBe('zh-TW');
    expect(await ask('/console?lang=en', 'zh-CN')).toBe('en');
    expect(await ask('/sandbox/console?lang=en', 'zh-CN')).toBe('en');
    expect((await page('/sandbox/assets/style.css')).headers.get('content-type')).toContain('text/css');
  });
});

test('the bank prints one ready line, answers healthz and stops on SIGTERM even while a caller hangs', async () => {
  const lively = await startProgram('bank', { ...bankEnv, SANDBOX_SPEED: '1' });
  expect(lively.lines.filter((line) => line['msg'] === 'ready')).toHaveLength(1);
  expect(await (await fetch(`${lively.base}/healthz`)).json()).toEqual({ ok: true, installation: '' });
  const hanging = merchant.call(lively.base, 'POST', '/simpay/v1/charges', bodyOf('1510.00'));
  await pause(200);
  const startedMs = Date.now();
  expect(await lively.stop()).toBe(0);
  expect(Date.now() - startedMs).toBeLessThan(5000);
  expect((await hanging).status).toBe(200);
});

test('a wrong environment is named without its values', async () => {
  await expect(
    startProgram('bank', { ...bankEnv, SANDBOX_SPEED: '7', SANDBOX_MERCHANTS: 'topsecret' }),
  ).rejects.toThrow(/SANDBOX_MERCHANTS(?!.*topsecret)/);
});

describe('the payout desk', () => {
  const payout = async (amount: string, more: Record<string, unknown> = {}) => {
    const body = {
      merchant_order_no: `P${Date.now()}${(counter += 1)}`,
      amount,
      currency: 'TWD',
      bank_code: '004',
      account_no: '0901560501232',
      account_name: '王小明',
      notify_url: merchant.notifyUrl,
      ...more,
    };
    const answer = await merchant.call(bank.base, 'POST', '/simpay/v1/payouts', body);
    return { orderNo: body.merchant_order_no, body, ...answer };
  };
  const ask = async (orderNo: string) =>
    (await merchant.call(bank.base, 'GET', `/simpay/v1/payouts/${orderNo}`)).json;
  const becomes = (orderNo: string, status: string) =>
    until(async () => ((await ask(orderNo)).status === status ? true : null));
  const booked = async (orderNo: string) => {
    const client = new pg.Client({ connectionString: bankEnv['DATABASE_URL'] });
    await client.connect();
    const { rows } = await client.query<{ kind: string }>(
      `select e.kind from sandbox_bank.payout_entry e join sandbox_bank.payout p on p.id = e.payout_id
       where p.merchant_order_no = $1 order by e.id`,
      [orderNo],
    );
    await client.end();
    return rows.map(({ kind }) => kind);
  };

  test('pays, books it once and tells it; the same call answers the same payout', async () => {
    const made = await payout('1500.00');
    expect(made).toMatchObject({ status: 200, json: { status: 'processing', amount: '1500.00' } });
    const again = await merchant.call(bank.base, 'POST', '/simpay/v1/payouts', made.body);
    expect(again.json).toEqual(made.json);
    const other = await merchant.call(bank.base, 'POST', '/simpay/v1/payouts', { ...made.body, amount: '1' });
    expect(other.status).toBe(409);
    await becomes(made.orderNo, 'paid');
    await notifies(made.orderNo, 1);
    expect(await booked(made.orderNo)).toEqual(['payout']);
  });

  test.each([
    ['01', 'failed', []],
    ['05', 'returned', ['payout', 'return']],
    ['06', 'paid', ['payout']],
    ['07', 'paid', ['payout']],
    ['09', 'paid', ['payout']],
  ])('scenario %s ends %s, with these entries of its own books: %j', async (scenario, status, entries) => {
    const made = await payout('100.00', { simulate: scenario });
    expect(made.status).toBe(scenario === '09' ? 422 : 200);
    await becomes(made.orderNo, status);
    expect(await booked(made.orderNo)).toEqual(entries);
  });

  test('a failure that is told after the payment did not happen', async () => {
    const made = await payout('100.00', { simulate: '08' });
    await notifies(made.orderNo, 2);
    expect((await ask(made.orderNo)).status).toBe('paid');
    expect(await booked(made.orderNo)).toEqual(['payout']);
  });
});

describe('statements of the time before', () => {
  const line = { charge_no: 'OLD-1', merchant_order_no: 'C-1', amount: '120.5', currency: 'TWD' };
  const path = '/simpay/v1/earlier';
  const balance = async (): Promise<number> => {
    const { json } = await merchant.call(bank.base, 'GET', '/simpay/v1/balance?currency=TWD');
    return Number((json as unknown as { available: string }).available);
  };

  test('are kept once a payment, and stand in the statement, in the balance and on the page with its file', async () => {
    const before = await balance();
    const at = new Date(Date.now() - 86_400_000);
    const payments = [{ ...line, booked_at: at.toISOString() }];
    expect((await merchant.call(bank.base, 'POST', path, { payments })).json).toEqual({ kept: 1 });
    expect((await merchant.call(bank.base, 'POST', path, { payments })).json).toEqual({ kept: 0 });
    expect(await balance()).toBeCloseTo(before + 120.5);
    const day = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const markup = await (await fetch(`${bank.base}/statements?lang=en`)).text();
    const address = `/statements/${merchantNo}/${day}.csv`;
    expect(markup).toContain(address);
    const file = await fetch(`${bank.base}${address}`);
    expect(file.headers.get('content-disposition')).toContain(`statement-${merchantNo}-${day}.csv`);
    expect(await file.text()).toContain(`OLD-1,C-1,payment,120.50,,TWD,paid,${at.toISOString()}`);
    expect((await fetch(`${bank.base}/statements/${merchantNo}/2026-02-31.csv`)).status).toBe(404);
    expect((await fetch(`${bank.base}/statements/nobody/${day}.csv`)).status).toBe(404);
  });

  test('of days at the ends of the calendar are empty or not there, and no sum is too large for the page', async () => {
    const statusOf = async (day: string): Promise<number[]> => [
      (await fetch(`${bank.base}/statements/${merchantNo}/${day}.csv`)).status,
      (await merchant.call(bank.base, 'GET', `/simpay/v1/statement?date=${day}`)).status,
    ];
    expect(await statusOf('0000-01-01')).toEqual([404, 400]);
    expect(await statusOf('0001-01-01')).toEqual([200, 200]);
    expect(await statusOf('9999-12-31')).toEqual([200, 200]);
    const payments = Array.from({ length: 20 }, (_, n) => ({
      ...line,
      charge_no: `HUGE-${n}`,
      amount: '999999999999',
      booked_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    }));
    expect((await merchant.call(bank.base, 'POST', path, { payments })).status).toBe(200);
    const markup = await (await fetch(`${bank.base}/statements?lang=en`)).text();
    expect(markup).toContain('19,999,999,999,980.00');
  });

  test.each([
    ['no amount', { ...line, amount: '0' }],
    ['no time', { ...line, booked_at: 'yesterday' }],
    ['no number', { ...line, charge_no: '' }],
    ['a number that would be a formula of its file', { ...line, charge_no: '=1+1' }],
    ['a number that would be two columns', { ...line, merchant_order_no: 'C-1,payment' }],
    ['a time before all years', { ...line, booked_at: '0000-01-01T00:00:00Z' }],
  ])('are refused with %s', async (_what, payment) => {
    const payments = [{ booked_at: new Date().toISOString(), ...payment }];
    expect((await merchant.call(bank.base, 'POST', path, { payments })).status).toBe(400);
  });

  test('are taken from the merchant alone', async () => {
    const body = JSON.stringify({ payments: [{ ...line, booked_at: new Date().toISOString() }] });
    const headers = { 'content-type': 'application/json', 'x-sim-merchant': merchantNo };
    expect((await fetch(`${bank.base}${path}`, { method: 'POST', headers, body })).status).toBe(401);
  });
});
