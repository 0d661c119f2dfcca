import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoint } from '@suanpan/contract/endpoint';
import { id, paging } from '@suanpan/contract/fields';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import { createMetrics } from '../metrics.ts';
import type { Actor, RequestContext } from './actor.ts';
import { bindEndpoints } from './bind-endpoints.ts';
import type { Handlers } from './bind-endpoints.ts';
import { bindHealth } from './bind-health.ts';
import { bindRaw } from './bind-raw.ts';
import type { RawRequest } from './bind-raw.ts';
import { createHttp } from './create-http.ts';
import type { Denial } from './create-http.ts';

const { database, log } = await testDatabase();

const endpoints = {
  login: endpoint({
    method: 'POST',
    path: '/login',
    access: { public: true },
    input: z.strictObject({
      username: z.string().min(1),
      password: z.string(),
      oneCode: z.string().regex(/^\d{6}$/),
    }),
    output: z.object({ access_token: z.string() }),
  }),
  self: endpoint({
    method: 'GET',
    path: '/users/self',
    access: { session: true, whileLocked: true },
    input: z.strictObject({}),
    output: z.object({ id: z.string() }),
  }),
  user: endpoint({
    method: 'GET',
    path: '/users/{id}/{method}',
    access: { permission: 'agents.list.get' as never },
    input: z.strictObject({ id, method: z.enum(['info', 'balance']), ...paging }),
    output: z.object({ id: z.string(), page: z.number() }),
  }),
  edit: endpoint({
    method: 'POST',
    path: '/users/{id}',
    access: { session: true },
    input: z.strictObject({ id, name: z.string().max(5) }),
    output: z.object({ name: z.string() }),
  }),
  fund: endpoint({
    method: 'POST',
    path: '/fund',
    access: { permission: 'cashManagement3.fund' },
    input: z.strictObject({}),
    output: z.object({}),
  }),
  words: endpoint({
    method: 'GET',
    path: '/words',
    access: { session: true },
    input: z.strictObject({}),
    output: z.object({ text: z.string() }),
  }),
  find: endpoint({
    method: 'POST',
    path: '/words/search',
    access: { session: true },
    input: z.strictObject({}),
    output: z.object({ text: z.string() }),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/pay',
    access: { session: true },
    whileActing: 'allowed',
    idempotent: true,
    input: z.strictObject({ amount: z.string(), one_code: z.string().optional() }),
    output: z.object({ payments: z.number() }),
  }),
  fault: endpoint({
    method: 'GET',
    path: '/fault',
    access: { public: true },
    input: z.strictObject({ kind: z.string() }),
    output: z.object({}),
  }),
};

const manyWords = 'order '.repeat(400);

let actor: Partial<Actor>;
let context: RequestContext | undefined;
let denials: Denial[];
let congested: boolean;
let outage: AbortController;
let raw: RawRequest | undefined;
beforeEach(() => {
  actor = { userId: 1n, effectiveUserId: 1n, locked: false, permissions: new Set(['agents.list.get']) };
  denials = [];
  congested = false;
  outage = new AbortController();
});

let payments = 0;
async function paid(): Promise<{ payments: number }> {
  payments += 1;
  return { payments };
}

