import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import sirv from 'sirv';
import { median } from './callers.ts';
import type { Office } from './office.ts';

const visits = 7;
const throttle = 4;

interface Visit {
  /** Milliseconds from the navigation until the wanted element stands. */
  readonly standing: number;
  /** … and until the page is idle after that. */
  readonly interactive: number;
}

/** How long the login page and the list of orders take in a fresh profile at 4×, against a bare React page. */
export async function benchVisits({ url, newVisit }: Office): Promise<void> {
  const bare = await serveBarePage();
  const product = await startProduct();
  const pages = [
    { name: 'bare', address: bare.url, isInside: false, selector: 'button[type=submit]' },
    {
      name: 'login',
      address: `${product.url}/#/userLogin`,
      isInside: false,
      selector: 'input[type=password]',
    },
    {
      name: 'orders',
      address: `${url}/#/wrap/collections.transactions?range=all`,
      isInside: true,
      selector: 'tbody tr[data-key]',
    },
  ] as const;
  try {
    const rounds: Record<(typeof pages)[number]['name'], Visit>[] = [];
    for (let round = 0; round < visits; round += 1) {
      const timed: Partial<(typeof rounds)[number]> = {};
      for (const { name, address, isInside, selector } of pages) {
        const context = await newVisit(isInside);
        timed[name] = await time(context, address, selector);
        await context.close();
      }
      rounds.push(timed as (typeof rounds)[number]);
    }
    for (const { name } of pages) {
      const of = (part: keyof Visit): string => median(rounds.map((round) => round[name][part])).toFixed(0);
      const ratio = median(rounds.map((round) => round[name].interactive / round.bare.interactive));
      const standing = median(rounds.map((round) => round[name].standing / round.bare.standing));
      console.log(
        `${name} at ${throttle}×: stands after ${of('standing')} ms = ${standing.toFixed(2)} × bare, interactive after ${of('interactive')} ms = ${ratio.toFixed(2)} × bare, median of ${visits} alternating visits`,
      );
    }
  } finally {
    await bare.stop();
    await product.stop();
  }
}

async function time(context: BrowserContext, address: string, selector: string): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(selector);
  return page.evaluate(
    () =>
      new Promise<Visit>((resolve) => {
        const standing = performance.now();
        // Twice idle: what was queued by the first paint has run too.
        requestIdleCallback(() =>
          requestIdleCallback(() => resolve({ standing, interactive: performance.now() })),
        );
      }),
  );
}

/** The product outside a demo: what a login page is for everybody. */
async function startProduct(): Promise<{ url: string; stop(): Promise<void> }> {
  const product = fork(fileURLToPath(new URL('http-product.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    product.once('message', (message) => resolve((message as { url: string }).url));
    product.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => product.once('exit', resolve));
      product.disconnect();
      await ended;
    },
  };
}

async function serveBarePage(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-bare-page-'));
  const { build } = await import('vite');
  await build({
    root: fileURLToPath(new URL('bare-page', import.meta.url)),
    build: { outDir: folder, emptyOutDir: true },
    logLevel: 'error',
  });
  const files = sirv(folder, { gzip: false });
  const server = createServer((request, response) => files(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
