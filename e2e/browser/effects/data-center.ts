import { expect } from 'vitest';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

export const dataCenterEffects = (world: World) => ({
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