const metrics = createMetrics();
const app = createHttp({
  config: {
    production: false,
    publicUrl: 'https://pay.example.com',
    trustedProxies: ['10.0.0.0/8', '127.0.0.1'],
    allowedOrigins: ['https://shop.example.com'],
  },
  log,
  db: database.app,
  words: (name: ErrorName, locale, params) => `${name} ${locale}${params['limit'] ?? ''}`,
  async authenticate({ token }) {
    if (token !== 'good') throw new Refusal('sessionEnded');
    return actor as Actor;
  },
  onDenied: (denial) => denials.push(denial),
  isCongested: () => congested,
  outage: () => outage.signal,
  metrics,
});
bindEndpoints(app, endpoints, {
  async login(call) {
    call.setCookie('suanpan_browser', 'x y', 60);
    call.say('welcome');
    return { access_token: call.ip };
  },
  async self(call) {
    context = call;
    return { id: call.actor.userId.toString() };
  },
  user: async (_call, input) => ({ id: input.id, page: input.page }),
  edit: async (_call, input) => ({ name: input.name }),
  fund: async () => ({}),
  words: async () => ({ text: manyWords }),
  find: async () => ({ text: manyWords }),
  pay: ({ once }, { amount }) => (amount === '0' ? Promise.resolve({ payments }) : once(paid)),
  async fault(_call, { kind }) {
    if (kind === 'limit')
      throw new Refusal('tooManyRequests', { params: { limit: '60', retryAfterS: '30' } });
    if (kind === 'database') await sql`SELECT secret_column FROM nowhere`.execute(database.app);
    if (kind === 'hang') return new Promise(() => {});
    if (kind === 'contract') return undefined as never;
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  },
});
bindRaw(app, [
  {
    method: 'POST',
    path: '/api/notify/{account}',
    async handle(request) {
      raw = request;
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' };
    },
  },
]);
bindHealth(app, {
  ready: async () => ({ database: true, jobs: false }),
  metricsToken: undefined,
  isAlone: true,
});
afterAll(() => app.close());

const bearer = { authorization: 'Bearer good' };
const call = async (
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS',
  url: string,
  options: { headers?: Record<string, string>; payload?: object | string } = {},
) => {
  const reply = await app.inject({ method, url, ...options });
  const isJson = String(reply.headers['content-type']).includes('json');
  return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body };
};
const login = { username: 'a', password: 'b', oneCode: '123456' };

test('success wears the envelope, and data answers are never cached nor load anything', async () => {
  const { body, headers, status } = await call('GET', '/api/users/self', { headers: bearer });
  expect([status, body]).toEqual([200, { code: 0, message: 'ok zh-TW', data: { id: '1' } }]);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('31536000'),
    'x-request-id': context?.requestId,
  });
  expect(headers).not.toHaveProperty('server');
});

test('a long answer that is read goes compressed to whoever takes it; a short one and an answer to an act never', async () => {
  const read = async (accepted: string, path = '/api/words') =>
    app.inject({ method: 'GET', url: path, headers: { ...bearer, 'accept-encoding': accepted } });
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
  for (const [accepted, coding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const { headers, rawPayload } = await read(accepted);
    expect([headers['content-encoding'], headers['vary']]).toEqual([coding, 'Origin, Accept-Encoding']);
    expect(rawPayload.length).toBeLessThan(200);
    expect(JSON.parse(decoders[coding](rawPayload).toString())).toMatchObject({ data: { text: manyWords } });
  }
  expect((await read('identity')).headers).not.toHaveProperty('content-encoding');
  expect((await read('br;q=0')).headers).not.toHaveProperty('content-encoding');
  expect((await read('br', '/api/users/self')).headers).not.toHaveProperty('content-encoding');
  const found = await app.inject({
    method: 'POST',
    url: '/api/words/search',
    headers: { ...bearer, 'accept-encoding': 'br' },
    payload: {},
  });
  expect(found.headers['content-encoding']).toBe('br');
  const act = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'accept-encoding': 'br', 'x-forwarded-for': '203.0.113.7' },
    payload: { ...login, username: 'a'.repeat(2_000) },
  });
  expect(act.headers).not.toHaveProperty('content-encoding');
});

test('X-LOCALIZATION decides the language and anything unknown means zh-TW', async () => {
  const message = async (header: string) =>
    (await call('GET', '/api/users/self', { headers: { ...bearer, 'x-localization': header } })).body.message;
  expect([await message('en'), await message('zh-CN'), await message('klingon')]).toEqual([
    'ok en',
    'ok zh-CN',
    'ok zh-TW',
  ]);
});

test('a missing or ended session answers 10001 at HTTP 200 with the X-Code header', async () => {
  const { body, headers, status } = await call('GET', '/api/users/self');
  expect([status, body.code, body.data, headers['x-code']]).toEqual([200, 10001, null, '10001']);
});

