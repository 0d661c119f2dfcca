import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import sirv from 'sirv';
import { ensureWebBuilt } from '../../apps/server/src/tools/ensure-web-built.ts';
import { findBrowser } from '../../tools/browser.ts';
import { median } from './callers.ts';
import { benchGrid } from './grid.ts';
import { withOffice } from './office.ts';
import { benchTransfer } from './transfer.ts';

const visits = 7;
const throttle = 4;

/** Exact sizes, the login page's time to interactive at 4× against a bare React page, and the grid's commit. */
export async function benchWeb(): Promise<void> {
  await ensureWebBuilt(console.log);
  const size = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../apps/web/size.ts', import.meta.url))],
    { encoding: 'utf8' },
  );
  process.stdout.write(size.stdout);

  const folder = mkdtempSync(join(tmpdir(), 'suanpan-bare-page-'));
  const { build } = await import('vite');
  await build({
    root: fileURLToPath(new URL('bare-page', import.meta.url)),
    build: { outDir: folder, emptyOutDir: true },
    logLevel: 'error',
  });
  const bare = await serve(folder);
  const product = fork(fileURLToPath(new URL('http-product.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const productUrl = await new Promise<string>((resolve, reject) => {
    product.once('message', (message) => resolve((message as { url: string }).url));
    product.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: found.env,
    args: found.args,
  });
  try {
    const pairs: { bare: number; login: number }[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      pairs.push({
        bare: await timeToInteractive(browser, bare.url, 'button[type=submit]'),
        login: await timeToInteractive(browser, `${productUrl}/#/userLogin`, 'input[type=password]'),
      });
    }
    const ratio = median(pairs.map((pair) => pair.login / pair.bare));
    console.log(
      `time to interactive at ${throttle}×: bare ${median(pairs.map((pair) => pair.bare)).toFixed(0)} ms · login ${median(pairs.map((pair) => pair.login)).toFixed(0)} ms = ${ratio.toFixed(2)} × (must 2.6), median of ${visits} alternating visits`,
    );
  } finally {
    await browser.close();
    await bare.stop();
    const ended = new Promise((resolve) => product.once('exit', resolve));
    product.disconnect();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
  await withOffice(async (office) => {
    await benchTransfer(office);
    await benchGrid(office);
  });
}

/** From the navigation to the first idle moment after the wanted element stands, in a fresh profile. */
async function timeToInteractive(browser: Browser, url: string, selector: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForSelector(selector);
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // Twice idle: what was queued by the first paint has run too.
          requestIdleCallback(() => requestIdleCallback(() => resolve(performance.now())));
        }),
    );
  } finally {
    await context.close();
  }
}

async function serve(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const files = sirv(folder, { gzip: false });
  const server = createServer((request, response) => files(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
