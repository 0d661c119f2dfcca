import { afterAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { enterAs } from '../harness/back-office.ts';
import { enterByCard, openPage, speak } from '../harness/browser.ts';
import { openAdmin } from '../harness/database.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const database = openAdmin(server);
/**
 * A demo card of the login page: a click, as a browser wants it before it may sound. A middleman, who hears of no order, no
 * channel and no approval, so that nothing rings but what is told here.
 */
const reader = 'ref.kuo';
const browser = await testBrowser();

afterAll(async () => {
  await database.close();
});

/** Counts the tones that the page plays, and lets the test say whether the tab is looked at. */
function listenIn(): void {
  const page = globalThis as unknown as { tones: number; isAway: boolean };
  page.tones = 0;
  page.isAway = false;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function count(...when: [number?]) {
    page.tones += 1;
    return start.apply(this, when);
  };
  Object.defineProperty(document, 'hidden', { get: () => page.isAway });
}

async function open(): Promise<{ page: Page; close: () => Promise<void>; complaints: string[] }> {
  const { page, context, complaints } = await openPage(browser);
  await context.addInitScript(listenIn);
  await speak(context, server.url, 'en');
  await enterByCard(page, server.url, reader);
  await page.getByTitle('Live', { exact: true }).waitFor();
  return { page, close: () => context.close(), complaints };
}

const tonesOf = (page: Page): Promise<number> => page.evaluate('tones');
const lookAway = (page: Page, isAway: boolean): Promise<unknown> =>
  page.evaluate(`isAway = ${isAway}; document.dispatchEvent(new Event('visibilitychange'))`);

async function tell(title: string, sound: boolean): Promise<void> {
  const office = await enterAs(server.url, 'admin.chen');
  const message = {
    roles: [],
    agent_id: null,
    users: [reader],
    title,
    content: 'c',
    level: 'info',
    color: 'blue',
  };
  const idempotencyKey = crypto.randomUUID();
  const answer = await office.send('POST', '/admin/pushSystemMsg', { ...message, sound }, { idempotencyKey });
  expect(answer.code).toBe(0);
}

test('a notice with a sound rings until any key is pressed', async () => {
  const { page, close, complaints } = await open();
  await tell('Ring', true);
  await until('it rings', async () => (await tonesOf(page)) > 2);
  await page.keyboard.press('Shift');
  const after = await tonesOf(page);
  // A beat and a half.
  await page.waitForTimeout(1_400);
  expect(await tonesOf(page)).toBe(after);
  expect(complaints).toEqual([]);
  await close();
});

test('payVoice=off keeps it silent, and a notice without a sound is silent anyway', async () => {
  const { page, close } = await open();
  await tell('Without', false);
  await page.getByText('Without', { exact: true }).first().waitFor();
  await page.context().addCookies([{ name: 'payVoice', value: 'off', url: server.url }]);
  await tell('Switched off', true);
  await page.getByText('Switched off', { exact: true }).first().waitFor();
  await page.waitForTimeout(1_500);
  expect(await tonesOf(page)).toBe(0);
  await close();
});

test('the title of a tab that nobody looks at flashes with the notice, and is itself again when somebody does', async () => {
  const { page, close } = await open();
  const plain = await page.title();
  await lookAway(page, true);
  await tell('Look here', false);
  await until('it flashes', async () => (await page.title()) === `(1) Look here – ${plain}`);
  await until('and rests in between', async () => (await page.title()) === plain);
  await until('and flashes again', async () => (await page.title()) === `(1) Look here – ${plain}`);
  await lookAway(page, false);
  expect(await page.title()).toBe(plain);
  await page.waitForTimeout(1_500);
  expect(await page.title()).toBe(plain);
  await close();
});

test('finished exports queue in one tray by the name in their notice, and take no focus', async () => {
  const { page, close } = await open();
  const finish = (file: string) =>
    database.query(
      `INSERT INTO outbox (kind, subject, payload, created_at)
       SELECT 'export.completed', 'export:' || $1, json_build_object('user_id', id::text, 'file', $1::text), business_now()
       FROM app_user WHERE username = $2`,
      [file, reader],
    );
  await finish('x1-orders.csv');
  const tray = page.getByRole('dialog', { name: 'Export finished' });
  await tray.getByText('x1-orders.csv').waitFor();
  await finish('x2-payouts.csv');
  await tray.getByText(/1 more/).waitFor();
  expect(await tray.evaluate((box) => box.contains(document.activeElement))).toBe(false);
  await close();
});