test('wrong fields are listed in field order, in the caller’s language', async () => {
  const payload = { zzz: 1, oneCode: '12', username: '' };
  const { body, status } = await call('POST', '/api/login', { payload, headers: { 'x-localization': 'en' } });
  expect([status, body.code]).toEqual([200, 400]);
  expect(Object.keys(body.errors)).toEqual(['username', 'password', 'oneCode', 'zzz']);
  expect(body.errors.username).toEqual(['This is required']);
});

test('doubled query names, prototype keys and a body that repeats a path parameter are refused', async () => {
  const doubled = await call('GET', '/api/users/5/info?page=1&page=2', { headers: bearer });
  expect([doubled.body.code, Object.keys(doubled.body.errors)]).toEqual([400, ['page']]);
  for (const text of [
    '{"__proto__":{"x":1},"name":"a"}',
    '{"name":{"\\u005f_proto__":1}}',
    '{"constructor":1}',
  ]) {
    const { body } = await call('POST', '/api/users/5', {
      payload: text,
      headers: { ...bearer, 'content-type': 'application/json' },
    });
    expect([body.code, Object.keys(body.errors).length]).toEqual([400, 1]);
  }
  const repeated = await call('POST', '/api/users/5', { payload: { id: '6', name: 'a' }, headers: bearer });
  expect(Object.keys(repeated.body.errors)).toEqual(['id']);
  const query = await call('POST', '/api/users/5?role_id=1', { payload: { name: 'a' }, headers: bearer });
  expect(Object.keys(query.body.errors)).toEqual(['role_id']);
});

test('whatever string stands for an id, an absent row is not found', async () => {
  for (const bad of ['abc', '1%27%20or%201=1', '99999999999999999999999', '%F0%9F%92%A9']) {
    const { body, status } = await call('GET', `/api/users/${bad}/info`, { headers: bearer });
    expect([status, body.code]).toEqual([200, 404]);
  }
  expect((await call('GET', '/api/nowhere')).body.code).toBe(404);
  expect((await call('GET', '/api/users/%/info')).status).toBe(400);
});

test('a missing permission is refused, told to the audit, and checked before the input', async () => {
  actor = { userId: 7n, effectiveUserId: 7n, locked: false, permissions: new Set() };
  const { body } = await call('GET', '/api/users/5/info?bad=1', { headers: bearer });
  expect(body.code).toBe(20403);
  expect(denials).toMatchObject([{ actor: { userId: 7n }, path: '/api/users/5/info', refusal: 'forbidden' }]);
});

test('a function for proxies alone tells others so, and a proxy without the right that it lacks it', async () => {
  const answers = [];
  for (const kind of ['platform', 'customer', 'agent', 'subAgent']) {
    actor = {
      userId: 7n,
      effectiveUserId: 7n,
      locked: false,
      permissions: new Set(),
      scope: { kind } as Actor['scope'],
    };
    answers.push((await call('POST', '/api/fund', { headers: bearer })).body.code);
  }
  expect(answers).toEqual([20411, 20411, 20403, 20403]);
  expect(denials.map(({ refusal }) => refusal)).toContain('agentOnly');
});

test('who acts for another is refused wherever the mark is missing, whatever rights he has', async () => {
  actor = { userId: 7n, effectiveUserId: 8n, locked: false, permissions: new Set(['agents.list.get']) };
  expect((await call('GET', '/api/users/5/info', { headers: bearer })).body.code).toBe(20430);
  expect(denials).toMatchObject([{ refusal: 'impersonationForbidden' }]);
});

test('a session that must still bind 2FA reaches only what is open to it', async () => {
  actor = { userId: 7n, effectiveUserId: 7n, locked: true, permissions: new Set(['agents.list.get']) };
  expect((await call('GET', '/api/users/5/info', { headers: bearer })).body.code).toBe(20426);
  expect((await call('GET', '/api/users/self', { headers: bearer })).body.code).toBe(0);
});

