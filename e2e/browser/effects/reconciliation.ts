import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { exportIt } from './administration.ts';
import type { World } from './world.ts';

const operator = 'admin.chen';
const types = {
  ours_only: 'Ours only',
  theirs_only: 'Theirs only',
  amount: 'Amount differs',
  state: 'State differs',
  fee: 'Fee differs',
} as const;

interface BookedDay {
  readonly account: string;
  readonly name: string;
  readonly day: string;
}
interface BookedPayment {
  readonly ref: string;
  readonly currency: string;
  readonly amount: string;
  readonly less: string;
  readonly at: Date;
}

/** Payments that the statement of a planted day is wrong about. */
const planted = 4;

const bookedDays = `
  SELECT a.id::text AS account, a.name, d.day::text FROM (
    SELECT b.channel_account_id, (b.at AT TIME ZONE 'Asia/Taipei')::date AS day, count(b.fee) AS paid,
           bool_and(b.item LIKE 'in:%') AS plain
    FROM reconciliation_booked b GROUP BY 1, 2
  ) d JOIN channel_account a ON a.id = d.channel_account_id`;
const today = `(business_now() AT TIME ZONE 'Asia/Taipei')::date`;

/** An account to which so many payments came in today. */
async function paidToday(world: World): Promise<BookedDay> {
  for (let made = 0; made < 20; made += 1) {
    const [found] = await world.database.query<BookedDay>(
      `${bookedDays} WHERE d.day = ${today} AND d.paid >= ${planted} ORDER BY d.paid DESC, a.id LIMIT 1`,
    );
    if (found !== undefined) return found;
    await world.orderOf('xingji', '00');
  }
  throw new Error('No account takes the payments');
}

/** A day that is over, of an account to which only payments came in on it and of which nothing was imported. */
async function paidBefore({ database }: World): Promise<BookedDay> {
  const [found] = await database.query<BookedDay>(
    `${bookedDays} WHERE d.day < ${today} AND d.plain AND NOT EXISTS (
       SELECT FROM reconciliation_day k WHERE k.channel_account_id = a.id AND k.day = d.day)
     ORDER BY d.day DESC, a.id LIMIT 1`,
  );
  if (found === undefined) throw new Error('No payments came in before today');
  return found;
}

const title = 'charge_no,merchant_order_no,type,amount,fee,currency,status,booked_at';

/**
 * The payments of a day in the form of the sandbox bank. Planted, one is missing, one has another amount, one failed, one costs
 * what nobody agreed on, and one stands there that nobody made.
 */
async function statementOf(
  { database }: World,
  { account, day }: BookedDay,
  isPlanted: boolean,
): Promise<string> {
  const booked = await database.query<BookedPayment>(
    `SELECT b.ref, a.currency, trim_scale(b.amount / 10000.0)::text AS amount, trim_scale(b.amount / 10000.0 - 1)::text AS less, b.at
     FROM reconciliation_booked b JOIN channel_account a ON a.id = b.channel_account_id
     WHERE b.channel_account_id = $1 AND (b.at AT TIME ZONE 'Asia/Taipei')::date = $2::date AND b.item LIKE 'in:%'
     ORDER BY b.fee IS NULL, b.amount, b.item`,
    [account, day],
  );
  const line = ({ amount, at, currency, ref }: BookedPayment, fee = '', status = 'paid'): string =>
    [ref, '', 'payment', amount, fee, currency, status, at.toISOString()].join(',');
  const lines = booked.map((payment) => line(payment));
  const [missing, less, failed, dear, ...others] = booked;
  if (isPlanted && missing && less && failed && dear)
    lines.splice(
      0,
      lines.length,
      line({ ...less, amount: less.less }),
      line(failed, '', 'failed'),
      line(dear, '0.01'),
      line({ ...dear, ref: `${dear.ref}-X` }),
      ...others.map((payment) => line(payment)),
    );
  return `${[title, ...lines].join('\r\n')}\r\n`;
}

