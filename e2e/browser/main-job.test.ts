import { afterAll, expect, test } from 'vitest';
import { enterByCard, openPage, speak } from '../harness/browser.ts';
import { proveBooks } from '../harness/books.ts';
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
  await proveBooks(server);
});

test('an order is watched from its creation to the money: payer, order list, drawer, turnover, proof', async () => {
  const office = await openPage(browser);
  await speak(office.context, server.url, 'en');
  await enterByCard(office.page, server.url, 'admin.lin');
  await office.page.goto(`${server.url}/#/wrap/collections.transactions`);
  await office.page.getByRole('heading', { name: 'Collection orders', level: 1 }).waitFor();

  // 500 ends in 00: the sandbox bank pays it by itself within seconds.
  const merchant = new Merchant(server.url, server.account('qingniao'));
  const order = await merchant.order({ amount: '500.00', product_name: 'Tea' });
  const payer = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await payer.page.goto(order.checkout_url);
  await payer.page.getByText('Bank transfer').first().click();
  const name = payer.page.getByLabel("Payer's real name");
  if (await name.isVisible()) await name.fill('林大同');
  await payer.page.getByRole('button', { name: 'Continue' }).click();
  await payer.page.getByText('Payment received').waitFor();
  expect(payer.complaints).toEqual([]);

  expect((await merchant.read(order.id)).status).toBe('succeeded');
  const [row] = await database.query<{ status: string; journals: string }>(
    `SELECT o.status, (SELECT count(*) FROM journal j WHERE j.event = 'collection.settle' AND j.ref_id = o.id)::text AS journals
     FROM collection_order o WHERE o.merchant_order_no = $1`,
    [order.order_no],
  );
  expect(row).toEqual({ status: 'success', journals: '1' });

  // The list heard of it by its socket: without a click the row, or the pill that brings it, is there.
  const cell = office.page.getByText(order.order_no);
  await until('the new order reaches the list', async () => {
    const pill = office.page.getByRole('button', { name: /new orders/ });
    if (await pill.isVisible()) await pill.click();
    return cell.isVisible();
  });
  await office.page
    .getByRole('row', { name: new RegExp(order.order_no) })
    .getByRole('button', { name: 'Detail' })
    .click();
  const drawer = office.page.getByRole('dialog');
  await drawer.getByText(order.order_no).first().waitFor();
  for (const tab of await drawer.getByRole('tab').all()) await tab.click();
  await office.page.keyboard.press('Escape');

  await office.page.goto(`${server.url}/#/wrap/accounting.changelogs?order_no=${order.order_no}`);
  await office.page.getByRole('cell', { name: 'Collection credited' }).first().waitFor();
  expect(office.complaints).toEqual([]);
  await Promise.all([office.context.close(), payer.context.close()]);
});
