import { expect } from 'vitest';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import { deskOf } from './payout-desk.ts';
import { choose } from './payouts.ts';
import type { World } from './world.ts';

const operator = 'admin.chen';

export const administrationEffects = (world: World) => ({
  async 'admin.collections'() {
    const order = await world.orderOf('xingji', '00');
    await openAtItsProvider(world, 'admin.collections', bareId(order), order.order_no);
    await exportIt(world, 'admin.collections');
  },
  async 'admin.payment'() {
    const payout = await (await deskOf(world)).place('1104.00');
    await world.on(
      operator,
      'admin.payment',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(payout.orderNo) });
        await choose(page, row, 'Let go');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason').fill('seen among all payouts');
        await fillStepUp(dialog, world.server, operator);
        await dialog.getByRole('button', { name: 'Let go', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      },
      `?numbers=${payout.orderNo}`,
    );
    await openAtItsProvider(world, 'admin.payment', payout.id, payout.orderNo);
    await exportIt(world, 'admin.payment');
  },
  async 'admin.checkBalance'() {
    const runs = () => world.numberIn('SELECT count(*) AS n FROM proof_run WHERE passed');
    const before = await runs();
    await world.on('admin.chen', 'admin.checkBalance', async (_page, panel) => {
      await panel.getByRole('button', { name: 'Check now' }).first().click();
      await panel.getByText('Everything agrees').waitFor();
      await until('the proof is kept', async () => (await runs()) > before);
    });
  },
});

type AllOrders = 'admin.collections' | 'admin.payment';

/** Another tenant's order, opened at what was said to and by its provider: as many exchanges as are kept of it. */
async function openAtItsProvider(world: World, screen: AllOrders, id: string, number: string): Promise<void> {
  const kept = (): Promise<number> =>
    world.numberIn('SELECT count(*) AS n FROM provider_log WHERE order_kind = $1 AND order_id = $2', [
      screen === 'admin.collections' ? 'collection' : 'payout',
      id,
    ]);
  await until('its provider was asked', async () => (await kept()) > 0);
  await world.on(
    operator,
    screen,
    async (page, panel) => {
      await panel.getByText(number).first().waitFor();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('Request records are limited to orders within 2 days').waitFor();
      const shown = drawer.getByRole('article');
      await until('every exchange is shown', async () => (await shown.count()) === (await kept()));
      await panel
        .getByTitle(/auto refresh/i)
        .first()
        .waitFor();
    },
    `?numbers=${number}&open=${id}`,
  );
}

async function exportIt(world: World, screen: AllOrders): Promise<void> {
  const made = `SELECT count(*) AS n FROM export_job j JOIN app_user u ON u.id = j.owner_id
    WHERE u.username = $1 AND j.kind = $2 AND j.status = 'completed' AND j.row_count > 0`;
  const before = await world.numberIn(made, [operator, screen]);
  await world.on(operator, screen, async (page, panel) => {
    await panel.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Rows: about \d/).waitFor();
    await dialog.getByText('CSV').click();
    await dialog.getByRole('button', { name: 'Start export' }).click();
    await page.getByRole('dialog', { name: 'Export finished' }).waitFor();
  });
  expect(await world.numberIn(made, [operator, screen])).toBe(before + 1);
}