export const reconciliationEffects = (world: World) => {
  const differing = ({ account, day }: BookedDay, condition: string) =>
    world.numberIn(
      `SELECT count(*) AS n FROM reconciliation_day d JOIN reconciliation_difference k ON k.day_id = d.id
       WHERE d.channel_account_id = $1 AND d.day = $2::date AND ${condition}`,
      [account, day],
    );
  const days = (page: Page, panel: Locator) => ({
    /** A file of which a line cannot be read is refused with that line; then the whole one is taken. */
    async importIt({ account, day, name }: BookedDay, statement: string): Promise<void> {
      await panel.getByRole('button', { name: 'Import a statement' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Import a statement' });
      await dialog.getByRole('combobox', { name: 'Real channel' }).fill(account);
      await page.getByRole('option', { name }).first().click();
      await dialog.getByLabel('Day').fill(day);
      const file = { name: 'bank.csv', mimeType: 'text/csv' };
      const broken = statement.replace(/(\r\n[^,]+,[^,]*,payment,)[\d.]+/, '$1much');
      await dialog.getByLabel(/^File/).setInputFiles({ ...file, buffer: Buffer.from(broken) });
      await dialog.getByRole('button', { name: 'Check the file' }).click();
      await dialog.getByText('Line 2: the amount cannot be read').waitFor();
      expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
      await dialog.getByLabel(/^File/).setInputFiles({ ...file, buffer: Buffer.from(statement) });
      await dialog.getByRole('button', { name: 'Check the file' }).click();
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    row: (day: string) => panel.getByRole('row', { name: new RegExp(day) }),
  });

  return {
    async 'admin.reconciliation'() {
      const now = await paidToday(world);
      const wrong = await statementOf(world, now, true);
      await world.on(
        operator,
        'admin.reconciliation',
        async (page, panel) => {
          const { importIt, row } = days(page, panel);
          await importIt(now, wrong);
          await row(now.day).waitFor();
        },
        `?part=days&channel_account_id=${now.account}`,
      );
      for (const [type, said] of Object.entries(types)) {
        expect([type, await differing(now, `k.type = '${type}' AND k.act IS NULL`)]).not.toEqual([type, 0]);
        await world.on(
          operator,
          'admin.reconciliation',
          async (_page, panel) => {
            await panel
              .getByRole('row', { name: new RegExp(said) })
              .first()
              .waitFor();
          },
          `?channel_account_id=${now.account}&day=${now.day}&type=${type}`,
        );
      }

      await world.on(
        operator,
        'admin.reconciliation',
        async (page, panel) => {
          await panel
            .getByRole('row', { name: /Amount differs/ })
            .first()
            .click();
          const drawer = page.getByRole('dialog', { name: 'Amount differs' });
          await drawer.getByRole('button', { name: 'Explain and close' }).click();
          const dialog = page.getByRole('dialog', { name: /^Explain and close/ });
          await dialog.getByText('Open → Resolved').waitFor();
          await dialog.getByLabel('Reason').fill('the bank keeps its charge');
          await fillStepUp(dialog, world.server, operator);
          await dialog.getByRole('button', { name: 'Explain and close' }).click();
          await dialog.waitFor({ state: 'detached' });
          const explained = `k.type = 'amount' AND k.act = 'dismiss' AND k.reason = 'the bank keeps its charge'`;
          await until('it is resolved', async () => (await differing(now, explained)) === 1);
        },
        `?channel_account_id=${now.account}&day=${now.day}&type=amount&state=open`,
      );

      const before = await paidBefore(world);
      const right = await statementOf(world, before, false);
      await world.on(
        operator,
        'admin.reconciliation',
        async (page, panel) => {
          const { importIt, row } = days(page, panel);
          await importIt(before, right);
          await row(before.day).getByRole('button', { name: 'More' }).click();
          await page.getByRole('menuitem', { name: 'Close the day' }).click();
          const dialog = page.getByRole('dialog', { name: 'Close the day' });
          await dialog.getByLabel('Reason').fill('all of it is there');
          await fillStepUp(dialog, world.server, operator);
          await dialog.getByRole('button', { name: 'Close the day' }).click();
          await dialog.waitFor({ state: 'detached' });
          await row(before.day).getByText('Closed', { exact: true }).waitFor();
        },
        `?part=days&channel_account_id=${before.account}`,
      );
      const closed = `SELECT count(*) AS n FROM reconciliation_day
        WHERE channel_account_id = $1 AND day = $2::date AND closed_at IS NOT NULL AND matched = lines AND open = 0`;
      expect(await world.numberIn(closed, [before.account, before.day])).toBe(1);
      await exportIt(world, 'admin.reconciliation');
    },
  };
};
