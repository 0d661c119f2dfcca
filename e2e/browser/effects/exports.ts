import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

const orderNumber = /\bC\d{16}\b/;

export const exportEffects = (world: World) => ({
  async downloadPage() {
    const owner = 'shanhai';
    const last = (): Promise<{ id: string; status: string; file: string; row_count: string }[]> =>
      world.database.query(
        `SELECT j.id, j.status, j.file, j.row_count FROM export_job j JOIN app_user u ON u.id = j.owner_id
         WHERE u.username = $1 ORDER BY j.id DESC LIMIT 1`,
        [owner],
      );
    await world.orderOf(owner, '00');
    // What the demo begins with, for the platform and for a merchant.
    for (const username of ['admin.lin', 'yueguang']) {
      const demo = await world.numberIn(
        `SELECT count(*) AS n FROM export_job j JOIN app_user u ON u.id = j.owner_id
         WHERE u.username = $1 AND j.status = 'completed'`,
        [username],
      );
      expect(demo).toBeGreaterThan(0);
    }

    await world.on(owner, 'collections.transactions', async (page, panel) => {
      await panel.getByRole('button', { name: 'Export', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/^Rows: about \d/).waitFor();
      await dialog.getByText('CSV').click();
      await dialog.getByLabel('From').fill('2020-01-01');
      await dialog.getByText(/More than 7 days/).waitFor();
      expect(await dialog.getByRole('button', { name: 'Start export' }).isDisabled()).toBe(true);
      const until7 = await dialog.getByLabel('To').inputValue();
      await dialog.getByLabel('From').fill(daysBefore(until7, 6));
      await dialog.getByRole('button', { name: 'Start export' }).click();
      await page.getByRole('dialog', { name: 'Export finished' }).waitFor();
    });

    const [made] = await last();
    expect(made).toMatchObject({ status: 'completed' });
    await world.on(owner, 'downloadPage', async (page, panel) => {
      const row = panel.getByRole('row').filter({ hasText: 'Completed' }).first();
      const saved = page.waitForEvent('download');
      await row.getByRole('button', { name: 'Download', exact: true }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/^collections\.transactions-\d{8}\.csv$/);
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n')
        // Neither the head nor the totals.
        .filter((line) => orderNumber.test(line));
      const stored = await world.database.query<{ order_no: string }>(
        `SELECT o.order_no FROM export_job j
         JOIN collection_order o ON o.customer_id = j.owner_id
           AND o.created_at >= (j.filter ->> 'created_from')::timestamptz
           AND o.created_at < least((j.filter ->> 'created_to')::timestamptz, j.created_at)
         WHERE j.id = $1 ORDER BY o.created_at DESC, o.id DESC`,
        [made?.id],
      );
      expect(lines.map((line) => orderNumber.exec(line)?.[0])).toEqual(stored.map((order) => order.order_no));
      expect(lines.length).toBe(Number(made?.row_count));

      await row.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await until('it is out of the list', async () => {
        const kept = await world.numberIn(
          'SELECT count(*) AS n FROM export_job WHERE id = $1 AND removed_at IS NULL',
          [made?.id],
        );
        return kept === 0;
      });
    });
  },
});

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
