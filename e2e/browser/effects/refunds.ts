import type { Locator, Page } from 'playwright-core';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

const maker = 'admin.lin';
const second = 'admin.chen';
const revert = 'collections.revert';
const rates = 'settings.currency_rate';

export const refundEffects = (world: World) => {
  /** Chooses an act of a row, wherever it stands there; answers its dialog. */
  async function choose(page: Page, row: Locator, act: string): Promise<Locator> {
    const button = row.getByRole('button', { name: act, exact: true });
    await row.getByRole('button').first().waitFor();
    if ((await button.count()) > 0) await button.click();
    else {
      await row.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: act, exact: true }).click();
    }
    return page.getByRole('dialog');
  }
  /** Proves who does it, with why, and sends the dialog. */
  async function send(dialog: Locator, who: string, act: string): Promise<void> {
    await dialog.getByLabel('Reason').fill(`as the desk was told: ${act}`);
    await fillStepUp(dialog, world.server, who);
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  async function agree(label: RegExp): Promise<void> {
    await world.on(second, 'admin.approvals', async (page, panel) => {
      await panel.getByRole('row', { name: label }).first().getByRole('button', { name: 'Detail' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await fillStepUp(page, world.server, second);
      await page.getByRole('button', { name: 'Approve' }).last().click();
      await page.getByText('Approved and carried out').waitFor();
    });
  }

  return {
    async [revert]() {
      const paid = async () => {
        const order = await world.orderOf('xingji', '00');
        const [row] = await world.database.query<{ order_no: string }>(
          'SELECT order_no FROM collection_order WHERE id = $1',
          [bareId(order)],
        );
        return { id: bareId(order), no: row?.order_no ?? '' };
      };
      const stands = (id: string, status: string) =>
        until(`the refund stands at ${status}`, async () => {
          const query = 'SELECT count(*) AS n FROM refund WHERE order_id = $1 AND status = $2';
          return (await world.numberIn(query, [id, status])) === 1;
        });
      const ask = async (page: Page, panel: Locator, no: string) => {
        await panel.getByRole('button', { name: 'Refund', exact: true }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('System order no.').fill(no);
        await dialog.getByText('Can be refunded').waitFor();
        await send(dialog, maker, 'Refund');
      };
      const [whole, failing] = [await paid(), await paid()];
      await world.on(maker, revert, async (page, panel) => {
        for (const { id, no } of [whole, failing]) {
          await ask(page, panel, no);
          await stands(id, 'preparing');
          const row = panel.getByRole('row', { name: new RegExp(no) });
          await send(await choose(page, row, 'Send refund'), maker, 'Send refund');
          await stands(id, 'refunding');
        }
      });
      await world.on(second, revert, async (page, panel) => {
        const dialog = await choose(
          page,
          panel.getByRole('row', { name: new RegExp(whole.no) }),
          'Confirm as refunded',
        );
        await dialog.getByLabel('Third-party no.').fill(`RF-${whole.no}`);
        await send(dialog, second, 'Confirm as refunded');
        await stands(whole.id, 'success');
        const row = panel.getByRole('row', { name: new RegExp(failing.no) });
        await send(await choose(page, row, 'Mark as failed'), second, 'Mark as failed');
        await stands(failing.id, 'failed');
      });
      await world.on(maker, revert, async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(failing.no) });
        await send(await choose(page, row, 'Retry'), maker, 'Retry');
        await stands(failing.id, 'preparing');
      });
      await world.on(second, revert, async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(failing.no) });
        await send(await choose(page, row, 'Mark as failed'), second, 'Mark as failed');
        await stands(failing.id, 'failed');
        await send(await choose(page, row, 'Give up'), second, 'Give up');
        const again =
          "SELECT count(*) AS n FROM collection_order WHERE id = $1 AND status = 'success' AND refund_status IS NULL";
        await until(
          'the order is a success again',
          async () => (await world.numberIn(again, [failing.id])) === 1,
        );
      });
      await world.on(maker, revert, async (page, panel) => {
        await panel.getByRole('button', { name: 'Enter a charge-back' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('System order no.').fill(failing.no);
        await dialog.getByLabel('Third-party no.').fill(`CB-${failing.no}`);
        await send(dialog, maker, 'Enter a charge-back');
      });
      await agree(new RegExp(failing.no));
      const charged =
        "SELECT count(*) AS n FROM refund WHERE order_id = $1 AND kind = 'charge_back' AND status = 'success'";
      await until('it is charged back', async () => (await world.numberIn(charged, [failing.id])) === 1);
      await world.on(maker, revert, async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(`CB-${failing.no}`) });
        const dialog = await choose(page, row, 'Enter a won dispute');
        await dialog.getByLabel('Third-party no.').fill(`CW-${failing.no}`);
        await send(dialog, maker, 'Enter a won dispute');
      });
      await agree(new RegExp(`won charge-back.*${failing.no}|${failing.no}.*won charge-back`));
      const won = `SELECT count(*) AS n FROM refund r JOIN collection_order o ON o.id = r.order_id
        WHERE o.id = $1 AND r.won_ref IS NOT NULL AND o.status = 'success'`;
      await until('the dispute is won', async () => (await world.numberIn(won, [failing.id])) === 1);
    },
    async [rates]() {
      const count = (state: string) =>
        `SELECT count(*) AS n FROM exchange_rate WHERE base = 'USD' AND quote = 'CNY' AND agent_id IS NULL AND ${state}`;
      const set = (collection: string, from?: string) =>
        world.on(maker, rates, async (page, panel) => {
          await panel.getByRole('button', { name: 'Set a rate' }).first().click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Pair').selectOption('USD/CNY');
          await dialog.getByRole('textbox', { name: 'Collection rate' }).fill(collection);
          await dialog.getByRole('textbox', { name: 'Payment rate' }).fill('7.3');
          if (from !== undefined) await dialog.getByLabel('Valid from').fill(from);
          await send(dialog, maker, 'Set a rate');
        });
      await set('7.1');
      await agree(/USD\/CNY/);
      await until(
        'the rate is in force',
        async () => (await world.numberIn(count('valid_from <= business_now()'))) === 1,
      );
      await set('7.2', '2099-01-01T08:00');
      await agree(/USD\/CNY/);
      await world.on(maker, rates, async (page, panel) => {
        const row = panel.getByRole('row', { name: /To come.*USD\/CNY/ });
        await send(await choose(page, row, 'Withdraw'), maker, 'Withdraw');
        await until(
          'it is withdrawn',
          async () => (await world.numberIn(count('withdrawn_at IS NOT NULL'))) === 1,
        );
        await panel.getByRole('button', { name: 'Convert' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Amount').fill('100');
        await dialog.getByLabel('From').selectOption('USD');
        await dialog.getByLabel('To', { exact: true }).selectOption('CNY');
        await dialog.getByRole('button', { name: 'Convert' }).click();
        await dialog.getByText('710.0000 CNY, at 7.1').waitFor();
      });
    },
  } as const;
};
