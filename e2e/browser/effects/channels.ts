import type { Page } from 'playwright-core';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import type { World } from './world.ts';

const sent = 'Sent; it waits for a second person';
const [maker, checker] = ['admin.chen', 'admin.lin'] as const;

/** Channels as the platform defines them: each right of their screens by what it leaves in the database. */
export const channelEffects = (world: World) => {
  /** Another administrator agrees to what waits because of this. */
  async function agree(reason: string): Promise<void> {
    const [row] = await world.database.query<{ id: string }>(
      `SELECT id::text FROM approval WHERE reason = $1 AND state = 'waiting'`,
      [reason],
    );
    if (row === undefined) throw new Error(`Nothing waits because of "${reason}"`);
    await world.agree(checker, row.id);
  }
  async function prove(page: Page, reason: string): Promise<void> {
    await page.getByLabel('Reason').fill(reason);
    await fillStepUp(page.getByRole('dialog').last(), world.server, maker);
  }
  const accounts = (name: string, more = 'true'): Promise<number> =>
    world.numberIn(`SELECT count(*) AS n FROM channel_account WHERE name = $1 AND ${more}`, [name]);

  /** A contract is added, replaced, edited and tried; each by two persons but the last. */
  async function keys(screen: 'admin.agentCollectionKey' | 'admin.agentPaymentKey'): Promise<void> {
    const name = `Effects of ${screen}`;
    const [known] = await world.database.query<{ url: string; agent: string }>(
      `SELECT a.base_url AS url, u.name AS agent FROM channel_account a JOIN app_user u ON u.id = a.agent_id ORDER BY a.id LIMIT 1`,
    );
    await world.on(maker, screen, async (page, panel) => {
      await panel.getByRole('button', { name: 'Add a real channel' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Senior agent').fill(known?.agent ?? '');
      await page.getByRole('listbox').getByRole('option').first().click();
      await dialog.getByLabel(/^Name/).fill(name);
      await dialog.getByLabel('Base URL').fill(known?.url ?? '');
      await dialog.getByLabel('Merchant number there').fill('SP90001');
      await dialog.getByLabel('Signing secret').fill('a secret of sixteen');
      await prove(page, `add ${name}`);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText(sent).waitFor();
    });
    await agree(`add ${name}`);
    await until('the contract is there', async () => (await accounts(name)) === 1);
    await world.on(
      maker,
      screen,
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(name) });
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Test', exact: true }).click();
        await until(
          'what came of it is kept',
          async () => (await accounts(name, 'test_outcome IS NOT NULL')) === 1,
        );
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Replace keys' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Merchant number there').fill('SP90002');
        await dialog.getByLabel('Signing secret').fill('another secret of ours');
        await prove(page, `replace ${name}`);
        await dialog.getByRole('button', { name: 'Replace keys' }).click();
        await page.getByText(sent).waitFor();
      },
      `?search=${encodeURIComponent(name)}`,
    );
    await agree(`replace ${name}`);
    await until(
      'the keys are others',
      async () => (await accounts(name, 'previous_until IS NOT NULL')) === 1,
    );
    await world.on(
      maker,
      screen,
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(name) });
        await row.getByText('…ours').waitFor();
        await row.getByRole('button', { name: 'Edit' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Notices come from').fill('203.0.113.7');
        await prove(page, `edit ${name}`);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await page.getByText(sent).waitFor();
      },
      `?search=${encodeURIComponent(name)}`,
    );
    await agree(`edit ${name}`);
    const edited = `notify_networks = '{203.0.113.7}'`;
    await until('its notices come from there', async () => (await accounts(name, edited)) === 1);
    await settles(screen);
  }

  /** A provider's settlement of an account that holds money is entered, and a second person agrees. */
  async function settles(screen: 'admin.agentCollectionKey' | 'admin.agentPaymentKey'): Promise<void> {
    const direction = screen === 'admin.agentCollectionKey' ? 'collection' : 'payout';
    const [account] = await world.database.query<{ id: string; name: string; boss: string }>(
      `SELECT a.id::text, a.name, (SELECT u.id::text FROM app_user u WHERE u.username = $2) AS boss
       FROM channel_account a WHERE a.direction = $1 AND a.currency = 'TWD' ORDER BY a.id LIMIT 1`,
      [direction, maker],
    );
    if (account === undefined) throw new Error('There is no account');
    if (direction === 'payout') {
      // Paid in advance, with its line in the log.
      await world.database.query(
        `WITH moved AS (SELECT prefund_channel($1, 100000000000, 'FT-effects', $2, NULL, 'x', NULL) AS journal)
         INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
         SELECT business_now(), $2::bigint, $2::bigint, 'payment.balance.prefund', 'channel', $1::bigint::text, moved.journal FROM moved`,
        [account.id, account.boss],
      );
    } else {
      await world.orderOf('xingji', '00');
    }
    const ref = `ST-${direction}`;
    await world.on(
      maker,
      screen,
      async (page, panel) => {
        const row = panel.getByRole('row', { name: new RegExp(account.name) }).first();
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Enter a settlement' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('Held there by our books').waitFor();
        await dialog.getByLabel(/^Arrived/).fill('100');
        await dialog.getByLabel('Statement no.').fill(ref);
        await prove(page, `settle ${ref}`);
        await dialog.getByRole('button', { name: 'Enter a settlement' }).click();
        await page.getByText(sent).waitFor();
      },
      `?search=${encodeURIComponent(account.name)}`,
    );
    await agree(`settle ${ref}`);
    const settled = `SELECT count(*) AS n FROM channel_settlement s JOIN journal j ON j.event = 'channel.settle' AND j.ref_id = s.id
      WHERE s.channel_account_id = $1 AND s.statement_ref = $2 AND s.arrived = 1000000`;
    await until('it is settled', async () => (await world.numberIn(settled, [account.id, ref])) === 1);
  }

  /** A channel is taken from a senior agent, opened to him again at a price, priced anew and switched off. */
  async function agents(screen: 'collectionMethod.agents' | 'paymentMethod.agents'): Promise<void> {
    const direction = screen === 'collectionMethod.agents' ? 'collection' : 'payout';
    const [free] = await world.database.query<{
      channel: string;
      agent: string;
      agent_name: string;
      name: string;
    }>(
      `INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, min_amount)
       SELECT a.direction, 'effects-' || a.direction, 'Effects ' || a.direction, 'bank_transfer', a.id, a.currency, 1000000
       FROM channel_account a WHERE a.direction = $1 AND a.currency = 'TWD' ORDER BY a.id LIMIT 1
       RETURNING id::text AS channel, name, (SELECT o.agent_id::text FROM channel_account o WHERE o.id = channel_account_id) AS agent,
         (SELECT u.name FROM channel_account a JOIN app_user u ON u.id = a.agent_id WHERE a.id = channel_account_id) AS agent_name`,
      [direction],
    );
    if (free === undefined) throw new Error('There is no contract to make a channel of');
    const has = (more: string): Promise<number> =>
      world.numberIn(`SELECT count(*) AS n FROM agent_method WHERE channel_id = $1 AND ${more}`, [
        free.channel,
      ]);
    const query = `?search=${free.agent}`;
    await world.on(
      maker,
      screen,
      async (page, panel) => {
        await panel
          .getByRole('row', { name: new RegExp(free.agent_name) })
          .getByRole('button', { name: 'More' })
          .click();
        await page.getByRole('menuitem', { name: 'Open a channel' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Channels').selectOption(free.channel);
        await dialog.getByLabel('System fee · Rate (%)').fill('0.1');
        await prove(page, `open ${free.name}`);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await page.getByText(sent).waitFor();
      },
      query,
    );
    await agree(`open ${free.name}`);
    await until('he has it', async () => (await has('system_pct = 0.1')) === 1);
    const change = async (reason: string, fill: (page: Page) => Promise<void>): Promise<void> =>
      world.on(
        maker,
        screen,
        async (page, panel) => {
          await panel
            .getByRole('row', { name: new RegExp(free.agent_name) })
            .getByRole('button', { name: 'Detail' })
            .click();
          const drawer = page.getByRole('dialog').first();
          const row = drawer.getByRole('row', { name: new RegExp(free.name) });
          await row.getByRole('button', { name: 'More' }).click();
          await page.getByRole('menuitem', { name: 'Edit' }).click();
          const dialog = page.getByRole('dialog', { name: new RegExp(`^${free.name}`) });
          await fill(page);
          await dialog.getByRole('button', { name: 'Preview' }).click();
          await dialog.getByText('→').first().waitFor();
          await prove(page, reason);
          await dialog.getByRole('button', { name: 'Save' }).click();
          await dialog.waitFor({ state: 'detached' });
        },
        query,
      );
    await change(`price ${free.name}`, (page) => page.getByLabel('System fee · Rate (%)').fill('0.3'));
    await agree(`price ${free.name}`);
    await until('it has another price', async () => (await has('system_pct = 0.3 AND enabled')) === 1);
    await change(`switch ${free.name}`, (page) =>
      page.getByRole('dialog').last().getByLabel('Enabled').click({ force: true }),
    );
    await until('it is switched off', async () => (await has('NOT enabled')) === 1);
    await world.on(
      maker,
      screen,
      async (page, panel) => {
        await panel
          .getByRole('row', { name: new RegExp(free.agent_name) })
          .getByRole('button', { name: 'Detail' })
          .click();
        await page
          .getByRole('dialog')
          .getByRole('row', { name: new RegExp(free.name) })
          .getByRole('button', { name: 'More' })
          .click();
        await page.getByRole('menuitem', { name: 'Take back' }).click();
        await prove(page, `close ${free.name}`);
        await page
          .getByRole('dialog', { name: /^Take back/ })
          .getByRole('button', { name: 'Take back' })
          .click();
        await until('he has it no more', async () => (await has('true')) === 0);
      },
      query,
    );
  }

  return {
    async 'admin.methods'() {
      const code = 'effects-new';
      const [known] = await world.database.query<{ name: string }>(
        `SELECT name FROM channel_account WHERE direction = 'collection' AND enabled ORDER BY id LIMIT 1`,
      );
      const channels = (more = 'true'): Promise<number> =>
        world.numberIn(`SELECT count(*) AS n FROM channel WHERE code = $1 AND ${more}`, [code]);
      await world.on(maker, 'admin.methods', async (page, panel) => {
        await panel.getByRole('button', { name: 'Add a provider' }).click();
        const provider = page.getByRole('dialog');
        await provider.getByLabel(/^Code/).fill('effects');
        await provider.getByLabel(/^Name/).fill('Effects');
        await provider.getByRole('button', { name: 'Save' }).click();
        const made = `SELECT count(*) AS n FROM provider WHERE code = 'effects'`;
        await until('the provider is there', async () => (await world.numberIn(made)) === 1);
        await panel.getByRole('button', { name: 'Create a channel' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Real channel').fill(known?.name ?? '');
        await page.getByRole('listbox').getByRole('option').first().click();
        await dialog.getByLabel(/^Code/).fill(code);
        await dialog.getByLabel(/^Name/).fill('Effects of a channel');
        await dialog.getByLabel('End-point fee · Rate (%)').fill('101');
        await dialog.getByRole('button', { name: 'Add a period' }).click();
        await dialog.getByLabel('Availability period 1 · To').fill('09:00');
        await dialog.getByLabel('Reason').fill('a new channel');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText('Wrong hour range selection').waitFor();
        await dialog.getByText('Please check the handling fee').first().waitFor();
        await dialog.getByLabel('Availability period 1 · To').fill('02:00');
        await dialog.getByLabel('End-point fee · Rate (%)').fill('1');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await page.getByText(sent).waitFor();
      });
      await agree('a new channel');
      await until('the channel is there', async () => (await channels('endpoint_pct = 1')) === 1);
      await world.on(
        maker,
        'admin.methods',
        async (page, panel) => {
          const row = panel.getByRole('row', { name: /Effects of a channel/ });
          await row.getByRole('button', { name: 'Edit' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Daily count').fill('7');
          await dialog.getByLabel('Reason').fill('seven a day');
          await dialog.getByRole('button', { name: 'Save' }).click();
          await until('its limit stands', async () => (await channels('daily_count = 7')) === 1);
          await row.getByRole('button', { name: 'More' }).click();
          await page.getByRole('menuitem', { name: 'Test', exact: true }).click();
          await page.getByText('The provider answered').waitFor();
          const stands = `SELECT count(*) AS n FROM channel_state s JOIN channel c ON c.id = s.channel_id
            WHERE c.code = $1 AND s.state = $2`;
          for (const [act, state] of [
            ['Start maintenance', 'maintenance'],
            ['Back into use', 'ok'],
          ] as const) {
            await row.getByRole('button', { name: 'More' }).click();
            await page.getByRole('menuitem', { name: act }).click();
            await page.getByLabel('Reason').fill('the provider mends it');
            await page.getByRole('dialog').getByRole('button', { name: act }).click();
            await until(act, async () => (await world.numberIn(stands, [code, state])) === 1);
            await page.getByRole('dialog').waitFor({ state: 'detached' });
          }
          await row.getByRole('button', { name: 'More' }).click();
          await page.getByRole('menuitem', { name: 'Delete channel' }).click();
          await page.getByLabel('Reason').fill('it was for the effect');
          await page.getByRole('dialog').getByRole('button', { name: 'Delete channel' }).click();
          await until('it is gone', async () => (await channels()) === 0);
        },
        '?search=effects-new',
      );
      for (const [type, direction] of [
        ['collection', 'collection'],
        ['payment', 'payout'],
      ] as const) {
        const replayed = `SELECT count(*) AS n FROM routing_replay r JOIN app_user u ON u.id = r.user_id
          WHERE u.username = $1 AND r.state = 'done' AND r.direction = $2`;
        const before = await world.numberIn(replayed, [maker, direction]);
        await world.on(
          maker,
          'admin.methods',
          async (page, panel) => {
            await panel.getByRole('button', { name: 'Replay', exact: true }).click();
            const dialog = page.getByRole('dialog');
            await dialog.getByRole('switch').first().click({ force: true });
            await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
            await until(
              'the day is replayed',
              async () => (await world.numberIn(replayed, [maker, direction])) === before + 1,
            );
          },
          `?type=${type}`,
        );
      }
    },
    'admin.agentCollectionKey': () => keys('admin.agentCollectionKey'),
    'admin.agentPaymentKey': () => keys('admin.agentPaymentKey'),
    'collectionMethod.agents': () => agents('collectionMethod.agents'),
    'paymentMethod.agents': () => agents('paymentMethod.agents'),
  };
};
