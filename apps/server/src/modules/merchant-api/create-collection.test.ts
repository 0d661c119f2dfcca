import { merchantCollection } from '@suanpan/contract/merchant/v2';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openMerchantApi } from './testing/open-merchant-api.ts';

const api = await openMerchantApi();
const { call, key, issueKey, order, tenant, rooms, database } = api;
// The merchant collects in two currencies.
await tenant.channel({
  merchants: [tenant.merchantId],
  account: { currency: 'USDT' },
  channel: { currency: 'USDT' },
  method: { alias: 'usdt' },
});
const create = (body: object | string, with_ = key) => call(with_, 'POST', '/api/v2/collections', body);

test('an order without a method is answered in full, with the address of its payer page', async () => {
  const sent = order({
    product_name: '茶葉 🍵',
    payer: { name: ' 王小明 ', last5: '12345', email: 'wang@shop.example' },
    notify_url: 'https://shop.example/hooks/pay?shop=1',
    return_url: 'https://shop.example/back',
    expires_in: 600,
    metadata: { cart: '17' },
    locale: 'zh-TW',
  });
  const { headers, json, signed, status } = await create(sent);
  expect([status, signed, headers['idempotent-replayed']]).toEqual([201, true, undefined]);
  expect(json).toEqual({
    id: expect.stringMatching(/^col_\d+$/),
    order_no: sent['order_no'],
    status: 'pending',
    currency: 'TWD',
    amount: '1500.00',
    pay_amount: '1500.00',
    paid_amount: null,
    fee: null,
    credited_amount: null,
    rate: null,
    method: null,
    checkout_url: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:3000\/pay\/#\/checkout\?t=[A-Za-z0-9_-]{24,64}$/,
    ),
    payment: null,
    payer: { name: '王小明', last5: '12345', email: 'wang@shop.example' },
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    paid_at: null,
    callback_status: 'not_sent',
    failure: null,
    metadata: { cart: '17' },
    is_test: false,
  });
  expect(merchantCollection.parse(json)).toEqual(json);
  const times = json as unknown as { created_at: string; expires_at: string };
  expect(Date.parse(times.expires_at) - Date.parse(times.created_at)).toBe(600_000);
  expect((await call(key, 'GET', `/api/v2/collections/${json.id}`)).json).toEqual(json);
});

describe('one order number makes one order', () => {
  test('the same request is answered with the same object', async () => {
    const sent = order({ payer: { name: '陳美麗' }, metadata: { a: '1', b: '2' } });
    const first = await create(sent);
    const again = await create(sent);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(again.text).toBe(first.text);
  });

  test('what counts is the meaning of a request, not its spelling', async () => {
    const sent = order({ amount: '1500', metadata: { a: '1', b: '2' } });
    const first = await create(sent);
    const spelled = { metadata: { b: '2', a: '1' }, expires_in: 900, ...sent, amount: '1500.00' };
    const again = await create(JSON.stringify(spelled, null, 2));
    expect([again.status, again.json.id]).toEqual([200, first.json.id]);
  });

  test.each([
    { amount: '1500.01' },
    { currency: 'CNY' },
    { expires_in: 901 },
    { payer: { name: '王小明' } },
    { metadata: { a: '1' } },
    { notify_url: 'https://other.example/hook' },
    { product_name: 'tea' },
    { locale: 'en' },
  ])('another request under its number is a conflict: %j', async (change) => {
    const sent = order();
    await create(sent);
    const other = await create({ ...sent, ...change });
    expect([other.status, other.json.error.code, other.json.error.field]).toEqual([
      409,
      'order_no_conflict',
      'order_no',
    ]);
  });

  test('fifty at once make one order, and everybody is told the same', async () => {
    const sent = order();
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(sent)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(49);
    const { rows } = await sql<{ n: bigint }>`
      SELECT count(*) AS n FROM collection_order WHERE merchant_order_no = ${sent['order_no']}`.execute(
      database.app,
    );
    expect(rows[0]?.n).toBe(1n);
  });

  test('fifty at once with a method are given one payment by one call to the bank', async () => {
    const sent = order({ method: 'bank' });
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(sent)));
    expect(replies.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect(new Set(replies.map(({ json }) => JSON.stringify(json['payment']))).size).toBe(1);
    const made = await rooms.order(BigInt((replies[0]?.json.id ?? '').slice(4)));
    expect(rooms.bank.creates(made.order_no)).toBeLessThanOrEqual(2);
  });

  test('two merchants may use the same number', async () => {
    const other = await issueKey(await tenant.merchant());
    const sent = order();
    const [mine, his] = [await create(sent), await create(sent, other)];
    expect([mine.status, his.status]).toEqual([201, 201]);
    expect(his.json.id).not.toBe(mine.json.id);
  });
});

