import type { Page, Request } from 'playwright-core';
import { until } from './until.ts';

/** Asked all the time by the socket, and never over. */
const isOfSocket = (request: Request): boolean => request.url().includes('/socket.io/');

/**
 * Watches what a page asks for, and answers how to wait until it stands still: nothing is on its way, no row is a grey
 * bar any more, fonts are there, and two frames went by. Nothing moves meanwhile, so no time has to be guessed.
 */
export async function watchSettling(page: Page): Promise<() => Promise<void>> {
  const open = new Set<Request>();
  page.on('request', (request) => void (isOfSocket(request) || open.add(request)));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    const still = document.createElement('style');
    still.textContent = '*, *::before, *::after { animation: none !important; transition: none !important }';
    document.head.append(still);
  })`);
  const isStill = async (): Promise<boolean> => {
    if (open.size > 0) return false;
    const isDrawn = await page.evaluate<boolean>(`(async () => {
      await document.fonts.ready;
      for (let n = 0; n < 2; n += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
      const shown = [...document.querySelectorAll('main [id^="panel-"]')].find((panel) => panel.clientWidth > 0);
      return shown !== undefined && shown.querySelector('h1') !== null && shown.querySelector('tr[aria-hidden] span') === null;
    })()`);
    return isDrawn && open.size === 0;
  };
  return async () => {
    await until(`${page.url()} stands still`, async () => (await isStill()) && (await isStill()));
  };
}
