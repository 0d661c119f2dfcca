import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postmasterOf } from '../../e2e/harness/server-view.ts';
import { withCost } from './cost.ts';
import type { Cost, Meter } from './cost.ts';
import { loadSigned, signedCalls } from './http-load.ts';
import type { HttpFigures, SignedCall } from './http-load.ts';
import { programTimeUs } from './processor-time.ts';

/** A server in a process of its own that answers signed calls. */
interface HttpServer {
  readonly url: string;
  /** Superuser on the books behind it, where it has any to show. */
  readonly productUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The whole product of one checkout, which can say what a request cost. */
export interface HttpProduct {
  load(call: SignedCall, seconds: number): Promise<HttpFigures & Cost>;
  stop(): Promise<void>;
}

export async function startHttpServer(
  root: string,
  file: 'http-bare.ts' | 'http-product.ts' | 'http-routing.ts',
  temporary = tmpdir(),
): Promise<HttpServer> {
  const child = fork(join(root, 'bench/src', file), {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const { productUrl = '', url } = await new Promise<{ url: string; productUrl?: string }>(
    (resolve, reject) => {
      child.once('message', (message) => resolve(message as { url: string; productUrl?: string }));
      child.once('exit', (code) => reject(new Error(`${file} of ${root} ended with ${code}`)));
    },
  );
  return {
    url,
    productUrl,
    pid: child.pid ?? 0,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Starts the product in a folder for temporary files of its own: that is how its cluster is found. */
export async function startHttpProduct(root: string): Promise<HttpProduct> {
  const temporary = mkdtempSync(join(tmpdir(), 'suanpan-bench-place-'));
  // As root, PostgreSQL runs as another user, who must be able to pass here.
  chmodSync(temporary, 0o711);
  const server = await startHttpServer(root, 'http-product.ts', temporary);
  const meter = meterIn(temporary);
  return {
    load: (call, seconds) =>
      withCost(
        meter,
        () => loadSigned(server.url, signedCalls[call], seconds),
        () => programTimeUs(server.pid),
      ),
    async stop() {
      await server.stop();
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}

function meterIn(temporary: string): Meter {
  const name = readdirSync(temporary).find((entry) => entry.startsWith('suanpan-bench-http-'));
  if (name === undefined) throw new Error(`There is no cluster in ${temporary}`);
  const dataDir = join(temporary, name);
  const { password, port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    password: string;
    port: number;
  };
  return {
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    postmaster: postmasterOf(dataDir),
  };
}
