import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Merchant } from '../../harness/merchant.ts';
import { forgetCollectionRules } from '../../harness/forget-collection-rules.ts';
import { fillStepUp } from '../../harness/step-up.ts';
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
    // An order that nobody pays is ended as unusual, its effect first.
    const unpaid = await new Merchant(world.server.url, world.server.account('xingji')).order({
      amount: '1850.00',
      method: 'qr',
    });
    await world.on(
      'admin.chen',
      'collections.transactions',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(unpaid.order_no) });
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Mark as abnormal' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('Not processed → Failed, order unusual').waitFor();
        await dialog.getByLabel('Reason').fill('the shop asked');
        await fillStepUp(page, world.server, 'admin.chen');
        await dialog.getByRole('button', { name: 'Mark as abnormal' }).click();
        const ended = "SELECT count(*) AS n FROM collection_order WHERE id = $1 AND status = 'abnormal'";
        await until('it has ended', async () => (await world.numberIn(ended, [bareId(unpaid)])) === 1);
      },
      `?numbers=${unpaid.order_no}`,
    );
  },
  async 'collections.setting'() {
    const account = world.server.account('yunduan');
    const merchant = new Merchant(world.server.url, account);
    const userId = await world.numberIn("SELECT id AS n FROM app_user WHERE username = 'yunduan'");
    const name = `陳測試${Date.now() % 1_000}`;
    const wire = async (): Promise<string> => {
      const { body, status } = await merchant.create({
        amount: '1500.00',
        method: 'bank_transfer',
        payer: { name },
      });
      return status < 300 ? 'made' : body.error.code;
    };
    // So many may wait at each receiving account, and where one is full another is tried.
    const mostAtOne = (): Promise<number> =>
      world.numberIn(
        `SELECT coalesce(max(w.waiting), 0) AS n FROM (
           SELECT count(*) AS waiting FROM collection_payer_name p JOIN collection_order o ON o.id = p.order_id
           WHERE o.customer_id = $1 AND o.real_name = $2 AND o.status = 'pending' GROUP BY p.channel_account_id) w`,
        [userId, name],
      );
    const wireUntilFull = async (): Promise<string | undefined> => {
      const said = [await wire()];
      while (said.at(-1) === 'made' && said.length < 20) said.push(await wire());
      return said.at(-1);
    };
    expect([await wireUntilFull(), await mostAtOne()]).toEqual(['duplicate_payer_name', 1]);
    const kept = `SELECT count(*) AS n FROM collection_setting WHERE owner_id = $1 AND same_name_count = 2 AND expires_in_s = 240
                  AND late_payment = 'abnormal' AND callback_delays_s = '{0,60}' AND hold_after_8h AND ring_new_orders
                  AND tolerance = 5500000`;
    await world.on(
      'admin.chen',
      'collections.setting',
      async (_page, panel) => {
        await panel.getByLabel('Orders of one name that may wait').fill('2');
        await panel.getByLabel(/^Order lifetime/).fill('240');
        await panel.getByLabel('Late payments').selectOption('abnormal');
        await panel.getByLabel('Amount tolerance').fill('5.5');
        await panel.getByLabel(/^Callback delays/).fill('0, 60');
        await panel.getByLabel(/^No automatic callback/).selectOption('yes');
        await panel.getByLabel('Sound for new collection orders').selectOption('yes');
        await panel.getByRole('button', { name: 'Save' }).click();
        await until('the rules are kept', async () => (await world.numberIn(kept, [userId])) === 1);
      },
      `?user_id=${userId}`,
    );
    expect([await wireUntilFull(), await mostAtOne()]).toEqual(['duplicate_payer_name', 2]);
    // The merchant's key is looked up anew each second.
    await until('orders wait as long as it says', async () => {
      const { created_at: from, expires_at: to } = await merchant.order({ amount: '1500.00', method: 'qr' });
      return Date.parse(to) - Date.parse(from) === 240_000;
    });
    await forgetCollectionRules(world.server.url, String(userId));
    // What somebody keeps to himself is given back to everybody.
    const order = await merchant.order({ amount: '1500.00', method: 'qr' });
    const lock = 'SELECT count(*) AS n FROM collection_lock WHERE order_id = $1';
    await world.on(
      'admin.lin',
      'collections.transactions',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(order.order_no) });
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Lock' }).click();
        await page.getByText('Locked for 3 minutes').waitFor();
        expect(await world.numberIn(lock, [bareId(order)])).toBe(1);
      },
      `?numbers=${order.order_no}`,
    );
    await world.on('admin.chen', 'collections.setting', async (page, panel) => {
      await panel.getByRole('button', { name: 'Unlock orders' }).click();
      await page.getByLabel('Reason').fill('made by a test');
      await fillStepUp(page, world.server, 'admin.chen');
      await page.getByRole('dialog').getByRole('button', { name: 'Unlock orders' }).click();
      await until('it is free', async () => (await world.numberIn(lock, [bareId(order)])) === 0);
    });
    // What his ways in have taken today counts anew.
    await world.database.query(
      "UPDATE customer_method SET daily_count = 1000 WHERE customer_id = $1 AND alias = 'qr'",
      [userId],
    );
    await merchant.order({ amount: '1500.00', method: 'qr' });
    const used = `SELECT coalesce(sum(u.count), 0) AS n FROM channel_usage u JOIN customer_method m ON m.id = u.method_id
                  WHERE m.customer_id = $1 AND u.day = business_day(business_now())`;
    await until('it is counted', async () => (await world.numberIn(used, [userId])) > 0);
    await world.on(
      'admin.chen',
      'collections.setting',
      async (page, panel) => {
        await panel.getByRole('button', { name: 'Clear card usage' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason').fill('made by a test');
        await fillStepUp(page, world.server, 'admin.chen');
        await dialog.getByRole('button', { name: 'Clear card usage' }).click();
        await until('it counts anew', async () => (await world.numberIn(used, [userId])) === 0);
      },
      `?user_id=${userId}`,
    );
    await world.database.query(
      "UPDATE customer_method SET daily_count = 0 WHERE customer_id = $1 AND alias = 'qr'",
      [userId],
    );
  },
  async 'collections.private'() {
    const order = await new Merchant(world.server.url, world.server.account('xingji')).order({
      amount: '1234.00',
      method: 'qr',
      payer: { name: '周測試', last5: '54321' },
    });
    const kept = `SELECT count(*) AS n FROM private_transfer WHERE last5 = '54321' AND amount = 12340000`;
    await world.on('xingji', 'collections.private', async (page, panel) => {
      await panel.getByRole('button', { name: 'Add transfer' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Real name').fill('周測試');
      await dialog.getByLabel('Last 5').fill('54321');
      await dialog.getByLabel('Amount (TWD)').fill('1234');
      await dialog.getByLabel('Paid at').fill(faceOf(order.created_at));
      await dialog.getByRole('button', { name: 'Check for duplicates' }).click();
      await dialog.getByText('1 look alike').waitFor();
      await dialog.getByText('(name, last 5, amount)', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Add transfer' }).click();
      await until('it is noted', async () => (await world.numberIn(kept)) === 1);
      await dialog.waitFor({ state: 'detached' });
      const row = panel.getByRole('row', { name: /54321/ });
      await row.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await until('it is gone', async () => (await world.numberIn(kept)) === 0);
    });
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

/** The clock face of the platform zone at an instant, as a field takes it. */
const faceOf = (instant: string): string =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 16);
