import { expect } from 'vitest';
import { BackOffice, enterAs, solveBotCheck } from '../../harness/back-office.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

export const auditEffects = (world: World) => {
  /** A merchant's order whose notice somebody sends again; answers the order's id. */
  async function reissued(merchant: string): Promise<string> {
    const order = await world.orderOf(merchant, '00');
    const office = await enterAs(world.server.url, merchant);
    await office.send(
      'POST',
      `/collection/transactions/${bareId(order)}/reissue`,
      {},
      {
        idempotencyKey: crypto.randomUUID(),
      },
    );
    return bareId(order);
  }

  return {
    async 'admin.operationLogs'() {
      const id = await reissued('xingji');
      await world.on(
        'admin.chen',
        'admin.operationLogs',
        async (page, panel) => {
          await panel.getByRole('row', { name: /Reissue notice/ }).waitFor();
          await panel.getByRole('button', { name: 'Verify the chain' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByRole('button', { name: 'Verify the chain' }).click();
          await dialog.getByText('The chain holds').first().waitFor();
        },
        `?object_kind=collection&object_id=${id}`,
      );
      // The dialog also shows how the last one ended while a new one runs.
      await until(
        'the verification has ended',
        async () =>
          (await world.numberIn('SELECT count(*) AS n FROM audit_proof WHERE finished_at IS NULL')) === 0,
      );
      const runs = await world.database.query<{ passed: boolean; head: string }>(
        'SELECT passed, head FROM audit_proof WHERE passed IS NOT NULL ORDER BY id DESC LIMIT 1',
      );
      expect(runs).toEqual([{ passed: true, head: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
      const young =
        "SELECT count(*) AS n FROM audit_log l WHERE l.object_id = $1 AND NOT EXISTS (SELECT FROM audit_seal s WHERE s.source = 'log' AND s.ids @> l.id)";
      await until(
        'the second after, all of it is sealed',
        async () => (await world.numberIn(young, [id])) === 0,
      );
    },

    async 'admin.loginlogs'() {
      const username = `ghost-${Date.now()}`;
      const office = new BackOffice(world.server.url);
      const captcha = await solveBotCheck(office);
      await office.send('POST', '/login', { username, password: 'not a password', captcha });
      expect(
        await world.numberIn('SELECT count(*) AS n FROM login_attempt WHERE username = $1', [username]),
      ).toBe(1);
      await world.on('admin.chen', 'admin.loginlogs', async (_page, panel) => {
        await panel.getByLabel('Username').fill(username);
        await panel.getByRole('button', { name: 'Search', exact: true }).click();
        await panel
          .getByRole('row', { name: new RegExp(username) })
          .getByText('No such user')
          .first()
          .waitFor();
      });
    },

    async 'admin.operationAnalysis'() {
      await reissued('dianjing');
      const counted = await world.numberIn(
        `SELECT count(*) AS n FROM audit_log l JOIN app_user u ON u.id = l.actor_id
         WHERE u.username = 'dianjing' AND l.act = 'collections.transactions.reissue'`,
      );
      expect(counted).toBeGreaterThan(0);
      await world.on('admin.chen', 'admin.operationAnalysis', async (page, panel) => {
        await panel.getByRole('button', { name: 'Columns' }).click();
        await page.getByText('All fields').click();
        const row = panel.getByRole('row', { name: /dianjing/ });
        await until('his reissues are counted', async () =>
          (await row.getByRole('cell').allInnerTexts()).includes(String(counted)),
        );
      });
    },
  };
};
