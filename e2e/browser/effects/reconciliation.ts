import { randomUUID } from 'node:crypto';
import { approvals, approve } from '@suanpan/contract/endpoints/approvals';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { enterAs } from '../../harness/back-office.ts';
import { bankStatement, bookedBefore, bookedToday, statementOf } from '../../harness/statement.ts';
import type { BookedDay } from '../../harness/statement.ts';
import { fillStepUp } from '../../harness/step-up.ts';
import { unusedCode } from '../../harness/unused-code.ts';
import { until } from '../../harness/until.ts';
import { exportIt } from './administration.ts';
import { choose } from './payouts.ts';
import type { World } from './world.ts';

const screen = 'admin.reconciliation';
const operator = 'admin.chen';
const second = 'admin.lin';
const types = {
  ours_only: 'Ours only',
  theirs_only: 'Theirs only',
  amount: 'Amount differs',
  state: 'State differs',
  fee: 'Fee differs',
} as const;
type Type = keyof typeof types;

/** By its number: what is offered changes while somebody types, so that a click could take another. */
async function pick(dialog: Locator, { account }: BookedDay): Promise<void> {
  const field = dialog.getByRole('combobox', { name: 'Real channel' });
  await field.fill(account);
  await field.press('Tab');
}

/** Imports a statement: a file of which a line cannot be read is refused with that line; then the whole one is taken. */
async function importIt(page: Page, panel: Locator, of: BookedDay, statement: string): Promise<void> {
  await panel.getByRole('button', { name: 'Import a statement' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import a statement' });
  await pick(dialog, of);
  await dialog.getByRole('textbox', { name: 'Day' }).fill(of.day);
  const file = { name: 'bank.csv', mimeType: 'text/csv' };
  const broken = statement.replace(/(\r\n[^,]+,[^,]*,payment,)[\d.]+/, '$1much');
  await dialog.getByLabel(/^File/).setInputFiles({ ...file, buffer: Buffer.from(broken) });
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  await until('the line is named', async () => {
    const said = await dialog.innerText();
    if (!said.includes('Line 2: the amount cannot be read')) throw new Error(said);
    return true;
  });
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel(/^File/).setInputFiles({ ...file, buffer: Buffer.from(statement) });
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The platform says under which title a column stands. */
async function setTitle(page: Page, panel: Locator, of: BookedDay): Promise<void> {
  await panel.getByRole('button', { name: 'Import a statement' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import a statement' });
  await pick(dialog, of);
  await dialog.getByText('Column titles').click();
  await dialog.getByLabel('Amount').fill('amount');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Column titles saved').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

export const reconciliationEffects = (world: World) => {
  const { database, numberIn, server } = world;
  const differing = ({ account, day }: BookedDay, condition: string, values: readonly unknown[] = []) =>
    numberIn(
      `SELECT count(*) AS n FROM reconciliation_day d JOIN reconciliation_difference k ON k.day_id = d.id
       WHERE d.channel_account_id = $1 AND d.day = $2::date AND ${condition}`,
      [account, day, ...values],
    );
  const prove = async (dialog: Locator, button: string, reason: string): Promise<void> => {
    await dialog.getByLabel('Reason').fill(reason);
    await fillStepUp(dialog, server, operator);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const rowOf = (panel: Locator, type: Type) =>
    panel.getByRole('row', { name: new RegExp(types[type]) }).first();
  /** An act that posts waits for a second person; once he agreed, the difference has its journal or its booking. */
  async function actBySecond(of: BookedDay, type: Type, act: string, effect: string): Promise<void> {
    const reason = `${act} ${randomUUID()}`;
    await world.on(
      operator,
      screen,
      async (page, panel) => {
        await choose(page, rowOf(panel, type), act);
        const dialog = page.getByRole('dialog', { name: new RegExp(`^${act}`) });
        await dialog.getByText(effect).waitFor();
        await prove(dialog, act, reason);
        await page.getByText('Sent; it waits for a second person').first().waitFor();
      },
      `?channel_account_id=${of.account}&day=${of.day}&type=${type}&state=open`,
    );
    expect(await differing(of, `k.type = $3 AND k.act IS NULL`, [type])).not.toBe(0);
    const lin = await enterAs(server.url, second);
    const account = server.account(second);
    const waiting = (await lin.call(approvals, {})).items.find((one) => one.reason === reason);
    await lin.call(approve, {
      id: waiting?.id ?? '',
      payment_password: account.payment_password ?? '',
      one_code: await unusedCode(server, account),
    });
  }

  return {
    async [screen]() {
      const pay = async (): Promise<string> => (await world.orderOf('xingji', '00')).order_no;
      const now = await bookedToday(database, pay);
      const wrong = await statementOf(database, now, { differs: true });
      const before = await bookedBefore(database);
      const onDays = `?part=days&channel_account_id=${now.account}`;
      await world.on(
        operator,
        screen,
        async (page, panel) => {
          await setTitle(page, panel, now);
          const set = `SELECT count(*) AS n FROM reconciliation_mapping m JOIN channel_account a USING (provider_id)
            WHERE a.id = $1 AND m.titles ->> 'amount' = 'amount'`;
          expect(await numberIn(set, [now.account])).toBe(1);
          await importIt(page, panel, now, wrong);
          await panel.getByRole('row', { name: new RegExp(now.day) }).waitFor();
        },
        onDays,
      );
      for (const [type, said] of Object.entries(types)) {
        expect([type, await differing(now, 'k.type = $3 AND k.act IS NULL', [type])]).not.toEqual([type, 0]);
        await world.on(
          operator,
          screen,
          async (_page, panel) => {
            await panel
              .getByRole('row', { name: new RegExp(said) })
              .first()
              .waitFor();
          },
          `?channel_account_id=${now.account}&day=${now.day}&type=${type}`,
        );
      }

      // What was booked meanwhile, of which the file knows nothing, is found when the day is matched again.
      const oursOnly = () => differing(now, `k.type = 'ours_only' AND k.act IS NULL`);
      const found = await oursOnly();
      const booked = () =>
        numberIn('SELECT count(*) AS n FROM reconciliation_booked WHERE channel_account_id = $1', [
          now.account,
        ]);
      const had = await booked();
      await until('the account takes one more', async () => {
        await pay();
        return (await booked()) > had;
      });
      expect(await oursOnly()).toBe(found);
      await world.on(
        operator,
        screen,
        async (page, panel) => {
          const row = panel.getByRole('row', { name: new RegExp(now.day) });
          await choose(page, row, 'Match again');
          await page.getByText(/^Matched again; differences: \d/).waitFor();
        },
        onDays,
      );
      expect(await oursOnly()).toBeGreaterThan(found);

      await world.on(
        operator,
        screen,
        async (page, panel) => {
          await rowOf(panel, 'amount').getByRole('button', { name: 'Detail' }).click();
          const drawer = page.getByRole('dialog', { name: 'Amount differs' });
          await drawer.getByRole('button', { name: 'Take it on' }).click();
          await drawer.getByRole('button', { name: 'Let it go' }).waitFor();
          const mine = `k.type = 'amount' AND k.assignee_id = (SELECT id FROM app_user WHERE username = $3)`;
          expect(await differing(now, mine, [operator])).toBe(1);

          await drawer.getByRole('button', { name: 'Comment' }).click();
          const comment = page.getByRole('dialog', { name: 'Comment' });
          await comment.getByLabel('Comment').fill('asked the bank');
          await comment.getByRole('button', { name: 'Comment', exact: true }).click();
          await drawer.getByText('asked the bank').waitFor();
          const said = `k.type = 'amount' AND EXISTS (
            SELECT FROM reconciliation_comment c WHERE c.difference_id = k.id AND c.body = $3)`;
          expect(await differing(now, said, ['asked the bank'])).toBe(1);

          await drawer.getByRole('button', { name: 'Explain and close' }).click();
          const dialog = page.getByRole('dialog', { name: /^Explain and close/ });
          await dialog.getByText('Open → Resolved').waitFor();
          await prove(dialog, 'Explain and close', 'the bank keeps its charge');
          const explained = `k.type = 'amount' AND k.act = 'dismiss' AND k.reason = $3 AND k.journal_id IS NULL`;
          expect(await differing(now, explained, ['the bank keeps its charge'])).toBe(1);
        },
        `?channel_account_id=${now.account}&day=${now.day}&type=amount&state=open`,
      );

      await actBySecond(now, 'fee', 'Write off', 'Borne by the platform');
      expect(await differing(now, `k.type = 'fee' AND k.act = 'writeOff' AND k.journal_id IS NOT NULL`)).toBe(
        1,
      );
      await actBySecond(now, 'theirs_only', 'Book as unidentified', 'Unidentified receipts');
      expect(await differing(now, `k.type = 'theirs_only' AND k.act = 'receipt'`)).toBe(1);

      await world.on(
        operator,
        screen,
        async (page, panel) => {
          // As the operator has it: from the bank's own page.
          const right = await bankStatement(page, server.url, database, before);
          await importIt(page, panel, before, right);
          const row = panel.getByRole('row', { name: new RegExp(before.day) });
          await choose(page, row, 'Close the day');
          await prove(
            page.getByRole('dialog', { name: 'Close the day' }),
            'Close the day',
            'all of it is there',
          );
          await row.getByText('Closed', { exact: true }).waitFor();
        },
        `?part=days&channel_account_id=${before.account}`,
      );
      const closed = `SELECT count(*) AS n FROM reconciliation_day
        WHERE channel_account_id = $1 AND day = $2::date AND closed_at IS NOT NULL AND matched = lines AND open = 0`;
      expect(await numberIn(closed, [before.account, before.day])).toBe(1);
      await exportIt(world, screen);
    },
  };
};
