import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enterAs } from '../../harness/back-office.ts';
import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

export const userEffects = (world: World) => {
  /** One column of a user, by his user name. */
  async function columnOf(username: string, column: string): Promise<unknown> {
    const [row] = await world.database.query<{ value: unknown }>(
      `SELECT ${column} AS value FROM app_user WHERE username = $1`,
      [username],
    );
    return row?.value;
  }
  const becomes = (username: string, column: string, value: unknown) =>
    until(
      `${column} of ${username} is ${String(value)}`,
      async () => (await columnOf(username, column)) === value,
    );

  /** Opens the menu of a row and takes an act of it. */
  async function takeAct(page: Page, screen: string, username: string, act: string): Promise<void> {
    const row = page.locator(`[id="panel-${screen}"]`).getByRole('row', { name: new RegExp(username) });
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: act, exact: true }).click();
  }

  /** A sub-account of an owner that waits for its access. */
  async function pendingSub(owner: string, username: string): Promise<void> {
    const office = await enterAs(world.server.url, owner);
    const made = await office.send('POST', '/users/self/sub', { name: 'Newcomer', username });
    expect(made.code).toBe(0);
  }

  async function setAccess(page: Page, screen: string, username: string): Promise<void> {
    await page.locator(`[id="panel-${screen}"]`).getByText('set access first').first().waitFor();
    await takeAct(page, screen, username, 'Access');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await becomes(username, 'status', 'active');
  }

  return {
    async 'users.list'() {
      await world.on(
        'agent.hengxin',
        'users.list',
        async (page) => {
          await takeAct(page, 'users.list', 'shuibei', 'Edit user');
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Name').fill('A new name');
          await dialog.getByRole('button', { name: 'Save' }).click();
          await becomes('shuibei', 'name', 'A new name');
        },
        '?search=shuibei',
      );
    },

    async 'users.unList'() {
      const office = await enterAs(world.server.url, 'agent.hengxin');
      const id = await columnOf('yunduan', 'id::text');
      await office.send('POST', `/users/${String(id)}/status`, { event: 'disable', reason: 'a test' });
      await world.on('agent.hengxin', 'users.unList', async (page) => {
        await takeAct(page, 'users.unList', 'yunduan', 'Enable');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason').fill('all is well');
        await dialog.getByRole('button', { name: 'Enable' }).click();
        await becomes('yunduan', 'status', 'active');
      });
    },

    async 'users.manage'() {
      await world.on('admin.lin', 'users.manage', async (page) => {
        await takeAct(page, 'users.manage', 'manager.wu', 'Edit user');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Phone').fill('+886 912 345 678');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await becomes('manager.wu', 'phone', '+886 912 345 678');
      });
    },

    async 'users.subAcc'() {
      await world.on('xingji', 'users.subAcc', async (page, panel) => {
        await panel.getByRole('button', { name: 'New sub-account' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').first().fill('Clerk');
        await dialog.getByLabel('Username').fill('xingji.clerk');
        await dialog.getByRole('button', { name: 'Create the account' }).click();
        await becomes('xingji.clerk', 'status', 'pending');
        await dialog.getByRole('button', { name: 'Set access' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await becomes('xingji.clerk', 'status', 'active');
      });
    },

    async 'users.staffSubAcc'() {
      await pendingSub('agent.lanhai', 'lanhai.helper');
      await world.on('agent.lanhai', 'users.staffSubAcc', (page) =>
        setAccess(page, 'users.staffSubAcc', 'lanhai.helper'),
      );
    },

    async 'users.customerSubAcc'() {
      await pendingSub('hailan', 'hailan.helper');
      await world.on('agent.lanhai', 'users.customerSubAcc', (page) =>
        setAccess(page, 'users.customerSubAcc', 'hailan.helper'),
      );
    },

    async 'users.create.customer/accountMethod'() {
      const agentId = String(await columnOf('agent.yitong', 'id::text'));
      await world.on(
        'admin.lin',
        'users.create.customer/accountMethod',
        async (_page, panel) => {
          await panel.getByLabel('Name').first().fill('Fresh shop');
          await panel.getByLabel('Username').fill('fresh.shop');
          await panel.getByRole('combobox', { name: /^Senior agent/ }).fill(agentId);
          await panel.getByRole('button', { name: 'Create the account' }).click();
          await panel.getByText('Fresh shop has been created').waitFor();
        },
        '?kind=customer',
      );
      expect(await columnOf('fresh.shop', 'agent_id::text')).toBe(agentId);
      expect(await columnOf('fresh.shop', 'kind')).toBe('customer');
    },
  };
};
