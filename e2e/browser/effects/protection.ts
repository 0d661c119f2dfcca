import { expect } from 'vitest';
import { enterAs } from '../../harness/back-office.ts';
import { callFrom } from '../../harness/call-from.ts';
import { Merchant } from '../../harness/merchant.ts';
import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

export const protectionEffects = (world: World) => ({
  async 'settings.blockIPAddress'() {
    const { url } = world.server;
    const stranger = '127.0.0.2';
    const branding = async (): Promise<number> =>
      (JSON.parse((await callFrom(stranger, `${url}/api/branding`)).text) as { code: number }).code;
    expect(await branding()).toBe(0);
    await world.on('admin.chen', 'settings.blockIPAddress', async (page, panel) => {
      const open = (): Promise<void> =>
        panel.getByRole('button', { name: 'Block an address' }).first().click();
      const dialog = page.getByRole('dialog');
      await open();
      await dialog.getByLabel('Address or CIDR block').fill('127.0.0.1');
      await dialog.getByRole('button', { name: 'Block an address' }).click();
      await dialog.getByText('You cannot block your own IP').waitFor();
      await dialog.getByLabel('Address or CIDR block').fill(stranger);
      await dialog.getByLabel('Note').fill('scanner');
      await dialog.getByRole('button', { name: 'Block an address' }).click();
      await panel.getByRole('row', { name: /127\.0\.0\.2/ }).waitFor();
      expect(await branding()).toBe(20_403);
      expect((await callFrom(stranger, `${url}/pay/`)).status).toBe(403);
      const kept = `SELECT count(*) AS n FROM block_entry WHERE value = $1 AND note = 'scanner' AND hits > 0`;
      await until('the hits are counted', async () => (await world.numberIn(kept, [stranger])) === 1);
      await panel
        .getByRole('row', { name: /127\.0\.0\.2/ })
        .getByRole('button', { name: 'Unblock' })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
      await until('it is let in again', async () => (await branding()) === 0);
    });
  },

  async 'settings.blockLists'() {
    const merchant = new Merchant(world.server.url, world.server.account('xingji'));
    const order = () => merchant.create({ amount: '1850.00', method: 'qr', payer: { name: '黃 惡意' } });
    await world.on('admin.chen', 'settings.blockLists', async (page, panel) => {
      await panel.getByRole('button', { name: 'Add to the list' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Real name').fill('黄恶意');
      await dialog.getByRole('button', { name: 'Add to the list' }).click();
      await panel.getByRole('row', { name: /黄\*\*/ }).waitFor();
    });
    const refused = await order();
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'blacklisted' } } });
    const made = `SELECT count(*) AS n FROM collection_order WHERE real_name = '黃 惡意'`;
    expect(await world.numberIn(made)).toBe(0);
    const entry = `SELECT count(*) AS n FROM block_entry WHERE kind = 'name' AND shown = '黄**' AND value ~ '^[0-9a-f]{64}$'`;
    expect(await world.numberIn(entry)).toBe(1);
  },

  async 'settings.firewall'() {
    await world.on('admin.chen', 'settings.firewall', async (page, panel) => {
      await panel.getByRole('button', { name: 'New rule' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('sixty a minute');
      await dialog.getByLabel('Counted by').selectOption('user');
      // The example of the specification stands there: 60 calls in 60 seconds.
      await dialog.getByRole('button', { name: 'Save' }).click();
      const row = panel.getByRole('row', { name: /sixty a minute/ });
      await row.getByText('60 in 60 s').waitFor();

      const office = await enterAs(world.server.url, 'qingniao');
      const statuses: number[] = [];
      for (let n = 0; n < 61; n += 1) statuses.push((await office.send('GET', '/banks/TW')).status);
      expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
      expect(statuses[60]).toBe(429);
      const last = await office.send('GET', '/banks/TW');
      expect(last.message).toBe('too many requests in a short time, system temporarily locked');
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
      const counted = `SELECT max(n) AS n FROM firewall_count c JOIN firewall_rule r ON r.id = c.rule_id WHERE r.name = 'sixty a minute'`;
      expect(await world.numberIn(counted)).toBeGreaterThan(60);

      await row.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete rule' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
      await until('he may call again', async () => (await office.send('GET', '/banks/TW')).status === 200);
    });
  },
});
