import type { BrowserContext, Page } from 'playwright-core';
import { enterAs } from '../../e2e/harness/back-office.ts';
import { openBrowser, openPage, speak } from '../../e2e/harness/browser.ts';
import { Merchant } from '../../e2e/harness/merchant.ts';
import { startServer } from '../../e2e/harness/server.ts';

const user = 'admin.lin';
const orders = 400;

/** A back office with a few hundred orders, and a page of an administrator who is logged in. */
export interface Office {
  readonly url: string;
  readonly page: Page;
  /** A browser that has seen nothing yet, in English, logged in or not. */
  newVisit(loggedIn: boolean): Promise<BrowserContext>;
  /** The page on which somebody pays a new order by QR code. */
  payerPage(): Promise<string>;
  /** What the server answers the administrator, as text. */
  answerOf(path: string, body: object): Promise<string>;
}

export async function withOffice(work: (office: Office) => Promise<void>): Promise<void> {
  const server = await startServer({ demoOrders: orders, startTimeoutMs: 120_000 });
  const browser = await openBrowser();
  try {
    const newVisit = async (loggedIn: boolean): Promise<BrowserContext> => {
      const { page, context } = await openPage(browser);
      await page.close();
      await speak(context, server.url, 'en');
      if (loggedIn) {
        const { token = '' } = await enterAs(server.url, user);
        await context.addCookies([{ name: 'token', value: token, url: server.url }]);
      }
      return context;
    };
    const page = await (await newVisit(true)).newPage();
    const answerOf = async (path: string, body: object): Promise<string> =>
      JSON.stringify(await (await enterAs(server.url, user)).send('POST', path, body));
    const payerPage = async (): Promise<string> => {
      const order = { amount: '1850.00', method: 'qr', locale: 'en' };
      return (await new Merchant(server.url, server.view().account('yunduan')).order(order)).checkout_url;
    };
    await work({ url: server.url, page, newVisit, payerPage, answerOf });
  } finally {
    await browser.close();
    await server.remove();
  }
}
