import { afterAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { proveBooks } from '../harness/books.ts';
import { enterByCard, openPage, speak } from '../harness/browser.ts';
import { theServer } from '../harness/shared-server.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
/** What a newcomer gives a demo before he closes it. */
const patienceMs = 180_000;
/** Its badge says so where another test moved the clock of this server. */
const demoMenu = /^Demo$|business clock was moved/;
const browser = await testBrowser();

afterAll(() => proveBooks(server));

/** Chooses the method that leads to the bank's own page, and follows it there. */
async function goToBank(payer: Page): Promise<void> {
  await payer.getByText('Online payment').first().click();
  await payer.getByRole('button', { name: 'Continue' }).click();
  await payer.waitForURL(/\/sandbox\/pay\//);
}

test('a newcomer buys, pays at the bank, lets it misbehave and sees on the order what came of it', async () => {
  const began = performance.now();
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'admin.lin');

  await page.getByRole('button', { name: demoMenu }).click();
  const [shop] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Make an order' }).click(),
  ]);
  const total = shop.locator('#total');
  await shop.getByLabel('Reading lamp').fill('1');
  expect(await total.textContent()).toBe('1,550.00');
  await shop.getByRole('button', { name: 'Check out' }).click();

  await goToBank(shop);
  await shop.getByRole('button', { name: /1,550\.00/ }).click();
  await shop.getByText('Payment complete').waitFor();
  await shop.getByRole('link', { name: 'Back to the shop' }).click();
  await shop.waitForURL(/\/echo-shop\/orders\/SHOP-/);
  await shop.getByText('collection.succeeded').first().waitFor();
  await shop.getByText('verified', { exact: true }).first().waitFor();

  await shop.getByRole('link', { name: 'Buy again' }).click();
  await shop.getByRole('button', { name: 'Check out' }).click();
  await goToBank(shop);

  // The newest order is the one that waits.
  await page.goto(`${server.url}/#/wrap/collections.transactions`);
  await page
    .getByRole('row', { name: /350\.00/ })
    .first()
    .getByRole('button', { name: 'Detail' })
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(/SHOP-/).first().waitFor();
  const [bank] = await Promise.all([
    context.waitForEvent('page'),
    drawer.getByRole('link', { name: 'See it at the bank' }).click(),
  ]);
  await bank.getByRole('button', { name: 'Underpaid by 1' }).click();
  // The drawer hears of it by its socket; nobody reloads anything.
  await drawer.getByText('Mismatch').first().waitFor();

  expect(complaints).toEqual([]);
  expect(performance.now() - began).toBeLessThan(patienceMs);
  await context.close();
});

test('the tour leads a role through at most five screens and can be taken again', async () => {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'agent.yitong');
  for (let round = 0; round < 2; round += 1) {
    await page.getByRole('button', { name: demoMenu }).click();
    await page.getByRole('menuitem', { name: 'Take the tour' }).click();
    const card = page.getByRole('region', { name: 'Tour' });
    let steps = 1;
    for (; await card.getByRole('button', { name: 'Next' }).isVisible(); steps += 1)
      await card.getByRole('button', { name: 'Next' }).click();
    await card.getByText(`Step ${steps} of ${steps}`).waitFor();
    expect(steps).toBeLessThanOrEqual(5);
    await card.getByRole('button', { name: 'Done' }).click();
    await card.waitFor({ state: 'detached' });
  }
  expect(await page.getByText('No permission').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