test('real HTTP statuses are used for limits and faults only', async () => {
  const limit = await call('GET', '/api/fault?kind=limit');
  expect([limit.status, limit.body.code, limit.headers['retry-after']]).toEqual([429, 20429, '30']);
  const down = await call('GET', '/api/fault?kind=down');
  expect([down.status, down.headers['retry-after']]).toEqual([503, '1']);
  congested = true;
  expect((await call('GET', '/api/users/self', { headers: bearer })).status).toBe(503);
  expect((await call('GET', '/healthz')).status).toBe(200);
});

test('what is decided about a call is decided by its route, however its address is written', async () => {
  const ways = [
    '/api/users/self',
    '/%61pi/users/self',
    '/api/%75sers/self/',
    '/%61pi/nowhere',
    '/api',
    '/%61%70i/',
  ];
  for (const way of ways) {
    const { headers } = await call('GET', way, { headers: bearer });
    expect([headers['cache-control'], headers['vary']], way).toEqual(['no-store', 'Origin']);
  }
  congested = true;
  for (const way of ways) expect((await call('GET', way, { headers: bearer })).status, way).toBe(503);
  expect((await call('GET', '/%68ealthz')).status).toBe(200);
  expect((await call('GET', '/nowhere')).headers['cache-control']).toBe('no-store');
});

test('a call that hangs in a lost database is answered when the loss is known', async () => {
  const hanging = call('GET', '/api/fault?kind=hang');
  setTimeout(() => outage.abort(), 50);
  expect((await hanging).status).toBe(503);
});

test('an unexpected error says nothing but its request id', async () => {
  const { body, status, headers } = await call('GET', '/api/fault?kind=database');
  expect([status, body.code, body.request_id]).toEqual([500, 20500, headers['x-request-id']]);
  expect(JSON.stringify(body)).not.toMatch(/nowhere|secret_column|relation|stack/);
});

test('an answer that breaks the contract is a fault outside production', async () => {
  expect((await call('GET', '/api/fault?kind=contract')).status).toBe(500);
});

test('only JSON of at most 1 MB is read', async () => {
  const xml = await call('POST', '/api/login', { payload: '<a/>', headers: { 'content-type': 'text/xml' } });
  expect(xml.status).toBe(415);
  const big = await call('POST', '/api/login', { payload: { ...login, password: 'x'.repeat(1_100_000) } });
  expect(big.status).toBe(413);
  for (const payload of ['{', '[1]', '"x"', '\xff\xfe']) {
    const { body, status } = await call('POST', '/api/login', {
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body.code]).toEqual([200, 400]);
  }
});

test('raw routes see the bytes as sent, of any type', async () => {
  const payload = '{"b":1,  "a":"\\u0041"}';
  const reply = await call('POST', '/api/notify/12?x=1', {
    payload,
    headers: { 'content-type': 'text/weird' },
  });
  expect([reply.status, reply.body]).toEqual([200, 'OK']);
  expect(raw?.rawBody.toString()).toBe(payload);
  expect(raw).toMatchObject({ path: '/api/notify/12', params: { account: '12' }, query: { x: '1' } });
});

