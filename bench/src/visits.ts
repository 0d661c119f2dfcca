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

const row = 'tbody tr[data-key]';
/** The code that is to be scanned. */
const payCode = 'svg[role=img]';

/**
 * How long the login page, the list of orders and a payer's page take in a fresh profile at 4×, each against a bare React page:
 * a form, or the same rows from the same answer.
 */
export async function benchVisits({ url, newVisit, payerPage, answerOf }: Office): Promise<void> {
  const bare = await serveBarePages(await answerOf('/collection/transactions/search', { page: 1 }));
  const product = await startProduct();
  const pages = [
    { name: 'bare form', address: bare.url, isInside: false, selector: 'button[type=submit]' },
    { name: 'bare rows', address: `${bare.url}rows.html`, isInside: false, selector: row },
    {
      name: 'login',
      address: `${product.url}/#/userLogin`,
      isInside: false,
      selector: 'input[type=password]',
      yardstick: 'bare form',
    },
    {
      name: 'orders',
      address: `${url}/#/wrap/collections.transactions?range=all`,
      isInside: true,
      selector: row,
      yardstick: 'bare rows',
    },
    {
      name: 'payer (must 1.6)',
      address: await payerPage(),
      isInside: false,
      selector: payCode,
      yardstick: 'bare form',
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
    for (const page of pages) {
      const { name } = page;
      const of = (part: keyof Visit): string => median(rounds.map((round) => round[name][part])).toFixed(0);
      const times = (part: keyof Visit): string => {
        if (!('yardstick' in page)) return '';
        const ratio = median(rounds.map((round) => round[name][part] / round[page.yardstick][part]));
        return ` = ${ratio.toFixed(2)} × ${page.yardstick}`;
      };
      console.log(
        `${name} at ${throttle}×: stands after ${of('standing')} ms${times('standing')}, interactive after ${of('interactive')} ms${times('interactive')}, median of ${visits} alternating visits`,
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

/** The bare pages, and at `/rows` what the product answered when it was asked for them. */
async function serveBarePages(answer: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-bare-page-'));
  const { build } = await import('vite');
  const root = fileURLToPath(new URL('bare-page', import.meta.url));
  await build({
    root,
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: [join(root, 'index.html'), join(root, 'rows.html')] },
    },
    logLevel: 'error',
  });
  const files = sirv(folder, { gzip: false });
  const server = createServer((request, response) => {
    if (request.url === '/rows') response.setHeader('content-type', 'application/json').end(answer);
    else files(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
