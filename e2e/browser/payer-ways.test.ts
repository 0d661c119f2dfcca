import { afterAll, expect, test } from 'vitest';
import { openPage, speak } from '../harness/browser.ts';
import { openAdmin } from '../harness/database.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const database = openAdmin(server);
const browser = await testBrowser();

afterAll(async () => {
  await database.close();
});

async function visit(address: string) {
  const opened = await openPage(browser);
  await speak(opened.context, server.url, 'en');
  await opened.page.goto(address);
  return opened;
}

test('an order by WeChat opens its own page, a look again finds the same code, and the code can be kept', async () => {
  const merchant = new Merchant(server.url, server.account('hailan'));
  const order = await merchant.order({ amount: '650.00', method: 'wechat', locale: 'en' });
  const { complaints, context, page } = await visit(order.checkout_url);
  await page.waitForURL(/#\/wxbank\?t=/);
  await page.getByText('In WeChat open Scan', { exact: false }).waitFor();
  const drawn = () => page.locator('main figure svg path').getAttribute('d');
  const code = await drawn();
  await page.reload();
  await page.getByText('In WeChat open Scan', { exact: false }).waitFor();
  expect(await drawn()).toBe(code);
  const kept = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the code' }).click();
  expect((await kept).suggestedFilename()).toMatch(/\.png$/);
  await merchant.close(order.id);
  await page.getByText('The order has expired').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['in the language that he chose', 'en', /^en(,en)*$/],
  ['once more in its own where he chose none', null, /^zh-TW,en/],
] as const)('a payer’s order is asked for before the page has run, %s', async (_how, chosen, asks) => {
  const merchant = new Merchant(server.url, server.account('yunduan'));
  const order = await merchant.order({ amount: '1850.00', method: 'qr', locale: 'en' });
  const { context, page, complaints } = await openPage(browser);
  if (chosen !== null) await speak(context, server.url, chosen);
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/checkout/')) asked.push(request.headers()['x-localization']);
  });
  // The page's own script does not come before that.
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    while (asked.length === 0) await page.waitForTimeout(20);
    await route.continue();
  });
  await page.goto(order.checkout_url);
  await page.getByText('Pay exactly this amount').first().waitFor();
  await until('it was asked for in those languages', async () => asks.test(asked.join(',')));
  expect(complaints).toEqual([]);
  await context.close();
});

test('a form for the provider is posted by the payer’s browser with every field as it was written', async () => {
  const merchant = new Merchant(server.url, server.account('yunduan'));
  const order = await merchant.order({ amount: '12850.00', method: 'qr', locale: 'en' });
  const fields = { Trade: `"><script>document.title='taken'</script>`, Name: '王小明 & co' };
  const payment = JSON.stringify({ type: 'form', url: `${server.url}/echo-shop/`, fields });
  await database.query('UPDATE collection_order SET payment = $1::jsonb WHERE id = $2', [
    payment,
    order.id.slice('col_'.length),
  ]);
  const { context, page } = await openPage(browser);
  await speak(context, server.url, 'en');
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().startsWith(`${server.url}/echo-shop/`),
  );
  await page.goto(order.checkout_url);
  const sent = new URLSearchParams((await posted).postData() ?? '');
  expect(Object.fromEntries(sent)).toEqual(fields);
  await context.close();
  await merchant.close(order.id);
});
