import { expect } from 'vitest';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

/** One person of the platform records what the house bought or sold, and another agrees. */
async function houseExchange(
  world: World,
  side: 'Bought' | 'Sold',
  amount: string,
  price: string,
): Promise<void> {
  const before = await world.numberIn('SELECT count(*) AS n FROM house_exchange');
  const party = `Bank of ${side}`;
  await world.on(
    'admin.lin',
    'accounting.systemIncome',
    async (page, panel) => {
      await panel.getByRole('button', { name: 'Record an exchange' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Pair').selectOption('USDT/TWD');
      await dialog.getByText(side, { exact: true }).click();
      await dialog.getByLabel('Amount (USDT)').fill(amount);
      await dialog.getByLabel('Price (TWD)').fill(price);
      await dialog.getByLabel('Exchanged with').fill(party);
      await dialog.getByText('Exchange result').waitFor();
      await dialog.getByLabel('Reason').fill('so that it can be paid out');
      await fillStepUp(page, world.server, 'admin.lin');
      await dialog.getByRole('button', { name: 'Record an exchange' }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    '?part=exchanges',
  );
  const asked = `SELECT id AS n FROM approval WHERE act = 'income.exchange' AND state = 'waiting' ORDER BY id DESC LIMIT 1`;
  const id = await world.numberIn(asked);
  await world.on(
    'admin.chen',
    'admin.approvals',
    async (page) => {
      const shown = page.getByRole('dialog');
      await shown.getByText(party).first().waitFor();
      await shown.getByRole('button', { name: 'Approve' }).click();
      await fillStepUp(page, world.server, 'admin.chen');
      await page.getByRole('button', { name: 'Approve' }).last().click();
      await page.getByText('Approved and carried out').waitFor();
    },
    `?open=${id}`,
  );
  expect(await world.numberIn('SELECT count(*) AS n FROM house_exchange')).toBe(before + 1);
}

export const accountingEffects = (world: World) => ({
  async 'accounting.changelogs'() {
    const order = await world.orderOf('yueguang', '00');
    const [row] = await world.database.query<{ order_no: string; legs: string }>(
      `SELECT o.order_no, count(*) AS legs FROM posting p JOIN account a ON a.id = p.account_id
       JOIN collection_order o ON o.id = $1 AND a.owner_id = o.customer_id
       WHERE p.journal_id IN (SELECT j.id FROM journal j WHERE j.ref_id = $1) GROUP BY o.order_no`,
      [bareId(order)],
    );
    const orderNo = row?.order_no ?? '';
    await world.on('yueguang', 'accounting.changelogs', async (_page, panel) => {
      await panel.getByLabel('Order number').fill(orderNo);
      await panel.getByRole('button', { name: 'Search', exact: true }).click();
      const shown = panel.getByRole('row', { name: new RegExp(orderNo) });
      await until('every change is shown', async () => (await shown.count()) === Number(row?.legs));
    });
  },
  async 'accounting.report'() {
    // A figure of a day that was made leads to exactly the orders that it counts.
    const [top] = await world.database.query<{ day: string; merchant: string; channel: string; n: string }>(
      `SELECT r.day::text, u.name AS merchant, r.channel, r.count::text AS n FROM daily_report_row r
       JOIN app_user u ON u.id = r.customer_id
       WHERE r.channel <> '' AND r.count > 0 AND r.currency = 'TWD' AND NOT EXISTS (SELECT FROM daily_report_row o WHERE o.customer_id = r.customer_id
         AND o.day = r.day AND o.channel = r.channel AND o.currency = r.currency AND o.channel_id = r.channel_id AND o <> r)
       ORDER BY r.day DESC, r.count DESC LIMIT 1`,
    );
    const day = top?.day ?? '';
    await world.on(
      'admin.lin',
      'accounting.report',
      async (page, panel) => {
        const row = panel
          .getByRole('row')
          .filter({ hasText: top?.merchant ?? '' })
          .filter({ hasText: top?.channel ?? '' })
          .first();
        await row.getByRole('link').first().click();
        await page.waitForURL(/#\/wrap\/collections\.transactions/);
        const sums = page.getByRole('listitem').filter({ hasText: 'TWD' }).first();
        await until('the list has as many orders', async () =>
          (await sums.innerText()).includes(Number(top?.n).toLocaleString('en-US')),
        );
      },
      `?from=${day}&to=${day}`,
    );
  },
  async 'accounting.systemIncome'() {
    const [top] = await world.database.query<{ day: string; agent: string; minor: string; n: string }>(
      `SELECT n.day::text, u.name || ' · ' || u.id AS agent, n.credited AS minor, (
         SELECT count(DISTINCT l.journal_id) FROM income_legs(n.first_journal - 1, n.last_journal) l
         WHERE l.agent_id = n.agent_id AND l.currency = n.currency AND l.kind IN ('R400', 'A120')
           AND business_day(l.posted_at) = n.day) AS n
       FROM income_day_now n JOIN app_user u ON u.id = n.agent_id
       WHERE n.kind = 'R400' AND n.currency = 'TWD' ORDER BY n.day DESC, n.agent_id DESC LIMIT 1`,
    );
    const minor = BigInt(top?.minor ?? 0);
    const accrued = `${(minor / 10_000n).toLocaleString('en-US')}.${String(minor % 10_000n).padStart(4, '0')}`;
    await world.on('admin.lin', 'accounting.systemIncome', async (_page, panel) => {
      const day = panel
        .getByRole('row')
        .filter({ hasText: top?.day ?? '' })
        .filter({ hasText: top?.agent ?? '' })
        .filter({ hasText: 'TWD' });
      await day.getByRole('button', { name: 'Detail' }).click();
      // The figure leads to its journals: as many as there are, and their sum is the figure.
      await panel.getByRole('columnheader', { name: 'Event' }).waitFor();
      const sums = panel.getByRole('listitem').filter({ hasText: 'TWD' });
      await until('the sum is the figure', async () => {
        const said = await sums.first().innerText();
        return said.includes(accrued) && said.includes(BigInt(top?.n ?? 0).toLocaleString('en-US'));
      });
    });
    await houseExchange(world, 'Bought', '10', '320');
    await houseExchange(world, 'Sold', '10', '330');
    const brought = 'SELECT result AS n FROM house_exchange ORDER BY id DESC LIMIT 1';
    expect(await world.numberIn(brought)).toBe(100_000);
    const owing = `SELECT count(*) AS n FROM (SELECT 1 FROM income_day_now WHERE kind = 'A120' GROUP BY agent_id, currency
      HAVING sum(debited - credited) > 0) owed`;
    if ((await world.numberIn(owing)) === 0) return;
    const collected =
      'SELECT count(*) AS n FROM system_fee_collection WHERE amount = 10000 AND maker_id IS NOT NULL';
    await world.on('admin.lin', 'accounting.systemIncome', async (page, panel) => {
      await panel.getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('menuitem', { name: 'Collect' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount').fill('1');
      await dialog.getByLabel('Reason').fill('before the month is over');
      await fillStepUp(page, world.server, 'admin.lin');
      await dialog.getByRole('button', { name: 'Collect' }).click();
      await until('one of it is collected', async () => (await world.numberIn(collected)) === 1);
    });
  },
  async 'accounting.systemIncomewithdraws'() {
    const drawn = `SELECT count(*) AS n FROM income_drawing WHERE amount = 10000 AND payee = 'First Bank 0123456789'`;
    await world.on('admin.lin', 'accounting.systemIncomewithdraws', async (page, panel) => {
      await panel.getByRole('button', { name: 'Draw income' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Currency').selectOption('TWD');
      await dialog.getByLabel('Amount').fill('1');
      await dialog.getByLabel('Paid to').fill('First Bank 0123456789');
      await dialog.getByLabel('Reason').fill('the quarter is over');
      await fillStepUp(page, world.server, 'admin.lin');
      await dialog.getByRole('button', { name: 'Draw income' }).click();
      await dialog.waitFor({ state: 'detached' });
    });
    await world.on('admin.chen', 'admin.approvals', async (page, panel) => {
      const row = panel.getByRole('row', { name: /First Bank 0123456789/ }).first();
      await row.getByRole('button', { name: 'Detail' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await fillStepUp(page, world.server, 'admin.chen');
      await page.getByRole('button', { name: 'Approve' }).last().click();
      await page.getByText('Approved and carried out').waitFor();
      await until('the second person agreed', async () => (await world.numberIn(drawn)) === 1);
    });
  },
});
