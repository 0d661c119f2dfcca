import { expect, test } from 'vitest';
import { openPage, speak } from '../harness/browser.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const browser = await testBrowser();

test('a payer who sees nothing and has no mouse chooses, hears what to pay, copies it and cancels', async () => {
  const merchant = new Merchant(server.url, server.account('qingniao'));
  const order = await merchant.order({ amount: '1500.00', locale: 'en', payer: { name: '趙鍵盤' } });
  const { complaints, context, page } = await openPage(browser);
  await speak(context, server.url, 'en');
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await page.goto(order.checkout_url);
  const choices = page.getByRole('group', { name: 'Choose how to pay' });
  await choices.getByRole('radio').first().waitFor();

  /** Goes on by Tab until it stands on what bears this name. */
  const tabTo = async (role: 'radio' | 'button', name?: RegExp): Promise<void> => {
    const wanted = name === undefined ? page.getByRole(role) : page.getByRole(role, { name });
    for (let steps = 0; steps < 40; steps += 1) {
      await page.keyboard.press('Tab');
      const focused = await wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement));
      if (focused) return;
    }
    throw new Error(`No ${role} ${String(name)} is reached by Tab`);
  };
  await tabTo('radio');
  // The arrows go from one way to the next and back, and a space takes the one that stands there.
  // By its value: another way of the same kind may have been given to him meanwhile.
  const bank = choices.locator('input[value="bank_transfer"]');
  for (let steps = 0; steps < 12 && !(await bank.isChecked()); steps += 1)
    await page.keyboard.press('ArrowDown');
  await expect.poll(() => bank.isChecked()).toBe(true);
  await tabTo('button', /^Continue$/);
  await page.keyboard.press('Enter');

  // The form is gone: he stands on what came of it, and it has a name.
  const way = page.getByRole('region', { name: 'Pay exactly this amount' });
  await way.waitFor();
  await expect.poll(() => way.evaluate((region) => region === document.activeElement)).toBe(true);
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^\d\d:\d\d$/);

  await tabTo('button', /^Copy Account no\.$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Copied');
  const account = await way
    .locator('dt', { hasText: 'Account no.' })
    .locator('xpath=following-sibling::dd[1]')
    .textContent();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.replaceAll(/\D/g, '')).toBe((account ?? '').replaceAll(/\D/g, ''));
  expect(copied).not.toBe('');

  await tabTo('button', /^Cancel payment$/);
  await page.keyboard.press('Enter');
  await tabTo('button', /^Cancel payment$/);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Pay exactly this amount' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('status').first().textContent()).not.toBe('');
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);
