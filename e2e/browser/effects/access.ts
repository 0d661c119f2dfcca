import { getRole, roles, updateRole } from '@suanpan/contract/endpoints/roles';
import { enterAs } from '../../harness/back-office.ts';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

export const accessEffects = (world: World) => ({
  async 'admin.approvals'() {
    const maker = await enterAs(world.server.url, 'admin.chen');
    const [role] = (await maker.call(roles, { search: '' })).items.filter(({ owner }) => owner === null);
    if (role === undefined) throw new Error('The platform has no role');
    const { name, updated_at: version } = await maker.call(getRole, { id: role.role_id });
    const permissions = [...role.permissions, 'index.encryption.get'];
    const change = { id: role.role_id, name, permissions, version, reason: 'covers for a colleague' };
    await maker.call(updateRole, change);
    await world.on('admin.lin', 'admin.approvals', async (page, panel) => {
      const badge = page.getByRole('link', { name: /^Approvals/ }).locator('b');
      await badge.waitFor();
      await panel
        .getByRole('row', { name: /covers for a colleague/ })
        .getByRole('button', { name: 'Detail' })
        .click();
      await page.getByText('covers for a colleague').last().waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await fillStepUp(page, world.server, 'admin.lin');
      await page.getByRole('button', { name: 'Approve' }).last().click();
      await page.getByText('Approved and carried out').waitFor();
      const holds = `SELECT count(*) AS n FROM role WHERE id = $1 AND 'index.encryption.get' = ANY (permissions)`;
      await until('the role holds it', async () => (await world.numberIn(holds, [role.role_id])) === 1);
    });
    const now = (await maker.call(getRole, { id: role.role_id })).updated_at;
    const mistake = {
      ...change,
      permissions: [...permissions, 'index.general.get'],
      version: now,
      reason: 'sent by mistake',
    };
    await maker.call(updateRole, mistake);
    await world.on('admin.chen', 'admin.approvals', async (page, panel) => {
      const row = panel.getByRole('row', { name: /sent by mistake/ });
      await row.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      const taken = `SELECT count(*) AS n FROM approval WHERE reason = 'sent by mistake' AND state = 'withdrawn'`;
      await until('it is taken back', async () => (await world.numberIn(taken)) === 1);
      // What was closed today stays in sight.
      await row.getByText('Withdrawn').waitFor();
    });
    await world.on(
      'admin.chen',
      'admin.approvals',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: /TWD All acts/ }).first();
        await row.getByRole('button', { name: 'Edit' }).click();
        await page.getByLabel('Threshold (TWD)').fill('60000');
        await page.getByLabel('Reason').fill('a quiet month');
        await fillStepUp(page, world.server, 'admin.chen');
        await page.getByRole('dialog').getByRole('button', { name: 'Change threshold' }).click();
        await page.getByText('Sent; it waits for a second person').waitFor();
        const waits = `SELECT count(*) AS n FROM approval WHERE act = 'approvals.changeThreshold' AND state = 'waiting'`;
        await until('a second person is asked', async () => (await world.numberIn(waits)) === 1);
      },
      '?part=policy',
    );
  },
  async 'settings.roles'() {
    const held = `SELECT count(*) AS n FROM role WHERE name = 'Night shift' AND permissions @> '{settings.roles.get,settings.roles.create}'`;
    await world.on('admin.chen', 'settings.roles', async (page, panel) => {
      await panel.getByRole('button', { name: 'New role' }).first().click();
      await page.getByRole('dialog').getByLabel('Role name').fill('Night shift');
      await page.getByLabel('Search permissions').fill('settings.roles.create');
      await page.getByTitle('settings.roles.create', { exact: true }).getByRole('checkbox').check();
      await page.getByText('2 added, 0 removed').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await panel.getByRole('row', { name: /Night shift/ }).waitFor();
      await until('the role stands', async () => (await world.numberIn(held)) === 1);
      const row = panel.getByRole('row', { name: /Night shift/ });
      await row.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete role' }).click();
      await page.getByLabel('Type Night shift to confirm').fill('Night shift');
      await page.getByRole('button', { name: 'Delete role' }).click();
      await until('the role is gone', async () => (await world.numberIn(held)) === 0);
    });
  },

  async 'settings.manager'() {
    const waiting = `SELECT count(*) AS n FROM approval
      WHERE act = 'managers.create' AND payload ->> 'username' = 'manager.sun' AND state = 'waiting'`;
    await world.on('admin.chen', 'settings.manager', async (page, panel) => {
      await panel.getByRole('button', { name: 'New manager' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Username').fill('manager.sun');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Sun');
      await dialog.getByLabel('Reason').fill('the office grows');
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await page.getByText('Sent; it waits for a second person').waitFor();
      await until('a second person is asked', async () => (await world.numberIn(waiting)) === 1);
    });
  },
  async authority() {
    const has = `SELECT count(*) AS n FROM app_user WHERE username = 'manager.wu' AND 'index.agents.get' = ANY (permissions)`;
    const own = `SELECT cardinality(permissions) AS n FROM app_user WHERE username = 'manager.wu'`;
    await world.on('admin.chen', 'authority', async (page, panel) => {
      const row = panel.getByRole('row', { name: /manager\.wu/ });
      await row.getByRole('button', { name: 'Detail' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('Own permissions').click();
      await drawer.getByTitle('index.agents.get', { exact: true }).getByRole('checkbox').uncheck();
      await drawer.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved; effective from the next request').waitFor();
      await until('he has the rest', async () => (await world.numberIn(own)) > 100);
      await until('he has it no longer', async () => (await world.numberIn(has)) === 0);
    });
  },
  async subAuthority() {
    const has = `SELECT count(*) AS n FROM app_user WHERE username = 'staff.yitong' AND 'index.customers.get' = ANY (permissions)`;
    await world.on(
      'agent.yitong',
      'subAuthority',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: /staff\.yitong/ });
        await row.getByRole('button', { name: 'Detail' }).click();
        const drawer = page.getByRole('dialog');
        await drawer.getByText('Own permissions').click();
        await drawer.getByLabel('Search permissions').fill('index.customers.get');
        await drawer.getByTitle('index.customers.get', { exact: true }).getByRole('checkbox').check();
        await drawer.getByRole('button', { name: 'Save' }).click();
        await until('the sub-account has it', async () => (await world.numberIn(has)) === 1);
      },
      '?self=1',
    );
  },
});
