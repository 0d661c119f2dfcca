import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { deskOf } from './payout-desk.ts';
import type { World } from './world.ts';

const operator = 'agent.yitong';
const second = 'admin.chen';

interface Place {
  readonly customer: string;
  readonly name: string;
  readonly channel: string;
}

export const merchantChannelEffects = (world: World) => {
  const placeOf = async (username: string, code: string): Promise<Place> => {
    const [place] = await world.database.query<{ customer: string; name: string; channel: string }>(
      `SELECT u.id::text AS customer, u.name, c.id::text AS channel FROM app_user u, channel c
       WHERE u.username = $1 AND c.code = $2`,
      [username, code],
    );
    if (place === undefined) throw new Error(`${username} or ${code} is not there`);
    return place;
  };
  const is = (what: string, query: string, values: readonly unknown[], count = 1): Promise<unknown> =>
    until(what, async () => (await world.numberIn(query, values)) === count);

  /** What a form comes to is shown first; the second press does it. */
  async function confirmEffect(dialog: Locator): Promise<void> {
    await dialog.getByRole('button', { name: 'Show the effect' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** The same, where a price is set: it waits for a second person's yes. */
  async function confirmAgreed(dialog: Locator, act: string): Promise<void> {
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('as agreed with the merchant');
    await confirmEffect(dialog);
    await agree(act);
  }

  /** The second person's yes to what waits under this name. */
  async function agree(act: string): Promise<void> {
    const waiting = `SELECT max(id) AS n FROM approval WHERE act = $1 AND state = 'waiting'`;
    const id = await world.numberIn(waiting, [act]);
    await world.agree(second, id);
  }

  async function fillItem(dialog: Locator, channel: string, alias: string): Promise<void> {
    await dialog.getByRole('combobox', { name: 'Channel' }).fill(channel);
    await dialog.getByLabel('Alias').fill(alias);
    await dialog.getByLabel('Merchant fee %').fill('3');
    await dialog.getByLabel('Merchant fee · per item').fill('25');
  }

  /** A template made on a screen, given to one merchant, and taken from him again. */
  async function template(
    screens: {
      readonly models: 'collectionMethod.c_m' | 'paymentMethod.customer_p_m';
      readonly part: string;
    },
    name: string,
    channel: string,
  ): Promise<void> {
    await world.on(
      operator,
      screens.models,
      async (page, panel) => {
        await panel.getByRole('button', { name: 'New template' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Template').fill(name);
        await fillItem(dialog, channel, 'spare');
        await dialog.getByRole('button', { name: 'Save' }).click();
        const kept = `SELECT count(*) AS n FROM channel_model t JOIN channel_model_item i ON i.model_id = t.id
          WHERE t.name = $1 AND i.channel_id = $2 AND t.version = $3`;
        await is('the template is kept', kept, [name, channel, 1]);
        const row = panel.getByRole('row', { name: new RegExp(name) });
        await row.getByRole('button', { name: 'Edit' }).click();
        await dialog.getByLabel('Weight').fill('33');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await is('it is another version', kept, [name, channel, 2]);
      },
      screens.part,
    );
  }

  const drop = (screen: 'collectionMethod.c_m' | 'paymentMethod.customer_p_m', name: string, part: string) =>
    world.on(
      operator,
      screen,
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(name) });
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Delete template' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click();
        await is('it is gone', 'SELECT count(*) AS n FROM channel_model WHERE name = $1', [name], 0);
      },
      part,
    );

  async function give(page: Page, panel: Locator, place: Place, name: string, act: string): Promise<void> {
    const row = panel.getByRole('row', { name: new RegExp(place.customer) });
    await row.getByRole('button', { name: 'Apply a template' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Template').selectOption({ label: name });
    await confirmAgreed(dialog, act);
    const given = `SELECT count(*) AS n FROM customer_model x JOIN channel_model t ON t.id = x.model_id
      JOIN customer_method m ON m.customer_id = x.customer_id AND m.alias = 'spare' AND m.weight = 33
      JOIN channel c ON c.id = m.channel_id AND c.direction = x.direction
      WHERE t.name = $1 AND x.customer_id = $2`;
    await is('the merchant has what it says', given, [name, place.customer]);
    await page.reload();
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Drop the template' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop the template' }).click();
    await is(
      'he goes by none',
      'SELECT count(*) AS n FROM customer_model WHERE customer_id = $1',
      [place.customer],
      0,
    );
  }

  /** Every verb of a merchant's channels: one is added, drawn otherwise, taken away; a rule is kept, and providers are asked. */
  async function changeChannels(place: Place, direction: 'collection' | 'payout'): Promise<void> {
    const [screen, act] =
      direction === 'collection'
        ? (['collectionMethod.customers', 'prices.firstCollection'] as const)
        : (['paymentMethod.customers', 'prices.firstPayout'] as const);
    const method = `SELECT count(*) AS n FROM customer_method WHERE customer_id = $1 AND channel_id = $2 AND alias = $3`;
    const on = (work: (drawer: Locator, page: Page) => Promise<void>): Promise<void> =>
      world.on(
        operator,
        screen,
        (page) => work(page.getByRole('dialog').first(), page),
        `?search=${place.customer}&open=${place.customer}`,
      );
    await on(async (drawer, page) => {
      await drawer.getByRole('button', { name: 'Add a channel' }).click();
      const adding = page.getByRole('dialog', { name: /^Add a channel/ });
      await fillItem(adding, place.channel, 'vip');
      await adding.getByLabel('Min amount').fill('100');
      await confirmAgreed(adding, act);
      await is('he has it', method, [place.customer, place.channel, 'vip']);
    });
    await on(async (drawer, page) => {
      const item = drawer.getByRole('listitem').filter({ hasText: 'vip' });
      await item.getByRole('button', { name: 'Edit' }).click();
      const editing = page.getByRole('dialog', { name: /^Edit/ });
      await editing.getByLabel('Weight').fill('55');
      await confirmEffect(editing);
      await is('it is drawn as said', `${method} AND weight = 55 AND version = 2`, [
        place.customer,
        place.channel,
        'vip',
      ]);
      await item.getByRole('button', { name: 'Remove' }).click();
      const removing = page.getByRole('dialog', { name: /^Remove/ });
      await removing.getByRole('button', { name: 'Remove' }).click();
      await is('he has it no more', method, [place.customer, place.channel, 'vip'], 0);

      await drawer.getByRole('tab', { name: 'Exceptions' }).click();
      await drawer.getByRole('button', { name: 'Add a rule' }).click();
      await drawer.getByLabel(direction === 'collection' ? 'Payer' : 'Payee').fill('趙 不在');
      await drawer.getByLabel('Then').selectOption('exclude');
      await drawer.getByRole('button', { name: 'Save' }).click();
      const rule = `SELECT count(*) AS n FROM channel_exception
        WHERE customer_id = $1 AND direction = $2 AND act = 'exclude' AND n = 1`;
      await is('the rule is kept', rule, [place.customer, direction]);

      const asked = `SELECT count(*) AS n FROM audit_log WHERE act = $1 AND object_id = $2`;
      const before = await world.numberIn(asked, [`${screen}.check`, place.customer]);
      await drawer.getByRole('tab', { name: 'Checks' }).click();
      await drawer.getByRole('button', { name: 'Ask now' }).click();
      await drawer.getByText('Answers', { exact: true }).first().waitFor();
      await is('somebody asked', asked, [`${screen}.check`, place.customer], before + 1);
      const dark = `SELECT count(*) AS n FROM customer_method m JOIN channel c ON c.id = m.channel_id
        LEFT JOIN channel_check k ON k.channel_id = c.id
        WHERE m.customer_id = $1 AND c.direction = $2 AND c.enabled AND k.last_at IS NULL`;
      await is('each of his channels has its lamp', dark, [place.customer, direction], 0);
    });
  }

  return {
    async 'collectionMethod.customers'() {
      await changeChannels(await placeOf('haorizi', 'yt-card'), 'collection');
    },

    async 'collectionMethod.c_m'() {
      const { channel } = await placeOf('haorizi', 'yt-card');
      const screens = { models: 'collectionMethod.c_m', part: '' } as const;
      await template(screens, 'Spare of cards', channel);
      await drop('collectionMethod.c_m', 'Spare of cards', '');
    },

    async 'collectionMethod.customer_c_m'() {
      const place = await placeOf('haorizi', 'yt-card');
      await template({ models: 'collectionMethod.c_m', part: '' }, 'Cards for all', place.channel);
      await world.on(
        operator,
        'collectionMethod.customer_c_m',
        (page, panel) => give(page, panel, place, 'Cards for all', 'prices.modelCollection'),
        `?search=${place.customer}`,
      );
    },

    async 'collectionMethod.customer_c_m_change'() {
      const place = await placeOf('shanhai', 'yt-bank-1');
      const { channel: to } = await placeOf('shanhai', 'yt-bank-2');
      const on = `SELECT count(*) AS n FROM customer_method WHERE customer_id = $1 AND channel_id = $2 AND enabled`;
      // Other tests may have given it to him under other names.
      const had = await world.numberIn(on, [place.customer, place.channel]);
      expect(had).toBeGreaterThan(0);
      await world.on(operator, 'collectionMethod.customer_c_m_change', async (page, panel) => {
        await panel.getByRole('button', { name: 'Switch channel' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('combobox', { name: 'From channel' }).fill(place.channel);
        await dialog.getByRole('combobox', { name: 'To channel' }).fill(to);
        await dialog.getByLabel('For whom').selectOption('customers');
        await dialog.getByLabel('Merchant IDs').fill(place.customer);
        await dialog.getByText(place.name, { exact: false }).first().waitFor();
        await dialog.getByLabel('Reason').fill('it fails');
        await fillStepUp(dialog, world.server, operator);
        await dialog.getByRole('button', { name: 'Switch channel' }).click();
        await page.getByText('Sent; it waits for a second person').last().waitFor();
      });
      await is('nothing has changed yet', on, [place.customer, place.channel], had);
      await agree('channels.swap');
      await is('he goes by the other', on, [place.customer, place.channel], 0);
      await is('which is on', on, [place.customer, to], had);
      await world.on(operator, 'collectionMethod.customer_c_m_change', async (page, panel) => {
        await panel.getByRole('button', { name: 'Undo' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason').fill('it works again');
        await fillStepUp(dialog, world.server, operator);
        await dialog.getByRole('button', { name: 'Undo' }).click();
        await page.getByText('Sent; it waits for a second person').last().waitFor();
      });
      await agree('channels.undoSwap');
      await is('he is back', on, [place.customer, place.channel], had);
    },

    async 'paymentMethod.customers'() {
      await deskOf(world);
      const place = await placeOf('xingji', 'yt-card');
      const off = `SELECT count(*) AS n FROM customer_method m JOIN channel c ON c.id = m.channel_id
        WHERE m.customer_id = $1 AND c.direction = 'payout' AND c.name = 'Payout channel B' AND NOT m.enabled`;
      await world.on(
        operator,
        'paymentMethod.customers',
        async (page) => {
          const item = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Payout channel B' });
          // It takes no second click until the list has come anew.
          await item.getByRole('switch', { checked: true, disabled: false }).click({ force: true });
          await is('it is off', off, [place.customer]);
          await item.getByRole('switch', { checked: false, disabled: false }).click({ force: true });
          await is('and on again', off, [place.customer], 0);
        },
        `?search=${place.customer}&open=${place.customer}`,
      );
      const [free] = await world.database.query<{ id: string }>(
        `SELECT c.id::text AS id FROM channel c JOIN agent_method g ON g.channel_id = c.id
         WHERE c.direction = 'payout' AND g.agent_id = (SELECT agent_id FROM app_user WHERE id = $1) ORDER BY c.id LIMIT 1`,
        [place.customer],
      );
      await changeChannels({ ...place, channel: free?.id ?? '' }, 'payout');
    },

    async 'paymentMethod.customer_p_m'() {
      const place = await placeOf('haorizi', 'yt-card');
      const [out] = await world.database.query<{ id: string }>(
        `SELECT c.id::text AS id FROM channel c JOIN agent_method g ON g.channel_id = c.id
         WHERE c.direction = 'payout' AND g.agent_id = (SELECT agent_id FROM app_user WHERE id = $1) ORDER BY c.id LIMIT 1`,
        [place.customer],
      );
      const models = { models: 'paymentMethod.customer_p_m', part: '?part=models' } as const;
      await template(models, 'Payouts for all', out?.id ?? '');
      await world.on(
        operator,
        'paymentMethod.customer_p_m',
        (page, panel) => give(page, panel, place, 'Payouts for all', 'prices.modelPayout'),
        `?search=${place.customer}`,
      );
      await drop('paymentMethod.customer_p_m', 'Payouts for all', '?part=models');
    },
  };
};
