import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

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
});
