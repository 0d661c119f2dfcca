import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { layoutFaultsOf, violationsOf } from '../harness/appearance.ts';
import { enterAs } from '../harness/back-office.ts';
import { openBrowser, openPage, speak } from '../harness/browser.ts';
import { builtScreens } from '../harness/built-screens.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';

const server = theServer();
/** A phone, and the narrowest window of an office. */
const narrow = [390, 1024] as const;
/** Colours do not depend on the language: one sees both schemes, the others one each. */
const schemesOf = { tw: ['light', 'dark'], cn: ['dark'], en: ['light'] } as const;
const locales = { tw: 'zh-TW', cn: 'zh-CN', en: 'en' } as const;
/** Three languages of all screens on a busy machine. */
const timeoutMs = 600_000;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What can be told apart in every scheme that is asked for, and the layout where there is little room. */
async function faultsOf(page: Page, name: string, language: keyof typeof locales): Promise<string[]> {
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]): void => {
    faults.push(...found.map((one) => `${name} ${where}: ${one}`));
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const scheme of schemesOf[language]) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(50);
    note(scheme, await violationsOf(page, ['color-contrast']));
  }
  for (const width of narrow) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForTimeout(200);
    note(String(width), await layoutFaultsOf(page));
  }
  return faults;
}

const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {});
  await page.waitForTimeout(200);
};

test.each(['tw', 'cn', 'en'] as const)(
  'in %s every screen can be read in both schemes, and nothing is cut or runs off a narrow window',
  { timeout: timeoutMs },
  async (language) => {
    const { page, context } = await openPage(browser, { bypassCSP: true });
    await speak(context, server.url, language);
    const { token = '' } = await enterAs(server.url, 'admin.lin');
    await context.addCookies([{ name: 'token', value: token, url: server.url }]);
    const faults: string[] = [];
    for (const name of builtScreens) {
      await page.goto(`${server.url}/#/wrap/${name}`);
      await page.locator(`[id="panel-${name}"]`).getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
      faults.push(...(await faultsOf(page, name, language)));
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.each(['tw', 'cn', 'en'] as const)(
  'in %s so can the pages that anybody sees: login, checkout, bank and shop',
  { timeout: timeoutMs },
  async (language) => {
    const { page, context } = await openPage(browser, { bypassCSP: true });
    await speak(context, server.url, language);
    const locale = locales[language];
    const merchant = new Merchant(server.url, server.account('yunduan'));
    const order = await merchant.order({ amount: '1850.00', method: 'bank_transfer', locale });
    const open = await merchant.order({ amount: '650.00', locale });
    const faults: string[] = [];
    for (const [name, address] of [
      ['login', `${server.url}/#/userLogin`],
      ['not found', `${server.url}/#/404`],
      ['checkout', order.checkout_url],
      ['choice of a method', open.checkout_url],
      ['bank', `${server.url}/sandbox/console?lang=${locale}`],
      ['counter', `${server.url}/sandbox/counter?lang=${locale}`],
      ['shop', `${server.url}/echo-shop/?lang=${locale}`],
      ['callbacks', `${server.url}/echo-shop/callbacks?lang=${locale}`],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(address);
      await settled(page);
      faults.push(...(await faultsOf(page, name, language)));
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);
