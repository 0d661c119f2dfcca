import { afterAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { openPage, speak } from '../harness/browser.ts';
import type { WatchedPage } from '../harness/browser.ts';
import { openAdmin } from '../harness/database.ts';
import { theServer } from '../harness/shared-server.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const database = openAdmin(server);
const browser = await testBrowser();

afterAll(async () => {
  await database.close();
});

async function knock(): Promise<WatchedPage> {
  const watched = await openPage(browser);
  await speak(watched.context, server.url, 'en');
  await watched.page.goto(`${server.url}/#/userLogin`);
  return watched;
}

async function fill(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('credentials and a code open the shell; signing out ends the session at the server too', async () => {
  const account = server.account('agent.hengxin');
  const { page, context, complaints } = await knock();
  await fill(page, account.username, 'not my password');
  await page.getByRole('alert').getByText('Wrong username or password').waitFor();
  await fill(page, account.username, account.password);
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  await page.getByLabel('Code', { exact: true }).first().click();
  await page.keyboard.type(await unusedCode(server, account));
  await page.waitForURL(/#\/wrap\/index\.statistics/);
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

  const openSessions = async (): Promise<number> =>
    (
      await database.query(
        `SELECT 1 FROM session s JOIN app_user u ON u.id = s.user_id WHERE u.username = $1 AND s.ended_at IS NULL`,
        [account.username],
      )
    ).length;
  const signedIn = await openSessions();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/#\/userLogin/);
  await page.getByLabel('Username', { exact: true }).waitFor();
  // What was on the screen asks for nothing when nobody is there any more.
  expect(asked.filter((path) => path.startsWith('/api/users/') || path.endsWith('/menu'))).toEqual([]);
  await until('the session has ended', async () => (await openSessions()) === signedIn - 1);
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'token' }));
  expect(complaints).toEqual([]);
  await context.close();
});

test('a fresh account scans, enters its first code, and is in', async () => {
  const account = server.account('manager.new');
  const { page, context, complaints } = await knock();
  await fill(page, account.username, account.password);
  await page.getByRole('heading', { name: 'Bind two-factor authentication' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  const secret = (
    await page
      .getByText(/^[A-Z2-7 ]{32,}$/)
      .first()
      .innerText()
  ).replaceAll(' ', '');
  const next = page.getByRole('button', { name: 'Next' });
  if (await next.isVisible()) await next.click();
  await page.getByLabel('Code', { exact: true }).first().click();
  await page.keyboard.type(await unusedCode(server, { ...account, totp_secret: secret }));
  await page.waitForURL(/#\/wrap\/index\.statistics/);
  const [row] = await database.query<{ bound: boolean }>(
    'SELECT totp_bound_at IS NOT NULL AS bound FROM app_user WHERE username = $1',
    [account.username],
  );
  expect(row?.bound).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(['/#/userLogin', '/pay/#/checkout'])(
  'the page %s makes no markup and no script of a text',
  async (path) => {
    const { page, context } = await openPage(browser);
    await page.goto(`${server.url}${path}`);
    // Not by an expression: what waits in the page evaluates it there, which the page's policy refuses.
    await page.locator('#root > *').first().waitFor({ state: 'attached' });
    const tried = await page.evaluate(() => {
      const refused = (act: () => unknown): boolean => {
        try {
          act();
          return false;
        } catch {
          return true;
        }
      };
      const place = document.createElement('div');
      const script = document.createElement('script');
      return [
        refused(() => (place.innerHTML = '<img src=x onerror=alert(1)>')),
        refused(() => place.insertAdjacentHTML('beforeend', '<b>x</b>')),
        refused(() => (script.src = '/api/download/x')),
        refused(() => (script.textContent = 'alert(1)')),
        refused(() => new Worker('data:text/javascript,0')),
        place.childElementCount,
      ];
    });
    expect(tried).toEqual([true, true, true, true, true, 0]);
    await context.close();
  },
);

test('whoever is not signed in is led from every screen to the login, and back after it', async () => {
  const { page, context } = await openPage(browser);
  await speak(context, server.url, 'en');
  await page.goto(`${server.url}/#/wrap/accounting.changelogs`);
  await page.waitForURL(/#\/userLogin/);
  await page.getByText('agent.yitong', { exact: true }).click();
  await page.waitForURL(/#\/wrap\//);
  await context.close();
});

test('a session that ended elsewhere leads to the login with a reason', async () => {
  const { page, context } = await openPage(browser);
  await speak(context, server.url, 'en');
  await page.goto(`${server.url}/#/userLogin`);
  await page.getByText('support.hsu', { exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByTitle('Live', { exact: true }).waitFor();
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  // Somebody else may hold the token, but not the browser's own cookie: to him it is no session at all.
  const authorization = `Bearer ${token}`;
  const stolen = await fetch(`${server.url}/api/users/self`, { headers: { authorization } });
  expect(await stolen.json()).toMatchObject({ code: 10_001 });
  const ended = await context.request.get(`${server.url}/api/logout`, { headers: { authorization } });
  expect(await ended.json()).toMatchObject({ code: 0 });
  await page.waitForURL(/#\/userLogin/);
  await page.getByText('session has ended').first().waitFor();
  await context.close();
});
