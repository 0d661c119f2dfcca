import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { enterAs } from '../harness/back-office.ts';
import { openBrowser, openPage, speak } from '../harness/browser.ts';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

/** One thing is done on each screen that counts as built, and its effect is looked up in the database. */
const server = theServer();
const database = openAdmin(server);
const shop = new EchoShop(server.url);
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await proveBooks(server);
  await database.close();
});

async function on(username: string, path: string, work: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  const { token = '' } = await enterAs(server.url, username);
  await context.addCookies([{ name: 'token', value: token, url: server.url }]);
  await page.goto(`${server.url}/#/wrap/${path}`);
  await work(page);
  expect(complaints).toEqual([]);
  await context.close();
}

async function paidOrder(username: string) {
  const merchant = new Merchant(server.url, server.account(username));
  const order = await merchant.order({ amount: '1850.00', method: 'qr' });
  await merchant.simulate(order.id, '00');
  await shop.accepted(order.order_no, 'collection.succeeded');
  return order;
}

const numberIn = async (query: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await database.query<{ n: string }>(query, values))[0]?.n);

test('index.statistics: one more order is one more deal of today', async () => {
  const dealsOf = (username: string): Promise<number> =>
    numberIn(
      `SELECT coalesce(sum(d.created_count), 0) AS n FROM collection_day d JOIN app_user u ON u.id = d.customer_id
       WHERE u.username = $1 AND d.day = business_day(business_now())`,
      [username],
    );
  await paidOrder('shuibei');
  const deals = await dealsOf('shuibei');
  expect(deals).toBeGreaterThan(0);
  await on('shuibei', 'index.statistics', async (page) => {
    const tile = page.locator('dt', { hasText: 'Deals today' }).locator('xpath=..');
    await until('the tile shows it', async () =>
      (await tile.locator('dd').innerText()).startsWith(`${deals}\n`),
    );
  });
});

test('collections.transactions: reissuing from the row sends the event again', async () => {
  const order = await paidOrder('xingji');
  await on('xingji', `collections.transactions?no=${order.order_no}`, async (page) => {
    const row = page.getByRole('row', { name: new RegExp(order.order_no) });
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Reissue notice' }).click();
    await until('it came again', async () => (await shop.eventsOf(order.order_no)).length === 2);
  });
  expect(
    await numberIn(
      `SELECT count(*) AS n FROM audit_log WHERE act = 'collections.transactions.reissue' AND object_id = $1`,
      [order.id.slice('col_'.length)],
    ),
  ).toBe(1);
});

test('accounting.changelogs: a search shows exactly the changes that the order made to the merchant', async () => {
  const order = await paidOrder('yueguang');
  const id = order.id.slice('col_'.length);
  const rows = await database.query<{ order_no: string; legs: string }>(
    `SELECT o.order_no, count(*) AS legs FROM posting p JOIN account a ON a.id = p.account_id
     JOIN collection_order o ON o.id = $1 AND a.owner_id = o.customer_id
     WHERE p.journal_id IN (SELECT j.id FROM journal j WHERE j.ref_id = $1) GROUP BY o.order_no`,
    [id],
  );
  const { order_no: orderNo = '', legs = '0' } = rows[0] ?? {};
  await on('yueguang', 'accounting.changelogs', async (page) => {
    await page.getByLabel('Order number').fill(orderNo);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText(orderNo).first().waitFor();
    const shown = page.getByRole('row', { name: new RegExp(orderNo) });
    await until('every change is shown', async () => (await shown.count()) === Number(legs));
  });
});

test('notifications.all and notifications.readed: what is marked in one is found in the other', async () => {
  const agent = 'agent.hengxin';
  const unread = (): Promise<number> =>
    numberIn(
      `SELECT count(*) AS n FROM notification n JOIN app_user u ON u.id = n.user_id
       WHERE u.username = $1 AND n.read_at IS NULL`,
      [agent],
    );
  const before = await unread();
  const merchant = new Merchant(server.url, server.account('dianjing'));
  const order = await merchant.order({ amount: '1850.00', method: 'qr' });
  await merchant.simulate(order.id, '05');
  await until('the mismatch is news', async () => (await unread()) === before + 1);
  await on(agent, 'notifications.all', async (page) => {
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Mark as read' }).click();
    await until('one is read', async () => (await unread()) === before);
    await page.goto(`${server.url}/#/wrap/notifications.readed`);
    const office = await enterAs(server.url, agent);
    const read = (await office.send('GET', '/users/notifications/read')).data as {
      items: { data: { message: { content: string } } }[];
    };
    // The screen before keeps its state behind this one; only the one in front counts.
    const panel = page.locator('[id="panel-notifications.readed"]');
    await panel
      .getByText(read.items[0]?.data.message.content ?? 'nothing')
      .first()
      .waitFor();
  });
});