describe('amounts are exact or refused', () => {
  test.each([
    1500,
    0,
    -1,
    1e21,
    '1e21',
    '0',
    '0.00',
    '-1',
    '-0',
    '+1',
    '1,500',
    '1500.',
    '.5',
    '1500.001',
    '0.005',
    '１５００',
    '1500.００',
    ' 1500',
    '1500 ',
    '1500\n',
    'NaN',
    'Infinity',
    '0x10',
    '1234567890123',
    '9007199254740993000',
    '',
    null,
    true,
    ['1500.00'],
    { amount: '1500.00' },
  ])('%j is refused', async (amount) => {
    const { json, status } = await create(order({ amount }));
    expect([status, json.error.code, json.error.field]).toEqual([400, 'invalid_request', 'amount']);
  });

  test.each(['NaN', 'Infinity', '1500.00', '01'])(
    'the bare word %s is no JSON that this API takes',
    async (bare) => {
      const reply = await create(`{"order_no":"bare-${bare}","amount":${bare},"currency":"TWD"}`);
      expect([reply.status, reply.json.error.code]).toEqual([400, 'invalid_request']);
    },
  );

  test.each([
    ['TWD', '0.01', '0.01'],
    ['TWD', '100000000', '100000000.00'],
    ['TWD', '007.50', '7.50'],
    ['USDT', '0.000001', '0.000001'],
    ['USDT', '12.5', '12.50'],
  ])('%s %s is kept as %s', async (currency, amount, kept) => {
    const { json, status } = await create(order({ currency, amount }));
    expect([status, json['amount']]).toEqual([201, kept]);
  });
});

