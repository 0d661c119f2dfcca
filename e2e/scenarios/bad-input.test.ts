import { afterAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../../apps/server/src/platform/http/testing/raw-socket.ts';
import { enterAs, BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import type { Envelope } from '../harness/envelope.ts';
import { openSocket } from '../harness/live-socket.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import type { MerchantAnswer } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';

const server = theServer();
const merchant = new Merchant(server.url, server.account('yunduan'));

afterAll(async () => {
  await proveBooks(server);
  expect(server.complaints()).toEqual([]);
});

const languages = ['zh-TW', 'zh-CN', 'en'] as const;
const chinese = /[\u4e00-\u9fff]/;
/** What must never leave the house: traces, SQL, paths. */
const inside = /\bat \S+:\d+|node_modules|\/src\/|SELECT |INSERT |violates|ZodError|undefined|\[object/;

function isInLanguage(message: string, language: (typeof languages)[number]): void {
  expect(message).not.toBe('');
  expect(message).not.toMatch(inside);
  expect(chinese.test(message), `"${message}" in ${language}`).toBe(language !== 'en');
}

describe('lines that are no requests', () => {
  const lines = [
    'GET %%zz',
    'GET //x',
    'GET %#x',
    'GET %/../x',
    'GET %/%00',
    'QUERY %',
    'GET http://127.0.0.1%',
    'POST %/%',
  ];
  const places = [
    '/',
    '/api/login',
    '/api/v2/collections',
    '/api/notify/1',
    '/sandbox/',
    '/echo-shop/',
    '/socket.io/',
  ];

  test('are refused at every entrance, and stop nothing', async () => {
    const port = Number(new URL(server.url).port);
    for (const place of places) {
      for (const line of lines) {
        const request = `${line.replace('%', place)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
        const [answer] = await sendRaw(port, request);
        expect([400, 405], request).toContain(answer?.status);
        expect(answer?.raw, request).not.toMatch(inside);
      }
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

const good = () => ({ order_no: newOrderNo(), amount: '1550.00', currency: 'TWD' });

/** Each breaks one field of an order that would be made; the field it must name stands first. */
const badOrders: readonly (readonly [field: string, what: string, fields: Record<string, unknown>])[] = [
  ['amount', 'a number', { amount: 1550 }],
  ['amount', 'NaN', { amount: 'NaN' }],
  ['amount', 'an exponent', { amount: '1e21' }],
  ['amount', 'full-width digits', { amount: '１５５０' }],
  ['amount', 'more decimals than the currency has', { amount: '1550.001' }],
  ['amount', 'seven decimals', { amount: '1.0000001', currency: 'USDT' }],
  ['amount', 'zero', { amount: '0.00' }],
  ['amount', 'less than zero', { amount: '-1550' }],
  ['amount', 'thousands separators', { amount: '1,550.00' }],
  ['amount', 'spaces', { amount: ' 1550' }],
  ['amount', 'nothing after the point', { amount: '1550.' }],
  ['amount', 'thirteen digits', { amount: '1000000000000' }],
  ['amount', 'nothing', { amount: '' }],
  ['amount', 'null', { amount: null }],
  ['amount', 'a list', { amount: ['1550.00'] }],
  ['currency', 'a currency that is not ours', { currency: 'EUR' }],
  ['currency', 'lower case', { currency: 'twd' }],
  ['order_no', 'nothing', { order_no: '' }],
  ['order_no', '65 characters', { order_no: 'x'.repeat(65) }],
  ['order_no', 'a space', { order_no: 'A 1' }],
  ['order_no', 'full-width digits', { order_no: '１２３' }],
  ['order_no', 'a number', { order_no: 123 }],
  ['balance', 'a field that nobody knows', { balance: '1' }],
  ['status', 'a column that is not the merchant’s to set', { status: 'success' }],
  ['expires_in', 'too short', { expires_in: 59 }],
  ['expires_in', 'too long', { expires_in: 86_401 }],
  ['expires_in', 'text', { expires_in: '900' }],
  ['expires_in', 'a fraction', { expires_in: 900.5 }],
  ['notify_url', 'a script', { notify_url: 'javascript:alert(1)' }],
  ['notify_url', 'another protocol', { notify_url: 'ftp://shop.example/hook' }],
  ['notify_url', '513 characters', { notify_url: `https://shop.example/${'x'.repeat(492)}` }],
  ['locale', 'a language that is not ours', { locale: 'fr' }],
  ['method', 'a path', { method: '../qr' }],
  ['payer.name', 'only spaces', { payer: { name: '   ' } }],
  ['payer.name', 'a NUL', { payer: { name: '王\u0000小明' } }],
  ['payer.name', 'half a character', { payer: { name: '王\ud83d' } }],
  ['payer.name', '65 characters', { payer: { name: '王'.repeat(65) } }],
  ['payer.last5', 'full-width digits', { payer: { last5: '１２３４５' } }],
  ['payer.ip', 'no address', { payer: { ip: '999.1.1.1' } }],
  ['payer.is_admin', 'a field that nobody knows', { payer: { is_admin: true } }],
  [
    'metadata',
    '21 keys',
    { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v'])) },
  ],
  ['metadata.note', '501 characters', { metadata: { note: 'x'.repeat(501) } }],
  ['metadata.note', 'an object', { metadata: { note: { deep: 'x' } } }],
];

interface MerchantFault {
  readonly error: { readonly code: string; readonly message: string; readonly field: string | null };
}

function refused(answer: MerchantAnswer, status: number, code: string): MerchantFault['error'] {
  const { error } = answer.body as MerchantFault;
  expect(`${answer.status} ${error.code}`).toBe(`${status} ${code}`);
  expect(answer.text).not.toMatch(inside);
  return error;
}

describe('an order of the merchant API', () => {
  test.each(badOrders)('%s: %s is refused by name, and no order is made', async (field, _what, fields) => {
    const body = { ...good(), ...fields };
    const error = refused(await merchant.send('POST', '/collections', body), 400, 'invalid_request');
    expect(error.field).toBe(field);
    isInLanguage(error.message, 'en');
    const { order_no: orderNo } = body;
    if (typeof orderNo !== 'string' || !/^[\w-]{1,64}$/.test(orderNo)) return;
    refused(await merchant.send('GET', `/collections?order_no=${orderNo}`), 404, 'not_found');
  });

  test.each(languages)('is refused in the language of the caller: %s', async (language) => {
    const headers = { 'x-localization': language };
    const error = refused(
      await merchant.send('POST', '/collections', { ...good(), amount: 'NaN' }, { headers }),
      400,
      'invalid_request',
    );
    isInLanguage(error.message, language);
  });

  test('a language header that names none means zh-TW', async () => {
    const refusalIn = async (language: string): Promise<string> => {
      const headers = { 'x-localization': language };
      const body = { ...good(), amount: 'NaN' };
      return refused(await merchant.send('POST', '/collections', body, { headers }), 400, 'invalid_request')
        .message;
    };
    expect(await refusalIn('xx')).toBe(await refusalIn('zh-TW'));
  });

  test.each([
    ['half a JSON', '{"order_no":'],
    ['a list', '[]'],
    ['a word', '"order"'],
    ['a number out of bounds', '1e999'],
    ['a field given twice', '{"order_no":"A1","order_no":"A2","amount":"1.00","currency":"TWD"}'],
    ['a prototype', '{"__proto__":{"amount":"1.00"},"order_no":"A1","currency":"TWD"}'],
    ['a hundred levels', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
    ['nothing', '{}'],
  ])('a body that is %s is refused', async (_what, body) => {
    const error = refused(await merchant.send('POST', '/collections', body), 400, 'invalid_request');
    isInLanguage(error.message, 'en');
  });

  test('a body of more than 64 KB is refused', async () => {
    const answer = await merchant.send('POST', '/collections', {
      ...good(),
      product_name: 'x'.repeat(70_000),
    });
    expect([400, 413]).toContain(answer.status);
    expect(answer.text).not.toMatch(inside);
  });

  test('a query with a field that nobody knows, or one twice, is refused', async () => {
    refused(await merchant.send('GET', '/collections?secret=1'), 400, 'invalid_request');
    refused(await merchant.send('GET', '/collections?limit=1&limit=2'), 400, 'invalid_request');
    refused(await merchant.send('GET', '/collections?limit=1e21'), 400, 'invalid_request');
    refused(await merchant.send('GET', '/collections?limit=%EF%BC%91'), 400, 'invalid_request');
    refused(await merchant.send('GET', '/balance?currency=BTC'), 400, 'invalid_request');
  });

  test('who signs wrongly, too late, twice, or with a key that is none, is refused before anything is read', async () => {
    const order = good();
    const nowS = Math.floor(Date.now() / 1000);
    const calls = await Promise.all([
      merchant.send('POST', '/collections', order, { secret: 'sk_live_wrong' }),
      merchant.send('POST', '/collections', order, { timestampS: nowS - 301 }),
      // A slow machine may take a while to send it.
      merchant.send('POST', '/collections', order, { timestampS: nowS + 400 }),
      merchant.send('POST', '/collections', order, { headers: { 'x-api-key': 'ak_live_000000000000' } }),
      merchant.send('POST', '/collections', order, { headers: { 'x-api-key': '' } }),
      merchant.send('POST', '/collections', order, { headers: { 'x-timestamp': 'soon' } }),
    ]);
    expect(calls.map(({ status, body }) => `${status} ${(body as MerchantFault).error.code}`)).toEqual([
      '401 invalid_signature',
      '401 timestamp_out_of_range',
      '401 timestamp_out_of_range',
      '401 invalid_key',
      '401 invalid_key',
      '401 timestamp_out_of_range',
    ]);
    const nonce = 'used-twice-0001';
    expect((await merchant.send('GET', '/balance', undefined, { nonce })).status).toBe(200);
    refused(await merchant.send('GET', '/balance', undefined, { nonce }), 401, 'nonce_reused');
    refused(await merchant.send('GET', '/balance', undefined, { nonce: 'short' }), 400, 'invalid_request');
    refused(await merchant.send('GET', `/collections?order_no=${order.order_no}`), 404, 'not_found');
  });
});

/** A search of the back office with one field broken; the field comes first. */
const badSearches: readonly (readonly [field: string, what: string, fields: Record<string, unknown>])[] = [
  ['nonsense', 'a filter that nobody knows', { nonsense: 'x' }],
  ['page', 'zero', { page: 0 }],
  ['page', 'a fraction', { page: 1.5 }],
  ['page', 'more than there can be', { page: 1e21 }],
  ['page', 'a word', { page: 'one' }],
  ['paginate', 'more than 200', { paginate: 201 }],
  ['paginate', 'less than one', { paginate: -1 }],
  ['paginate', 'full-width digits', { paginate: '２０' }],
  ['status', 'a word instead of a list', { status: 'success' }],
  ['status.0', 'a status that there is not', { status: ['paid'] }],
  ['amount_min', 'an exponent', { amount_min: '1e5' }],
  ['amount_min', 'a number', { amount_min: 100 }],
  ['amount_max', 'full-width digits', { amount_max: '１００' }],
  ['amount_max', 'seven decimals', { amount_max: '1.0000001' }],
  ['created_from', 'no time', { created_from: 'yesterday' }],
  ['created_from', 'a time without a zone', { created_from: '2026-11-21T00:00:00' }],
  ['customer_id', 'a word', { customer_id: 'me' }],
  ['real_name', 'a list', { real_name: ['x'] }],
  ['is_test', 'a word', { is_test: 'no' }],
  ['sort', 'a column that cannot be sorted', { sort: 'password_hash' }],
];

const search = '/collection/transactions/search';

function refusedFields(answer: Envelope, field: string, language: (typeof languages)[number]): void {
  expect(answer.status).toBe(200);
  expect(answer.code).toBe(400);
  isInLanguage(answer.message, language);
  const messages = answer.errors?.[field] ?? [];
  expect(messages.length, `${field} in ${JSON.stringify(answer.errors)}`).toBeGreaterThan(0);
  for (const message of messages) expect(message).not.toMatch(inside);
}

describe('a call of the back office', () => {
  test.each(badSearches)('%s: %s is refused by name, in every language', async (field, _what, fields) => {
    for (const language of languages) {
      const office = await officeIn(language);
      refusedFields(await office.send('POST', search, fields), field, language);
    }
  });

  test('a language header that names none means zh-TW', async () => {
    const office = await officeIn('zh-TW');
    const right = await office.send('POST', search, { page: 0 });
    const wrong = await office.send('POST', search, { page: 0 }, { headers: { 'x-localization': 'tw' } });
    expect([wrong.message, wrong.errors]).toEqual([right.message, right.errors]);
  });

  test.each([
    ['half a JSON', '{"page":'],
    ['a list', '[]'],
    ['a prototype', '{"constructor":{"page":1}}'],
    ['a word', '"x"'],
  ])('a body that is %s is refused', async (_what, body) => {
    const answer = await (await officeIn('en')).send('POST', search, body);
    expect(answer.code).toBe(400);
    isInLanguage(answer.message, 'en');
  });

  test('a query with a field that nobody knows, or one twice, is refused', async () => {
    const office = await officeIn('en');
    expect((await office.send('GET', '/accounting/changelogs?nonsense=1')).code).toBe(400);
    expect((await office.send('GET', '/accounting/changelogs?page=1&page=2')).code).toBe(400);
  });

  test('another content type and a body above a megabyte are refused with their own status', async () => {
    const office = await officeIn('en');
    const form = await office.send('POST', search, 'page=1', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, form.code]).toEqual([415, 20_415]);
    const large = await office.send('POST', search, { real_name: 'x'.repeat(1_100_000) });
    expect([large.status, large.code]).toEqual([413, 20_413]);
  });

  test('a path that is none and an id that names nothing are not found', async () => {
    const office = await officeIn('en');
    for (const path of [
      '/nothing',
      '/collection/transactions/0',
      '/collection/transactions/%F0%9F%92%A9',
      '/users/../admin',
    ]) {
      const answer = await office.send('GET', path);
      expect(`${path} ${answer.code}`).toBe(`${path} 404`);
      isInLanguage(answer.message, 'en');
    }
  });

  test.each([
    ['none', undefined],
    ['one that never was', 'x'.repeat(43)],
    ['one that is no token', '../../etc/passwd'],
  ])('a token that is %s ends the session, in every language', async (_what, token) => {
    for (const language of languages) {
      const office = new BackOffice(server.url, { locale: language, ...(token !== undefined && { token }) });
      const answer = await office.send('GET', '/users/self');
      expect([answer.status, answer.code, answer.headers.get('x-code')]).toEqual([200, 10_001, '10001']);
      isInLanguage(answer.message, language);
    }
  });

  test.each([
    ['10001', { token: 'x'.repeat(43) }],
    ['10001', { token: '' }],
    ['10001', {}],
    ['404', { checkout: 'nonsense-nonsense' }],
  ])('is refused with %s as a socket with %j', async (code, auth) => {
    await expect(openSocket(server.url, auth)).rejects.toThrow(code);
  });
});

const offices = new Map<string, Promise<BackOffice>>();
/** One session a language serves all cases. */
function officeIn(language: (typeof languages)[number]): Promise<BackOffice> {
  const office = offices.get(language) ?? enterAs(server.url, 'admin.lin', language);
  offices.set(language, office);
  return office;
}
