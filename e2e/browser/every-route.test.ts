import { expect, test } from 'vitest';
import { screens } from '@suanpan/contract/screens/registry';
import { enterByCard, openPage, speak } from '../harness/browser.ts';
import { builtScreens } from '../harness/built-screens.ts';
import { theServer } from '../harness/shared-server.ts';
import { screensOn } from '../harness/show-screen.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const browser = await testBrowser();

test('every route opens without an error, and each counts as built', async () => {
  const { page, context, complaints } = await openPage(browser);
  const { show } = screensOn(page, server.url);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'admin.lin');
  for (const { name } of screens) await show(name);
  expect(complaints).toEqual([]);
  // A screen that shows something and does nothing that a test has seen is not built.
  const built: readonly string[] = builtScreens;
  expect(screens.flatMap(({ name }) => (built.includes(name) ? [] : [name]))).toEqual([]);
  await context.close();
});

test('the root leads to the login page, an unknown path to 404, and neither shows the shell', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${server.url}/`);
  await page.waitForURL(/#\/userLogin/);
  await page.goto(`${server.url}/#/nope/x`);
  await page.waitForURL(/#\/404/);
  expect(await page.getByRole('navigation', { name: /menu/i }).count()).toBe(0);
  await context.close();
});
