import { getRole, roles, updateRole } from '@suanpan/contract/endpoints/roles';
import { codeOf, enterAs } from '../../harness/back-office.ts';
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
      await panel.getByText(name).first().click();
      await page.getByText('covers for a colleague').last().waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      const account = world.server.account('admin.lin');
      await page.getByLabel('Payment password').fill(account.payment_password ?? '');
      await page.getByLabel('Two-factor code').fill(codeOf(account));
      await page.getByRole('button', { name: 'Approve' }).last().click();
      await page.getByText('Approved and carried out').waitFor();
      const holds = `SELECT count(*) AS n FROM role WHERE id = $1 AND 'index.encryption.get' = ANY (permissions)`;
      await until('the role holds it', async () => (await world.numberIn(holds, [role.role_id])) === 1);
    });
  },
});