test('the client address is taken through trusted proxies only', async () => {
  const seenAs = async (forwarded: string) =>
    (await call('POST', '/api/login', { payload: login, headers: { 'x-forwarded-for': forwarded } })).body
      .data.access_token;
  expect(await seenAs('203.0.113.9')).toBe('203.0.113.9');
  expect(await seenAs('1.1.1.1, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9');
  expect(await seenAs('1.1.1.1, ::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(await seenAs('203.0.113.9:4711')).toBe('203.0.113.9');
  expect(await seenAs('nonsense')).toBe('127.0.0.1');
  expect(await seenAs('')).toBe('127.0.0.1');
});

test('a handler may set the browser cookie and the message', async () => {
  const { body, headers } = await call('POST', '/api/login', { payload: login });
  expect(body.message).toBe('welcome');
  expect(headers['set-cookie']).toBe(
    'suanpan_browser=x%20y; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure',
  );
});

test('only listed origins may call from elsewhere, and never with credentials', async () => {
  const preflight = async (origin: string) =>
    (await call('OPTIONS', '/api/login', { headers: { origin } })).headers;
  expect((await preflight('https://shop.example.com'))['access-control-allow-origin']).toBe(
    'https://shop.example.com',
  );
  const foreign = await preflight('https://evil.example.com');
  expect(foreign).not.toHaveProperty('access-control-allow-origin');
  expect(foreign).not.toHaveProperty('access-control-allow-credentials');
});

test('readiness names its parts, and metrics are for this machine alone', async () => {
  const ready = await call('GET', '/readyz');
  expect([ready.status, ready.body]).toEqual([
    503,
    { status: 'starting', parts: { database: true, jobs: false }, warnings: [] },
  ]);
  expect((await call('GET', '/metrics')).body).toContain('suanpan_answer_code_total{code="10001"}');
  const forwarded: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { via: '1.1 proxy' },
    { host: 'rebound.example.com' },
  ];
  for (const headers of forwarded) {
    expect((await call('GET', '/metrics', { headers })).status, JSON.stringify(headers)).toBe(404);
  }
});

test('a malformed idempotency key is refused and a good one reaches the handler', async () => {
  await call('GET', '/api/users/self', {
    headers: { ...bearer, 'idempotency-key': 'abc-1', 'x-background': '1' },
  });
  expect(context).toMatchObject({ isBackground: true, isWeb: false });
  const bad = await call('GET', '/api/users/self', { headers: { ...bearer, 'idempotency-key': 'a b' } });
  expect(bad.body.code).toBe(400);
});

describe('an endpoint that is done once a key', () => {
  const pay = (payload: object, key?: string) =>
    call('POST', '/api/pay', {
      payload,
      headers: { ...bearer, ...(key !== undefined && { 'idempotency-key': key }) },
    });

  test('is refused without one', async () => {
    expect((await pay({ amount: '1' })).body.code).toBe(21000);
    expect(payments).toBe(0);
  });

  test('works once a key and answers the same, also to whoever proves himself with another code', async () => {
    const first = await pay({ amount: '1', one_code: '111111' }, 'twice');
    const again = await pay({ one_code: '222222', amount: '1' }, 'twice');
    expect([first.body.data, again.body.data]).toEqual([{ payments: 1 }, { payments: 1 }]);
    expect((await pay({ amount: '1' }, 'anew')).body.data).toEqual({ payments: 2 });
  });

  test('refuses a key that came with another request', async () => {
    expect((await pay({ amount: '2' }, 'twice')).body.code).toBe(20409);
    expect(payments).toBe(2);
  });

  test('is done anew for every caller, and for every account that he acts for', async () => {
    const before = payments;
    for (const [userId, effectiveUserId] of [
      [2n, 2n],
      [2n, 3n],
      [3n, 3n],
      [2n, 3n],
    ] as const) {
      actor = { ...actor, userId, effectiveUserId };
      await pay({ amount: '1' }, 'shared');
    }
    expect(payments).toBe(before + 3);
  });

  test('takes a key of at most 128 plain characters', async () => {
    for (const key of ['k'.repeat(129), 'a b', 'ä', '', 'k\t'])
      expect((await pay({ amount: '1' }, key)).body.code, key).toBe(400);
    expect((await pay({ amount: '1' }, 'k'.repeat(128))).body.code).toBe(0);
  });

  test('fails in development when it does its work without its key', async () => {
    expect((await pay({ amount: '0' }, 'unkeyed')).status).toBe(500);
  });

  test('has no key to use where the contract names none', () => {
    type Edit = Handlers<typeof endpoints>['edit'];
    // @ts-expect-error Only a handler of an idempotent endpoint is handed `once`.
    const edit: Edit = ({ once }) => once(async () => ({ name: 'x' }));
    expect(edit).toBeInstanceOf(Function);
  });
});
