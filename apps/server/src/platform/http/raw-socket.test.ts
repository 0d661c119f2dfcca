import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoint } from '@suanpan/contract/endpoint';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keepLog } from '../../../test/kept-log.ts';
import { testDatabase } from '../../../test/database.ts';
import { startRealtime } from '../realtime.ts';
import { bindEndpoints } from './bind-endpoints.ts';
import { bindHealth } from './bind-health.ts';
import { bindProxy } from './bind-proxy.ts';
import { bindRaw } from './bind-raw.ts';
import { bindWeb } from './bind-web.ts';
import { createHttp } from './create-http.ts';
import { securityHeaders } from './security-headers.ts';
import { sendRaw } from './testing/raw-socket.ts';

const { database } = await testDatabase();
const { log, lines } = keepLog();

// What the sandbox proxy leads to.
const bank = createServer((_request, response) => response.end('bank'));
await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
const dist = mkdtempSync(join(tmpdir(), 'suanpan-dist-'));
mkdirSync(join(dist, 'pay'));
for (const page of ['index.html', 'pay/index.html']) writeFileSync(join(dist, page), '<html></html>');
writeFileSync(join(dist, 'app.js'), 'app');

const app = createHttp({
  config: { production: false, publicUrl: 'http://127.0.0.1', trustedProxies: [], allowedOrigins: [] },
  log,
  words: (name) => name,
  authenticate: async () => Promise.reject(new Error('nobody signs in here')),
});
const realtime = startRealtime({
  server: app.server,
  authenticate: async () => ({ rooms: [] }),
  databaseUrl: database.urls.app,
  allowedOrigins: [],
  trustedProxies: [],
  headers: securityHeaders(false),
  log,
});
const login = endpoint({
  method: 'POST',
  path: '/login',
  access: { public: true },
  input: z.strictObject({ username: z.string() }),
  output: z.object({}),
});
const fault = endpoint({
  method: 'GET',
  path: '/fault',
  access: { public: true },
  input: z.strictObject({}),
  output: z.object({}),
});
bindEndpoints(app, { fault, login }, { login: async () => ({}), fault: async () => failing() });
const secret = 'relation "payer" of password hunter2';
function failing(): never {
  throw new Error(secret);
}
async function notify() {
  await sleep(20);
  return { status: 200, body: 'OK' };
}
bindRaw(app, [
  { method: 'POST', path: '/api/notify/{account}', handle: notify },
  { method: 'GET', path: '/api/broken/{account}', handle: async () => failing() },
  { method: 'POST', path: '/api/v2/collections', handle: async () => ({ status: 401, body: '{}' }) },
  { method: 'GET', path: '/api/v2/*', handle: async () => ({ status: 404, body: '{}' }) },
]);
app.forms.push({
  below: '/api/v2/',
  write: ({ refusal }, about) => JSON.stringify({ error: refusal, request_id: about.requestId }),
});
bindHealth(app, { ready: async () => ({}), metricsToken: undefined, isAlone: true });
bindWeb(app, dist);
bindProxy(app, '/gone', 'http://127.0.0.1:1');
app.get('/page', async () => failing());
bindProxy(app, '/sandbox', `http://127.0.0.1:${(bank.address() as AddressInfo).port}`);
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const slow = createHttp({
  config: { production: true, publicUrl: 'http://127.0.0.1', trustedProxies: [], allowedOrigins: [] },
  log,
  words: (name) => name,
  authenticate: async () => Promise.reject(new Error('nobody signs in here')),
  limits: { headersMs: 300, requestMs: 600, keepAliveMs: 300, lookEveryMs: 50 },
});
bindEndpoints(slow, { login }, { login: async () => ({}) });
await slow.listen({ host: '127.0.0.1', port: 0 });
const { port: slowPort } = slow.server.address() as AddressInfo;
afterAll(async () => {
  await realtime.close();
  await app.close();
  await slow.close();
  bank.close();
  rmSync(dist, { recursive: true });
});

const entrances = [
  '/',
  '/app.js',
  '/api/login',
  '/api/v2/collections',
  '/api/notify/7',
  '/sandbox/page',
  '/socket.io/',
];
const host = 'Host: 127.0.0.1\r\n';
const end = 'Connection: close\r\n\r\n';
const post = (path: string, headers: string, body = ''): string =>
  `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}\r\n\r\n${body}`;

