import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

export const dataCenterEffects = (world: World) => ({
  async 'index.stats4'() {
    // The month's statement of a merchant is sealed, and found by its number.
    const [own] = await world.database.query<{ id: string; name: string; day: string; n: string }>(
      `SELECT u.id::text, u.name, (business_day(business_now()) - 2)::text AS day, (
         SELECT count(*) FROM statement s WHERE s.customer_id = u.id) AS n
       FROM app_user u WHERE u.username = 'shuibei'`,
    );
    await world.on('admin.lin', 'index.stats4', async (page, panel) => {
      await panel.getByText(/days made, up to|Nothing made yet/).waitFor();
      await panel.getByRole('button', { name: 'Sealed statements' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('combobox', { name: /Merchant/ }).fill(own?.name ?? '');
      await page
        .getByRole('option', { name: own?.name ?? '' })
        .first()
        .click();
      await drawer.getByLabel(/^Month or day/).fill(own?.day ?? '');
      await drawer.getByRole('button', { name: 'Seal' }).click();
      await drawer.getByRole('button', { name: 'JSON' }).first().waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        drawer.getByRole('button', { name: 'JSON' }).first().click(),
      ]);
      expect(download.suggestedFilename()).toContain(own?.id ?? '');
    });
    await until('it is kept', async () => {
      const query = 'SELECT count(*) AS n FROM statement WHERE customer_id = $1 AND period = $2';
      return (await world.numberIn(query, [own?.id, own?.day])) === 1;
    });
  },
  async 'index.stats2'() {
    // A merchant's day that is over says what its journals changed, it comes out, and its fees lead to their orders.
    const [own] = await world.database.query<{ name: string; day: string; fees: string }>(
      `SELECT u.name, m.day::text, m.fee::text AS fees FROM merchant_day_now m JOIN app_user u ON u.id = m.customer_id
       WHERE m.day < business_day(business_now()) AND m.event = 'collection.settle' AND m.currency = 'TWD'
       ORDER BY m.day DESC, m.fee DESC LIMIT 1`,
    );
    const minor = BigInt(own?.fees ?? 0);
    const fees = `${(minor / 10_000n).toLocaleString('en-US')}.${String((minor % 10_000n) / 100n).padStart(2, '0')}`;
    await world.on(
      'admin.lin',
      'index.stats2',
      async (page, panel) => {
        const row = panel
          .getByRole('row')
          .filter({ hasText: own?.name ?? '' })
          .first();
        await row.getByText('Comes out').waitFor();
        await row.getByRole('link', { name: fees }).first().click();
        await page.waitForURL(/#\/wrap\/collections\.transactions/);
        const sums = page.getByRole('listitem').filter({ hasText: 'TWD' }).first();
        await until('the list has the same fees', async () => (await sums.innerText()).includes(fees));
      },
      `?from=${own?.day}&to=${own?.day}`,
    );
  },
  async 'index.statistics'() {
    await world.orderOf('shuibei', '00');
    const deals = await world.numberIn(
      `SELECT coalesce(sum(d.created_count), 0) AS n FROM collection_day_now d JOIN app_user u ON u.id = d.customer_id
       WHERE u.username = 'shuibei' AND d.day = business_day(business_now())`,
    );
    expect(deals).toBeGreaterThan(0);
    await world.on('shuibei', 'index.statistics', async (_page, panel) => {
      const figures = panel.locator('dt', { hasText: 'Deals today' }).locator('xpath=..').locator('dd');
      await until('the tile says so', async () => (await figures.innerText()).startsWith(`${deals}\n`));
    });
    // What was paid with another amount waits there, and is settled where it stands.
    const order = await world.orderOf('shuibei', '05');
    const stands = (status: string) =>
      until(`it is ${status}`, async () => {
        const query = 'SELECT count(*) AS n FROM collection_order WHERE id = $1 AND status = $2';
        return (await world.numberIn(query, [bareId(order), status])) === 1;
      });
    await stands('amount_mismatch');
    const open =
      "SELECT count(*) AS n FROM receipt r JOIN collection_order o ON o.id = r.order_id WHERE r.closed_at IS NULL AND o.status = 'amount_mismatch' AND NOT o.is_test";
    let left = await world.numberIn(open);
    await world.on('admin.lin', 'index.statistics', async (page, panel) => {
      const work = panel.locator('[data-kind="amountMismatch"]');
      await work.waitFor();
      if ((await work.getAttribute('open')) === null) await work.locator('summary').click();
      for (; left > 0; left -= 1) {
        await until(
          'as many as there are',
          async () => (await work.locator('summary b').innerText()) === String(left),
        );
        await work.getByRole('button', { name: 'Forced supply' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText(/→ Success$/).waitFor();
        await dialog.getByLabel('Reason').fill('as it was paid');
        await fillStepUp(dialog, world.server, 'admin.lin');
        await dialog.getByRole('button', { name: 'Forced supply' }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      await work.waitFor({ state: 'detached' });
    });
    await stands('success');
    expect(await world.numberIn(open)).toBe(0);
  },
  async 'index.stats'() {
    await world.orderOf('shuibei', '00');
    const [today] = await world.database.query<{ id: string; n: string; fee: string }>(
      `SELECT u.id, count(*) FILTER (WHERE business_day(o.created_at) = t.day) AS n,
              coalesce(sum(o.fee) FILTER (WHERE o.status IN ('success', 'refund') AND business_day(o.completed_at) = t.day), 0) AS fee
       FROM collection_order o JOIN app_user u ON u.id = o.customer_id CROSS JOIN (SELECT business_day(business_now()) AS day) t
       WHERE u.username = 'shuibei' AND o.currency = 'TWD' AND NOT o.is_test GROUP BY u.id`,
    );
    const { id = '', n = '', fee = '0' } = today ?? {};
    expect(Number(n)).toBeGreaterThan(0);
    const said = Number(n).toLocaleString('en-US');
    const charged = exactFigureOf(fee);
    await world.on(
      'admin.lin',
      'index.stats',
      async (page, panel) => {
        const row = panel.getByRole('row').filter({ hasText: ` · ${id}` });
        await row.getByRole('link', { name: said, exact: true }).first().waitFor();
        // The fee leads to the orders that were charged it, and their sum is the fee.
        await row.getByRole('link', { name: charged, exact: true }).first().click();
        const list = page.locator('[id="panel-collections.transactions"]');
        await until('the sum is the figure', async () =>
          (await list.getByRole('listitem').filter({ hasText: 'TWD' }).first().innerText()).includes(charged),
        );
        await page.goBack();
        await row.getByRole('link', { name: said, exact: true }).first().click();
        await tellsAsMany(list, said);
        await page.goBack();
        await takeAway(world, page, panel, 'index.stats');
      },
      `?customer_id=${id}&currency=TWD`,
    );
  },
  async 'index.customers'() {
    await world.orderOf('shuibei', '00');
    const [merchant] = await world.database.query<{ id: string; balance: string }>(
      `SELECT u.id::text AS id, coalesce(sum(b.balance), 0)::text AS balance FROM app_user u
       LEFT JOIN account a ON a.owner_id = u.id AND a.kind IN ('L200', 'L201', 'L202') AND a.currency = 'TWD' AND a.book = 'main'
       LEFT JOIN balance b ON b.account_id = a.id WHERE u.username = 'shuibei' GROUP BY u.id`,
    );
    const { id = '', balance = '0' } = merchant ?? {};
    await world.on(
      'admin.lin',
      'index.customers',
      async (page, panel) => {
        const row = panel.getByRole('row').filter({ hasText: ` · ${id}` });
        await row
          .getByRole('link', { name: figureOf(balance), exact: true })
          .first()
          .waitFor();
        await takeAway(world, page, panel, 'index.customers');
        await row.getByRole('button', { name: 'Open' }).click();
        await page.waitForURL(new RegExp(`users\\.list\\?open=${id}`));
        await page.locator('[id="panel-users.list"]').waitFor();
      },
      `?customer_id=${id}&currency=TWD`,
    );
  },
  async 'index.agents'() {
    const [top] = await world.database.query<{ id: string; fee: string }>(
      `SELECT n.agent_id::text AS id, sum(n.credited - n.debited)::text AS fee FROM income_day_now n
       WHERE n.kind = 'R400' AND n.currency = 'TWD' AND n.agent_id <> 0 AND n.day > business_day(business_now()) - 7
       GROUP BY n.agent_id ORDER BY 2 DESC LIMIT 1`,
    );
    const { id = '' } = top ?? {};
    await world.on(
      'admin.lin',
      'index.agents',
      async (page, panel) => {
        const row = panel.getByRole('row').filter({ hasText: ` · ${id}` });
        await row.waitFor();
        const merchants = await world.numberIn(
          "SELECT count(*) AS n FROM app_user WHERE kind = 'customer' AND status = 'active' AND agent_id = $1",
          [id],
        );
        await row
          .getByRole('link', { name: String(merchants), exact: true })
          .first()
          .click();
        await page.locator('[id="panel-users.list"]').getByText(`${merchants} total`).waitFor();
        await page.goBack();
        await takeAway(world, page, panel, 'index.agents');
      },
      '?range=last7&currency=TWD',
    );
  },
  async 'index.general'() {
    const [pair] = await world.database.query<{ general: string; merchant: string; name: string }>(
      `SELECT g.id::text AS general, m.id::text AS merchant, m.name FROM app_user m JOIN app_user g ON g.agent_id = m.agent_id
       WHERE m.kind = 'customer' AND m.status = 'active' AND m.sub_agent_id IS NULL AND g.kind = 'subAgent' AND g.status = 'active'
       ORDER BY m.id DESC LIMIT 1`,
    );
    const { general = '', merchant = '', name = '' } = pair ?? {};
    const bound = () =>
      world.numberIn('SELECT count(*) AS n FROM app_user WHERE id = $1 AND sub_agent_id = $2', [
        merchant,
        general,
      ]);
    await world.on('admin.lin', 'index.general', async (page, panel) => {
      await takeAway(world, page, panel, 'index.general');
      const row = panel.getByRole('row').filter({ hasText: ` · ${general}` });
      await row.getByRole('button', { name: 'Bind merchants' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Merchant' }).fill(merchant);
      await page.getByRole('option').filter({ hasText: merchant }).click();
      await dialog.getByRole('button', { name: 'Bind', exact: true }).click();
      await until('he is bound', async () => (await bound()) === 1);
      await row.getByRole('button', { name: 'Bind merchants' }).click();
      await dialog.getByRole('button', { name: `Unbind ${name}` }).click();
      await until('he is let go', async () => (await bound()) === 0);
    });
  },
  async 'index.stats6'() {
    await world.orderOf('shuibei', '00');
    const [best] = await world.database.query<{ id: string; earned: string }>(
      `SELECT d.sub_agent_id::text AS id, sum(d.sub_agent_fee)::text AS earned FROM collection_channel_day_now d
       WHERE d.day > business_day(business_now()) - 7 AND d.currency = 'TWD' AND d.sub_agent_id <> 0
       GROUP BY d.sub_agent_id ORDER BY sum(d.actual_amount) DESC LIMIT 1`,
    );
    const { id = '', earned = '0' } = best ?? {};
    const commission = exactFigureOf(earned);
    await world.on(
      'admin.lin',
      'index.stats6',
      async (page, panel) => {
        const row = panel.getByRole('row').filter({ hasText: ` · ${id}` });
        // The commission leads to the turnover that it was credited by.
        await row.getByRole('link', { name: commission, exact: true }).first().click();
        const list = page.locator('[id="panel-accounting.changelogs"]');
        await until('the sum is the commission', async () =>
          (await list.getByRole('listitem').filter({ hasText: 'TWD' }).first().innerText()).includes(
            commission,
          ),
        );
        await page.goBack();
        await takeAway(world, page, panel, 'index.stats6');
      },
      '?group=subAgent&range=last7&currency=TWD',
    );
  },
  async 'index.stats3'() {
    await world.orderOf('shuibei', '00');
    const [hour] = await world.database.query<{ id: string; name: string; n: string; from: string }>(
      `SELECT u.id::text AS id, u.name, count(*)::text AS n,
              to_char(o.created_at AT TIME ZONE 'UTC' + interval '8 hours', 'HH24') AS from
       FROM collection_order o JOIN app_user u ON u.id = o.customer_id
       WHERE u.username = 'shuibei' AND o.currency = 'TWD' AND NOT o.is_test
         AND business_day(o.created_at) = business_day(business_now())
       GROUP BY u.id, u.name, 4 ORDER BY count(*) DESC LIMIT 1`,
    );
    const { from = '', id = '', n = '', name = '' } = hour ?? {};
    const said = Number(n).toLocaleString('en-US');
    await world.on(
      'admin.lin',
      'index.stats3',
      async (page, panel) => {
        await panel.getByRole('heading', { name: `${name} · ${id}` }).waitFor();
        const row = panel.getByRole('row').filter({ hasText: `${from}:00 – ${from}:59` });
        await row.getByRole('link', { name: said, exact: true }).first().click();
        const list = page.locator('[id="panel-collections.transactions"]');
        await tellsAsMany(list, said);
        await page.goBack();
        await takeAway(world, page, panel, 'index.stats3');
      },
      `?customer_id=${id}&currency=TWD`,
    );
  },
  async 'index.stats5'() {
    await world.orderOf('shuibei', '00');
    const [best] = await world.database.query<{ id: string; n: string; margin: string }>(
      `SELECT d.channel_account_id::text AS id, sum(d.created_count)::text AS n, sum(d.fee - d.endpoint_fee)::text AS margin
       FROM collection_channel_day_now d
       WHERE d.day > business_day(business_now()) - 7 AND d.currency = 'TWD' AND d.channel_account_id <> 0
       GROUP BY d.channel_account_id ORDER BY sum(d.created_amount) DESC LIMIT 1`,
    );
    const { id = '', margin = '0', n = '' } = best ?? {};
    const said = Number(n).toLocaleString('en-US');
    await world.on(
      'admin.lin',
      'index.stats5',
      async (page, panel) => {
        const row = panel.getByRole('row').filter({ hasText: ` · ${id}` });
        await row.getByText(exactFigureOf(margin), { exact: true }).first().waitFor();
        await row.getByRole('link', { name: said, exact: true }).first().click();
        const list = page.locator('[id="panel-collections.transactions"]');
        await tellsAsMany(list, said);
        await page.goBack();
        await takeAway(world, page, panel, 'index.stats5');
      },
      '?range=last7&currency=TWD',
    );
  },
  async 'index.encryption'() {
    await world.orderOf('pacific', '00', { amount: '60.00', currency: 'USDT', method: 'usdt' });
    const [busiest] = await world.database.query<{ id: string; n: string; paid: string }>(
      `SELECT d.channel_account_id::text AS id, sum(d.created_count)::text AS n, div(sum(d.actual_amount), 100)::text AS paid
       FROM collection_channel_day_now d
       WHERE d.day > business_day(business_now()) - 7 AND d.currency = 'USDT' AND d.channel_account_id <> 0
       GROUP BY d.channel_account_id ORDER BY sum(d.created_count) DESC LIMIT 1`,
    );
    const { id = '', n = '', paid = '0' } = busiest ?? {};
    expect(Number(n)).toBeGreaterThan(0);
    const said = Number(n).toLocaleString('en-US');
    await world.on(
      'admin.lin',
      'index.encryption',
      async (page, panel) => {
        await panel.getByRole('region', { name: 'Rates USDT / TWD' }).waitFor();
        const row = panel.getByRole('row').filter({ hasText: ` · ${id}` });
        await row
          .getByRole('link', { name: figureOf(paid), exact: true })
          .first()
          .waitFor();
        await row.getByRole('link', { name: said, exact: true }).first().click();
        const list = page.locator('[id="panel-collections.transactions"]');
        await tellsAsMany(list, said);
        await page.goBack();
        await takeAway(world, page, panel, 'index.encryption');
      },
      '?range=last7',
    );
  },
  async 'index.stats7'() {
    await world.orderOf('shuibei', '00');
    const [best] = await world.database.query<{ id: string; cost: string }>(
      `SELECT d.agent_id::text AS id, sum(d.endpoint_fee)::text AS cost FROM collection_channel_day_now d
       WHERE d.day > business_day(business_now()) - 7 AND d.currency = 'TWD' GROUP BY d.agent_id
       ORDER BY sum(d.fee) DESC LIMIT 1`,
    );
    const { id = '', cost = '0' } = best ?? {};
    const share = exactFigureOf(cost);
    await world.on(
      'admin.lin',
      'index.stats7',
      async (page, panel) => {
        await panel.getByRole('table', { name: 'Collections' }).waitFor();
        const row = panel.getByRole('row').filter({ hasText: ` · ${id}` });
        // What the end points cost is told again by the orders behind it.
        await row.getByRole('link', { name: share, exact: true }).first().click();
        const list = page.locator('[id="panel-collections.transactions"]');
        await until('the orders share as much out', async () =>
          (await list.getByRole('listitem').filter({ hasText: 'TWD' }).first().innerText())
            .replaceAll(/\s+/g, ' ')
            .includes(`End-point cost ${share}`),
        );
        await page.goBack();
        await takeAway(world, page, panel, 'index.stats7');
      },
      '?group=agent&range=last7&currency=TWD',
    );
  },
  async 'index.subagentPaymentFees'() {
    const [earned] = await world.database.query<{ order: string; commission: string }>(
      `SELECT c.order_no AS order, c.sub_agent_fee::text AS commission FROM payout_commission c
       WHERE c.currency = 'TWD' AND c.sub_agent_fee > 0 AND c.day > business_day(business_now()) - 7
       ORDER BY c.sub_agent_fee DESC, c.created_at DESC LIMIT 1`,
    );
    const { order = '', commission = '0' } = earned ?? {};
    await world.on(
      'admin.lin',
      'index.subagentPaymentFees',
      async (page, panel) => {
        await panel.getByRole('row').first().waitFor();
        if (order !== '') {
          const row = panel.getByRole('row').filter({ hasText: order });
          await row.getByRole('link', { name: exactFigureOf(commission), exact: true }).click();
          const list = page.locator('[id="panel-accounting.changelogs"]');
          await until('the sum is the commission', async () =>
            (await list.getByRole('listitem').filter({ hasText: 'TWD' }).first().innerText()).includes(
              exactFigureOf(commission),
            ),
          );
          await page.goBack();
        }
        await takeAway(world, page, panel, 'index.subagentPaymentFees');
      },
      '?group=payout&range=last7&currency=TWD',
    );
  },
  async 'index.payment'() {
    const [paid] = await world.database.query<{ n: string; amount: string }>(
      `SELECT coalesce(sum(d.ended_count), 0)::text AS n, coalesce(sum(d.ended_amount), 0)::text AS amount
       FROM payout_channel_day_now d
       WHERE d.status = 'paid' AND d.currency = 'TWD' AND d.day > business_day(business_now()) - 7`,
    );
    const amount = figureOf(paid?.amount ?? '0');
    await world.on(
      'admin.lin',
      'index.payment',
      async (page, panel) => {
        const row = panel.locator('tbody tr').filter({ hasText: /^Paid/ });
        await row.getByRole('link', { name: amount, exact: true }).last().click();
        const list = page.locator('[id="panel-payment.transactions"]');
        await until('the sum is the figure', async () =>
          (await list.getByRole('listitem').filter({ hasText: 'TWD' }).first().innerText()).includes(amount),
        );
        await page.goBack();
        await takeAway(world, page, panel, 'index.payment');
      },
      '?group=status&range=last7&currency=TWD',
    );
  },
});

/** Ledger units of four decimals as a screen shows amounts, cut to two. */
const figureOf = (minor: string): string => exactFigureOf(minor).slice(0, -2);

/** As a screen shows fees, shares and what they leave. */
function exactFigureOf(minor: string): string {
  const units = BigInt(minor);
  return `${(units / 10_000n).toLocaleString('en-US')}.${String(units % 10_000n).padStart(4, '0')}`;
}

/** The sums of a list say how many there are of its one currency. */
const tellsAsMany = (list: Locator, said: string): Promise<true> =>
  until('as many orders', async () => (await list.getByText(`Rows ${said}`, { exact: true }).count()) > 0);

/** The rows of a screen become a file. */
async function takeAway(world: World, page: Page, panel: Locator, kind: string): Promise<void> {
  const files = () =>
    world.numberIn("SELECT count(*) AS n FROM export_job WHERE kind = $1 AND status = 'completed'", [kind]);
  const before = await files();
  await panel.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  await until('it is written', async () => (await files()) === before + 1);
}
