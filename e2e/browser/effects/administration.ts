import { stat } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { enterAs } from '../../harness/back-office.ts';
import { Merchant } from '../../harness/merchant.ts';
import { SandboxBank } from '../../harness/sandbox-bank.ts';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import { deskOf } from './payout-desk.ts';
import { choose } from './payouts.ts';
import type { World } from './world.ts';

const operator = 'admin.chen';

export const administrationEffects = (world: World) => ({
  async 'admin.collections'() {
    const order = await world.orderOf('xingji', '00');
    await openAtItsProvider(world, 'admin.collections', bareId(order), order.order_no);
    await exportIt(world, 'admin.collections');
  },
  async 'admin.log'() {
    const order = await world.orderOf('xingji', '00');
    const written =
      "SELECT count(*) AS n FROM request_log WHERE merchant_order_no = $1 AND outcome = 'accepted'";
    await until(
      'the call is written down',
      async () => (await world.numberIn(written, [order.order_no])) > 0,
    );
    await world.on(operator, 'admin.log', async (page, panel) => {
      await panel.getByLabel('Order no.').fill(order.order_no);
      await panel.getByRole('button', { name: 'Search', exact: true }).click();
      await panel
        .getByRole('row', { name: /Us → provider/ })
        .first()
        .waitFor();
      await panel
        .getByRole('row', { name: /POST \/api\/v2\/collections/ })
        .first()
        .getByRole('button', { name: 'Detail' })
        .click();
      await page.getByText('Names, accounts and keys are masked').waitFor();
    });
    await exportIt(world, 'admin.log');
  },
  async 'admin.payment'() {
    const payout = await (await deskOf(world)).place('1104.00');
    await world.on(
      operator,
      'admin.payment',
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(payout.orderNo) });
        await choose(page, row, 'Let go');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason').fill('seen among all payouts');
        await fillStepUp(dialog, world.server, operator);
        await dialog.getByRole('button', { name: 'Let go', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      },
      `?numbers=${payout.orderNo}`,
    );
    await openAtItsProvider(world, 'admin.payment', payout.id, payout.orderNo);
    await exportIt(world, 'admin.payment');
  },
  async 'admin.checkBalance'() {
    const runs = () => world.numberIn('SELECT count(*) AS n FROM proof_run WHERE passed');
    const before = await runs();
    await world.on('admin.chen', 'admin.checkBalance', async (_page, panel) => {
      await panel.getByRole('button', { name: 'Check now' }).first().click();
      await panel.getByText('Everything agrees').waitFor();
      await until('the proof is kept', async () => (await runs()) > before);
    });
  },

  async 'admin.operate'() {
    const merchant = new Merchant(world.server.url, world.server.account('xingji'));
    const office = await enterAs(world.server.url, 'xingji');
    const desk = await deskOf(world);
    const prove = async (dialog: Locator, button: string): Promise<void> => {
      await dialog.getByLabel('Reason').fill('as the night goes');
      await fillStepUp(dialog, world.server, operator);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const pauses = (what: string) =>
      world.numberIn('SELECT count(*) AS n FROM money_pause WHERE direction = $1', [what]);
    const sent = (id: string) =>
      world.numberIn('SELECT count(*) AS n FROM payout_attempt WHERE order_id = $1', [id]);
    const pause = async (page: Page, panel: Locator, what: 'Collections' | 'Payouts') => {
      await panel.getByRole('button', { name: 'Pause', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Pause' });
      await dialog.getByLabel('Direction').selectOption({ label: what });
      await prove(dialog, 'Pause');
    };
    const lift = async (page: Page, panel: Locator) => {
      await panel.getByRole('button', { name: 'Lift', exact: true }).click();
      await prove(page.getByRole('dialog', { name: 'Lift' }), 'Lift');
    };

    const underWay = await merchant.order({ amount: '1850.00', method: 'qr' });
    await world.on(operator, 'admin.operate', async (page, panel) => {
      await panel.getByText('Nothing is paused').waitFor();
      await pause(page, panel, 'Payouts');
      await until('payouts stand still', async () => (await pauses('payout')) === 1);
      const held = await desk.place('1104.00', true);
      await lift(page, panel);
      await until('they go on', async () => (await pauses('payout')) === 0);
      await until('what waited is sent', async () => (await sent(held.id)) === 1);

      await pause(page, panel, 'Collections');
      const refused = await merchant.create({ amount: '1850.00', method: 'qr' });
      expect([refused.status, refused.body.error.message]).toEqual([422, 'Collections are paused']);
      await lift(page, panel);
      await until('collections go on', async () => (await pauses('collection')) === 0);
      await merchant.order({ amount: '1850.00', method: 'qr' });

      await panel.getByRole('button', { name: 'Plan maintenance' }).click();
      const dialog = page.getByRole('dialog', { name: 'Maintenance' });
      for (const [language, text] of [
        ['繁體中文', '升級資料庫'],
        ['简体中文', '升级数据库'],
        ['English', 'Upgrading the database'],
      ] as const) {
        await dialog.getByLabel(`Notice · ${language}`).fill(text);
      }
      await prove(dialog, 'Maintenance');
      await page.getByRole('status').getByText('Upgrading the database').first().waitFor();
      const shut = await merchant.create({ amount: '1850.00', method: 'qr' });
      expect([shut.status, shut.body.error.code, shut.headers.get('retry-after')]).toEqual([
        503,
        'service_unavailable',
        '300',
      ]);
      expect(await office.send('GET', '/users/notifications')).toMatchObject({
        code: 20_503,
        message: 'Under maintenance: Upgrading the database',
      });
      expect(await office.send('GET', '/users/self')).toMatchObject({ code: 0 });
      // What is under way arrives, and its merchant hears of it.
      const [charge] = await world.database.query<{ no: string }>(
        'SELECT provider_order_no AS no FROM collection_order WHERE merchant_order_no = $1',
        [underWay.order_no],
      );
      await new SandboxBank(world.server.url).play(charge?.no ?? '', '00');
      await world.shop.accepted(underWay.order_no, 'collection.succeeded');

      await panel.getByRole('button', { name: 'End maintenance' }).click();
      await prove(page.getByRole('dialog', { name: 'End maintenance' }), 'End maintenance');
      await until(
        'the house is open',
        async () => (await merchant.create({ amount: '1850.00', method: 'qr' })).status === 201,
      );

      const alerts = panel.getByRole('region', { name: 'Alerts' });
      const rule = `Few callbacks ${Date.now()}`;
      await alerts.getByRole('button', { name: 'New alert' }).click();
      const alert = page.getByRole('dialog', { name: 'New alert' });
      await alert.getByLabel('Name').fill(rule);
      await alert.getByLabel('Figure').selectOption({ label: 'Callback backlog' });
      await alert.getByLabel('Condition').selectOption({ label: 'above' });
      await alert.getByLabel('Mark (minutes)').fill('1440');
      await alert.getByRole('button', { name: 'Save' }).click();
      await alerts.getByText(rule).waitFor();
      expect(
        await world.numberIn(
          'SELECT count(*) AS n FROM alert_rule WHERE name = $1 AND enabled AND mark = 1440',
          [rule],
        ),
      ).toBe(1);

      const runs = () => world.numberIn('SELECT count(*) AS n FROM proof_run WHERE passed');
      const before = await runs();
      await panel
        .getByRole('row', { name: /^Balance check/ })
        .getByRole('button', { name: 'Run now' })
        .click();
      await prove(page.getByRole('dialog', { name: /^Run now/ }), 'Run now');
      await until('the books are proven', async () => (await runs()) > before);

      const kept = await desk.place('1210.00');
      const locks = () =>
        world.numberIn('SELECT count(*) AS n FROM payout_lock WHERE order_id = $1 AND until > now()', [
          kept.id,
        ]);
      await world.database.query(
        `INSERT INTO payout_lock (order_id, user_id, until, since)
         SELECT $1, id, now() + interval '3 minutes', now() FROM app_user WHERE username = $2`,
        [kept.id, operator],
      );
      // By the keyboard: the news of the payout lies before the button for a while.
      await panel.getByRole('button', { name: 'Unlock orders' }).press('Enter');
      const unlocking = page.getByRole('dialog', { name: 'Unlock orders' });
      await unlocking.getByLabel('Order numbers').fill(kept.orderNo);
      await prove(unlocking, 'Unlock orders');
      expect(await locks()).toBe(0);

      const card = '906600000077';
      await desk.place('1210.00', false, card);
      await panel.getByRole('button', { name: 'Clear card usage' }).press('Enter');
      const clearing = page.getByRole('dialog', { name: 'Clear card usage' });
      await clearing.getByLabel('Card number').fill(card);
      await prove(clearing, 'Clear card usage');
      await page.getByText('1 cleared').waitFor();
    });
    const acts = `SELECT count(DISTINCT act) AS n FROM audit_log WHERE act LIKE 'admin.operate.%'`;
    expect(await world.numberIn(acts)).toBe(4);
  },

  async 'admin.backup'() {
    const last = async () =>
      (
        await world.database.query<{
          id: string;
          state: string;
          verify_state: string | null;
          file: string;
          bytes: string;
        }>(`SELECT id, state, verify_state, file, bytes FROM backup WHERE note = 'before the upgrade'`)
      )[0];
    /** What it is instead, is said where it is waited for in vain. */
    const stands = async (column: 'state' | 'verify_state', wanted: string): Promise<true> => {
      const row = await last();
      if (row?.[column] !== wanted) throw new Error(JSON.stringify(row));
      return true;
    };
    await world.on('admin.chen', 'admin.backup', async (page, panel) => {
      await panel.getByRole('button', { name: 'Schedule' }).click();
      const schedule = page.getByRole('dialog', { name: 'Schedule' });
      await schedule.getByLabel('Time of day').fill('03:30');
      await schedule.getByLabel('Copies kept').fill('5');
      await schedule.getByRole('button', { name: 'Schedule' }).click();
      await panel.getByText('Daily at 03:30 (UTC+8); the newest 5 are kept').waitFor();

      await panel.getByRole('button', { name: 'Back up now' }).first().click();
      const make = page.getByRole('dialog', { name: 'Back up now' });
      await make.getByLabel('Note').fill('before the upgrade');
      await make.getByRole('button', { name: 'Back up now' }).click();
      await until('it is made', () => stands('state', 'completed'), { withinMs: 240_000 });
      const row = panel.getByRole('row', { name: /before the upgrade/ });
      await row.getByText('Complete').waitFor();

      await row.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
      await until('it is tried', () => stands('verify_state', 'passed'), { withinMs: 240_000 });
      await row.getByText('Restorable').waitFor();

      await row.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Download' }).click();
      const fetching = page.getByRole('dialog', { name: 'Download' });
      await fetching.getByLabel('Reason').fill('for the vault');
      await fillStepUp(fetching, world.server, 'admin.chen');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        fetching.getByRole('button', { name: 'Download' }).click(),
      ]);
      const made = await last();
      expect(file.suggestedFilename()).toBe(made?.file);
      expect(String((await stat(await file.path())).size)).toBe(made?.bytes);
    });
    const acts = `SELECT count(DISTINCT act) AS n FROM audit_log WHERE act LIKE 'admin.backup.%'`;
    expect(await world.numberIn(acts)).toBe(3);
  },
});

