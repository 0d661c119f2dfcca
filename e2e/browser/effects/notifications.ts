import { enterAs } from '../../harness/back-office.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

export const notificationEffects = (world: World) => {
  const count = (condition: string, values: readonly unknown[]): Promise<number> =>
    world.numberIn(
      `SELECT count(*) AS n FROM notification n JOIN app_user u ON u.id = n.user_id WHERE u.username = $1 AND ${condition}`,
      values,
    );
  /** Of the news about one order: other orders may come to something at any time. */
  const unread = (username: string, no: string): Promise<number> =>
    count(`n.params ->> 'no' = $2 AND n.read_at IS NULL`, [username, no]);

  /** Another sum than asked for is news for the senior agent; answers the number of the order that it names. */
  async function newsFor(agent: string, merchant: string): Promise<string> {
    const { id } = await world.orderOf(merchant, '05');
    const [order] = await world.database.query<{ no: string }>(
      'SELECT order_no AS no FROM collection_order WHERE id = $1',
      [bareId({ id })],
    );
    const no = order?.no ?? '';
    await until('the mismatch is news', async () => (await unread(agent, no)) === 1);
    return no;
  }

  return {
    async 'notifications.all'() {
      const no = await newsFor('agent.hengxin', 'dianjing');
      await world.on('agent.hengxin', 'notifications.all', async (page, panel) => {
        await panel
          .getByRole('row', { name: new RegExp(no) })
          .getByRole('button', { name: 'More' })
          .click();
        await page.getByRole('menuitem', { name: 'Mark as read' }).click();
        await until('it is read', async () => (await unread('agent.hengxin', no)) === 0);
      });
    },

    async 'notifications.unread'() {
      await newsFor('agent.lanhai', 'yueguang');
      const newest = await world.numberIn('SELECT max(id) AS n FROM notification');
      await world.on('agent.lanhai', 'notifications.unread', async (_page, panel) => {
        await panel.getByRole('button', { name: 'Mark all as read' }).click();
        const left = 'n.id <= $2 AND n.read_at IS NULL';
        await until(
          'nothing that there was is unread',
          async () => (await count(left, ['agent.lanhai', newest])) === 0,
        );
      });
    },

    async 'notifications.readed'() {
      const no = await newsFor('agent.yitong', 'qingniao');
      const office = await enterAs(world.server.url, 'agent.yitong');
      await office.send('POST', '/users/notifications/markAsRead', { id: 'all' });
      await world.on('agent.yitong', 'notifications.readed', (_page, panel) =>
        panel.getByRole('row', { name: new RegExp(no) }).waitFor(),
      );
    },
  };
};
