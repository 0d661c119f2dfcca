import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

type Answer = (response: ServerResponse, request: Received) => void;

export interface Receiver {
  readonly origin: string;
  readonly received: Received[];
  /** Sets how a path (without its query) answers; unset paths answer 200. */
  answer(path: string, how: Answer | number): void;
  at(path: string): Received[];
  close(): Promise<void>;
}

/** A merchant's server: real HTTP on loopback, keeping what it gets. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers = new Map<string, Answer | number>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const one = {
        path,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        atMs: performance.now(),
      };
      received.push(one);
      const how = answers.get(path.split('?')[0] ?? '') ?? 200;
      if (typeof how === 'number') response.writeHead(how).end(how < 300 ? 'OK' : 'no');
      else how(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (path, how) => void answers.set(path, how),
    at: (path) => received.filter((one) => one.path === path),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The ways in which merchants' servers misbehave (reliability §3, F5); what needs another transport is left out. */
export const zoo: Record<string, Answer | number> = {
  error: 500,
  redirectInside: (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  redirectOutside: (response) => response.writeHead(302, { location: 'https://example.com/' }).end(),
  silent: () => {},
  drip: (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write('x'), 200);
    response.on('close', () => clearInterval(timer));
  },
  huge: (response) => {
    response.writeHead(500);
    const chunk = Buffer.alloc(1024 * 1024, 120);
    let left = 50;
    const push = (): void => {
      while (left > 0 && response.write(chunk)) left -= 1;
      if (left > 0) response.once('drain', push);
      else response.end();
    };
    response.on('error', () => {});
    push();
  },
  bomb: (response) =>
    response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20 * 1024 * 1024))),
  cut: (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('x');
    setTimeout(() => response.socket?.resetAndDestroy(), 20);
  },
};
