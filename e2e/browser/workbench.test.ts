import { approvals, refuse } from '@suanpan/contract/endpoints/approvals';
import { markAbnormal, markAbnormalEffect } from '@suanpan/contract/endpoints/collection-acts';
import { workbench } from '@suanpan/contract/endpoints/workbench';
import type { WorkbenchKind } from '@suanpan/contract/endpoints/workbench';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import { openAdmin } from '../harness/database.ts';
import { Merchant } from '../harness/merchant.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { until } from '../harness/until.ts';
import { bareId } from './effects/bare-id.ts';
import { openWorld } from './effects/world.ts';
import { openPayoutDesk } from './testing/payout-desk.ts';

const operator = 'admin.lin';
const second = 'admin.chen';
const shop = 'shuibei';
const underpaid = '05';
const overpaid = '06';
const paid = '00';
/** What the demo, and whoever was here before, may have left. */
const mostOfAKind = 30;
/** Five of a kind are shown at a time. */
const mostRounds = 6;

const world = await openWorld();

/** Whoever only looks signs in once: the door counts how often somebody comes. */
const offices = new Map<string, ReturnType<typeof enterAs>>();
function officeOf(username: string): ReturnType<typeof enterAs> {
  const office = offices.get(username) ?? enterAs(world.server.url, username);
  offices.set(username, office);
  return office;
}

async function countsFor(username: string): Promise<Partial<Record<WorkbenchKind, number>>> {
  const office = await officeOf(username);
  const { items } = await office.call(workbench, {});
  return Object.fromEntries(items.map(({ count, kind }) => [kind, count]));
}

/** What other tests had asked for and nobody decided. */
async function refuseWhatIsLeft(): Promise<void> {
  for (const username of [operator, second]) {
    const office = await officeOf(username);
    const { items } = await office.call(approvals, { state: 'waiting', paginate: 200 });
    for (const { actions, id } of items) {
      if (actions.includes('refuse'))
        await office.call(refuse, { id, reason: 'nobody asks for it any more' });
    }
  }
}

/** A person calls an order unusual, and then its money comes. */
async function placeAbnormal(merchant: Merchant): Promise<void> {
  const order = await merchant.order({ amount: '1730.00', method: 'qr' });
  const id = bareId(order);
  const office = await enterAs(world.server.url, operator);
  const { hash } = await office.call(markAbnormalEffect, { id });
  const account = world.server.account(operator);
  await office.call(markAbnormal, {
    id,
    reason: 'the payer called',
    payment_password: account.payment_password ?? '',
    one_code: await unusedCode(world.server, account),
    effect_hash: hash,
  });
  await merchant.simulate(order.id, paid);
}

/** An order whose merchant wants nothing at the address that it brought. */
async function placeUnheard(merchant: Merchant): Promise<void> {
  const [hook] = await world.database.query<{ url: string }>(
    'SELECT w.url FROM webhook_endpoint w JOIN app_user u ON u.id = w.customer_id WHERE u.username = $1',
    [shop],
  );
  await world.shop.behave(shop, '410');
  const order = await merchant.order({ amount: '1740.00', method: 'qr', notify_url: `${hook?.url}?own=1` });
  await merchant.simulate(order.id, paid);
  await until('its merchant refuses the news', async () => {
    const failed =
      "SELECT count(*) AS n FROM callback WHERE order_id = $1 AND status = 'failed' AND next_at IS NULL";
    return (await world.numberIn(failed, [bareId(order)])) > 0;
  });
  await world.shop.behave(shop, 'ok');
}

/** The bank has it with another amount than it was asked for: only a person can say what became of it. */
async function placeUnknown(): Promise<void> {
  const desk = await openPayoutDesk(world.server, world.database, shop);
  // The bank takes it and never answers; asked later, it tells of another sum.
  const payout = await desk.place('1506.00', true);
  const bank = openAdmin(world.server, 'suanpan_bank');
  await until('the bank has it, and in another sum', async () => {
    const changed = await bank.query(
      `UPDATE sandbox_bank.payout SET amount_micro = amount_micro + 1000000 WHERE merchant_order_no = $1
       RETURNING merchant_order_no`,
      [payout.orderNo],
    );
    return changed.length === 1;
  });
  await bank.close();
  await until('it is unknown', async () => {
    const at = "SELECT count(*) AS n FROM payout_order WHERE id = $1 AND stage = 'unknown'";
    return (await world.numberIn(at, [payout.id])) === 1;
  });
  await world.database.query(
    `UPDATE channel_account SET balance = 1, low_water = 20000, balance_checked_at = now()
     WHERE id = (SELECT channel_account_id FROM channel WHERE id = $1)`,
    [desk.channels[0]],
  );
}

/** Does one thing after the other of a kind on the workbench of somebody, until none is left there. */
async function resolveAll(
  username: string,
  kind: WorkbenchKind,
  resolve: (work: { page: Page; group: Locator; href: string; no: string }) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < mostOfAKind; n += 1) {
    const before = (await countsFor(username))[kind] ?? 0;
    if (before === 0) return;
    await world.on(username, 'index.statistics', async (page, panel) => {
      const group = panel.locator(`[data-kind="${kind}"]`);
      await group.waitFor();
      expect(await group.locator('summary b').innerText()).toBe(String(before));
      if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
      const link = group.getByRole('listitem').first().getByRole('link');
      const [href, no] = [(await link.getAttribute('href')) ?? '', await link.innerText()];
      await resolve({ page, group, href, no });
      await until('one less waits', async () => ((await countsFor(username))[kind] ?? 0) < before);
    });
  }
  expect(await countsFor(username)).not.toHaveProperty(kind);
}

