import { expect } from 'vitest';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

export const dataCenterEffects = (world: World) => ({
  async 'index.stats4'() {
    // The month's statement of a merchant is sealed, and found by its number.
    const [own] = await world.database.query<{ id: string; name: string; day: string; n: string }>(
      `SELECT u.id::text, u.name, (business_day(business_now()) - 1)::text AS day, (
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
    const charged = `${(BigInt(fee) / 10_000n).toLocaleString('en-US')}.${String((BigInt(fee) % 10_000n) / 100n).padStart(2, '0')}`;
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
        await until('as many orders', async () => (await list.getByText(`${said} total`).count()) > 0);
        await page.goBack();
        // The rows are taken away as a file.
        const files = () =>
          world.numberIn(
            "SELECT count(*) AS n FROM export_job WHERE kind = 'index.stats' AND status = 'completed'",
          );
        const before = await files();
        await panel.getByRole('button', { name: 'Export' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
        await until('it is written', async () => (await files()) === before + 1);
      },
      `?customer_id=${id}&currency=TWD`,
    );
  },
});
