import { afterAll, expect, test } from 'vitest';
import { enterByCard, openPage, speak } from '../harness/browser.ts';
import { openAdmin } from '../harness/database.ts';
import { Merchant } from '../harness/merchant.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const database = openAdmin(server);
const browser = await testBrowser();

afterAll(async () => {
  await database.close();
});

test('a search of orders tells whoever kept it once, is said anew, leads to what it found, and is quiet when the bank has paid', async () => {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'admin.lin');
  const merchant = new Merchant(server.url, server.account('qingniao'));
  const order = await merchant.order({ amount: '513.40', method: 'qr' });
  const list = `${server.url}/#/wrap/collections.transactions?numbers=${order.order_no}&status=pending`;
  await page.goto(list);
  await page.getByText(order.order_no).first().waitFor();

  const name = `Unpaid ${order.order_no}`;
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Tell me …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell me of this search' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('checkbox', { name: 'Sound' }).check();
  await dialog.getByRole('button', { name: 'Tell me' }).click();
  // It is asked at once, and the bell says so.
  await page.getByText(`${name}: 1 found, more than 0`).first().waitFor();

  await page.goto(`${server.url}/#/wrap/admin.operate`);
  const own = page.getByRole('list', { name: 'Searches that tell you' }).getByRole('listitem');
  const mine = own.filter({ hasText: name });
  await mine.getByText('Holds').waitFor();
  // Said anew where it stands, it is asked at once, and tells as if it were new.
  for (const [mark, state] of [
    ['3', 'Quiet'],
    ['0', 'Holds'],
  ] as const) {
    await mine.getByRole('button', { name: `Edit ${name}` }).click();
    const edit = page.getByRole('dialog', { name: `Edit ${name}` });
    await edit.getByLabel('More than (rows)').fill(mark);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    await mine.getByText(state).waitFor();
  }

  const [row] = await database.query<{ charge: string }>(
    'SELECT provider_order_no AS charge FROM collection_order WHERE merchant_order_no = $1',
    [order.order_no],
  );
  await new SandboxBank(server.url).play(row?.charge ?? '', '00');
  await until('the order is paid', async () => (await merchant.read(order.id)).status === 'succeeded');
  await until(
    'it is quiet again',
    async () => {
      const [watch] = await database.query<{ since: string | null; found: string }>(
        'SELECT since, found::text AS found FROM list_watch WHERE name = $1',
        [name],
      );
      return watch?.since === null && watch.found === '0';
    },
    { withinMs: 240_000 },
  );
  await mine.getByText('Quiet').waitFor({ timeout: 120_000 });
  const [told] = await database.query<{ n: string }>(
    "SELECT count(*)::text AS n FROM notification WHERE type = 'WatchFired' AND params ->> 'name' = $1",
    [name],
  );
  expect(told?.n).toBe('2');

  await mine.getByRole('link', { name }).click();
  await page.waitForURL(
    ({ hash }) => hash.includes(`numbers=${order.order_no}`) && hash.includes('status=pending'),
  );
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Tell me …' }).click();
  await dialog.getByRole('button', { name: `Delete ${name}` }).click();
  const removing = page.getByRole('dialog', { name: `Delete ${name}` });
  await removing.getByRole('button', { name: 'Delete' }).click();
  await until('it is gone', async () => {
    const rows = await database.query('SELECT FROM list_watch WHERE name = $1', [name]);
    return rows.length === 0;
  });
  expect(complaints).toEqual([]);
  await context.close();
}, 240_000);
