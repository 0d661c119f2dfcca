import { randomUUID } from 'node:crypto';
import { approvals, withdraw } from '@suanpan/contract/endpoints/approvals';
import { setAccess } from '@suanpan/contract/endpoints/user-acts';
import { userPermissions } from '@suanpan/contract/endpoints/user-facets';
import { formatLedger } from '@suanpan/money/amount';
import { display2 } from '@suanpan/money/display';
import { afterAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop } from '../harness/echo-shop.ts';
import { keepPages } from '../harness/kept-pages.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { until } from '../harness/until.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const database = openAdmin(server);
const sent = 'Sent; it waits for a second person';
const browser = await testBrowser();
const pages = keepPages(browser, server, 'en');
afterAll(async () => {
  await database.close();
  await proveBooks(server);
});

interface Visit {
  readonly page: Page;
  readonly office: BackOffice;
  /** Ends it; nothing may have gone wrong on the page meanwhile. */
  leave(): Promise<void>;
}

async function visit(username: string, screen: string): Promise<Visit> {
  const { page, complaints, enter, giveBack, show } = await pages.take();
  const office = await enter(username);
  await show(screen);
  return {
    page,
    office,
    async leave() {
      expect(complaints).toEqual([]);
      await giveBack();
    },
  };
}

const panelOf = (page: Page, screen: string): Locator => page.locator(`[id="panel-${screen}"]`);

async function idOf(username: string): Promise<string> {
  const [row] = await database.query<{ id: string }>('SELECT id::text FROM app_user WHERE username = $1', [
    username,
  ]);
  if (row === undefined) throw new Error(`There is no ${username}`);
  return row.id;
}

async function waitingFor(reason: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `SELECT id::text FROM approval WHERE reason = $1 AND state = 'waiting'`,
    [reason],
  );
  if (row === undefined) throw new Error(`Nothing waits because of "${reason}"`);
  return row.id;
}

