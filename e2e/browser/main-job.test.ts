import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { enterByCard, openBrowser, openPage, speak } from '../harness/browser.ts';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

const server = theServer();
const database = openAdmin(server);
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await database.close();
  await proveBooks(server);
});

test('an order is watched from its creation to the money: payer, order list, drawer, turnover, proof', async () => {
  const office = await openPage(browser);
  await speak(office.context, server.url, 'en');
  await enterByCard(office.page, server.url, 'admin.lin');
  await office.page.goto(`${server.url}/#/wrap/collections.transactions`);
  await office.page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();

  // 500 ends in 00: the sandbox bank pays it by itself within seconds.
  const merchant = new Merchant(server.url, server.account('qingniao'));
  const order = await merchant.order({ amount: '500.00', product_name: 'Tea' });
  const payer = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await payer.page.goto(order.checkout_url);
  await payer.page.getByText('Bank transfer').first().click();
  const name = payer.page.getByLabel("Payer's real name");
  if (await name.isVisible()) await name.fill('林大同');
  await payer.page.getByRole('button', { name: 'Continue' }).click();
  await payer.page.getByText('Payment received').waitFor({ timeout: 30_000 });
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
  await office.page.getByRole('cell', { name: 'Collection settled' }).first().waitFor();
  expect(office.complaints).toEqual([]);
  await Promise.all([office.context.close(), payer.context.close()]);
});

test('running the proof keeps a row, and says that everything agrees', async () => {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'admin.lin');
  await page.goto(`${server.url}/#/wrap/admin.checkBalance`);
  const before = await database.query<{ runs: string }>('SELECT count(*)::text AS runs FROM proof_run');
  await page.getByRole('button', { name: 'Check now' }).first().click();
  await page.getByText('Everything agrees').waitFor({ timeout: 30_000 });
  const after = await database.query<{ runs: string; passed: boolean }>(
    'SELECT count(*)::text AS runs, bool_and(passed) AS passed FROM proof_run',
  );
  expect(Number(after[0]?.runs)).toBe(Number(before[0]?.runs) + 1);
  expect(after[0]?.passed).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test('marking every notification as read empties the list of unread ones', async () => {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'admin.lin');
  const unread = async (): Promise<number> => {
    const [row] = await database.query<{ unread: string }>(
      `SELECT count(*)::text AS unread FROM notification n JOIN app_user u ON u.id = n.user_id
       WHERE u.username = 'admin.lin' AND n.read_at IS NULL`,
    );
    return Number(row?.unread);
  };
  // A forged notice is news for the platform, whatever the history brought.
  const [account] = await database.query<{ id: string }>(
    'SELECT id::text FROM channel_account ORDER BY id LIMIT 1',
  );
  await fetch(`${server.url}/api/notify/${account?.id}`, { method: 'POST', body: '{}' });
  await until('there is something to read', async () => (await unread()) > 0);
  await page.goto(`${server.url}/#/wrap/notifications.unread`);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await until('nothing is unread', async () => (await unread()) === 0);
  expect(complaints).toEqual([]);
  await context.close();
});
