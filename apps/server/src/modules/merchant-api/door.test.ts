import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openMerchantApi } from './testing/open-merchant-api.ts';

const door = await openMerchantApi();
const { call, key, issueKey, tenant, time, database, vault } = door;
const oneSecond = 1_100;

async function refusal(...args: Parameters<typeof call>): Promise<string> {
  const reply = await call(...args);
  return `${reply.status} ${reply.json.error.code}`;
}

test('a request that is signed right is let in and its answer is signed with the same secret', async () => {
  const reply = await call(key, 'GET', '/api/v2/balance?currency=TWD');
  expect(reply.status).toBe(200);
  expect(reply.signed).toBe(true);
  expect(reply.headers['x-request-id']).toMatch(/^.{16}$/);
  expect(reply.headers['cache-control']).toBe('no-store');
});

describe('what a request lacks is said in the order of the checks', () => {
  test('an unknown key, also one that cannot be a key', async () => {
    expect(await refusal(key, 'GET', '/api/v2/balance', '', { key: 'ak_live_0000' })).toBe('401 invalid_key');
    expect(await refusal(key, 'GET', '/api/v2/balance', '', { key: "' OR 1=1 --" })).toBe('401 invalid_key');
    expect(await refusal(key, 'GET', '/api/v2/balance', '', { key: '' })).toBe('401 invalid_key');
  });

  test('a foreign address comes before a wrong time, a wrong time before a wrong signature', async () => {
    const guarded = await issueKey(tenant.merchantId, { allow: ['198.51.100.0/24', '2001:db8::/32'] });
    const wrong = { timestamp: '1', signature: () => 'f'.repeat(64) };
    expect(await refusal(guarded, 'GET', '/api/v2/balance', '', { ...wrong, ip: '203.0.113.9' })).toBe(
      '403 ip_not_allowed',
    );
    expect(await refusal(guarded, 'GET', '/api/v2/balance', '', { ...wrong, ip: '198.51.100.9' })).toBe(
      '401 timestamp_out_of_range',
    );
    for (const ip of ['198.51.100.77', '::ffff:198.51.100.78', '2001:db8::1']) {
      expect((await call(guarded, 'GET', '/api/v2/balance', '', { ip })).status, ip).toBe(200);
    }
  });

  test('a signature comes before the nonce, so that nobody can burn the nonces of another', async () => {
    const nonce = 'a-nonce-to-keep';
    const forged = await refusal(key, 'GET', '/api/v2/balance', '', {
      nonce,
      signature: () => '0'.repeat(64),
    });
    expect(forged).toBe('401 invalid_signature');
    expect((await call(key, 'GET', '/api/v2/balance', '', { nonce })).status).toBe(200);
    expect(await refusal(key, 'GET', '/api/v2/balance', '', { nonce })).toBe('401 nonce_reused');
  });

  test('a scope that the key lacks', async () => {
    const reader = await issueKey(tenant.merchantId, { scopes: ['read'] });
    expect((await call(reader, 'GET', '/api/v2/balance')).status).toBe(200);
    expect(await refusal(reader, 'POST', '/api/v2/collections', door.order())).toBe('403 scope_denied');
  });
});

test('a timestamp counts 300 seconds in both directions and only as plain digits', async () => {
  const nowS = Math.floor(door.clock.now().getTime() / 1000);
  const status = async (timestamp: string) =>
    (await call(key, 'GET', '/api/v2/balance', '', { timestamp })).status;
  expect(await status(String(nowS - 299))).toBe(200);
  expect(await status(String(nowS + 299))).toBe(200);
  for (const timestamp of [
    String(nowS - 302),
    String(nowS + 302),
    '',
    '1e9',
    ` ${nowS}`,
    `${nowS}.0`,
    '0x5f',
  ]) {
    expect(await status(timestamp), timestamp).toBe(401);
  }
});

test('every byte of body, query, path and headers stands under the signature', async () => {
  const order = door.order();
  const text = JSON.stringify(order);
  const wrong = '401 invalid_signature';
  expect(
    await refusal(key, 'POST', '/api/v2/collections', order, {
      sentBody: text.replace('1500.00', '9500.00'),
    }),
  ).toBe(wrong);
  expect(await refusal(key, 'POST', '/api/v2/collections', order, { sentBody: `${text} ` })).toBe(wrong);
  expect(await refusal(key, 'GET', '/api/v2/balance', '', { secret: 'sk_live_of_somebody' })).toBe(wrong);
  for (const spoil of [
    (s: string) => s.toUpperCase(),
    (s: string) => s.slice(0, -1),
    () => '',
    () => '１'.repeat(64),
  ]) {
    expect(await refusal(key, 'GET', '/api/v2/balance', '', { signature: spoil })).toBe(wrong);
  }
  expect(await door.countOrders()).toBe(0);
});

test('an answer to somebody who proved nothing is not signed', async () => {
  const reply = await call(key, 'GET', '/api/v2/balance', '', { signature: () => '0'.repeat(64) });
  expect(reply.headers['x-signature']).toBeUndefined();
  expect(reply.json).toMatchObject({ error: { code: 'invalid_signature', field: null } });
});

test('a nonce has 8 to 64 letters, digits and hyphens', async () => {
  for (const nonce of ['short', 'x'.repeat(65), 'with space 1', 'ｗｉｄｅｎｏｎｃｅ']) {
    const reply = await call(key, 'GET', '/api/v2/balance', '', { nonce: encodeURI(nonce).slice(0, 70) });
    expect(reply.json.error, nonce).toMatchObject({ code: 'invalid_request', field: 'X-Nonce' });
  }
});

test('of fifty requests with one nonce, one is let in', async () => {
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => call(key, 'GET', '/api/v2/balance', '', { nonce: 'fifty-at-once' })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(49);
});

