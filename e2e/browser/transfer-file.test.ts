import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Merchant } from '../harness/merchant.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { until } from '../harness/until.ts';
import { openWorld } from './effects/world.ts';

const maker = 'admin.lin';
const run = randomUUID().slice(0, 6);

const world = await openWorld();

const taipei = (): string =>
  new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Opens the claim desk, chooses account and file, and looks at what it says. */
async function bring(page: Page, panel: Locator, account: string, file: string): Promise<Locator> {
  await panel.getByRole('button', { name: 'Bring a statement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Receiving account' }).fill(account);
  await dialog.getByLabel(/^File/).setInputFiles({
    name: `bank-${run}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${file}`),
  });
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  return dialog;
}

test('a bank’s statement is looked at, taken with a proof, and settles the order that it names; brought again it adds nothing', async () => {
  const merchant = new Merchant(world.server.url, world.server.account('hailan'));
  const payer = `周檔案${run}`;
  const order = await merchant.order({
    amount: '1730.00',
    method: 'private_transfer',
    payer: { name: payer },
  });
  const [place] = await world.database.query<{ account: string }>(
    'SELECT channel_account_id::text AS account FROM collection_order WHERE merchant_order_no = $1',
    [order.order_no],
  );
  const account = place?.account ?? '';
  const at = taipei();
  const file = [
    '交易時間,存入金額,對方戶名,備註',
    `${at},${order.pay_amount},${payer},${run}`,
    `${at},3,別人${run},${run}`,
    `${at},-500,,`,
  ].join('\n');

  await world.on(maker, 'claimOrder', async (page, panel) => {
    const broken = await bring(page, panel, account, `${file}\n${at},soon,${payer},`);
    await broken.getByText('Line 5: no amount').waitFor();
    await broken.getByRole('button', { name: 'Cancel' }).click();

    const dialog = await bring(page, panel, account, file);
    await dialog.getByText('Passed over, outgoing or said twice: 1').waitFor();
    await dialog.getByRole('row', { name: new RegExp(`${payer}.*Pays an order`) }).waitFor();
    await dialog.getByRole('row', { name: new RegExp(`別人${run}.*Unidentified`) }).waitFor();
    expect((await merchant.byOrderNo(order.order_no)).status).toBe('pending');
    await dialog.getByRole('button', { name: 'Take in' }).click();
    const confirm = page.getByRole('dialog');
    await confirm.getByRole('textbox', { name: 'Reason' }).fill('the bank’s own page');
    await fillStepUp(confirm, world.server, maker);
    await confirm.getByRole('button', { name: 'Take in' }).click();
    const end = page.getByRole('dialog').filter({ hasNotText: 'Reason' });
    await end.getByRole('row', { name: new RegExp(`${payer}.*Pays an order`) }).waitFor();
    await until('the order is paid', async () => {
      const now = await merchant.byOrderNo(order.order_no);
      return now.status === 'succeeded' && now;
    });
    await until('the other lies unidentified', async () => {
      const query = `SELECT count(*) AS n FROM receipt r JOIN told_transfer t
        ON t.channel_account_id = r.channel_account_id AND t.ref = r.provider_ref
        WHERE t.payer_name = $1 AND r.reason = 'unidentified'`;
      return (await world.numberIn(query, [`別人${run}`])) === 1;
    });
    await end.getByRole('button', { name: 'Close' }).click();

    const again = await bring(page, panel, account, file);
    await again.getByRole('row', { name: new RegExp(`${payer}.*Pays an order`) }).waitFor();
    await again.getByRole('button', { name: 'Close' }).click();
  });
  const told = 'SELECT count(*) AS n FROM told_transfer WHERE memo = $1';
  expect(await world.numberIn(told, [run])).toBe(2);
}, 240_000);
