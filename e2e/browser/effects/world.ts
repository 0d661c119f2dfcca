import { afterAll, expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { openBrowser } from '../../harness/browser.ts';
import { proveBooks } from '../../harness/books.ts';
import type { BuiltScreen } from '../../harness/built-screens.ts';
import { openAdmin } from '../../harness/database.ts';
import { EchoShop } from '../../harness/echo-shop.ts';
import { keepPages } from '../../harness/kept-pages.ts';
import { Merchant, type CollectionDraft } from '../../harness/merchant.ts';
import { theServer } from '../../harness/shared-server.ts';
import { standOf } from '../../harness/show-screen.ts';
import { fillStepUp } from '../../harness/step-up.ts';

/** What every effect works on: the running product, a real browser and the database behind it. */
export interface World {
  readonly server: ReturnType<typeof theServer>;
  readonly database: ReturnType<typeof openAdmin>;
  readonly shop: EchoShop;
  /** Opens a screen as somebody; a tab behind another keeps its state, so only the panel of this one counts. */
  on(
    username: string,
    screen: BuiltScreen,
    work: (page: Page, panel: Locator) => Promise<void>,
    query?: string,
  ): Promise<void>;
  /** A second person agrees to what waits under this id, and it is carried out. */
  agree(username: string, approvalId: string | number): Promise<void>;
  /** An order of a merchant, after the bank has played a scenario on it. */
  orderOf(username: string, scenario: string, draft?: CollectionDraft): Promise<MerchantCollection>;
  /** The column `n` of the first row, as a number. */
  numberIn(query: string, values?: readonly unknown[]): Promise<number>;
}

/** For the tests of a file: it closes after them, and the books are proven. */
export async function openWorld(): Promise<World> {
  const server = theServer();
  const database = openAdmin(server);
  const shop = new EchoShop(server.url);
  const browser = await openBrowser();
  afterAll(async () => {
    await browser.close();
    await proveBooks(server);
    await database.close();
  });
  const pages = keepPages(browser, server, 'en');
  const world: World = {
    server,
    database,
    shop,
    async on(username, screen, work, query = '') {
      const { page, complaints, enter, giveBack, show } = await pages.take();
      await enter(username);
      await show(screen + query);
      await work(page, page.locator(`[id="panel-${screen}"]`)).catch(async (error: unknown) => {
        throw new Error(`${String(error)}; ${await standOf(page)}`, { cause: error });
      });
      expect(complaints).toEqual([]);
      await giveBack();
    },
    agree: (username, approvalId) =>
      world.on(
        username,
        'admin.approvals',
        async (page) => {
          await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
          const confirm = page.getByRole('dialog', { name: /^Approve/ });
          await fillStepUp(confirm, server, username);
          await confirm.getByRole('button', { name: 'Approve' }).click();
          await page.getByText('Approved and carried out').waitFor();
        },
        `?open=${approvalId}`,
      ),
    async orderOf(username, scenario, draft = { amount: '1850.00', method: 'qr' }) {
      const merchant = new Merchant(server.url, server.account(username));
      const order = await merchant.order(draft);
      await merchant.simulate(order.id, scenario);
      if (scenario === '00') await shop.accepted(order.order_no, 'collection.succeeded');
      return order;
    },
    async numberIn(query, values = []) {
      return Number((await database.query<{ n: string }>(query, values))[0]?.n);
    },
  };
  return world;
}
