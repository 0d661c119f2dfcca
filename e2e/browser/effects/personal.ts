import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

async function pick(dialog: Locator, label: string, username: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).fill(username);
  await dialog.getByRole('option', { name: username }).click();
}

export const personalEffects = (world: World) => ({
  /** A merchant rotates the secret of a key: two are live, and the new one is shown once. */
  async 'settings.personal'() {
    // One who pays nobody out: after a new secret the payouts of a merchant wait for a day.
    const account = world.server.account('yuandian');
    const rotated = () =>
      world.numberIn(
        `SELECT count(*) AS n FROM api_key k JOIN app_user u ON u.id = k.customer_id
         WHERE u.username = $1 AND k.previous_until > now()`,
        [account.username],
      );
    expect(await rotated()).toBe(0);
    await world.on(account.username, 'settings.personal', async (page, panel) => {
      // A key to payouts asks for a reason and for a second person.
      const collects = panel.getByRole('listitem').filter({ hasText: 'Scopes: Collect' });
      await collects.getByRole('button', { name: 'Rotate secret' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Rotate secret' });
      await fillStepUp(dialog, world.server, account.username);
      await dialog.getByRole('button', { name: 'Rotate secret' }).click();
      const told = page.getByRole('dialog', { name: 'Save the secret now' });
      await told.getByText(/^sk_(live|test)_[0-9a-f]{64}$/).waitFor();
      expect(await rotated()).toBe(1);
      await told.getByLabel('I have saved it').check();
      await told.getByRole('button', { name: 'Close' }).click();
      await panel
        .getByText(/^Old and new secret both work until/)
        .first()
        .waitFor();
      expect(await page.content()).not.toMatch(/sk_(live|test)_/);
    });
  },

  /** An administrator lets a manager see through the eyes of a merchant, and takes it back. */
  async 'settings.shadowUsers'() {
    const account = world.server.account('admin.chen');
    const grants = (state: string) =>
      world.numberIn(
        `SELECT count(*) AS n FROM shadow_grant g JOIN app_user a ON a.id = g.grantee_id
         JOIN app_user b ON b.id = g.target_id
         WHERE a.username = 'manager.new' AND b.username = 'zaojiao' AND ${state}`,
      );
    await world.on(
      account.username,
      'settings.shadowUsers',
      async (page, panel) => {
        await panel.getByRole('button', { name: 'New grant' }).first().click();
        const dialog = page.getByRole('dialog', { name: 'New grant' });
        await pick(dialog, 'Grantee', 'manager.new');
        await pick(dialog, 'May log in as', 'zaojiao');
        await dialog.getByLabel('Reason').fill('Looks after this merchant');
        await fillStepUp(dialog, world.server, account.username);
        await dialog.getByRole('button', { name: 'New grant' }).click();
        await panel.getByText('Looks after this merchant').waitFor();
        expect(await grants('g.revoked_at IS NULL')).toBe(1);
        await panel.getByRole('button', { name: 'Revoke' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
        await until('the grant is revoked', async () => (await grants('g.revoked_at IS NOT NULL')) === 1);
      },
      '?part=grants',
    );
  },
});
