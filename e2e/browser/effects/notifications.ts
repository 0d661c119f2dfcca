import { enterAs } from '../../harness/back-office.ts';
import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

export const notificationEffects = (world: World) => {
  const unreadOf = (username: string): Promise<number> =>
    world.numberIn(
      `SELECT count(*) AS n FROM notification n JOIN app_user u ON u.id = n.user_id
       WHERE u.username = $1 AND n.read_at IS NULL`,
      [username],
    );

  /** Another sum than asked for is news for the senior agent; answers what he is told. */
  async function newsFor(agent: string, merchant: string): Promise<string> {
    const before = await unreadOf(agent);
    await world.orderOf(merchant, '05');
    await until('the mismatch is news', async () => (await unreadOf(agent)) === before + 1);
    const office = await enterAs(world.server.url, agent);
    const { data } = await office.send('GET', '/users/notifications/unread');
    const [newest] = (data as { items: { data: { message: { content: string } } }[] }).items;
    return newest?.data.message.content ?? '';
  }

  return {
    async 'notifications.all'() {
      const content = await newsFor('agent.hengxin', 'dianjing');
      const before = await unreadOf('agent.hengxin');
      await world.on('agent.hengxin', 'notifications.all', async (page, panel) => {
        await panel.getByRole('row', { name: content }).getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Mark as read' }).click();
        await until('one is read', async () => (await unreadOf('agent.hengxin')) === before - 1);
      });
    },

    async 'notifications.unread'() {
      await newsFor('agent.lanhai', 'yueguang');
      await world.on('agent.lanhai', 'notifications.unread', async (_page, panel) => {
        await panel.getByRole('button', { name: 'Mark all as read' }).click();
        await until('nothing is unread', async () => (await unreadOf('agent.lanhai')) === 0);
      });
    },

    async 'notifications.readed'() {
      const content = await newsFor('agent.yitong', 'qingniao');
      const office = await enterAs(world.server.url, 'agent.yitong');
      await office.send('POST', '/users/notifications/markAsRead', { id: 'all' });
      await world.on('agent.yitong', 'notifications.readed', (_page, panel) =>
        panel.getByRole('row', { name: content }).waitFor(),
      );
    },
  };
};
