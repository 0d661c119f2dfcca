import { randomUUID } from 'node:crypto';
import { createByHand } from '@suanpan/contract/endpoints/manual-collections';
import { createCustomer } from '@suanpan/contract/endpoints/user-acts';
import { beforeAll, expect, test } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { Merchant } from '../harness/merchant.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { until } from '../harness/until.ts';
import { openWorld } from './effects/world.ts';

const [operator, second] = ['agent.yitong', 'admin.chen'] as const;
const ownMerchants = ['qingniao', 'shanhai', 'xingji', 'haorizi'] as const;
/** So many of his merchants go along, with those whom he takes in for it. */
const merchantCount = 10;
const alias = 'journey';

const world = await openWorld();
/** Those whom he took in: they have no key yet, so that their orders are made by hand. */
const taken: string[] = [];
let desk: BackOffice;
beforeAll(async () => {
  const office = await enterAs(world.server.url, operator);
  desk = await enterAs(world.server.url, 'admin.lin');
  const run = randomUUID().slice(0, 8);
  for (let n = ownMerchants.length; n < merchantCount; n += 1) {
    const { user } = await office.call(createCustomer, {
      name: `旅程 ${run} ${n}`,
      username: `journey.${run}.${n}`,
      password: `quiet river ${randomUUID()}`,
    });
    taken.push(user.id);
  }
});

const channelOf = async (code: string): Promise<string> => {
  const [row] = await world.database.query<{ id: string }>('SELECT id::text FROM channel WHERE code = $1', [
    code,
  ]);
  if (row === undefined) throw new Error(`There is no channel ${code}`);
  return row.id;
};

/** A second person's yes to what was asked for because of this. */
async function agree(reason: string): Promise<void> {
  const asked =
    "SELECT id AS n FROM approval WHERE reason = $1 AND state = 'waiting' ORDER BY id DESC LIMIT 1";
  const id = await world.numberIn(asked, [reason]);
  await world.agree(second, id);
}

let payers = 0;

/** By which channels the next orders of all his merchants go. */
async function nextOrdersGoBy(): Promise<readonly string[]> {
  const codes = new Set<string>();
  for (const username of ownMerchants) {
    const merchant = new Merchant(world.server.url, world.server.account(username));
    const order = await merchant.order({ amount: '1500.00', method: alias, payer: { name: nextPayer() } });
    codes.add(await codeOf('merchant_order_no', order.order_no));
  }
  for (const customer of taken) {
    const order = await desk.call(createByHand, {
      customer_id: customer,
      amount: '1500.00',
      currency: 'TWD',
      channel_alias: alias,
      real_name: nextPayer(),
    });
    codes.add(await codeOf('order_no', order.order_no));
  }
  return [...codes];
}

const nextPayer = (): string => `趙旅程${(payers += 1)}`;

/** By which channel an order goes, once it has its way. */
async function codeOf(column: 'merchant_order_no' | 'order_no', number: string): Promise<string> {
  const [row] = await until('it has its way', async () => {
    const rows = await world.database.query<{ code: string }>(
      `SELECT c.code FROM collection_order o JOIN channel c ON c.id = o.channel_id WHERE o.${column} = $1`,
      [number],
    );
    return rows.length > 0 && rows;
  });
  return row?.code ?? '';
}

test('a senior agent puts ten merchants on a template, leaves a failing channel with all ten, and goes back', async () => {
  const [failing, better] = [await channelOf('yt-bank-1'), await channelOf('yt-bank-2')];
  await world.on(operator, 'collectionMethod.c_m', async (page, panel) => {
    await panel.getByRole('button', { name: 'New template' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Template').fill('Journey');
    await dialog.getByRole('combobox', { name: 'Channel' }).fill(failing);
    await dialog.getByLabel('Alias').fill(alias);
    await dialog.getByLabel('Merchant fee %').fill('3.5');
    await dialog.getByLabel('Merchant fee · per item').fill('25');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
  await world.on(operator, 'collectionMethod.customer_c_m', async (page, panel) => {
    await panel.getByRole('button', { name: /^Apply a template to/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Template').selectOption({ label: 'Journey' });
    await dialog.getByLabel('Reason').fill('one way for all');
    await dialog.getByRole('button', { name: 'Show the effect' }).click();
    await dialog
      .getByText(/^1 added/)
      .nth(merchantCount - 1)
      .waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Sent; it waits for a second person').last().waitFor();
  });
  await agree('one way for all');
  expect(await nextOrdersGoBy()).toEqual(['yt-bank-1']);

  // Those whom other tests brought into his tree go over with them.
  const going = await world.numberIn(
    'SELECT count(*) AS n FROM customer_method WHERE channel_id = $1 AND alias = $2',
    [failing, alias],
  );
  expect(going).toBeGreaterThanOrEqual(merchantCount);
  await world.on(operator, 'collectionMethod.customer_c_m_change', async (page, panel) => {
    await panel.getByRole('button', { name: 'Switch channel' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'From channel' }).fill(failing);
    await dialog.getByRole('combobox', { name: 'To channel' }).fill(better);
    await dialog.getByLabel('Only this alias').fill(alias);
    // Who goes over is shown before anybody is asked for a reason.
    await dialog.getByText(new RegExp(`^${going} `)).waitFor();
    await dialog.getByLabel('Reason').fill('the bank fails');
    await fillStepUp(dialog, world.server, operator);
    await dialog.getByRole('button', { name: 'Switch channel' }).click();
    await page.getByText('Sent; it waits for a second person').last().waitFor();
  });
  await agree('the bank fails');
  expect(await nextOrdersGoBy()).toEqual(['yt-bank-2']);

  await world.on(operator, 'collectionMethod.customer_c_m_change', async (page, panel) => {
    await panel.getByRole('button', { name: 'Undo' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('the bank is well');
    await fillStepUp(dialog, world.server, operator);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Sent; it waits for a second person').last().waitFor();
  });
  await agree('the bank is well');
  expect(await nextOrdersGoBy()).toEqual(['yt-bank-1']);
}, 300_000);
