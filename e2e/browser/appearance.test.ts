import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { enterByCard, openPage, speak } from '../harness/browser.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const browser = await testBrowser();

const chosen = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.dataset['mantineColorScheme'] ?? '',
  ]);

/** The menu of languages by its name in the language before, and what then stands above the dashboard. */
const steps = [
  { from: 'Language', choose: '繁體中文', lang: 'zh-Hant-TW', heading: '首頁總覽' },
  { from: '語言', choose: '简体中文', lang: 'zh-Hans-CN', heading: '首页总览' },
  { from: '语言', choose: 'English', lang: 'en', heading: 'Dashboard' },
] as const;

test('the language changes at once, names itself to screen readers and servers, and stays', async () => {
  const { page, context, complaints } = await openPage(browser);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'qingniao');
  for (const { from, choose, lang, heading } of steps) {
    await page.getByRole('button', { name: from, exact: true }).click();
    await page.getByRole('menuitem', { name: choose }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await until(`the page is ${lang}`, async () => (await chosen(page))[0] === lang);
    const asked = page.waitForRequest((request) => request.url().includes('/api/users/menu'));
    await page.reload();
    const named = { 'zh-Hant-TW': 'zh-TW', 'zh-Hans-CN': 'zh-CN', en: 'en' }[lang];
    expect((await asked).headers()['x-localization']).toBe(named);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect((await chosen(page))[0]).toBe(lang);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('dark and light change at once and stay', async () => {
  const { page, context, complaints } = await openPage(browser, { colorScheme: 'light' });
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, 'qingniao');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  for (const [name, scheme] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
    ['Dark', 'dark'],
  ] as const) {
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitem', { name }).click();
    await until(`the page is ${scheme}`, async () => (await chosen(page))[1] === scheme);
  }
  expect(await paper()).not.toBe(light);
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect((await chosen(page))[1]).toBe('dark');
  expect(complaints).toEqual([]);
  await context.close();
});

test('without a cookie the page speaks zh-TW, whatever the browser prefers', async () => {
  const { page, context } = await openPage(browser, { locale: 'de-DE' });
  await page.goto(`${server.url}/#/userLogin`);
  await page.getByRole('button', { name: '登入', exact: true }).waitFor();
  expect((await chosen(page))[0]).toBe('zh-Hant-TW');
  await context.close();
});

test("the payer's page follows the system from light to dark", async () => {
  const { page, context } = await openPage(browser, { colorScheme: 'light' });
  await page.goto(`${server.url}/pay/#/checkout?t=nothing`);
  await page.getByRole('combobox').waitFor();
  expect((await chosen(page))[1]).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await until('the page is dark', async () => (await chosen(page))[1] === 'dark');
  await context.close();
});
