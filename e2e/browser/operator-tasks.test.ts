import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { proveBooks } from '../harness/books.ts';
import { enterByCard, openPage, speak } from '../harness/browser.ts';
import type { WatchedPage } from '../harness/browser.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import { effortOf } from '../harness/hands.ts';
import type { Hands } from '../harness/hands.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

/**
 * What an operator does all day, from the order list and without knowing more than what a merchant told him on the
 * telephone: each within so many acts, on the real product.
 */
const mostActs = 3;

const server = theServer();
const database = openAdmin(server);
const shop = new EchoShop(server.url);
const amount = '1947.00';
const payer = { name: '歐陽不二', last5: '40917' };
const browser = await testBrowser();
let office: WatchedPage;
let order: MerchantCollection;
let numbers: { readonly ours: string; readonly provider: string };
beforeAll(async () => {
  const merchant = new Merchant(server.url, server.account('xingji'));
  order = await merchant.order({ amount, method: 'qr', payer });
  await merchant.simulate(order.id, '00');
  await shop.accepted(order.order_no, 'collection.succeeded');
  const [row] = await database.query<{ ours: string; provider: string }>(
    `SELECT o.order_no AS ours, p.provider_ref AS provider FROM collection_order o
     JOIN provider_confirmation p ON p.order_id = o.id WHERE o.merchant_order_no = $1`,
    [order.order_no],
  );
  if (row === undefined) throw new Error('the order was not paid');
  numbers = row;
  office = await openPage(browser);
  await speak(office.context, server.url, 'en');
  await enterByCard(office.page, server.url, 'admin.lin');
});
afterEach(() => {
  expect(office.complaints.splice(0)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await proveBooks(server);
});

/** Does a task from the order list, says what it took, and holds its acts against what it may take: seconds are the machine's. */
async function within(
  name: string,
  task: (hands: Hands, page: Page) => Promise<void>,
  query = '',
): Promise<void> {
  const { page } = office;
  await page.goto(`${server.url}/#/wrap/index.statistics`);
  await page.goto(`${server.url}/#/wrap/collections.transactions${query}`);
  await list(page).getByRole('row').nth(1).waitFor();
  const { acts, seconds } = await effortOf(page, (hands) => task(hands, page));
  process.stdout.write(`${name}: ${acts} acts, ${seconds.toFixed(1)} s\n`);
  expect(acts).toBeLessThanOrEqual(mostActs);
}

const list = (page: Page) => page.locator('[id="panel-collections.transactions"]');
const searchBox = (page: Page) => page.getByRole('combobox', { name: /^Search/ });
const rowOf = (page: Page) => list(page).getByRole('row', { name: new RegExp(order.order_no) });
const drawer = (page: Page) => page.getByRole('dialog', { name: /Order/ });

test.each([
  ['the system’s number', () => numbers.ours],
  ['the merchant’s number', () => order.order_no],
  ['the provider’s number', () => numbers.provider],
])('an order is found by %s', async (name, number) => {
  await within(`find an order by ${name}`, async (hands, page) => {
    await hands.write(searchBox(page), number());
    await page.getByRole('option', { name: new RegExp(numbers.ours) }).waitFor();
    await hands.press('Enter');
    await drawer(page).getByText(order.order_no).first().waitFor();
  });
});

test('an order is found by its amount', async () => {
  await within('find an order by its amount', async (hands, page) => {
    await hands.write(searchBox(page), '1,947.00');
    await hands.click(page.getByRole('option', { name: new RegExp(numbers.ours) }));
    await drawer(page).getByText(order.order_no).first().waitFor();
  });
});

test.each([
  ['the payer’s name', 'Real name', payer.name],
  ['the last five digits of the payer’s account', "Payer's last 5", payer.last5],
])('an order is found by %s, which no address keeps', async (name, label, text) => {
  await within(`find an order by ${name}`, async (hands, page) => {
    await hands.click(list(page).getByRole('button', { name: /^More/ }).first());
    await hands.write(list(page).getByLabel(label), text);
    await hands.press('Enter');
    await until(
      'only this order is listed',
      async () => (await list(page).locator('tbody tr[data-key]').count()) === 1,
    );
    await rowOf(page).waitFor();
    expect(decodeURIComponent(page.url())).not.toContain(text);
  });
});

test('the fee of an order is explained', async () => {
  await within(
    'explain a fee',
    async (hands, page) => {
      await hands.click(rowOf(page).getByRole('button', { name: 'Detail' }));
      await hands.click(drawer(page).getByRole('tab', { name: 'Money' }));
      await drawer(page).getByText('Merchant fee').waitFor();
      await drawer(page).getByText('End-point cost').waitFor();
      await drawer(page).getByText('Accounted amount').first().waitFor();
    },
    `?numbers=${order.order_no}`,
  );
});

test('the callback of an order is sent again', async () => {
  const before = (await shop.eventsOf(order.order_no)).length;
  await within(
    'send a callback again',
    async (hands, page) => {
      await hands.click(rowOf(page).getByRole('button', { name: 'More' }));
      await hands.click(page.getByRole('menuitem', { name: 'Reissue notice' }));
      await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Reissue notice' }));
      await until('it came again', async () => (await shop.eventsOf(order.order_no)).length === before + 1);
    },
    `?numbers=${order.order_no}`,
  );
});

test('what a filter shows is taken away as a file', async () => {
  await within(
    'export a filter',
    async (hands, page) => {
      await hands.click(list(page).getByRole('button', { name: 'Export' }));
      await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Start export' }));
      await hands.click(
        page.getByRole('dialog', { name: 'Export finished' }).getByRole('button', { name: 'Download' }),
      );
    },
    '?status=success',
  );
});

test('why a channel was skipped stands in the story of the order', async () => {
  const [skipped] = await database.query<{ no: string; channel: string }>(
    `SELECT o.merchant_order_no AS no, c->>'channel' AS channel
     FROM collection_order o JOIN collection_plan p ON p.order_id = o.id,
          jsonb_array_elements(p.route->'candidates') c
     WHERE NOT (c->>'chosen')::boolean AND c->>'reason' <> 'notDrawn' ORDER BY o.id DESC LIMIT 1`,
  );
  if (skipped === undefined) throw new Error('no order had a channel that was passed over');
  await within(
    'see why a channel was skipped',
    async (hands, page) => {
      await hands.click(
        list(page)
          .getByRole('row', { name: new RegExp(skipped.no) })
          .getByRole('button', { name: 'Detail' }),
      );
      const line = drawer(page).getByRole('listitem').filter({ hasText: skipped.channel }).last();
      await line.waitFor();
      const told = ((await line.textContent()) ?? '').replace(skipped.channel, '').trim();
      expect(told).toMatch(/^[A-Z][a-z]+ .*/);
    },
    `?numbers=${skipped.no}`,
  );
});