test('two secrets are good while one is being rotated, and each signs the answers to its own requests', async () => {
  const rotating = await issueKey(tenant.merchantId);
  const fresh = 'sk_live_fresh';
  const seal = vault.seal(fresh, 'api_key.secret');
  await sql`UPDATE api_key SET previous_secret_sealed = secret_sealed, previous_until = now() + interval '1 hour',
            secret_sealed = ${seal} WHERE id = ${rotating.id}`.execute(database.app);
  time.offsetMs += oneSecond;
  for (const secret of [fresh, rotating.secret]) {
    const reply = await call(rotating, 'GET', '/api/v2/balance', '', { secret });
    expect([reply.status, reply.signed]).toEqual([200, true]);
  }
  await sql`UPDATE api_key SET previous_until = now() - interval '1 second' WHERE id = ${rotating.id}`.execute(
    database.app,
  );
  time.offsetMs += oneSecond;
  expect((await call(rotating, 'GET', '/api/v2/balance')).status).toBe(401);
});

test('a disabled key, a changed secret and a disabled merchant act within a second', async () => {
  const merchantId = await tenant.merchant();
  const doomed = await issueKey(merchantId);
  expect((await call(doomed, 'GET', '/api/v2/balance')).status).toBe(200);

  await sql`UPDATE app_user SET status = 'disabled' WHERE id = ${merchantId}`.execute(database.app);
  time.offsetMs += oneSecond;
  expect(await refusal(doomed, 'GET', '/api/v2/balance')).toBe('403 merchant_disabled');

  await sql`UPDATE api_key SET disabled_at = now() WHERE id = ${doomed.id}`.execute(database.app);
  time.offsetMs += oneSecond;
  expect(await refusal(doomed, 'GET', '/api/v2/balance')).toBe('401 invalid_key');
});

test('a key that has used up its minute waits for the next one', async () => {
  const narrow = await issueKey(tenant.merchantId, { perMinute: 3 });
  const replies = [];
  for (let turn = 0; turn < 5; turn += 1) replies.push(await call(narrow, 'GET', '/api/v2/balance'));
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
  const [limited] = replies.filter(({ status }) => status === 429);
  expect(limited?.json.error.code).toBe('rate_limited');
  expect(limited?.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect(limited?.signed).toBe(true);
});

test('an error speaks the language that was asked for, Traditional Chinese by default', async () => {
  const said = async (headers: Record<string, string>) =>
    (await call(key, 'GET', '/api/v2/balance', '', { key: 'ak_live_unknown', headers })).json.error.message;
  expect(await said({ 'x-localization': 'en' })).toBe('The API key does not exist or is disabled');
  expect(await said({ 'x-localization': '', 'accept-language': 'zh-CN,zh;q=0.9' })).toBe(
    'API Key 不存在或已停用',
  );
  expect(await said({ 'x-localization': '', 'accept-language': 'fr' })).toBe('API Key 不存在或已停用');
});

test.each([
  ['PATCH', '/api/v2/collections', 'GET, POST'],
  ['DELETE', '/api/v2/collections/', 'GET, POST'],
  ['PUT', '/api/v2/collections/col_1', 'GET'],
  ['GET', '/api/v2/collections/col_1/close', 'POST'],
  ['POST', '/api/v2/balance', 'GET'],
  ['PUT', '/api/v2/openapi.json', 'GET'],
] as const)(
  '%s of %s is answered 405 in the form of this API, with what is allowed',
  async (method, url, allow) => {
    const reply = await door.app.inject({ method, url, headers: { 'x-localization': 'en' } });
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, allow]);
    expect(reply.json()).toEqual({
      error: {
        code: 'method_not_allowed',
        message: 'This address does not take that HTTP method',
        field: null,
        request_id: reply.headers['x-request-id'],
      },
    });
  },
);

test.each(['PATCH', 'HEAD', 'DELETE'] as const)('%s of what does not exist stays 404', async (method) => {
  expect((await door.app.inject({ method, url: '/api/v2/refunds/1' })).statusCode).toBe(404);
});

test('whatever is not built answers not_found in the form of this API', async () => {
  for (const path of ['/api/v2/refunds', '/api/v2/collections/col_1/nothing', '/api/v2/nothing']) {
    const reply = await call(key, 'POST', path, { order_no: 'x' });
    expect([reply.status, reply.json.error.code], path).toEqual([404, 'not_found']);
  }
});

test('a body over the limit is refused in the form of this API', async () => {
  const reply = await call(key, 'POST', '/api/v2/collections', { order_no: 'x'.repeat(70_000) });
  expect([reply.status, reply.json.error.code]).toEqual([400, 'invalid_request']);
});

test('a server that is full says so in the form of this API, and when to come back', async () => {
  time.isCongested = true;
  const reply = await call(key, 'POST', '/api/v2/collections', door.order());
  time.isCongested = false;
  expect([reply.status, reply.json.error.code]).toEqual([503, 'service_unavailable']);
  expect(reply.headers['retry-after']).toBe('1');
});

test('old nonces and counters are swept, young ones stay', async () => {
  await sql`SELECT admit_requests(ARRAY[${key.id}::bigint], ARRAY['kept-by-the-sweep'], ARRAY[1200])`.execute(
    database.app,
  );
  await door.admin.query(`INSERT INTO merchant_nonce VALUES (1, 'swept-away', now() - interval '1 hour')`);
  await door.api.sweep?.();
  const { rows } = await sql<{ nonce: string }>`SELECT nonce FROM merchant_nonce`.execute(database.app);
  const nonces = rows.map((row) => row.nonce);
  expect(nonces).toContain('kept-by-the-sweep');
  expect(nonces).not.toContain('swept-away');
});
