import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Merchant } from '../harness/merchant.ts';
import { until } from '../harness/until.ts';
import { openWorld } from './effects/world.ts';

const operator = 'agent.yitong';
/** A name of its own, so that nobody else's orders take a turn there. */
const alias = `kept${randomUUID().slice(0, 8)}`;
const codes = ['yt-bank-1', 'yt-bank-2'];

const world = await openWorld();
let customer: string;
beforeAll(async () => {
  const made = await world.database.query<{ customer: string }>(
    `INSERT INTO customer_method (customer_id, channel_id, alias, weight, merchant_pct, merchant_per_item)
     SELECT u.id, c.id, $1, 100, 3, 250000 FROM app_user u, channel c
     WHERE u.username = 'qingniao' AND c.code = ANY ($2) RETURNING customer_id::text AS customer`,
    [alias, codes],
  );
  expect(made).toHaveLength(2);
  customer = made[0]?.customer ?? '';
});
afterAll(async () => {
  await world.database.query('DELETE FROM customer_method WHERE alias = $1', [alias]);
});

/** An order of this payer, paid; the channel by which it went. */
async function pay(name: string): Promise<{ readonly orderNo: string; readonly code: string }> {
  const merchant = new Merchant(world.server.url, world.server.account('qingniao'));
  const order = await merchant.order({ amount: '1500.00', method: alias, payer: { name } });
  await merchant.simulate(order.id, '00');
  const [row] = await until('it is paid', async () => {
    const rows = await world.database.query<{ code: string }>(
      `SELECT c.code FROM collection_order o JOIN channel c ON c.id = o.channel_id
       WHERE o.merchant_order_no = $1 AND o.status = 'success'`,
      [order.order_no],
    );
    return rows.length > 0 && rows;
  });
  return { orderNo: order.order_no, code: row?.code ?? '' };
}

/** Ticks, or unticks, that a channel keeps its payers, and sees it kept. */
async function keep(code: string, keeps: boolean): Promise<void> {
  await world.on(
    operator,
    'collectionMethod.customers',
    async (page) => {
      const drawer = page.getByRole('dialog').first();
      const item = drawer.getByRole('listitem').filter({ hasText: code }).filter({ hasText: alias });
      await item.getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: /^Edit/ });
      await dialog.getByLabel('Payers stay on their channel').setChecked(keeps);
      await dialog.getByRole('button', { name: 'Show the effect' }).click();
      await dialog.getByText(keeps ? 'No → Yes' : 'Yes → No').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      const told = item.getByText('Payers stay on their channel');
      await (keeps ? told.waitFor() : told.waitFor({ state: 'detached' }));
    },
    `?search=${customer}&open=${customer}`,
  );
  const kept = await world.database.query(
    `SELECT m.keeps_payers FROM customer_method m JOIN channel c ON c.id = m.channel_id
     WHERE m.alias = $1 AND c.code = $2`,
    [alias, code],
  );
  expect(kept).toEqual([{ keeps_payers: keeps }]);
}

test('a payer stays on the channel by which he paid, once a senior agent says so, and his order tells why', async () => {
  const [one, other] = [`王留客${alias.slice(-4)}`, `林過客${alias.slice(-4)}`];
  // By turns, while nobody says anything.
  const turns = [await pay(one), await pay(one)];
  expect(turns.map(({ code }) => code).toSorted()).toEqual(codes);
  for (const code of codes) await keep(code, true);
  const first = await pay(one);
  const next = await pay(one);
  expect(next.code).toBe(first.code);
  expect((await pay(other)).code).not.toBe(first.code);
  expect((await pay(one)).code).toBe(first.code);

  await world.on(
    operator,
    'collections.transactions',
    async (page, panel) => {
      await panel
        .getByRole('row', { name: new RegExp(next.orderNo) })
        .getByRole('button', { name: 'Detail' })
        .click();
      const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'paid by this channel' });
      await line.getByText('The payer paid by this channel last time').waitFor();
    },
    `?numbers=${next.orderNo}`,
  );

  for (const code of codes) await keep(code, false);
  expect([await pay(one), await pay(one)].map(({ code }) => code).toSorted()).toEqual(codes);
}, 240_000);
