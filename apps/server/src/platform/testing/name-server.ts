import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

export interface NameRecord {
  /** Whose record it is, where it is not the name that was asked for: the end of a chain. */
  readonly name?: string;
  readonly type: 'A' | 'AAAA' | 'CNAME';
  readonly value: string;
}

export interface NameServer {
  /** Resolves names by this server alone. */
  readonly resolve: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** What was asked for, in order: `A some.example.com`. */
  readonly asked: string[];
  close(): void;
}

const types = { A: 1, CNAME: 5, AAAA: 28 } as const;

/** A real name server on loopback that answers whatever a test wants it to. */
export async function startNameServer(
  answer: (name: string, type: 'A' | 'AAAA') => readonly NameRecord[],
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { end, name } = readName(message, 12);
    const type = message.readUInt16BE(end) === types.AAAA ? 'AAAA' : 'A';
    asked.push(`${type} ${name}`);
    const records = answer(name, type);
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x81_80, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const question = message.subarray(12, end + 4);
    socket.send(
      Buffer.concat([header, question, ...records.map((record) => write(name, record))]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    asked,
    async resolve(hostname) {
      const none = (): string[] => [];
      const four = await resolver.resolve4(hostname).catch(none);
      const six = await resolver.resolve6(hostname).catch(none);
      return [
        ...four.map((address) => ({ address, family: 4 })),
        ...six.map((address) => ({ address, family: 6 })),
      ];
    },
    close: () => void socket.close(),
  };
}

function readName(message: Buffer, at: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let place = at;
  for (let length = message[place] ?? 0; length > 0; length = message[place] ?? 0) {
    labels.push(message.toString('latin1', place + 1, place + 1 + length));
    place += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: place + 1 };
}

function write(asked: string, { name = asked, type, value }: NameRecord): Buffer {
  const data = type === 'CNAME' ? writeName(value) : Buffer.from(ipaddr.parse(value).toByteArray());
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(types[type], 0);
  fixed.writeUInt16BE(1, 2);
  // Time to live: none, so that nobody remembers.
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), fixed, data]);
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
