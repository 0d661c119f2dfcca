import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createOutbound, isPublicAddress } from './outbound.ts';
import { startNameServer } from './testing/name-server.ts';
import type { NameRecord } from './testing/name-server.ts';

// Names that lie about where they lead. Two addresses of this machine stand for the Internet and for the inside of a house;
// they are this process's own, because no port but those of the web is ever called.
const network = `127.${100 + (process.pid % 100)}.${Math.floor(process.pid / 100) % 250}`;
const [outside, inside] = [`${network}.2`, `${network}.3`];
const port = 8080;
const seen: string[] = [];
let answer: (response: ServerResponse) => void;
const servers = await Promise.all([outside, inside].map(listen));

async function listen(address: string): Promise<Server> {
  const server = createServer((_request, response) => {
    seen.push(address);
    response.setHeader('connection', 'close');
    answer(response);
  });
  server.listen(port, address);
  await once(server, 'listening');
  return server;
}

const a = (value: string): NameRecord => ({ type: 'A', value });
const aaaa = (value: string): NameRecord => ({ type: 'AAAA', value });
let records: (type: 'A' | 'AAAA', times: number) => readonly NameRecord[];
const names = await startNameServer((_name, type) =>
  records(type, names.asked.filter((question) => question.startsWith(`${type} `)).length),
);
const outbound = createOutbound({
  trustedOrigins: [],
  allowHttp: true,
  resolve: names.resolve,
  isPublic: (address) => address === outside || isPublicAddress(address),
});
afterAll(async () => {
  await outbound.close();
  names.close();
  for (const server of servers) server.close();
});
beforeEach(() => {
  seen.length = 0;
  names.asked.length = 0;
  answer = (response) => response.end('OK');
});

const only = (record: NameRecord) => (type: 'A' | 'AAAA') => (record.type === type ? [record] : []);
const send = (name: string) => outbound.send({ method: 'POST', url: `http://${name}:${port}/`, body: '{}' });
const refused = { kind: 'failed', reason: 'forbiddenAddress', mayHaveArrived: false };

test('a name that leads outside at the check and inside afterwards is called outside, and then not at all', async () => {
  records = (type, times) => (type === 'AAAA' ? [] : [a(times === 1 ? outside : inside)]);
  expect(await send('rebind.example.com')).toMatchObject({ kind: 'answered', status: 200 });
  expect(seen).toEqual([outside]);
  // One question: what was checked is what was dialled.
  expect(names.asked).toEqual(['A rebind.example.com', 'AAAA rebind.example.com']);
  expect(await send('rebind.example.com')).toMatchObject(refused);
  expect(seen).toEqual([outside]);
});

test.each<[string, readonly NameRecord[]]>([
  ['the inside too', [a(outside), a(inside)]],
  ['the inside first', [a(inside), a(outside)]],
  ['loopback of IPv6 too', [a(outside), aaaa('::1')]],
  ['a mapped address too', [a(outside), aaaa(`::ffff:${inside}`)]],
  ['an address in the old compatible form too', [a(outside), aaaa(`::${inside}`)]],
  ['a translated address too', [a(outside), aaaa('64:ff9b::7f00:1')]],
  ['an address translated in the house too', [a(outside), aaaa('64:ff9b:1::7f00:1')]],
  ['a tunnelled address too', [a(outside), aaaa('2002:7f00:1::')]],
  ['an address of the old sites too', [a(outside), aaaa('fec0::1')]],
  ['the address of every machine too', [a(outside), a('0.0.0.0')]],
  ['what clouds tell their own machines too', [a(outside), a('169.254.169.254')]],
  ['a network of carriers too', [a(outside), a('100.64.0.1')]],
])('a name that leads to %s is not called', async (_, all) => {
  records = (type) => all.filter((record) => record.type === type);
  expect(await send('both.example.com')).toMatchObject(refused);
  expect(seen).toEqual([]);
});

test('a chain of names counts by where it ends', async () => {
  const chain = (end: string) => (type: 'A' | 'AAAA') =>
    type === 'AAAA'
      ? []
      : [
          { type: 'CNAME' as const, value: 'two.example.net' },
          { name: 'two.example.net', type: 'CNAME' as const, value: 'three.example.org' },
          { name: 'three.example.org', type: 'A' as const, value: end },
        ];
  records = chain(inside);
  expect(await send('chain.example.com')).toMatchObject(refused);
  expect(seen).toEqual([]);
  records = chain(outside);
  expect(await send('chain.example.com')).toMatchObject({ kind: 'answered', status: 200 });
  expect(seen).toEqual([outside]);
});

test('a redirect inside is an answer that nobody follows', async () => {
  records = only(a(outside));
  for (const status of [301, 302, 303, 307, 308]) {
    answer = (response) => response.writeHead(status, { location: `http://${inside}:${port}/` }).end();
    expect(await send('redirect.example.com')).toMatchObject({ kind: 'answered', status });
  }
  expect(new Set(seen)).toEqual(new Set([outside]));
});

test('numbers in every spelling are no names: nobody is asked for them, and nobody is called', async () => {
  records = only(a(outside));
  const [, second = '', third = ''] = network.split('.');
  const number = ((127 * 256 + Number(second)) * 256 + Number(third)) * 256 + 3;
  for (const host of [
    inside,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    `0177.${second}.${third}.3`,
    `[::ffff:${inside}]`,
    `[::${inside}]`,
  ]) {
    expect([host, await send(host)]).toMatchObject([host, refused]);
  }
  expect([names.asked, seen]).toEqual([[], []]);
});

test('a name that leads nowhere is not called', async () => {
  records = () => [];
  expect(await send('nowhere.example.com')).toMatchObject({ kind: 'failed', mayHaveArrived: false });
});