async function choose(page: Page, row: Locator, name: string): Promise<void> {
  await row.waitFor();
  const inRow = row.getByRole('button', { name, exact: true });
  if ((await inRow.count()) > 0) return inRow.click();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Sends the dialog of an act with its reason and the proof of who it is. */
async function send(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('as the workbench asks');
  await fillStepUp(dialog, world.server, operator);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function supplyInPlace(
  { page, group }: { page: Page; group: Locator },
  amount?: string,
): Promise<void> {
  await group.getByRole('button', { name: 'Forced supply' }).first().click();
  const dialog = page.getByRole('dialog');
  if (amount !== undefined) await dialog.getByLabel('Amount really paid').fill(amount);
  await dialog.getByText(/→ Success$/).waitFor();
  await send(page, 'Forced supply');
}

test(
  'work of each kind is resolved from the workbench until nothing waits, and the books hold',
  { timeout: 400_000 },
  async () => {
    await refuseWhatIsLeft();
    const merchant = new Merchant(world.server.url, world.server.account(shop));
    await world.orderOf(shop, underpaid);
    const over = await world.orderOf(shop, overpaid);
    await placeAbnormal(merchant);
    await placeUnheard(merchant);
    await placeUnknown();
    await until('everything lies there', async () => {
      const counts = await countsFor(operator);
      const wanted: readonly WorkbenchKind[] = [
        'amountMismatch',
        'abnormal',
        'payoutUnknown',
        'callbackFailed',
        'lowBalance',
      ];
      return wanted.every((kind) => (counts[kind] ?? 0) > 0);
    });

    // What was paid too much is supplied as it was ordered: the rest then lies there unidentified.
    const [{ no: tooMuch } = { no: '' }] = await world.database.query<{ no: string }>(
      'SELECT order_no AS no FROM collection_order WHERE id = $1',
      [bareId(over)],
    );
    await resolveAll(operator, 'amountMismatch', async (work) => {
      if (work.no !== tooMuch) return supplyInPlace(work);
      await supplyInPlace(work, '1850');
    });
    const left = 'SELECT count(*) AS n FROM receipt WHERE order_id = $1 AND closed_at IS NULL AND taken > 0';
    expect(await world.numberIn(left, [bareId(over)])).toBe(1);
    await resolveAll(operator, 'abnormal', (work) => supplyInPlace(work));
    // Their merchants have mended what refused the demo's history.
    await world.database.query(
      `UPDATE callback SET url = replace(url, '/as/410', '') WHERE status = 'failed'`,
    );
    await resolveAll(operator, 'callbackFailed', async ({ page, group }) => {
      await group.getByRole('button', { name: 'Reissue notice' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reissue notice' }).click();
    });
    await resolveAll(operator, 'lowBalance', async ({ page, group, no }) => {
      await group.getByRole('link', { name: no }).first().click();
      const row = page.locator('[id="panel-payment.balance"]').getByRole('row').filter({ hasText: no });
      await choose(page, row, 'Set mark');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Low-water mark').fill('');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    });

    // What two persons decide is asked for by one, and waits on the other's workbench.
    const asked = async (
      kind: WorkbenchKind,
      ask: (page: Page, href: string, no: string) => Promise<void>,
    ) => {
      const office = await officeOf(operator);
      const { items } = await office.call(workbench, { kind });
      for (const { no, path } of items.flatMap((group) => group.items)) {
        await world.on(operator, 'index.statistics', async (page) => {
          await page.goto(`${world.server.url}/#${path.replace(/&open=\d+/, '')}`);
          await ask(page, path, no);
        });
      }
    };
    for (let round = 0; round < mostRounds; round += 1) {
      const { payoutUnknown, receipt } = await countsFor(operator);
      if (round > 0 && payoutUnknown === undefined && receipt === undefined) break;
      await asked('receipt', async (page) => {
        const row = page.locator('[id="panel-claimOrder"]').getByRole('row').nth(1);
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem').first().waitFor();
        const restore = page.getByRole('menuitem', { name: 'Make the supply good' });
        const name = (await restore.count()) > 0 ? 'Make the supply good' : 'Sent back to the payer';
        await page.getByRole('menuitem', { name }).click();
        if (name === 'Sent back to the payer') {
          await page
            .getByRole('dialog')
            .getByLabel('The provider’s number of the payment back')
            .fill(`BACK-${Date.now()}`);
        }
        await send(page, name);
      });
      await asked('payoutUnknown', async (page, _path, no) => {
        const row = page
          .locator('[id="panel-payment.transactions"]')
          .getByRole('row', { name: new RegExp(no) });
        await choose(page, row, 'Confirm as paid');
        await page.getByRole('dialog').getByLabel('Third-party number').fill(`STATEMENT-${no}`);
        await send(page, 'Confirm as paid');
      });
      expect((await countsFor(second)).approval).toBeGreaterThan(0);
      await resolveAll(second, 'approval', async ({ page, group, no }) => {
        await group.getByRole('link', { name: no }).first().click();
        const dialog = page.getByRole('dialog');
        const row = page
          .locator('[id="panel-admin.approvals"]')
          .getByRole('row', { name: new RegExp(no) })
          .first();
        await row.getByRole('button', { name: 'Detail' }).click();
        await dialog.getByRole('button', { name: 'Approve' }).click();
        await fillStepUp(page, world.server, second);
        await page.getByRole('button', { name: 'Approve' }).last().click();
        await page.getByText('Approved and carried out').waitFor();
      });
    }

    for (const username of [operator, second]) {
      expect(await countsFor(username)).toEqual({});
      await world.on(username, 'index.statistics', async (_page, panel) => {
        await panel.getByRole('region', { name: 'To do' }).getByText('Nothing waits for you').waitFor();
      });
    }
  },
);