describe('a body is strict', () => {
  test.each([
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a prototype field', { constructor: 'x' }, 'constructor'],
    ['an order number with other characters', { order_no: 'a b' }, 'order_no'],
    ['an empty order number', { order_no: '' }, 'order_no'],
    ['a number too long', { order_no: 'x'.repeat(65) }, 'order_no'],
    ['a number instead of text', { order_no: 17 }, 'order_no'],
    ['an unknown currency', { currency: 'XXX' }, 'currency'],
    ['text for a whole number', { expires_in: '900' }, 'expires_in'],
    ['a life too short', { expires_in: 59 }, 'expires_in'],
    ['a fraction of a second', { expires_in: 60.5 }, 'expires_in'],
    ['an address that runs', { notify_url: 'javascript:alert(1)' }, 'notify_url'],
    ['an address of a file', { return_url: 'file:///etc/passwd' }, 'return_url'],
    ['no address', { notify_url: 'shop' }, 'notify_url'],
    ['a NUL in a name', { payer: { name: 'a\u0000b' } }, 'payer.name'],
    ['half a character', { payer: { name: '\ud842' } }, 'payer.name'],
    ['half a character in a product', { product_name: 'tea \udfb7' }, 'product_name'],
    ['a line break in a product', { product_name: 'tea\r\nX: y' }, 'product_name'],
    ['an unknown field of the payer', { payer: { card: '1' } }, 'payer.card'],
    ['a name of spaces', { payer: { name: '  ' } }, 'payer.name'],
    ['full-width last digits', { payer: { last5: '１２３４５' } }, 'payer.last5'],
    ['metadata that is no text', { metadata: { a: 1 } }, 'metadata.a'],
    ['a NUL in metadata', { metadata: { a: '\u0000' } }, 'metadata.a'],
    [
      'too many metadata',
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, ''])) },
      'metadata',
    ],
    ['a list for an object', { payer: [] }, 'payer'],
  ])('%s is refused and named', async (_what, change, field) => {
    const { json, status } = await create(JSON.stringify(order(change)));
    expect([status, json.error.code, json.error.field]).toEqual([400, 'invalid_request', field]);
  });

  test.each([
    ['a field given twice', '{"order_no":"twice","amount":"1.00","amount":"9.00","currency":"TWD"}'],
    [
      'a field given twice, spelled differently',
      '{"order_no":"twice","amount":"1.00","\\u0061mount":"9.00","currency":"TWD"}',
    ],
    [
      'a field of the payer given twice',
      '{"order_no":"twice","amount":"1.00","currency":"TWD","payer":{"name":"a","name":"b"}}',
    ],
    ['a prototype', '{"order_no":"proto","amount":"1.00","currency":"TWD","__proto__":{}}'],
    [
      'a prototype within',
      '{"order_no":"proto","amount":"1.00","currency":"TWD","metadata":{"__proto__":"x"}}',
    ],
    ['no JSON', 'order_no=1&amount=2'],
    ['half a JSON', '{"order_no":'],
    ['a list', '[]'],
    ['a word', 'null'],
    ['nothing', ''],
    ['depth', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('%s is refused', async (_what, body) => {
    const { json, status } = await create(body);
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  });

  test('bytes that are no UTF-8 are refused', async () => {
    const bytes = Buffer.from(
      '{"order_no":"bad-utf8","amount":"1.00","currency":"TWD","product_name":"\xff"}',
      'latin1',
    );
    const reply = await call(key, 'POST', '/api/v2/collections', bytes.toString('latin1'), {
      signature: () => '0',
      sentBody: bytes,
    });
    // The signature stands over the bytes, so text that was decoded in between cannot match them.
    expect(reply.status).toBe(401);
  });

  test('a query on a POST is refused', async () => {
    const reply = await call(key, 'POST', '/api/v2/collections?amount=1', order());
    expect([reply.status, reply.json.error.field]).toEqual([400, 'amount']);
  });

  test('rare and four-byte characters of real names are kept as they came', async () => {
    const name = '𠮷田・Ｏ’Neil 祐\u0301';
    const { json } = await create(order({ payer: { name } }));
    expect(json['payer']).toEqual({ name });
  });

  test('the account of a payer is kept sealed and answered by its last digits', async () => {
    const account = '0123456789012';
    const { json } = await create(order({ payer: { account } }));
    expect(json['payer']).toEqual({ account: '*********9012' });
    const kept = await rooms.order(BigInt(json.id.slice(4)));
    expect(JSON.stringify(kept.payer)).not.toContain(account);
  });
});

describe('what could never be paid is not made', () => {
  const countOrders = async (): Promise<bigint> => {
    const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM collection_order`.execute(
      database.app,
    );
    return rows[0]?.n ?? -1n;
  };

  test.each([
    ['en', 'The amount must be between 0.01 and 100,000,000.00'],
    ['zh-TW', '金額須介於 0.01 與 100,000,000.00 之間'],
    ['zh-CN', '金额须介于 0.01 与 100,000,000.00 之间'],
  ])('an amount above the greatest of its currency, said in %s', async (language, message) => {
    const before = await countOrders();
    const { json, status } = await call(
      key,
      'POST',
      '/api/v2/collections',
      order({ amount: '100000000.01' }),
      { headers: { 'x-localization': language } },
    );
    expect([status, json.error]).toMatchObject([
      422,
      { code: 'amount_out_of_range', field: 'amount', message },
    ]);
    expect(await countOrders()).toBe(before);
    expect((await create(order({ amount: '100000000' }))).status).toBe(201);
  });

  test.each([
    ['en', 'There is no channel for CNY'],
    ['zh-TW', '沒有可收 CNY 的通道'],
    ['zh-CN', '没有可收 CNY 的通道'],
  ])('a currency for which the merchant has no channel, said in %s', async (language, message) => {
    const before = await countOrders();
    const { json, status } = await call(key, 'POST', '/api/v2/collections', order({ currency: 'CNY' }), {
      headers: { 'x-localization': language },
    });
    expect([status, json.error]).toMatchObject([
      422,
      { code: 'method_unavailable', field: 'currency', message },
    ]);
    expect(await countOrders()).toBe(before);
  });

  test('an order that was made before is answered as it stands, whatever could be made now', async () => {
    const merchant = await tenant.merchant();
    const own = await issueKey(merchant);
    const sent = order();
    const made = await create(sent, own);
    await sql`DELETE FROM customer_method WHERE customer_id = ${merchant}`.execute(database.app);
    api.time.offsetMs += 2_000;
    const again = await create(sent, own);
    expect([again.status, again.json.id]).toEqual([200, made.json.id]);
    expect((await create(order(), own)).status).toBe(422);
    api.time.offsetMs = 0;
  });

  test('a channel whose fee is more than the amount is passed over, and the order says so', async () => {
    const merchant = await tenant.user('customer');
    const own = await issueKey(merchant);
    await tenant.channel({
      merchants: [merchant],
      method: { merchant_per_item: 10_000_000n, alias: 'dear' },
    });
    const { json, status } = await create(order({ method: 'dear', amount: '900.00' }), own);
    expect([status, json.error.code]).toEqual([422, 'amount_out_of_range']);
    const { rows } = await sql`
      SELECT p.route FROM collection_plan p JOIN collection_order o ON o.id = p.order_id
      WHERE o.customer_id = ${merchant}`.execute(database.app);
    expect(rows).toEqual([
      { route: { candidates: [expect.objectContaining({ chosen: false, reason: 'feeAboveAmount' })] } },
    ]);
  });

  test('a simulation concerns the payment by which the order goes now', async () => {
    const merchant = await tenant.user('customer');
    await tenant.channel({ merchants: [merchant] });
    await tenant.channel({ merchants: [merchant] });
    const own = await issueKey(merchant);
    rooms.bank.nextCreates = ['deny'];
    const { json } = await create(order({ method: 'bank' }), own);
    const reply = await call(own, 'POST', `/api/v2/simulate/collections/${json.id}`, { scenario: '00' });
    expect(reply.status).toBe(202);
    const { order_no: orderNo } = await rooms.order(BigInt(json.id.slice(4)));
    expect(rooms.bank.calls.at(-1)).toEqual({ operation: 'simulate', orderNo: `${orderNo}R2` });
  });

  test('no simulation pays more than an order may have', async () => {
    const { json } = await create(order({ method: 'bank' }));
    const reply = await call(key, 'POST', `/api/v2/simulate/collections/${json.id}`, {
      scenario: '00',
      amount: '100000000.01',
    });
    expect([reply.status, reply.json.error.code]).toEqual([422, 'amount_out_of_range']);
  });
});

describe('an order with a method gets its way to pay at once', () => {
  test('with the account of the bank', async () => {
    const { json, status } = await create(order({ method: 'bank' }));
    expect(status).toBe(201);
    expect(json['payment']).toMatchObject({ type: 'bank_account', account_no: '0123456789012' });
    expect(json['method']).toBe('bank');
  });

  test('the scenario of a sandbox bank is passed on', async () => {
    const { json } = await create(order({ method: 'bank', metadata: { simulate: '05' } }));
    const made = await rooms.order(BigInt(json.id.slice(4)));
    expect(rooms.bank.charge(made.order_no).request['simulate']).toBe('05');
  });

  test('a method that the merchant does not have', async () => {
    const { json, status } = await create(order({ method: 'no-such' }));
    expect([status, json.error.code]).toEqual([422, 'method_unavailable']);
  });

  test('a channel whose hours, limits or payer name stand against it, each by its name', async () => {
    const merchant = await tenant.user('customer');
    const other = await issueKey(merchant);
    const closed = {
      windows: JSON.stringify([
        { days: [new Date(Date.now() + 3 * 86_400_000).getUTCDay()], from: '09:00', to: '09:01' },
      ]),
    };
    await tenant.channel({ merchants: [merchant], channel: closed, method: { alias: 'closed' } });
    await tenant.channel({
      merchants: [merchant],
      channel: { max_amount: 10_000_000n },
      method: { alias: 'small' },
    });
    await tenant.channel({
      merchants: [merchant],
      channel: { integer_only: true },
      method: { alias: 'whole' },
    });
    await tenant.channel({
      merchants: [merchant],
      channel: { needs_payer_name: true },
      method: { alias: 'named' },
    });
    await tenant.channel({ merchants: [merchant], channel: { enabled: false }, method: { alias: 'off' } });
    const said = async (fields: object) => {
      const { json, status } = await create(order(fields), other);
      return `${status} ${json.error.code}`;
    };
    expect(await said({ method: 'closed' })).toBe('422 channel_closed_hours');
    expect(await said({ method: 'small', amount: '1000.01' })).toBe('422 amount_out_of_range');
    expect(await said({ method: 'whole', amount: '1000.50' })).toBe('422 amount_out_of_range');
    expect(await said({ method: 'named' })).toBe('422 payer_name_required');
    expect(await said({ method: 'off' })).toBe('422 method_unavailable');
    expect((await create(order({ method: 'named', payer: { name: '王小明' } }), other)).status).toBe(201);
  });

  test('a bank that refuses leaves no channel, and the same request may be sent again', async () => {
    const sent = order({ method: 'bank' });
    rooms.bank.takeCreates = 'refuse';
    const refused = await create(sent);
    expect([refused.status, refused.json.error.code]).toEqual([422, 'no_channel_available']);
    rooms.bank.takeCreates = 'answer';
    const again = await create(sent);
    expect([again.status, again.json['payment']]).toMatchObject([200, { type: 'bank_account' }]);
  });

  test('a bank that leaves it open answers channel_timeout, and the order exists', async () => {
    const sent = order({ method: 'bank' });
    rooms.bank.takeCreates = 'cut';
    const open = await create(sent);
    rooms.bank.takeCreates = 'answer';
    expect([open.status, open.json.error.code]).toEqual([504, 'channel_timeout']);
    const found = await call(key, 'GET', `/api/v2/collections?order_no=${String(sent['order_no'])}`);
    expect(found.json).toMatchObject({ order_no: sent['order_no'], status: 'pending', payment: null });
    const again = await create(sent);
    expect([again.status, again.json.id]).toEqual([200, found.json.id]);
    expect(rooms.bank.creates((await rooms.order(BigInt(found.json.id.slice(4)))).order_no)).toBe(2);
  });
});

describe('test keys', () => {
  test('make test orders, which live keys neither see nor replay', async () => {
    const testKey = await issueKey(tenant.merchantId, { isTest: true });
    const sent = order({ method: 'bank' });
    const made = await create(sent, testKey);
    expect([made.status, made.json['is_test']]).toEqual([201, true]);
    expect((await call(key, 'GET', `/api/v2/collections/${made.json.id}`)).status).toBe(404);
    expect((await create(sent)).json.error.code).toBe('order_no_conflict');
  });

  test('reach sandbox providers alone', async () => {
    const merchant = await tenant.user('customer');
    const testKey = await issueKey(merchant, { isTest: true });
    await tenant.channel({ merchants: [merchant], method: { alias: 'real' } });
    await sql`INSERT INTO provider (code, name, driver) VALUES ('real', 'Real bank', 'realbank')`.execute(
      database.app,
    );
    await sql`UPDATE channel_account SET provider_id = (SELECT id FROM provider WHERE code = 'real')
              WHERE id = (SELECT max(id) FROM channel_account)`.execute(database.app);
    const { json, status } = await create(order({ method: 'real' }), testKey);
    expect([status, json.error.code]).toEqual([422, 'method_unavailable']);
  });
});
