import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readClock } from '@suanpan/contract/endpoints/demo';
import { enterAs } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { moveClockBy } from '../harness/business-clock.ts';
import { enterByCard, openBrowser, openPage, speak } from '../harness/browser.ts';
import { startServer } from '../harness/server.ts';
import type { Server } from '../harness/server.ts';

// A server of its own: its clock is moved, and in the end its data is thrown away.
let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({
      demoOrders: 60,
      env: { BUILD_WEB: '1' },
      startTimeoutMs: 240_000,
      beginsWithNothing: true,
    }),
    openBrowser(),
  ]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

/** What a newcomer does by hand, counted: a click, or a choice in a field. */
function countActs() {
  let acts = 0;
  return {
    get count() {
      return acts;
    },
    note(): void {
      acts += 1;
    },
    async click(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
      acts += 1;
      await page.getByRole(role, { name }).first().click();
    },
    async clickText(page: Page, text: string): Promise<void> {
      acts += 1;
      await page.getByText(text).first().click();
    },
  };
}
type Acts = ReturnType<typeof countActs>;

/** From an entry of the Demo menu over the cart to the bank's page. */
async function buy(
  acts: Acts,
  context: BrowserContext,
  page: Page,
  entry: string,
): Promise<{ bank: Page; orderNo: string }> {
  await acts.click(page, 'button', 'Demo');
  const [shop] = await Promise.all([context.waitForEvent('page'), acts.click(page, 'menuitem', entry)]);
  await acts.click(shop, 'button', 'Check out');
  await acts.clickText(shop, 'Online payment');
  await acts.click(shop, 'button', 'Continue');
  await shop.waitForURL(/\/sandbox\/pay\//);
  const orderNo = /C\d{12,}/.exec((await shop.locator('main, body').first().textContent()) ?? '')?.[0] ?? '';
  return { bank: shop, orderNo };
}

/** Opens an order from the list of orders, by the number that the bank's page showed. */
async function openOrder(acts: Acts, page: Page, orderNo: string): Promise<ReturnType<Page['getByRole']>> {
  await page.goto(`${server.url}/#/wrap/collections.transactions`);
  const row = page.getByRole('row', { name: new RegExp(orderNo.slice(-7)) });
  await row.first().waitFor();
  acts.note();
  await row.first().getByRole('button', { name: 'Detail' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(orderNo).first().waitFor();
  return drawer;
}

test('a newcomer follows an order that the shop will not hear of, one notified five times, and one paid too late', async () => {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  const acts = countActs();
  await enterByCard(page, server.url, 'admin.lin');

  const refused = await buy(acts, context, page, 'The shop refuses the callback');
  await acts.click(refused.bank, 'button', /Pay TWD/);
  await refused.bank.getByText('Payment complete').waitFor();
  const untold = await openOrder(acts, page, refused.orderNo);
  await untold.getByText('Success, not returned').waitFor();
  await acts.click(page, 'tab', 'Callbacks');
  await untold.getByText(/500/).first().waitFor();
  await page.keyboard.press('Escape');

  const often = await buy(acts, context, page, '04 Notifies five times');
  // The bank acts by itself, says so, and shows what it did.
  await often.bank
    .getByText('There is nothing for you to do')
    .or(often.bank.getByText('Payment complete'))
    .first()
    .waitFor();
  await often.bank.getByText('Payment complete').waitFor();
  const once = await openOrder(acts, page, often.orderNo);
  await once.getByText('Success, already returned').waitFor();
  await page.keyboard.press('Escape');

  const late = await buy(acts, context, page, 'Make an order');
  await acts.click(page, 'button', 'Demo');
  await acts.click(page, 'menuitem', 'Move the clock');
  await acts.click(page, 'button', /^Move$/);
  await page.getByRole('button', { name: 'Move', exact: true }).waitFor({ state: 'detached' });
  await late.bank.reload();
  await acts.click(late.bank, 'button', /Pay TWD/);
  const kept = await openOrder(acts, page, late.orderNo);
  // Late money is set aside or credited, as its channel account is set.
  await kept
    .getByText(/unusual|success/i)
    .first()
    .waitFor();

  expect(acts.count).toBeLessThanOrEqual(30);
  expect(complaints).toEqual([]);
  await context.close();
  await proveBooks(server.view());
}, 240_000);

test('the demo starts over by one confirmed act, shows how far it is, and comes back by itself', async () => {
  const before = await enterAs(server.url, 'admin.lin');
  await moveClockBy(server.url, 60_000);
  expect((await before.call(readClock, {})).offset_ms).toBeGreaterThan(0);
  const { pid } = server.view();

  const { page, context } = await openPage(browser);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'admin.lin');
  // With a clock that was moved the badge shows the time.
  await page.getByRole('button', { name: /business clock was moved/ }).click();
  await page.getByRole('menuitem', { name: 'Start over' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Everything that you and others did here goes').waitFor();
  await dialog.getByRole('button', { name: 'Clear and make anew' }).click();
  await page.getByText('The sign-in page comes by itself').waitFor();
  // The server goes away in between; the page stays and waits.
  await page.getByText('Click a card to sign in with that role').waitFor({ timeout: 240_000 });

  expect(server.view().pid).toBe(pid);
  expect(await before.send('GET', '/admin/operate/clock')).toMatchObject({ code: 10_001 });
  await page.getByText('admin.lin', { exact: true }).click();
  await page.waitForURL(/#\/wrap\/index\.statistics/);
  const after = await enterAs(server.url, 'admin.lin');
  expect((await after.call(readClock, {})).offset_ms).toBe(0);
  await context.close();
  await proveBooks(server.view());
}, 360_000);

test('whoever does not run the platform cannot start the demo over', async () => {
  const agent = await enterAs(server.url, 'agent.yitong');
  expect(await agent.send('POST', '/demo/startOver', {})).toMatchObject({ code: 20_403 });
});
