import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { enterAs } from '../harness/back-office.ts';
import { openBrowser, openPage, speak } from '../harness/browser.ts';
import { proveBooks } from '../harness/books.ts';
import { builtScreens } from '../harness/built-screens.ts';
import type { BuiltScreen } from '../harness/built-screens.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

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

/** Opens a screen as somebody; a tab behind another keeps its state, so only the panel of this one counts. */
async function on(
  username: string,
  screen: BuiltScreen,
  work: (page: Page, panel: ReturnType<Page['locator']>) => Promise<void>,
  query = '',
): Promise<void> {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  const { token = '' } = await enterAs(server.url, username);
  await context.addCookies([{ name: 'token', value: token, url: server.url }]);
  await page.goto(`${server.url}/#/wrap/${screen}${query}`);
  await work(page, page.locator(`[id="panel-${screen}"]`));
  expect(complaints).toEqual([]);
  await context.close();
}

async function orderOf(username: string, scenario: string): Promise<MerchantCollection> {
  const merchant = new Merchant(server.url, server.account(username));
  const order = await merchant.order({ amount: '1850.00', method: 'qr' });
  await merchant.simulate(order.id, scenario);
  if (scenario === '00') await shop.accepted(order.order_no, 'collection.succeeded');
  return order;
}

const bare = (order: MerchantCollection): string => order.id.slice('col_'.length);
const numberIn = async (query: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await database.query<{ n: string }>(query, values))[0]?.n);

const unreadOf = (username: string): Promise<number> =>
  numberIn(
    `SELECT count(*) AS n FROM notification n JOIN app_user u ON u.id = n.user_id
     WHERE u.username = $1 AND n.read_at IS NULL`,
    [username],
  );

/** Another sum than asked for is news for the senior agent; answers what he is told. */
async function newsFor(agent: string, merchant: string): Promise<string> {
  const before = await unreadOf(agent);
  await orderOf(merchant, '05');
  await until('the mismatch is news', async () => (await unreadOf(agent)) === before + 1);
  const office = await enterAs(server.url, agent);
  const { data } = await office.send('GET', '/users/notifications/unread');
  const [newest] = (data as { items: { data: { message: { content: string } } }[] }).items;
  return newest?.data.message.content ?? '';
}

/** A screen counts as built when one thing is done on it here and its effect is seen in the database. */
const effects: Readonly<Record<BuiltScreen, () => Promise<void>>> = {
  async 'index.statistics'() {
    await orderOf('shuibei', '00');
    const deals = await numberIn(
      `SELECT coalesce(sum(d.created_count), 0) AS n FROM collection_day d JOIN app_user u ON u.id = d.customer_id
       WHERE u.username = 'shuibei' AND d.day = business_day(business_now())`,
    );
    expect(deals).toBeGreaterThan(0);
    await on('shuibei', 'index.statistics', async (_page, panel) => {
      const figures = panel.locator('dt', { hasText: 'Deals today' }).locator('xpath=..').locator('dd');
      await until('the tile says so', async () => (await figures.innerText()).startsWith(`${deals}\n`));
    });
  },

  async 'collections.transactions'() {
    const order = await orderOf('xingji', '00');
    await on(
      'xingji',
      'collections.transactions',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(order.order_no) });
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Reissue notice' }).click();
        await until('it came again', async () => (await shop.eventsOf(order.order_no)).length === 2);
      },
      `?no=${order.order_no}`,
    );
    const asked = await numberIn(
      `SELECT count(*) AS n FROM audit_log WHERE act = 'collections.transactions.reissue' AND object_id = $1`,
      [bare(order)],
    );
    expect(asked).toBe(1);
  },

  async 'accounting.changelogs'() {
    const order = await orderOf('yueguang', '00');
    const [row] = await database.query<{ order_no: string; legs: string }>(
      `SELECT o.order_no, count(*) AS legs FROM posting p JOIN account a ON a.id = p.account_id
       JOIN collection_order o ON o.id = $1 AND a.owner_id = o.customer_id
       WHERE p.journal_id IN (SELECT j.id FROM journal j WHERE j.ref_id = $1) GROUP BY o.order_no`,
      [bare(order)],
    );
    const orderNo = row?.order_no ?? '';
    await on('yueguang', 'accounting.changelogs', async (_page, panel) => {
      await panel.getByLabel('Order number').fill(orderNo);
      await panel.getByRole('button', { name: 'Search', exact: true }).click();
      const shown = panel.getByRole('row', { name: new RegExp(orderNo) });
      await until('every change is shown', async () => (await shown.count()) === Number(row?.legs));
    });
  },

  async 'admin.checkBalance'() {
    const runs = () => numberIn('SELECT count(*) AS n FROM proof_run WHERE passed');
    const before = await runs();
    await on('admin.chen', 'admin.checkBalance', async (_page, panel) => {
      await panel.getByRole('button', { name: 'Check now' }).first().click();
      await panel.getByText('Everything agrees').waitFor();
      await until('the proof is kept', async () => (await runs()) > before);
    });
  },

  async 'notifications.all'() {
    const content = await newsFor('agent.hengxin', 'dianjing');
    const before = await unreadOf('agent.hengxin');
    await on('agent.hengxin', 'notifications.all', async (page, panel) => {
      await panel.getByRole('row', { name: content }).getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Mark as read' }).click();
      await until('one is read', async () => (await unreadOf('agent.hengxin')) === before - 1);
    });
  },

  async 'notifications.unread'() {
    await newsFor('agent.lanhai', 'yueguang');
    await on('agent.lanhai', 'notifications.unread', async (_page, panel) => {
      await panel.getByRole('button', { name: 'Mark all as read' }).click();
      await until('nothing is unread', async () => (await unreadOf('agent.lanhai')) === 0);
    });
  },

  async 'notifications.readed'() {
    const content = await newsFor('agent.yitong', 'qingniao');
    const office = await enterAs(server.url, 'agent.yitong');
    await office.send('POST', '/users/notifications/markAsRead', { id: 'all' });
    await on('agent.yitong', 'notifications.readed', (_page, panel) =>
      panel.getByRole('row', { name: content }).waitFor(),
    );
  },
};

test.each(builtScreens)('%s', (name) => effects[name]());
