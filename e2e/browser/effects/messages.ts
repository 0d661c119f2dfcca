import { deflateSync, crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { enterAs } from '../../harness/back-office.ts';
import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

/** A plain grey PNG of one size. */
function pngOf(side: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc((side + 1) * side, 0x60));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const messageEffects = (world: World) => ({
  async 'admin.pushSystemMsg'() {
    const title = `Maintenance <i>${Date.now()}</i>`;
    await world.on('qingniao', 'index.statistics', async (reader) => {
      await reader.getByTitle('Live', { exact: true }).waitFor();
      await world.on('admin.chen', 'admin.pushSystemMsg', async (page, panel) => {
        await panel.getByRole('button', { name: 'New message' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Title').fill(title);
        await dialog.getByLabel('Content').fill('From 02:00\nuntil 03:00');
        await dialog.getByLabel('Everybody').uncheck();
        await dialog.getByLabel('Additional users').fill('qingniao');
        await dialog.getByRole('button', { name: 'Send to 1' }).click();
        // The second browser hears it live, as the text it is.
        await reader.getByText(title, { exact: true }).first().waitFor();
        await panel
          .getByRole('row', { name: /0 \/ 1/ })
          .first()
          .waitFor();
      });
      const office = await enterAs(world.server.url, 'qingniao');
      await office.send('POST', '/users/notifications/markAsRead', { id: 'all' });
    });
    const read = `SELECT count(*) AS n FROM notification n JOIN broadcast b ON b.id = n.broadcast_id
                  WHERE b.title = $1 AND n.read_at IS NOT NULL`;
    await until('it was read', async () => (await world.numberIn(read, [title])) === 1);
  },

  async 'settings.oem'() {
    const name = `Heng ${String(Date.now()).slice(-6)}`;
    await world.on('agent.hengxin', 'settings.oem', async (page, panel) => {
      await panel.getByLabel('Name').fill(name);
      const file = {
        name: 'logo.svg',
        mimeType: 'image/png',
        buffer: Buffer.from('<svg onload="alert(1)"/>'),
      };
      await panel.getByLabel('Logo', { exact: true }).setInputFiles(file);
      await panel.getByRole('alert').waitFor();
      await panel
        .getByLabel('Logo', { exact: true })
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(48) });
      await panel.locator('form img').waitFor();
      await panel.getByRole('button', { name: 'Save' }).click();
      // The bar and the title of the page bear the new name at once.
      await page.getByRole('banner').getByText(name).waitFor();
      await until('the title follows', async () => (await page.title()) === name);
    });
    const saved = `SELECT count(*) AS n FROM branding b JOIN app_user u ON u.id = b.agent_id
                   JOIN branding_logo l ON b.logo = '/api/branding/logo/' || l.hash
                   WHERE u.username = 'agent.hengxin' AND b.app_name = $1`;
    expect(await world.numberIn(saved, [name])).toBe(1);
  },
});
