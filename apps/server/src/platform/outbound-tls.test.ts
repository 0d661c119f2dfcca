import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createPlainServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { once } from 'node:events';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { openDatabase } from './db/database.ts';
import { createOutbound } from './outbound.ts';

// Certificates for tests alone, good until 2120: `here` is for 127.0.0.1, `elsewhere` for another name; one authority gave both.
const read = (name: string) => readFileSync(new URL(`./testing/tls/${name}.pem`, import.meta.url), 'utf8');
const pair = (name: string) => ({ cert: read(name), key: read(`${name}.key`) });
const usual = getCACertificates('default');
const servers: Server[] = [];
afterAll(() => {
  setDefaultCACertificates(usual);
  for (const server of servers) server.close();
});
beforeEach(() => setDefaultCACertificates(usual));
const believe = (): void => setDefaultCACertificates([...usual, read('authority')]);

async function port(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the one way out, by which providers and merchants are called', () => {
  async function call(options: TlsOptions): Promise<unknown> {
    let asked = 0;
    const server = createServer(options, (_request, response) => {
      asked += 1;
      response.end('OK');
    });
    const origin = `https://127.0.0.1:${await port(server)}`;
    const outbound = createOutbound({ trustedOrigins: [origin], allowHttp: false });
    const result = await outbound.send({ method: 'POST', url: `${origin}/`, body: '{}' });
    await outbound.close();
    return {
      asked,
      ...(result.kind === 'answered'
        ? { status: result.status }
        : { reason: result.reason, mayHaveArrived: result.mayHaveArrived }),
    };
  }
  const refused = { asked: 0, reason: 'tls', mayHaveArrived: false };

  test('is answered by a server whose certificate is good', async () => {
    believe();
    expect(await call(pair('here'))).toEqual({ asked: 1, status: 200 });
  });

  test('says nothing to a server whose authority nobody knows', async () => {
    expect(await call(pair('here'))).toEqual(refused);
  });

  test('says nothing to a server with the certificate of another name', async () => {
    believe();
    expect(await call(pair('elsewhere'))).toEqual(refused);
  });

  test('says nothing to a server that speaks no TLS of today', async () => {
    believe();
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect(await call({ ...pair('here'), ...old })).toEqual(refused);
  });
});

describe('a database elsewhere', () => {
  /** As PostgreSQL does: yes to TLS, and then the handshake. Notes what is said inside of it. */
  async function ask(certificate: string, sslmode: string): Promise<string> {
    const heard: string[] = [];
    const server = createPlainServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, ...pair(certificate) });
        secure.on('error', () => {});
        secure.on('data', (text) => {
          heard.push(text.toString('latin1'));
          socket.destroy();
        });
      });
    });
    const url = `postgres://app:a-password@127.0.0.1:${await port(server)}/suanpan?sslmode=${sslmode}`;
    const database = openDatabase({ app: url, reports: url }, createLog({ logLevel: 'silent' }));
    const error = await database.pool.query('SELECT 1').then(
      () => 'answered',
      (reason: unknown) => String(reason),
    );
    await database.close();
    return heard.length > 0 ? `heard ${heard.join('').includes('suanpan') ? 'us' : 'something'}` : error;
  }

  test('is spoken to when its certificate is good', async () => {
    believe();
    expect(await ask('here', 'verify-full')).toBe('heard us');
  });

  test('hears nothing when nobody knows its authority, or its certificate is of another name', async () => {
    expect(await ask('here', 'verify-full')).toMatch(/certificate/i);
    expect(await ask('here', 'verify-ca')).toMatch(/certificate/i);
    believe();
    expect(await ask('elsewhere', 'verify-full')).toMatch(/altnames|hostname/i);
  });
});
