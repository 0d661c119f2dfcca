import { until } from '../../harness/until.ts';
import { fillStepUp } from '../../harness/step-up.ts';
import type { World } from './world.ts';

export const fundsEffects = (world: World) => ({
  async 'collections.deposit'() {
    await world.on('xingji', 'collections.deposit', async (page, panel) => {
      await panel.getByRole('button', { name: 'New deposit' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount').fill('4321');
      await dialog.getByLabel('Last 5 digits').fill('40917');
      await dialog.getByRole('button', { name: 'New deposit' }).click();
      await panel.getByRole('row', { name: /4,321\.00/ }).waitFor();
    });
    await world.on('admin.lin', 'collections.deposit', async (page, panel) => {
      const row = panel.getByRole('row', { name: /4,321\.00/ });
      await row.getByRole('button', { name: 'Credit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Fee').fill('21');
      await dialog.getByLabel('Reason').fill('seen on the statement');
      await fillStepUp(page, world.server, 'admin.lin');
      await dialog.getByRole('button', { name: 'Credit' }).click();
      const credited = `SELECT count(*) AS n FROM deposit WHERE amount = 43210000 AND fee = 210000 AND status = 'credited'`;
      await until('it is credited less its fee', async () => (await world.numberIn(credited)) === 1);
      await row.getByText('Credited').waitFor();
    });
  },
  async cashManagement3() {
    const income = `SELECT count(*) AS n FROM fund_move WHERE kind = 'transfer' AND change = 10000`;
    await world.on('agent.hengxin', 'cashManagement3', async (page, panel) => {
      await panel.getByRole('button', { name: 'Fee income to balance' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount').fill('1');
      await dialog.getByLabel('Reason').fill('the week is over');
      await fillStepUp(page, world.server, 'agent.hengxin');
      await dialog.getByRole('button', { name: 'Fee income to balance' }).click();
      await until('the income is moved', async () => (await world.numberIn(income)) === 1);
      await panel.getByText('Register', { exact: true }).click();
      await panel
        .getByRole('row', { name: /Fee income to balance/ })
        .first()
        .waitFor();
    });
  },
});
