import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

export const administrationEffects = (world: World) => ({
  async 'admin.checkBalance'() {
    const runs = () => world.numberIn('SELECT count(*) AS n FROM proof_run WHERE passed');
    const before = await runs();
    await world.on('admin.chen', 'admin.checkBalance', async (_page, panel) => {
      await panel.getByRole('button', { name: 'Check now' }).first().click();
      await panel.getByText('Everything agrees').waitFor();
      await until('the proof is kept', async () => (await runs()) > before);
    });
  },
});
