import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findBrowser } from '../../tools/browser.ts';

/** Long enough for a machine that is three times as slow: it is there to end what hangs, not to time what works. */
const patienceMs = 90_000;

/** A real Chromium, found or installed as the tools say. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env, args } = await findBrowser();
  return chromium.launch({ executablePath, env, args });
}

/** A page that remembers what went wrong on it: a journey ends with `complaints` empty. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: string[];
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  return { page, context, complaints };
}

/** Writes the language cookie before the first visit. */
export async function speak(
  context: BrowserContext,
  url: string,
  language: 'tw' | 'cn' | 'en',
): Promise<void> {
  await context.addCookies([{ name: 'lang', value: language, url }]);
}

/** Goes in by a demo card, as a newcomer does, and waits for the landing page. */
export async function enterByCard(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/#/userLogin`);
  await page.getByText(username, { exact: true }).click();
  await page.waitForURL(/#\/wrap\/index\.statistics/);
}
