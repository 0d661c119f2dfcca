import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

/** Orders of the present day that are no tests; of everybody, or of one senior agent. */
const ordersToday = `SELECT count(*) AS n FROM collection_order o JOIN app_user g ON g.id = o.agent_id
  WHERE NOT o.is_test AND business_day(o.created_at) = business_day(business_now()) AND ($1 = '' OR g.username = $1)`;

const shown = (count: number): string => count.toLocaleString('en-US');

export const wallEffects = (world: World) => ({
  async 'admin.wall'() {
    await world.on('admin.chen', 'admin.wall', async (page, panel) => {
      await panel.getByRole('heading', { name: 'Orders today' }).waitFor();
      await page.getByRole('button', { name: 'Full screen', exact: true }).click();
      const wall = page.locator('[data-full]');
      const today = wall.getByRole('region', { name: 'Orders today' }).locator('[data-figure]').first();
      // It comes in while somebody looks, and nobody has to touch anything.
      const order = await world.orderOf('shuibei', '00', { amount: '4321.00', method: 'qr' });
      await until('the wall counts what the database has', async () => {
        const counted = await world.numberIn(ordersToday, ['']);
        return counted > 0 && (await today.innerText()) === shown(counted);
      });
      const stream = wall.getByRole('region', { name: 'Order stream' });
      await stream.getByText('4,321', { exact: true }).first().waitFor();
      expect(
        await world.numberIn('SELECT count(*) AS n FROM collection_order WHERE id = $1', [bareId(order)]),
      ).toBe(1);
      await page.keyboard.press('Escape');
      await wall.waitFor({ state: 'detached' });
      // Every figure leads to its cause: the list has as many.
      await panel.getByRole('region', { name: 'Orders today' }).getByRole('link').first().click();
      await page.waitForURL(/#\/wrap\/collections\.transactions/);
    });
    // A senior agent counts his own tree alone.
    const [agent] = await world.database.query<{ username: string }>(
      `SELECT a.username FROM app_user u JOIN app_user a ON a.id = u.agent_id WHERE u.username = 'shuibei'`,
    );
    const username = agent?.username ?? '';
    await world.on(username, 'admin.wall', async (_page, panel) => {
      const today = panel.getByRole('region', { name: 'Orders today' }).locator('[data-figure]').first();
      await until('he counts his own', async () => {
        const own = await world.numberIn(ordersToday, [username]);
        return own > 0 && (await today.innerText()) === shown(own);
      });
      expect(await panel.getByRole('region', { name: 'Queues' }).count()).toBe(0);
    });
  },
});
