import { afterAll, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { endOtherSessions } from '@suanpan/contract/endpoints/sessions';
import { enterAs } from '../harness/back-office.ts';
import { enterByCard, openPage, speak } from '../harness/browser.ts';
import { openAdmin } from '../harness/database.ts';
import { theServer } from '../harness/shared-server.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const database = openAdmin(server);
const browser = await testBrowser();

afterAll(async () => {
  await database.close();
});

async function visit() {
  const opened = await openPage(browser);
  await speak(opened.context, server.url, 'en');
  return opened;
}

async function tokenOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
}

/** Password and code in whatever form is shown: the page's own or the one in the dialog. */
async function signIn(page: Page, username: string): Promise<void> {
  const account = server.account(username);
  await page.getByLabel('Username', { exact: true }).fill(account.username, { force: true });
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).first().click();
  await page.keyboard.type(await unusedCode(server, account));
}

test('ten wrong passwords lock the name: the answer never changes, it only comes later', async () => {
  const { username, password } = server.account('ga.harbor');
  const { page, context } = await visit();
  await page.goto(`${server.url}/#/userLogin`);
  const knock = async (name: string, word: string): Promise<{ says: string; tookMs: number }> => {
    await page.getByLabel('Username', { exact: true }).fill(name);
    await page.getByLabel('Password', { exact: true }).fill(word);
    await page.getByText('Checked', { exact: true }).waitFor();
    const from = performance.now();
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/login'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const { message } = (await (await answered).json()) as { message: string };
    await page.getByRole('alert').getByText(message).waitFor();
    return { says: message, tookMs: performance.now() - from };
  };
  const answers = [];
  for (let tries = 1; tries <= 10; tries += 1) answers.push(await knock(username, `wrong password ${tries}`));
  const locked = await knock(username, password);
  const stranger = await knock('nobody.at.all', 'wrong password');
  expect(new Set([...answers, locked, stranger].map(({ says }) => says))).toEqual(
    new Set(['Wrong username or password, or the account is locked for a while']),
  );
  expect(answers[9]?.tookMs).toBeGreaterThan((answers[0]?.tookMs ?? 0) + 2_000);
  const rows = await database.query<{ outcome: string; n: string }>(
    'SELECT outcome, count(*) AS n FROM login_attempt WHERE username = $1 GROUP BY outcome ORDER BY outcome',
    [username],
  );
  expect(rows.map(({ outcome, n }) => `${outcome} ${n}`)).toEqual(['locked 1', 'wrongPassword 10']);
  // Later journeys come from the same address and would pay for these failures.
  await database.query('DELETE FROM login_guard');
  await context.close();
});

test('logged in as a merchant: banner, title, no money, both names in the audit, and back with one click', async () => {
  const operator = server.account('admin.lin');
  const id = server.account('qingniao').customer_id ?? '';
  const { page, context, complaints } = await visit();
  await enterByCard(page, server.url, operator.username);
  const own = await tokenOf(context);
  await page.goto(`${server.url}/#/wrap/settings.shadowUsers`);
  await page.getByRole('button', { name: 'Log in as user' }).click();
  const whom = page.getByRole('dialog', { name: 'Log in as user' });
  await whom.getByRole('combobox', { name: /^User/ }).fill('qingniao');
  await whom.getByRole('option', { name: id }).click();
  await whom.getByRole('button', { name: 'Next' }).click();
  const dialog = page.getByRole('dialog', { name: /^Log in as .*qingniao/ });
  await dialog.getByLabel('Reason').fill('The merchant asked why an order is missing');
  await fillStepUp(dialog, server, operator.username);
  const opening = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  const tab = await opening;
  tab.on('pageerror', (error) => complaints.push(error.message));
  await tab.waitForURL(/#\/wrap\/index\.statistics/);
  expect(tab.url()).not.toContain('code=');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.getByText(`Viewing as Merchant ${id}, by ${operator.username}`).waitFor();
  expect(await tab.title()).toMatch(new RegExp(` ${id}$`));
  expect(await tab.evaluate(() => localStorage.getItem('suanpan.impersonation'))).toBeNull();
  expect(await tokenOf(context)).toBe(own);

  // The personal page shows what the merchant sees, without the means to change it.
  await tab.goto(`${server.url}/?id=${id}#/wrap/settings.personal`);
  await tab.getByRole('heading', { name: 'Security' }).waitFor();
  expect(await tab.getByRole('button', { name: /^(Change|Rotate|New key|Revoke)/ }).count()).toBe(0);

  // Leaving asks first, a second after the page was opened and once it was touched.
  await tab.getByRole('heading', { name: 'Profile', level: 2 }).click();
  await tab.waitForTimeout(1_200);
  const asked = tab.waitForEvent('dialog');
  void tab.close({ runBeforeUnload: true });
  const warning = await asked;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();

  await tab.getByRole('button', { name: 'End', exact: true }).click();
  const rows = await until('the visit has ended', async () => {
    const found = await database.query<{ act: string; actor: string; effective: string }>(
      `SELECT a.act, x.username AS actor, y.username AS effective FROM audit_log a
       JOIN app_user x ON x.id = a.actor_id JOIN app_user y ON y.id = a.effective_id
       WHERE a.effective_id = $1 AND a.actor_id <> a.effective_id ORDER BY a.id`,
      [id],
    );
    return found.some(({ act }) => act === 'session.end') ? found : undefined;
  });
  for (const row of rows) expect(row).toMatchObject({ actor: operator.username, effective: 'qingniao' });
  // The operator's own tab went on all the while.
  await page.reload();
  await page.getByRole('heading', { name: 'Shadow users', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a way in that was used opens nothing, and says so', async () => {
  const { page, context } = await visit();
  await page.goto(`${server.url}/?id=100014#/enter?code=already-used`);
  await page.getByRole('alert').getByText('This login link has expired').waitFor();
  expect(page.url()).not.toContain('already-used');
  await context.close();
});

test('a session that was ended leads to the login with the reason, and the same user back to his place', async () => {
  const username = 'ga.east';
  const { page, context } = await visit();
  const { token = '' } = await enterAs(server.url, username);
  await context.addCookies([{ name: 'token', value: token, url: server.url }]);
  await page.goto(`${server.url}/#/wrap/accounting.changelogs?account=L200`);
  await page.getByRole('heading', { name: 'Turnover records', level: 1 }).waitFor();
  await page.getByTitle('Live', { exact: true }).waitFor();
  const elsewhere = await enterAs(server.url, username);
  expect(await elsewhere.call(endOtherSessions, {})).toEqual({ ended: 1 });
  await page.waitForURL(/#\/userLogin/);
  await page.getByText('session has ended').first().waitFor();
  await signIn(page, username);
  await page.waitForURL(/#\/wrap\/accounting\.changelogs\?account=L200/);
  await page.getByRole('heading', { name: 'Turnover records', level: 1 }).waitFor();
  await context.close();
});

test('at the end of its longest time a session is renewed in place', async () => {
  const username = 'ga.north';
  const { page, context } = await visit();
  await enterByCard(page, server.url, username);
  await page.goto(`${server.url}/#/wrap/accounting.changelogs?account=L200`);
  const before = await tokenOf(context);
  await page.evaluate(() =>
    localStorage.setItem('suanpan.expiresAt', new Date(Date.now() + 60_000).toISOString()),
  );
  await page.getByRole('dialog', { name: 'Your session is about to end' }).waitFor();
  await signIn(page, username);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toContain('#/wrap/accounting.changelogs?account=L200');
  expect(await tokenOf(context)).not.toBe(before);
  await context.close();
});
