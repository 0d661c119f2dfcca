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
});
