import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { fillStepUp } from '../../harness/step-up.ts';
import type { World } from './world.ts';

const card = '40050060070080';

/** Withdrawals, from an account that the platform lets in to a transfer that it says it made; and every setting by its effect. */
export const withdrawalEffects = (world: World) => {
  const waiting = `SELECT count(*) AS n FROM withdraw_account WHERE deleted_at IS NULL AND alias = 'for the rent'`;
  const applied = (amount: number, status: string): Promise<number> =>
    world.numberIn('SELECT count(*) AS n FROM withdrawal WHERE amount = $1 AND status = $2', [
      amount * 10_000,
      status,
    ]);

  /** An account of the merchant, which the platform let in. */
  async function openAccount(): Promise<void> {
    if ((await world.numberIn(waiting)) > 0) return;
    await world.on('xingji', 'withdraws.apply', async (page, panel) => {
      await panel.getByRole('button', { name: 'Add an account' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Add an account' }).click();
      await dialog.getByText('Please fill in the complete data').waitFor();
      await dialog.getByLabel('Recipient name').fill('王小明');
      await dialog.getByRole('combobox', { name: 'Bank name' }).fill('004');
      await dialog.getByLabel('Bank card number').fill(card);
      await dialog.getByLabel('Alias').fill('for the rent');
      await dialog.getByRole('button', { name: 'Add an account' }).click();
      await panel
        .getByRole('row', { name: /for the rent/ })
        .getByText('Waiting')
        .waitFor();
    });
    await world.on(
      'admin.lin',
      'withdraws.setting',
      async (page, panel) => {
        await panel
          .getByRole('row', { name: /400500\*+0080/ })
          .getByRole('button', { name: 'Verify' })
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason').fill('the bank knows him');
        await fillStepUp(page, world.server, 'admin.lin');
        await dialog.getByRole('button', { name: 'Verify' }).click();
        const active = `${waiting} AND usable_from <= business_now()`;
        await until('the account is let in', async () => (await world.numberIn(active)) === 1);
      },
      '?part=accounts',
    );
  }

  /** Fills in the form of an application. */
  async function fillIn(page: Page, amount: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Withdrawal account').selectOption({ index: 1 });
    await dialog.getByLabel('Amount').fill(amount);
  }

  async function apply(amount: number): Promise<void> {
    await openAccount();
    await world.on('xingji', 'withdraws.apply', async (page, panel) => {
      await panel.getByRole('button', { name: 'Apply', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await fillIn(page, String(amount));
      await dialog.getByText('Arrives').waitFor();
      await fillStepUp(page, world.server, 'xingji');
      await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
      await until('the money is held', async () => (await applied(amount, 'pending')) === 1);
    });
  }

  /** What an application of the merchant says, without being sent. */
  async function refused(amount: string, sentence: string | RegExp): Promise<void> {
    await world.on('xingji', 'withdraws.apply', async (page, panel) => {
      await panel.getByRole('button', { name: 'Apply', exact: true }).click();
      await fillIn(page, amount);
      await page.getByRole('dialog').getByText(sentence).waitFor();
    });
  }

  return {
    async 'withdraws.apply'() {
      await openAccount();
      await refused('0', 'The number of withdrawals cannot be 0');
      await apply(101);
    },

    async 'withdraws.list'() {
      await apply(102);
      await world.on('admin.lin', 'withdraws.list', async (page, panel) => {
        const dialog = page.getByRole('dialog');
        const row = panel.getByRole('row', { name: /102\.00/ }).first();
        await row.getByRole('button', { name: 'Take' }).click();
        await dialog.getByRole('button', { name: 'Take' }).click();
        await until('it is taken', async () => (await applied(102, 'processing')) === 1);
        await row.getByRole('button', { name: 'Paid' }).click();
        await dialog.getByLabel('Third-party number').fill('EFFECT-102');
        await dialog.getByLabel('Reason').fill('wired at the counter');
        await fillStepUp(page, world.server, 'admin.lin');
        await dialog.getByRole('button', { name: 'Paid' }).click();
        const asked = `SELECT count(*) AS n FROM approval WHERE act = 'withdrawals.markPaid' AND state = 'waiting'`;
        await until('a second person is asked', async () => (await world.numberIn(asked)) === 1);
      });
      await world.on(
        'admin.lin',
        'withdraws.list',
        async (_page, panel) => panel.getByText('no data found').first().waitFor(),
        '?no=W9999999999',
      );
    },

    async 'withdraws.config'() {
      const set = (field: string, value: string): Promise<void> =>
        world.on('admin.lin', 'withdraws.config', async (page, panel) => {
          const row = panel.getByRole('row', { name: /Merchant.*TWD/ }).first();
          await row.getByRole('button', { name: 'Edit' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel(field).fill(value);
          await dialog.getByLabel('Reason').fill('as the bank asks');
          await fillStepUp(page, world.server, 'admin.lin');
          await dialog.getByRole('button', { name: 'Save' }).click();
          await dialog.waitFor({ state: 'detached' });
        });
      await openAccount();
      await set('Most at once', '50');
      await refused('51', /must be between/);
      await set('Most at once', '0');
      await apply(103);
    },

    async 'withdraws.fee'() {
      await openAccount();
      await world.on('admin.lin', 'withdraws.fee', async (page, panel) => {
        await panel.getByRole('button', { name: 'Add a fee' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Per item').first().fill('-7');
        await dialog.getByLabel('Reason').fill('the new price');
        await fillStepUp(page, world.server, 'admin.lin');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText('Please check the handling fee').waitFor();
        await dialog.getByLabel('Per item').first().fill('7');
        await fillStepUp(page, world.server, 'admin.lin');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await panel
          .getByRole('row', { name: /7\.0000/ })
          .first()
          .waitFor();
      });
      await refused('107', '100.0000');
    },

    async 'withdraws.setting'() {
      await openAccount();
      await world.on(
        'admin.lin',
        'withdraws.setting',
        async (page, panel) => {
          await panel.getByRole('button', { name: 'Set the rule' }).first().click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Least at once').fill('5000');
          await dialog.getByLabel('Reason').fill('he asked for it');
          await fillStepUp(page, world.server, 'admin.lin');
          await dialog.getByRole('button', { name: 'Save' }).click();
          const kept =
            'SELECT count(*) AS n FROM withdraw_rule WHERE owner_id IS NOT NULL AND min_amount = 50000000';
          await until('the rule is kept', async () => (await world.numberIn(kept)) === 1);
        },
        `?user_id=${world.server.account('xingji').customer_id}`,
      );
      await refused('4999', /must be between/);
    },
  };
};
