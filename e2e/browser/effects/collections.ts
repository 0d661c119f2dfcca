import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

export const collectionEffects = (world: World) => ({
  async 'collections.transactions'() {
    const order = await world.orderOf('xingji', '00');
    await world.on(
      'xingji',
      'collections.transactions',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(order.order_no) });
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Reissue notice' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Reissue notice' }).click();
        await until('it came again', async () => (await world.shop.eventsOf(order.order_no)).length === 2);
      },
      `?numbers=${order.order_no}`,
    );
    const asked = await world.numberIn(
      `SELECT count(*) AS n FROM audit_log WHERE act = 'collections.transactions.reissue' AND object_id = $1`,
      [bareId(order)],
    );
    expect(asked).toBe(1);
  },
});