type AllOrders = 'admin.collections' | 'admin.payment';

/** Another tenant's order, opened at what was said to and by its provider: as many exchanges as are kept of it. */
async function openAtItsProvider(world: World, screen: AllOrders, id: string, number: string): Promise<void> {
  const kept = (): Promise<number> =>
    world.numberIn('SELECT count(*) AS n FROM provider_log WHERE order_kind = $1 AND order_id = $2', [
      screen === 'admin.collections' ? 'collection' : 'payout',
      id,
    ]);
  await until('its provider was asked', async () => (await kept()) > 0);
  await world.on(
    operator,
    screen,
    async (page, panel) => {
      await panel.getByText(number).first().waitFor();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('Request records are limited to orders within 2 days').waitFor();
      const shown = drawer.getByRole('article');
      await until('every exchange is shown', async () => (await shown.count()) === (await kept()));
      await panel
        .getByTitle(/auto refresh/i)
        .first()
        .waitFor();
    },
    `?numbers=${number}&open=${id}`,
  );
}

/** Takes the list of a screen away as it stands. */
export async function exportIt(
  world: World,
  screen: AllOrders | 'admin.log' | 'admin.reconciliation',
): Promise<void> {
  const made = `SELECT count(*) AS n FROM export_job j JOIN app_user u ON u.id = j.owner_id
    WHERE u.username = $1 AND j.kind = $2 AND j.status = 'completed' AND j.row_count > 0`;
  const before = await world.numberIn(made, [operator, screen]);
  await world.on(operator, screen, async (page, panel) => {
    await panel.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Rows: about \d/).waitFor();
    await dialog.getByText('CSV').click();
    await dialog.getByRole('button', { name: 'Start export' }).click();
    await page.getByRole('dialog', { name: 'Export finished' }).waitFor();
  });
  expect(await world.numberIn(made, [operator, screen])).toBe(before + 1);
}
