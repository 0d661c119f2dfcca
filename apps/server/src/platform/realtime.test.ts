import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderEvent } from '@suanpan/contract/realtime/events';
import { Refusal } from '@suanpan/domain/errors';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { keepLog } from '../../test/kept-log.ts';
import { testDatabase } from '../../test/database.ts';
import { sendRaw } from './http/testing/raw-socket.ts';
import { startRealtime } from './realtime.ts';
import type { Realtime, RealtimeOptions } from './realtime.ts';

const { database, admin, log } = await testDatabase();
const nodes: { realtime: Realtime; server: Server; url: string }[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  for (const { realtime, server } of nodes.splice(0)) {
    await realtime.close();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function node(
  more: Partial<Pick<RealtimeOptions, 'admit' | 'authenticate' | 'log'>> = {},
): Promise<(typeof nodes)[number]> {
  const server = createServer();
  const realtime = startRealtime({
    server,
    databaseUrl: database.urls.app,
    allowedOrigins: ['http://pay.example.com'],
    trustedProxies: [],
    headers: {},
    log,
    async authenticate({ token }) {
      if (token === undefined || !/^[1-9]$/.test(token)) throw new Refusal('sessionEnded');
      return { userId: BigInt(token), sessionId: BigInt(token) * 100n, rooms: [`tree:${token}`] };
    },
    ...more,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made = { realtime, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  nodes.push(made);
  return made;
}

function connect(url: string, token: string, headers: Record<string, string> = {}): Promise<Socket> {
  const client = io(url, {
    auth: { token },
    transports: ['websocket'],
    extraHeaders: headers,
    reconnection: false,
  });
  clients.push(client);
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client));
    client.once('connect_error', reject);
  });
}
const heard = <T>(client: Socket, event: string): Promise<T> =>
  new Promise((resolve) => client.once(event, resolve));
const change = (id: number): OrderEvent => ({ kind: 'collection', id: String(id) }) as OrderEvent;

test('a bad token is refused with 10001 and a foreign origin is not served at all', async () => {
  const { url } = await node();
  await expect(connect(url, 'nonsense')).rejects.toMatchObject({ data: { code: 10001 } });
  await expect(connect(url, '1', { origin: 'http://evil.example.com' })).rejects.toThrow();
  await connect(url, '1', { origin: 'http://pay.example.com' });
});

test('a socket that is refused or lost is logged, without its token', async () => {
  const { log: kept, lines } = keepLog();
  const { url } = await node({ log: kept });
  await expect(connect(url, 'nonsense')).rejects.toThrow();
  await expect(connect(url, '1', { origin: 'http://evil.example.com' })).rejects.toThrow();
  const client = await connect(url, '7');
  // What no client of ours would say: the line is given up, and not by anybody who left the page.
  (client.io.engine.transport as unknown as { ws: { send: (text: string) => void } }).ws.send('x');
  await expect.poll(() => lines.join('')).toContain('a socket was lost');
  const said = lines.join('');
  expect(said).toContain('"code":10001');
  expect(said).toContain('a socket could not be opened');
  expect(said).not.toContain('nonsense');
});

test('a session that ends while its socket waits to be let in is not let in', async () => {
  let hasEnded = false;
  const { url, realtime } = await node({
    async authenticate() {
      if (hasEnded) throw new Refusal('sessionEnded');
      return { userId: 1n, sessionId: 100n, rooms: [] };
    },
  });
  const holder = await admin.connect();
  // As long as somebody looks whether anybody listens, no process can say that it does.
  await holder.query('SELECT pg_advisory_lock(5741650003)');
  const refused = connect(url, '1').then(
    () => 'let in',
    (error: unknown) => error,
  );
  await sleep(300);
  hasEnded = true;
  realtime.disconnectSession(100n);
  await holder.query('SELECT pg_advisory_unlock(5741650003)');
  holder.release();
  expect(await refused).toMatchObject({ data: { code: 10001 } });
});

test('events reach the rooms the server chose, on every node, and nobody else', async () => {
  const [one, other] = [await node(), await node()];
  const mine = await connect(other.url, '1');
  const foreign = await connect(other.url, '2');
  let leaked = 0;
  foreign.onAny(() => (leaked += 1));
  await sleep(300);
  const balance = heard<object>(mine, 'balance');
  one.realtime.toUser(1n, 'balance', {
    balance: '1.0000',
    unsettlement_amount: '0.0000',
    frozen_amount: '0.0000',
  });
  expect(await balance).toMatchObject({ balance: '1.0000' });
  expect(leaked).toBe(0);
});

test('order events of a room coalesce, and above fifty only ids are sent', async () => {
  const { realtime, url } = await node();
  const client = await connect(url, '1');
  const few = heard<{ orders: OrderEvent[] }>(client, 'order');
  for (const id of [1, 2, 1]) realtime.order(['tree:1'], change(id));
  expect((await few).orders.map(({ id }) => id)).toEqual(['2', '1']);
  const many = heard<{ ids: string[] }>(client, 'order');
  for (let id = 1; id <= 51; id += 1) realtime.order(['tree:1'], change(id));
  expect((await many).ids.length).toBe(51);
});

test('an ended session is told so and cut, also from another node', async () => {
  const [one, other] = [await node(), await node()];
  const client = await connect(other.url, '3');
  await sleep(300);
  const told = heard<object>(client, 'session');
  const cut = heard<string>(client, 'disconnect');
  one.realtime.disconnectSession(300n);
  expect(await told).toEqual({ code: 10001 });
  expect(await cut).toBe('io server disconnect');
});

test('a browser that speaks is cut', async () => {
  const { url } = await node();
  const client = await connect(url, '4');
  client.emit('order', { forged: true });
  await heard(client, 'disconnect');
});

test('losing the listening connection harms nobody: it comes back, as often as it is lost', async () => {
  const [one, other] = [await node(), await node()];
  const client = await connect(other.url, '5');
  await sleep(300);
  for (let loss = 0; loss < 4; loss += 1) {
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'suanpan realtime' AND datname = current_database()`,
    );
    await sleep(100);
    const listening = async (): Promise<number> =>
      (
        await admin.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'suanpan realtime'
           AND datname = current_database() AND query LIKE 'LISTEN%'`,
        )
      ).rows[0].n;
    while ((await listening()) < 2) await sleep(50);
  }
  const event = heard<object>(client, 'export');
  one.realtime.toRoom('tree:5', 'export', { id: '1', status: 'completed', progress: 100 });
  expect(await event).toMatchObject({ progress: 100 });
}, 30_000);

