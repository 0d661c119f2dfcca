import { expect } from 'vitest';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

const maker = 'admin.lin';
const second = 'admin.chen';
const underpaid = '05';
const overpaid = '06';

/** Money that came and was not credited, and the orders that it is used for. */
export const claimEffects = (world: World) => {
  const receiptOf = async (id: string) => {
    const [row] = await world.database.query<{ no: string; left: string }>(
      'SELECT provider_ref AS no, (amount - taken)::text AS left FROM receipt WHERE order_id = $1 AND closed_at IS NULL',
      [id],
    );
    return row;
  };
  const aside = async (scenario: string) => {
    const order = await world.orderOf('xingji', scenario);
    const id = bareId(order);
    await until('the money lies aside', async () => (await receiptOf(id)) !== undefined);
    return { id, orderNo: order.order_no, receiptNo: (await receiptOf(id))?.no ?? '' };
  };
  const isCredited = (id: string, major: string) =>
    until('the order is credited', async () => {
      const query = `SELECT count(*) AS n FROM collection_order WHERE id = $1 AND status = 'success' AND actual_amount = $2`;
      return (await world.numberIn(query, [id, `${major}0000`])) === 1;
    });

  return {
    async claimOrder() {
      const short = await aside(underpaid);
      await world.on(
        maker,
        'claimOrder',
        async (page, panel) => {
          const row = panel.getByRole('row', { name: new RegExp(short.receiptNo) });
          await row.getByRole('button', { name: 'Claim' }).click();
          await page.getByText('Claimed for 3 minutes').waitFor();
          await row.getByRole('button', { name: 'More' }).click();
          await page.getByRole('menuitem', { name: 'Match to an order' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByText(/order amount does not match → Success$/).waitFor();
          await dialog.getByLabel('Reason').fill('the payer agrees');
          await fillStepUp(dialog, world.server, maker);
          await dialog.getByRole('button', { name: 'Match to an order' }).click();
          await isCredited(short.id, '1849');
        },
        `?no=${short.receiptNo}`,
      );
      expect(await receiptOf(short.id)).toBeUndefined();
      // What was paid too much goes back to its payer, and a second person agrees.
      const over = await aside(overpaid);
      await world.on(
        maker,
        'collections.transactions',
        async (page, panel) => {
          const row = panel.getByRole('row', { name: new RegExp(over.orderNo) });
          await row.getByRole('button', { name: 'More' }).click();
          await page.getByRole('menuitem', { name: 'Forced supply' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Amount really paid').fill('1850');
          await dialog.getByText(/→ Success$/).waitFor();
          await dialog.getByLabel('Reason').fill('paid one too much');
          await fillStepUp(dialog, world.server, maker);
          await dialog.getByRole('button', { name: 'Forced supply' }).click();
          await isCredited(over.id, '1850');
        },
        `?numbers=${over.orderNo}`,
      );
      expect((await receiptOf(over.id))?.left).toBe('10000');
      await world.on(
        maker,
        'claimOrder',
        async (page, panel) => {
          const row = panel.getByRole('row', { name: new RegExp(over.receiptNo) });
          await row.getByRole('button', { name: 'More' }).click();
          await page.getByRole('menuitem', { name: 'Sent back to the payer' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('The provider’s number of the payment back').fill(`BACK-${over.receiptNo}`);
          await dialog.getByLabel('Reason').fill('one too much');
          await fillStepUp(dialog, world.server, maker);
          await dialog.getByRole('button', { name: 'Sent back to the payer' }).click();
          await dialog.waitFor({ state: 'detached' });
        },
        `?no=${over.receiptNo}`,
      );
      // The second person finds it among what waits for him.
      await world.on(second, 'index.statistics', async (page, panel) => {
        const work = panel.locator('[data-kind="approval"]');
        await work.waitFor();
        if ((await work.getAttribute('open')) === null) await work.locator('summary').click();
        await work.getByRole('link', { name: over.receiptNo }).click();
        const approvals = page.locator('[id="panel-admin.approvals"]');
        await approvals
          .getByRole('row', { name: new RegExp(over.receiptNo) })
          .first()
          .getByRole('button', { name: 'Detail' })
          .click();
        await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
        await fillStepUp(page, world.server, second);
        await page.getByRole('button', { name: 'Approve' }).last().click();
        await page.getByText('Approved and carried out').waitFor();
      });
      expect(await receiptOf(over.id)).toBeUndefined();
    },
  };
};