/** Opens the menu of a user in the list and takes an act; answers its dialog. */
async function takeAct(page: Page, username: string, act: string): Promise<Locator> {
  const row = panelOf(page, 'users.list').getByRole('row', { name: new RegExp(username) });
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** In the drawer of an approval: agrees to it with payment password and code. */
async function approve(page: Page, username: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  const confirm = page.getByRole('dialog', { name: /^Approve/ });
  await fillStepUp(confirm, server, username);
  await confirm.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved and carried out').waitFor();
}

test('fewer rights of a merchant hold at once, more wait until a second admin agrees', async () => {
  const [username, right] = ['yueguang', 'collections.transactions.export'];
  const holder = await enterAs(server.url, username);
  const reason = 'the merchant reports every month';
  const holds = async (): Promise<boolean> => {
    const [row] = await database.query<{ permissions: string[] | null }>(
      'SELECT permissions FROM app_user WHERE username = $1',
      [username],
    );
    return row?.permissions === null || row?.permissions.includes(right) === true;
  };
  const box = (dialog: Locator): Locator => dialog.getByTitle(right, { exact: true }).getByRole('checkbox');
  const maker = await visit('admin.chen', `users.list?search=${username}`);

  const less = await takeAct(maker.page, username, 'Access');
  await box(less).uncheck();
  await less.getByText('0 added, 1 removed').waitFor();
  expect(await less.getByLabel('Reason').count()).toBe(0);
  await less.getByRole('button', { name: 'Save' }).click();
  await less.waitFor({ state: 'detached' });
  expect(await holds()).toBe(false);
  // Rights that were taken away end the session: nothing that was open keeps them.
  expect((await holder.send('GET', '/users/self')).code).toBe(10_001);

  const again = await enterAs(server.url, username);
  expect((await again.send('GET', '/users/permissions')).data).not.toContain(right);
  const more = await takeAct(maker.page, username, 'Access');
  await box(more).check();
  await more.getByText('1 added, 0 removed').waitFor();
  await more.getByText('More permissions wait for a second person').waitFor();
  const submit = more.getByRole('button', { name: 'Submit' });
  expect(await submit.isDisabled()).toBe(true);
  await more.getByLabel('Reason').fill(reason);
  await submit.click();
  await maker.page.getByRole('link', { name: sent }).click();
  await maker.page.waitForURL(/#\/wrap\/admin\.approvals\?open=\d+/);
  const own = maker.page.getByRole('dialog', { name: 'Grant a user more' });
  await own.getByText('You submitted this; somebody else must decide').waitFor();
  expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(await holds()).toBe(false);
  const id = await waitingFor(reason);
  await maker.leave();

  const checker = await visit('admin.lin', `admin.approvals?open=${id}`);
  const drawer = checker.page.getByRole('dialog', { name: 'Grant a user more' });
  await drawer.getByText(reason).waitFor();
  await drawer.getByTitle(right, { exact: true }).waitFor();
  await approve(checker.page, 'admin.lin');
  await until('the right is there', holds);
  await checker.leave();
  expect((await again.send('GET', '/users/permissions')).data).toContain(right);
});

test('money is settled before its day by whole orders: one person asks, another sees the orders and agrees', async () => {
  const username = 'hailan';
  const id = await idOf(username);
  const reason = 'the merchant pays his suppliers today';
  const merchant = new Merchant(server.url, server.account(username));
  const shop = new EchoShop(server.url);
  for (let n = 0; n < 2; n += 1) {
    const order = await merchant.order({ amount: '1850.00', method: 'qr' });
    await merchant.simulate(order.id, '00');
    await shop.accepted(order.order_no, 'collection.succeeded');
  }
  const due = await database.query<{ order_id: string; order_no: string }>(
    `SELECT d.order_id::text, o.order_no FROM settlement_due d JOIN collection_order o ON o.id = d.order_id
     WHERE o.customer_id = $1 AND NOT o.is_test`,
    [id],
  );
  expect(due.length).toBeGreaterThanOrEqual(2);
  const bucket = async (kind: string): Promise<bigint> => {
    const [row] = await database.query<{ sum: string }>(
      `SELECT coalesce(sum(b.balance), 0)::text AS sum FROM account a JOIN balance b ON b.account_id = a.id
       WHERE a.owner_id = $1 AND a.kind = $2 AND a.currency = 'TWD' AND a.book = 'main'`,
      [id, kind],
    );
    return BigInt(row?.sum ?? '0');
  };
  const [settleable, unsettled] = [await bucket('L200'), await bucket('L210')];
  const sum = display2(formatLedger(unsettled, 'TWD'));
  // A small sum waits too as long as this stands, and for this act alone.
  await database.query(`INSERT INTO approval_policy VALUES (NULL, 'users.settleEarly', 'TWD', 1)`);

  const maker = await visit('admin.chen', `users.list?search=${username}`);
  const dialog = await takeAct(maker.page, username, 'Edit settleable funds');
  await dialog.getByText('Settle early', { exact: true }).click();
  const offered = /([\d,.]+) TWD available/.exec(await dialog.innerText())?.[1]?.replaceAll(',', '') ?? '';
  await dialog.getByLabel('Amount (TWD)').fill('99999999');
  await dialog.getByText(/^At most [\d,.]+ TWD$/).waitFor();
  await dialog.getByLabel('Amount (TWD)').fill(offered);
  await dialog.getByLabel('Reason').fill(reason);
  await fillStepUp(dialog, server, 'admin.chen');
  await dialog.getByRole('button', { name: 'Settle early' }).click();
  await maker.page.getByRole('link', { name: sent }).waitFor();
  await maker.leave();
  expect([await bucket('L200'), await bucket('L210')]).toEqual([settleable, unsettled]);

  const checker = await visit('admin.lin', `admin.approvals?open=${await waitingFor(reason)}`);
  const drawer = checker.page.getByRole('dialog', { name: 'Settle orders early' });
  await drawer.getByText(reason).waitFor();
  const line = (field: string): Locator =>
    drawer
      .getByRole('row')
      .filter({ has: checker.page.getByRole('rowheader', { name: field, exact: true }) });
  expect(await line('Settleable funds').innerText()).toContain(`+${sum}`);
  expect(await line('Unsettled amount').innerText()).toContain(`-${sum}`);
  expect(await line('Orders').innerText()).toContain(String(due.length));
  for (const { order_no } of due) expect(await line('Settled now').innerText()).toContain(order_no);
  expect(await drawer.innerText()).toContain('TWD');
  await approve(checker.page, 'admin.lin');
  await checker.leave();
  await database.query(`DELETE FROM approval_policy WHERE act = 'users.settleEarly'`);

  expect([await bucket('L200'), await bucket('L210')]).toEqual([settleable + unsettled, 0n]);
  const [released] = await database.query<{ due: string; journals: string }>(
    `SELECT (SELECT count(*) FROM settlement_due WHERE order_id = ANY ($1::bigint[]))::text AS due,
            (SELECT count(*) FROM journal WHERE event = 'collection.release' AND ref_id = ANY ($1::bigint[]))::text AS journals`,
    [due.map(({ order_id }) => order_id)],
  );
  expect(released).toEqual({ due: '0', journals: String(due.length) });
  await proveBooks(server);
});

test('what waits is on the dashboard, and in the bell: each leads there, and what was read stays read', async () => {
  const maker = await enterAs(server.url, 'admin.chen');
  const id = await idOf('agent.yitong');
  const { page, leave } = await visit('admin.lin', 'index.statistics');
  await page.getByTitle('Live', { exact: true }).waitFor();
  await panelOf(page, 'index.statistics').getByRole('heading', { name: 'To do', exact: true }).waitFor();
  // Of what other tests left, he may not decide all.
  const reader = await enterAs(server.url, 'admin.lin');
  const { decidable } = (await reader.call(approvals, { paginate: 1 })).summary;
  const { version, effective } = await maker.call(userPermissions, { id });
  const asked = await maker.call(setAccess, {
    id,
    version,
    permissions: [...effective, 'collections.transactions.lock'],
    reason: 'a quiet night',
  });
  if (asked.state !== 'waiting') throw new Error('More rights did not wait');
  const approval = asked.approval_id;

  // The socket brings it: nobody has reloaded anything.
  const count = decidable + 1;
  const work = panelOf(page, 'index.statistics').locator('details[data-kind=approval]');
  await work.getByText(String(count), { exact: true }).waitFor();
  if (!(await work.evaluate((details: HTMLDetailsElement) => details.open)))
    await work.locator('summary').click();
  await work.getByRole('link', { name: `All ${count}`, exact: true }).click();
  await page.waitForURL(/#\/wrap\/admin\.approvals\?state=waiting$/);
  const list = panelOf(page, 'admin.approvals');
  const quiet = list.getByRole('row', { name: /a quiet night/ });
  await quiet.waitFor();
  await list.getByText(`${count} for you to decide`).waitFor();
  const areWaiting = async (): Promise<boolean[]> =>
    (await list.locator('tbody tr[data-key]').allInnerTexts()).map((row) => row.includes('Waiting'));
  expect(new Set(await areWaiting())).toEqual(new Set([true]));
  // Of all, what waits stands first, and what was closed today after it.
  await list.getByRole('button', { name: 'Reset' }).click();
  await page.waitForURL(/#\/wrap\/admin\.approvals$/);
  await quiet.waitFor();
  const waits = await areWaiting();
  expect(waits).toEqual([...waits.filter(Boolean), ...waits.filter((each) => !each)]);

  const readAt = async (about: string): Promise<Date | null | undefined> =>
    (
      await database.query<{ read_at: Date | null }>(
        `SELECT n.read_at FROM notification n JOIN app_user u ON u.id = n.user_id
         WHERE u.username = 'admin.lin' AND (n.params ->> 'id' = $1 OR n.params ->> 'no' = $1)`,
        [about],
      )
    )[0]?.read_at;
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const unread = async (): Promise<number> => {
    const [row] = await database.query<{ n: string }>(
      `SELECT count(*) AS n FROM notification n JOIN app_user u ON u.id = n.user_id
       WHERE u.username = 'admin.lin' AND n.read_at IS NULL`,
    );
    // Not money: a count of rows.
    return Number(row?.n);
  };
  const showsUnread = (): Promise<true> =>
    until('the bell counts what is unread', async () => {
      const shown = /\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? '0';
      return shown === String(await unread());
    });
  await until('he is told', async () => (await readAt(approval)) === null);
  await showsUnread();
  await bell.click();
  await page.getByRole('button', { name: /An approval is waiting.*agent\.yitong/ }).click();
  await page.waitForURL(new RegExp(`admin\\.approvals\\?open=${approval}$`));
  const drawer = page.getByRole('dialog', { name: 'Grant a user more' });
  await drawer.getByText('a quiet night').waitFor();
  await until('it is read', async () => (await readAt(approval)) instanceof Date);

  await page.reload();
  await drawer.getByText('a quiet night').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await showsUnread();
  await bell.click();
  await page.getByRole('link', { name: 'See all' }).waitFor();
  expect(await page.getByRole('button', { name: /agent\.yitong/ }).count()).toBe(0);
  await page.keyboard.press('Escape');

  // Withdrawn meanwhile: who was led to it still sees what became of it, whatever the list is asked for.
  await maker.call(withdraw, { id: approval }, { idempotencyKey: randomUUID() });
  await page.goto(`${server.url}/#/wrap/admin.approvals?open=${approval}`);
  await drawer.getByText('Withdrawn').waitFor();
  await page.keyboard.press('Escape');

  const merchant = new Merchant(server.url, server.account('hailan'));
  const order = await merchant.order({ amount: '1850.00', method: 'qr' });
  await merchant.simulate(order.id, '05');
  const [row] = await database.query<{ order_no: string }>(
    'SELECT order_no FROM collection_order WHERE merchant_order_no = $1',
    [order.order_no],
  );
  const orderNo = row?.order_no ?? '';
  await until('the mismatch is news', async () => (await readAt(orderNo)) === null);
  await showsUnread();
  await bell.click();
  await page.getByRole('button', { name: new RegExp(`Amount mismatch.*${orderNo}`) }).click();
  await page.waitForURL(/collections\.transactions\?open=\d+$/);
  await page.getByRole('dialog').getByText(orderNo, { exact: true }).waitFor();
  await until('that is read too', async () => (await readAt(orderNo)) instanceof Date);
  await leave();
});
