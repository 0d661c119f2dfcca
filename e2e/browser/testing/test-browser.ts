import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { openBrowser } from '../../harness/browser.ts';

/** The browser of a file's tests; it closes after them. */
export async function testBrowser(): Promise<Browser> {
  const browser = await openBrowser();
  afterAll(() => browser.close());
  return browser;
}