/** Addresses that no browser writes, made of one that a browser does. */
const targets: Readonly<Record<string, (path: string) => string>> = {
  'an escape that is none': (path) => `${path}%zz`,
  'half an escape': (path) => `${path}%`,
  'a broken character': (path) => `${path}%e0%a4%a`,
  'a zero byte': (path) => `${path}/%00`,
  'a line break': (path) => `${path}/%0d%0aSet-Cookie:x`,
  'two slashes before': (path) => `/${path}`,
  'two slashes within': (path) => `${path}//x`,
  'a dot': (path) => `${path}/./x`,
  'two dots': (path) => `${path}/../x`,
  'escaped dots': (path) => `${path}/%2e%2E/x`,
  'an escaped slash behind dots': (path) => `${path}/..%2fx`,
  'a backslash': (path) => `${path}/..\\x`,
  'a fragment': (path) => `${path}#x`,
  'a fragment in the query': (path) => `${path}?a=1#x`,
  'the absolute form': (path) => `http://127.0.0.1${path}`,
  'the absolute form of another': (path) => `https://example.com${path}`,
  'no slash at all': (path) => `x${path}`,
  'an asterisk': () => '*',
};

/** Whole requests that break HTTP, or strain it. */
const requests: Readonly<Record<string, (path: string) => string>> = {
  'a method that nobody serves': (path) => `QUERY ${path} HTTP/1.1\r\n${host}${end}`,
  'a method that echoes': (path) => `TRACE ${path} HTTP/1.1\r\n${host}${end}`,
  'a method of file servers': (path) => `PROPFIND ${path} HTTP/1.1\r\n${host}${end}`,
  'a method in lower case': (path) => `get ${path} HTTP/1.1\r\n${host}${end}`,
  'a method without an end': (path) => `${'X'.repeat(20_000)} ${path} HTTP/1.1\r\n${host}${end}`,
  'a method that is unknown': (path) => `STEAL ${path} HTTP/1.1\r\n${host}${end}`,
  'a tunnel': () => `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n`,
  'no host': (path) => `GET ${path} HTTP/1.1\r\nAccept: */*\r\n${end}`,
  'two hosts': (path) => `GET ${path} HTTP/1.1\r\n${host}Host: example.com\r\n${end}`,
  'a host that is none': (path) => `GET ${path} HTTP/1.1\r\nHost: a/b@c\r\n${end}`,
  'two lengths': (path) => post(path, 'Content-Length: 2\r\nContent-Length: 3', '{}'),
  'a length and chunks': (path) => post(path, 'Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  'a length below nothing': (path) => post(path, 'Content-Length: -1'),
  'a length that is no number': (path) => post(path, 'Content-Length: two'),
  'an encoding that is unknown': (path) => post(path, 'Transfer-Encoding: gzip', '{}'),
  'an encoding before the chunks': (path) => post(path, 'Transfer-Encoding: gzip, chunked', '0\r\n\r\n'),
  'two encodings': (path) =>
    post(path, 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  'chunks in a version that has none': (path) =>
    `POST ${path} HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n`,
  'a length with a sign': (path) => post(path, 'Content-Length: +2', '{}'),
  'a length in another base': (path) => post(path, 'Content-Length: 0x2', '{}'),
  'two lengths in one': (path) => post(path, 'Content-Length: 2, 2', '{}'),
  'a space before the colon': (path) => post(path, 'Transfer-Encoding : chunked', '0\r\n\r\n'),
  'an encoding behind a control character': (path) =>
    post(path, 'Transfer-Encoding: \x0bchunked', '0\r\n\r\n'),
  'lines that end with one byte': (path) => post(path, 'Content-Length: 2', '{}').replaceAll('\r\n', '\n'),
  'a line that ends within a header': (path) => post(path, 'X-A: b\rTransfer-Encoding: chunked', '0\r\n\r\n'),
  'a chunk with a sign': (path) => post(path, 'Transfer-Encoding: chunked', '+2\r\n{}\r\n0\r\n\r\n'),
  'a chunk in another base': (path) => post(path, 'Transfer-Encoding: chunked', '0x2\r\n{}\r\n0\r\n\r\n'),
  'a chunk without a size': (path) => post(path, 'Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
  'a chunk that is too long': (path) => post(path, 'Transfer-Encoding: chunked', '1\r\n{}{}{}\r\n0\r\n\r\n'),
  'two keys': (path) =>
    post(path, 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\nContent-Length: 2', '{}'),
  'a huge header': (path) => `GET ${path} HTTP/1.1\r\n${host}X-Big: ${'x'.repeat(100_000)}\r\n${end}`,
  'very many headers': (path) => `GET ${path} HTTP/1.1\r\n${host}${'X-A: b\r\n'.repeat(9_000)}${end}`,
  'a header with a space in its name': (path) => `GET ${path} HTTP/1.1\r\n${host}X A: b\r\n${end}`,
  'a folded header': (path) => `GET ${path} HTTP/1.1\r\n${host}X-A: b\r\n c\r\n${end}`,
  'a zero byte in a header': (path) => `GET ${path} HTTP/1.1\r\n${host}X-A: \0\r\n${end}`,
  'an expectation that nobody meets': (path) => `GET ${path} HTTP/1.1\r\n${host}Expect: miracles\r\n${end}`,
  'another version': (path) => `GET ${path} HTTP/9.9\r\n${host}${end}`,
  'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no version': (path) => `GET ${path}\r\n\r\n`,
  'a TLS greeting': () => '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
};
const corpus = [
  ...Object.entries(targets).flatMap(([what, target]) =>
    ['GET', 'POST'].map(
      (method) =>
        [
          `${what}, ${method}`,
          (path: string) => `${method} ${target(path)} HTTP/1.1\r\n${host}Content-Length: 0\r\n${end}`,
        ] as const,
    ),
  ),
  ...Object.entries(requests),
];

/** Nothing of how the house is built. */
const innards = /\n\s+at |node_modules|fst_err|decorat|typeerror|\.ts:|\.js:/i;

async function isAlive(): Promise<boolean> {
  const [answer] = await sendRaw(port, `GET /healthz HTTP/1.1\r\n${host}${end}`);
  return answer?.status === 200;
}

test.each(corpus)('%s is refused at every entrance, and the server goes on', async (_what, write) => {
  lines.length = 0;
  for (const path of entrances) {
    const answers = await sendRaw(port, write(path));
    const statuses = answers.map(({ status }) => status);
    expect(statuses, path).not.toEqual([]);
    expect(
      statuses.filter((status) => status < 400 || status > 499),
      path,
    ).toEqual([]);
    for (const { body, headers } of answers) expect(`${headers}${body}`, path).not.toMatch(innards);
  }
  expect(await isAlive()).toBe(true);
  expect(lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

/** The address below /api that a text asks for, if it can be made out at all. */
const apiTarget = /^[A-Za-z]{1,32} (?:https?:\/\/[^/ ]+)?\/+(api\/\S*)/;

test.each([
  ...corpus,
  ['a control character', (path: string) => `GET ${path}/%C2%84 HTTP/1.1\r\n${host}${end}`] as const,
])('%s is refused in the form of its address', async (_what, write) => {
  for (const path of entrances) {
    const asked = apiTarget.exec(write(path))?.[1];
    for (const { body, headers } of await sendRaw(port, write(path))) {
      if (asked === undefined) continue;
      expect(headers, path).toContain('content-type: application/json');
      const id = /x-request-id: (\S+)/.exec(headers)?.[1];
      const error = expect.stringMatching(/^(unreadableRequest|methodNotAllowed|bodyTooLarge)$/);
      expect(JSON.parse(body), path).toEqual(
        asked.startsWith('api/v2/')
          ? { error, request_id: expect.any(String) }
          : { code: expect.any(Number), message: error, data: null },
      );
      if (asked.startsWith('api/v2/'))
        expect((JSON.parse(body) as { request_id: string }).request_id.toLowerCase()).toBe(id);
    }
  }
});

test('who is slow below /api hears of it in JSON, also in the middle of his body', async () => {
  const [late] = await sendRaw(slowPort, post('/api/login', 'Content-Length: 100', '{'));
  expect(late).toMatchObject({ status: 408, headers: expect.stringContaining('application/json') });
  expect(JSON.parse(late?.body ?? '')).toEqual({ code: 20_400, message: 'unreadableRequest', data: null });
});

test.each([
  ['an unknown protocol', '?EIO=9&transport=websocket', 'Sec-WebSocket-Version: 13\r\n'],
  ['an unknown transport', '?EIO=4&transport=x', 'Sec-WebSocket-Version: 13\r\n'],
  ['an unknown session', '?EIO=4&transport=websocket&sid=none', 'Sec-WebSocket-Version: 13\r\n'],
  [
    'a foreign origin',
    '?EIO=4&transport=websocket',
    'Sec-WebSocket-Version: 13\r\nOrigin: https://example.com\r\n',
  ],
  ['no key', '?EIO=4&transport=websocket', 'Sec-WebSocket-Version: 13\r\n'],
  [
    'a version that is none',
    '?EIO=4&transport=websocket',
    'Sec-WebSocket-Version: 1\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  ],
  [
    'a broken extension',
    '?EIO=4&transport=websocket',
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ,,\r\n',
  ],
])(
  'a socket that is not opened, for %s, is told so with the headers of every other answer',
  async (_why, query, headers) => {
    const ordinary = await safetyOf(post('/api/login', 'Content-Length: 2', '{}'));
    const upgrade = `GET /socket.io/${query} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`;
    const [answer] = await sendRaw(port, upgrade);
    expect(answer?.status).toBeGreaterThanOrEqual(400);
    expect(answer?.status).toBeLessThan(500);
    expect(await safetyOf(upgrade)).toEqual(ordinary);
  },
);

/** Names of the headers that an ordinary answer bears for safety's sake, and what they say. */
async function safetyOf(bytes: string, behind = port): Promise<Record<string, string>> {
  const answers = await sendRaw(behind, bytes);
  const read = (answers.at(-1)?.headers ?? '').split('\r\n').slice(1);
  const named = read.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return Object.fromEntries(named.filter(([name]) => safe.test(name)));
}
const safe =
  /^(x-content-type-options|referrer-policy|cross-origin-.*|permissions-policy|x-frame-options|content-security-policy|cache-control)$/;

test.each(corpus)('%s is refused with the headers of every other answer', async (_what, write) => {
  const ordinary = await safetyOf(post('/api/login', 'Content-Length: 2', '{}'));
  expect(Object.keys(ordinary)).toHaveLength(8);
  for (const path of entrances) expect(await safetyOf(write(path)), path).toEqual(ordinary);
});

test.each([
  'GET /socket.io/',
  'GET /socket.io/?EIO=4&transport=x',
  'GET /socket.io/?EIO=4&transport=polling',
  'POST /socket.io/?EIO=4&transport=polling&sid=none',
  'GET /nowhere',
  'GET /api/nowhere',
  'DELETE /api/nowhere',
  'OPTIONS /api/login',
  'GET /csp-report',
  'GET /gone/page',
])('%s is answered with the headers of every other answer', async (line) => {
  const ordinary = await safetyOf(post('/api/login', 'Content-Length: 2', '{}'));
  expect(await safetyOf(`${line} HTTP/1.1\r\n${host}${end}`)).toEqual(ordinary);
});

test('what is refused before it has a route says nothing, is not kept and carries a request id', async () => {
  for (const line of ['GET /%zz HTTP/1.1', 'GET /api/login#x HTTP/1.1', 'QUERY /api/login HTTP/1.1']) {
    const [answer] = await sendRaw(port, `${line}\r\n${host}\r\n`);
    expect(answer?.headers).toContain('cache-control: no-store');
    expect(answer?.headers).toContain('x-content-type-options: nosniff');
    expect(answer?.headers).toContain('connection: close');
    expect(answer?.headers).toMatch(/x-request-id: \S+/);
    expect(answer?.body).toMatch(
      /^(Bad Request\n|\{"code":\d+,"message":"(unreadableRequest|methodNotAllowed)","data":null\})$/,
    );
  }
  const [refused] = await sendRaw(port, `QUERY / HTTP/1.1\r\n${host}\r\n`);
  expect(refused?.headers).toContain('allow: get, head, post, put, patch, delete, options');
});

test.each([
  ['DELETE', '/api/login', 405, 'POST'],
  ['PATCH', '/api/login/', 405, 'POST'],
  ['GET', '/api/notify/7', 405, 'POST'],
  ['POST', '/api/broken/7', 405, 'GET'],
  ['PATCH', '/api/nowhere', 404, undefined],
  ['PATCH', '/api/notify', 404, undefined],
  ['PATCH', '/api/notify/7/more', 404, undefined],
] as const)(
  '%s %s is answered by %i, and names the methods of what is there: %s',
  async (method, path, code, allow) => {
    const [answer] = await sendRaw(port, `${method} ${path} HTTP/1.1\r\n${host}${end}`);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: code === 405 ? 20_405 : 404, data: null });
    expect(answer?.status).toBe(code === 405 ? 405 : 200);
    expect(/\r\nallow: (.*)/.exec(answer?.headers ?? '')?.[1]?.toUpperCase()).toBe(allow);
  },
);

test('a name longer than any that the router reads is as unknown as others', async () => {
  const [answer] = await sendRaw(port, `POST /api/notify/${'7'.repeat(600)} HTTP/1.1\r\n${host}${end}`);
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"code":404') });
  expect(await isAlive()).toBe(true);
});

test('a query may hold anything', async () => {
  for (const query of ['%zz', 'a=%00', '__proto__=1', 'a[b]=1&a=2', '?', '//', '..', '%'.repeat(9_000)]) {
    for (const path of entrances) {
      const [answer] = await sendRaw(port, `GET ${path}?${query} HTTP/1.1\r\n${host}${end}`);
      expect(answer?.status, `${path}?${query.slice(0, 20)}`).toBeLessThan(500);
    }
  }
  expect(await isAlive()).toBe(true);
});

test('a hundred requests in one breath are answered in order, and the bad one ends the breath', async () => {
  const good = `GET /healthz HTTP/1.1\r\n${host}\r\n`;
  const bad = `GET /%zz HTTP/1.1\r\n${host}\r\n`;
  const all = await sendRaw(port, good.repeat(100), 100);
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  const some = await sendRaw(port, `${good.repeat(3)}${bad}${good.repeat(3)}`, 7);
  expect(some.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  expect(await isAlive()).toBe(true);
});

test('an answer that is due is never overtaken by the refusal of what came behind it', async () => {
  const order = post('/api/notify/7', 'Content-Length: 2', '{}');
  for (const behind of ['\0\0\0\r\n\r\n', `GET / HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`]) {
    const answers = await sendRaw(port, `${order}${behind}`, 2);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  }
});

test('a greeting of another protocol is an ordinary call, except where sockets are opened', async () => {
  const upgrade = (path: string, to: string) =>
    `GET ${path} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: ${to}\r\n\r\n`;
  expect((await sendRaw(port, upgrade('/healthz', 'h2c')))[0]?.status).toBe(200);
  expect((await sendRaw(port, upgrade('/healthz', 'websocket')))[0]?.status).toBe(200);
  for (const path of ['/socket.io/', '/socket.io/?transport=websocket', '/socket.io/?EIO=4&transport=x']) {
    expect((await sendRaw(port, upgrade(path, 'websocket')))[0]?.status, path).toBe(400);
  }
  expect(
    (await sendRaw(port, upgrade('/socket.io/../api/login?transport=websocket', 'websocket')))[0]?.status,
  ).toBe(400);
  expect(await isAlive()).toBe(true);
});

test('a fault says the same everywhere: nothing but the id under which the log tells the rest', async () => {
  for (const path of ['/api/fault', '/api/broken/7', '/page', '/gone/page']) {
    lines.length = 0;
    const [answer] = await sendRaw(port, `GET ${path} HTTP/1.1\r\n${host}${end}`);
    expect(answer?.status, path).toBeGreaterThanOrEqual(500);
    const id = /x-request-id: (\S+)/i.exec(answer?.raw ?? '')?.[1] ?? 'none';
    expect(JSON.parse(answer?.body ?? ''), path).toEqual({
      code: expect.any(Number),
      message: expect.stringMatching(/^(internalFault|serverOverloaded)$/),
      data: null,
      request_id: id,
    });
    expect(answer?.raw, path).not.toMatch(innards);
    expect(answer?.raw, path).not.toContain('hunter2');
    expect(
      lines.some((line) => line.includes('a call failed') && line.includes(id)),
      path,
    ).toBe(true);
  }
});

test('whoever is slow with headers or body is cut off, and so is a connection kept alive for nothing', async () => {
  const [headers] = await sendRaw(slowPort, `GET / HTTP/1.1\r\n${host}`);
  expect(headers?.status).toBe(408);
  const [body] = await sendRaw(slowPort, post('/api/login', 'Content-Length: 100', '{'));
  expect(body?.status).toBe(408);
  const began = performance.now();
  // Nothing more is expected of it than that it ends.
  await sendRaw(slowPort, `GET /nowhere HTTP/1.1\r\n${host}\r\n`, 2);
  expect(performance.now() - began).toBeLessThan(8_000);
  const { headersTimeout, keepAliveTimeout, requestTimeout } = app.server;
  expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([15_000, 30_000, 65_000]);
});