test('whoever opens sockets too often, or cannot be counted, is told when to come back before anything is kept', async () => {
  const refusals = [
    [new Refusal('tooManyRequests', { params: { retryAfterS: '30' } }), 429, '30'],
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 503, '1'],
  ] as const;
  for (const [refusal, status, retryAfter] of refusals) {
    const { realtime, url } = await node({ admit: () => Promise.reject(refusal) });
    const polled = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
    expect([polled.status, polled.headers.get('retry-after')]).toEqual([status, retryAfter]);
    const [upgraded] = await sendRaw(
      Number(new URL(url).port),
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n' +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    expect(upgraded).toMatchObject({
      status,
      headers: expect.stringContaining(`retry-after: ${retryAfter}`),
    });
    expect(realtime.connected).toBe(0);
  }
});

test('the client program of the library is not served', async () => {
  const { url } = await node();
  expect((await fetch(`${url}/socket.io/socket.io.js`)).status).toBe(400);
});

test('every node knows whether a browser listens on any of them', async () => {
  const [one, other] = [await node(), await node()];
  const heardAt = () => Promise.all([one.realtime.isHeard(), other.realtime.isHeard()]);
  // A node that was closed a moment ago is told of until the database has ended its connection.
  await expect.poll(heardAt, { timeout: 5_000 }).toEqual([false, false]);
  const client = await connect(other.url, '6');
  expect(await heardAt()).toEqual([true, true]);
  client.disconnect();
  await expect.poll(heardAt, { timeout: 5_000 }).toEqual([false, false]);
  await connect(one.url, '6');
  expect(await heardAt()).toEqual([true, true]);
});

test('a node that lost its connection says again that it has browsers', async () => {
  const [one, other] = [await node(), await node()];
  await connect(other.url, '7');
  expect(await one.realtime.isHeard()).toBe(true);
  const cut = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND mode = 'ShareLock'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
  expect((await cut()).rowCount).toBe(1);
  await expect.poll(async () => (await cut()).rowCount, { timeout: 5_000 }).toBe(1);
  await expect.poll(() => one.realtime.isHeard(), { timeout: 5_000 }).toBe(true);
});

test('whoever is refused is not counted as a listener', async () => {
  const { realtime, url } = await node();
  await expect(connect(url, 'nonsense')).rejects.toMatchObject({ data: { code: 10001 } });
  expect(await realtime.isHeard()).toBe(false);
});
