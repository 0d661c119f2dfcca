import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Merchant } from '../../harness/merchant.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

export const collectionEffects = (world: World) => ({
  async 'collections.transactions'() {
    const order = await world.orderOf('xingji', '00');
    await world.on(
      'xingji',
      'collections.transactions',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(order.order_no) });
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Reissue notice' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Reissue notice' }).click();
        await until('it came again', async () => (await world.shop.eventsOf(order.order_no)).length === 2);
      },
      `?numbers=${order.order_no}`,
    );
    const asked = await world.numberIn(
      `SELECT count(*) AS n FROM audit_log WHERE act = 'collections.transactions.reissue' AND object_id = $1`,
      [bareId(order)],
    );
    expect(asked).toBe(1);
  },
  async 'collections.create'() {
    await world.on('xingji', 'collections.create', async (page, panel) => {
      await panel.getByLabel('Amount').fill('318');
      await panel.getByLabel('Product name').fill('Oolong by hand');
      await panel.getByRole('button', { name: 'Create order' }).click();
      await panel.getByRole('img', { name: 'Scan to open the payment page' }).waitFor();
      const made = `SELECT count(*) AS n FROM collection_order WHERE source = 'manual' AND product_name = 'Oolong by hand'
                      AND order_amount = 3180000 AND status = 'pending' AND metadata->>'via' = 'create'`;
      expect(await world.numberIn(made)).toBe(1);
      const payer = await page.context().newPage();
      await payer.goto(
        (await panel.getByRole('link', { name: 'Open payment page' }).getAttribute('href')) ?? '',
      );
      await payer.getByText('Oolong by hand').waitFor();
      await payer.close();
      await panel.getByRole('button', { name: 'Another order' }).click();
      expect(await panel.getByLabel('Amount').inputValue()).toBe('');
    });
  },
  async counter() {
    const newest = `SELECT id AS n FROM collection_order WHERE metadata->>'via' = 'counter' AND order_amount = 2750000
                    ORDER BY id DESC LIMIT 1`;
    await world.on('xingji', 'counter', async (page, panel) => {
      await panel.getByLabel('Amount').fill('275');
      await panel
        .getByRole('radio', { name: /^QR payment/ })
        .first()
        .check();
      await panel.getByRole('button', { name: 'Collect' }).click();
      await panel.getByRole('img', { name: 'Scan to pay' }).waitFor();
      await new Merchant(world.server.url, world.server.account('xingji')).simulate(
        `col_${await world.numberIn(newest)}`,
        '00',
      );
      await panel.getByText('Success', { exact: false }).first().waitFor();
      await panel.getByText('1 of 1 orders paid').waitFor();
      await panel.getByRole('button', { name: 'Print receipt' }).click();
      for (const [paper, width] of [
        ['80 mm', 80],
        ['A4', 210],
      ] as const) {
        await page.getByRole('dialog').getByText(paper, { exact: true }).click();
        expect(await printed(page)).toEqual({ pages: 1, widthMm: width });
      }
    });
  },
});

/** How many pages the printer would get, and how wide they are. */
async function printed(page: Page): Promise<{ pages: number; widthMm: number }> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, points = ''] = /\/MediaBox \[0 0 ([\d.]+) /.exec(text) ?? [];
  return {
    pages: [...text.matchAll(/\/Type \/Page\b(?!s)/g)].length,
    widthMm: Math.round((Number(points) / 72) * 25.4),
  };
}
