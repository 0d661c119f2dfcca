import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createOutbound, isPublicAddress } from './outbound.ts';

const seen: IncomingMessage[] = [];
const answers: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.end('OK'),
  '/redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1/inside' }).end(),
  '/huge': (response) => {
    response.write(Buffer.alloc(1024 * 1024, 120));
    response.end(Buffer.alloc(1024 * 1024, 120));
  },
  '/silent': () => {},
  '/drip': (response) => {
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  },
  '/reset': (response) => response.socket?.resetAndDestroy(),
};
const server = createServer((request, response) => {
  seen.push(request);
  request.resume().on('end', () => answers[request.url ?? '']?.(response));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const outbound = createOutbound({ trustedOrigins: [origin], allowHttp: true });
afterAll(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
});
const get = (url: string, timeoutMs?: number) =>
  outbound.send({ method: 'GET', url, ...(timeoutMs === undefined ? {} : { timeoutMs }) });

test('every spelling of an inner address is refused before a connection', async () => {
  const { port } = new URL(origin);
  const inside = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[2002:7f00:1::]/',
    'http://[::]/',
    'http://localhost/',
    'http://a.localhost/',
    'http://localhost./',
    'http://LocalHost.:8080/',
    'http://metadata.google.internal./',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[fec0::1]/',
    'http://[2001::1]/',
    'http://[5f00::1]/',
    'http://metadata.google.internal/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
  ];
  for (const url of inside) {
    expect([url, outbound.check(url)]).toEqual([url, 'forbiddenAddress']);
    expect(await get(url)).toMatchObject({
      kind: 'failed',
      reason: 'forbiddenAddress',
      mayHaveArrived: false,
    });
  }
  for (const url of [
    'ftp://a.com/',
    'http://u:p@a.com/',
    'nonsense',
    'https://a.com:22/',
    `http://localhost:${port}/`,
    'file:///etc/passwd',
  ]) {
    expect([url, outbound.check(url)]).toEqual([url, 'badUrl']);
  }
  expect(outbound.check('https://shop.example.com/cb?x=1')).toBeUndefined();
  expect(seen.length).toBe(0);
});

test('plain http is refused where it was not allowed', () => {
  const strict = createOutbound({ trustedOrigins: [], allowHttp: false });
  expect(strict.check('http://shop.example.com/')).toBe('badUrl');
  expect(strict.check('https://shop.example.com/')).toBeUndefined();
});

test('a name with even one inner address is refused, and the answer of the check is the one that is dialled', async () => {
  let asked = 0;
  const rebinding = createOutbound({
    trustedOrigins: [],
    allowHttp: true,
    resolve: async () => {
      asked += 1;
      return [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ];
    },
  });
  expect(await rebinding.send({ method: 'GET', url: 'http://rebind.example.com/' })).toMatchObject({
    reason: 'forbiddenAddress',
  });
  expect(asked).toBe(1);
  await rebinding.close();
});

test('the exact trusted origin is reached, its neighbours are not', async () => {
  expect(await get(`${origin}/ok`)).toMatchObject({ kind: 'answered', status: 200, body: Buffer.from('OK') });
  const { port } = new URL(origin);
  expect(await get(`http://127.0.0.1:${Number(port) + 1}/ok`)).toMatchObject({ kind: 'failed' });
});

test('a redirect is an answer and is not followed', async () => {
  const before = seen.length;
  expect(await get(`${origin}/redirect`)).toMatchObject({ kind: 'answered', status: 302 });
  expect(seen.length).toBe(before + 1);
});

test('no more than 64 KB are read', async () => {
  const answer = await get(`${origin}/huge`);
  expect(answer).toMatchObject({ kind: 'answered', truncated: true });
  expect(answer.kind === 'answered' && answer.body.length).toBe(65_536);
});

test('silence and dripping end with the total time, and nobody knows whether it arrived', async () => {
  for (const path of ['/silent', '/drip']) {
    const answer = await get(`${origin}${path}`, 300);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'timeout', mayHaveArrived: true });
    expect(answer.durationMs).toBeLessThan(1_500);
  }
});

test('a cut connection may have arrived, a refused one has not', async () => {
  expect(await get(`${origin}/reset`)).toMatchObject({ kind: 'failed', reason: 'cut', mayHaveArrived: true });
  const closed = createOutbound({ trustedOrigins: ['http://127.0.0.1:1'], allowHttp: true });
  expect(await closed.send({ method: 'POST', url: 'http://127.0.0.1:1/', body: '{}' })).toMatchObject({
    reason: 'connect',
    mayHaveArrived: false,
  });
});

test('public addresses are told from all others', () => {
  expect(['1.1.1.1', '2606:4700::1111', '203.0.113.1', '::ffff:1.1.1.1', 'x'].map(isPublicAddress)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
