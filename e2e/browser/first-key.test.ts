import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openMerchant, readCallback } from '@suanpan/merchant-sdk/merchant';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import { openPage, speak } from '../harness/browser.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const shop = new EchoShop(server.url);
const username = 'qingniao';
const room = mkdtempSync(join(tmpdir(), 'first-key-'));
const browser = await testBrowser();

afterAll(async () => {
  rmSync(room, { recursive: true });
});

/** What is told once in the dialog that stands there, which is then closed. */
async function told(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save the secret now' });
  await dialog.waitFor();
  const words = await dialog.locator('code').allTextContents();
  await dialog.getByLabel('I have saved it').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  return words;
}

test('from a fresh key to a verified callback by what the documents say', { timeout: 240_000 }, async () => {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  const { token = '' } = await enterAs(server.url, username);
  await context.addCookies([{ name: 'token', value: token, url: server.url }]);

  // The documents lead to the keys.
  await page.goto(`${server.url}/#/wrap/apiFile`);
  await page.getByRole('link', { name: 'Make a key under personal settings' }).click();
  const panel = page.locator('[id="panel-settings.personal"]');
  await panel.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByLabel('Test', { exact: true }).check();
  await fillStepUp(dialog, server, username);
  await dialog.getByRole('button', { name: 'New key' }).click();
  const [key = '', secret = ''] = await told(page);
  expect([key, secret]).toEqual([expect.stringMatching(/^ak_test_/), expect.stringMatching(/^sk_test_/)]);
  await panel.getByRole('button', { name: 'Rotate callback secret' }).click();
  const rotate = page.getByRole('dialog', { name: 'Rotate callback secret' });
  await fillStepUp(rotate, server, username);
  await rotate.getByRole('button', { name: 'Rotate callback secret' }).click();
  const [hook = ''] = await told(page);
  expect(hook).toMatch(/^whsec_/);

  // The program, as it is copied.
  await page.goto(`${server.url}/#/wrap/apiFile?part=code`);
  const program = page.getByRole('region', { name: 'Make a collection' });
  const text = (await program.locator('pre').textContent()) ?? '';
  const file = join(room, 'collect.mjs');
  writeFileSync(file, text);
  const env = { ...process.env, SUANPAN_KEY: key, SUANPAN_SECRET: secret };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  expect(stdout).toMatch(/^201 /);
  const order = JSON.parse(stdout.slice('201 '.length)) as { id: string; order_no: string; is_test: boolean };
  expect(order.is_test).toBe(true);

  // The sandbox pays it, and the callback is believed by the package.
  const account = { ...server.account(username), api_key: key, api_secret: secret };
  await new Merchant(server.url, account).simulate(order.id, '00');
  const heard = await shop.accepted(order.order_no, 'collection.succeeded');
  const nowS = Math.floor(Date.parse(heard.received_at) / 1000);
  const event = readCallback(heard.headers, heard.body, [hook], nowS);
  expect(event).toMatchObject({
    type: 'collection.succeeded',
    data: { id: order.id, order_no: order.order_no, status: 'test_supplied', test: true },
  });
  expect(() => readCallback(heard.headers, `${heard.body} `, [hook], nowS)).toThrow('no_matching_signature');
  const merchant = openMerchant({ origin: server.url, key, secret });
  expect((await merchant.collections.get(order.id)).status).toBe('test_supplied');
  const ids: string[] = [];
  for await (const { id } of merchant.everyEvent()) ids.push(id);
  expect(ids).toContain(event.id);

  // The same key tries a call from the page, whose answer is signed.
  await page.goto(`${server.url}/#/wrap/apiFile?part=trial`);
  const trial = page.getByRole('region', { name: 'Make an order with a test key' });
  await trial.getByLabel('Test key').fill(key);
  await trial.getByLabel('Secret').fill(secret);
  await trial.getByLabel("Payer's name").fill('Wang');
  await trial.getByRole('button', { name: 'Send', exact: true }).click();
  await trial.getByText('Answered 201').waitFor();
  await trial.getByText('The signature of the answer is right').waitFor();
  await trial.getByRole('link', { name: 'Open the payment page' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
