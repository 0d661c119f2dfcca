import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
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
  },
});
