import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { openPayoutDesk } from '../testing/payout-desk.ts';
import type { PayoutDesk } from '../testing/payout-desk.ts';
import type { World } from './world.ts';

const payer = 'xingji';
const operator = 'admin.lin';
const second = 'admin.chen';
const desks = new WeakMap<World, Promise<PayoutDesk>>();

/** The merchant's ways out, made once for all effects of payouts. */
export function deskOf(world: World): Promise<PayoutDesk> {
  const known = desks.get(world) ?? openPayoutDesk(world.server, world.database, payer);
  desks.set(world, known);
  return known;
}

/** The form is made anew from what was saved. */
export async function saveRules(panel: Locator): Promise<void> {
  const form = panel.locator('form').filter({ hasText: 'Payout limits' });
  await form.evaluate((element) => element.setAttribute('data-before', ''));
  await form.getByRole('button', { name: 'Save' }).click();
  await panel.locator('form[data-before]').waitFor({ state: 'detached' });
}

async function saveCheck(page: Page, panel: Locator): Promise<void> {
  const form = panel.locator('form').filter({ hasText: 'Reverse check' });
  await form.getByLabel('Reason').fill('as the merchant asked');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Sent; it waits for a second person').last().waitFor();
}

interface Submitted {
  readonly id: string;
  readonly amount: string;
  readonly wait_reason: string | null;
  readonly card_shown: string;
}

/** The second person's yes to the change of a reverse check that waits. */
async function agreeToCheck(world: World): Promise<void> {
  const waiting = "SELECT id AS n FROM approval WHERE act = 'payouts.reverseCheck' AND state = 'waiting'";
  const id = await world.numberIn(waiting);
  await world.agree(second, id);
}

export const payoutDeskEffects = (world: World) => ({
  async 'payment.apply'() {
    await deskOf(world);
    const newest = async (amount: string): Promise<Submitted | undefined> => {
      const [row] = await world.database.query<Submitted & Record<string, unknown>>(
        `SELECT o.id, o.amount, o.wait_reason, o.card_shown FROM payout_order o JOIN app_user u ON u.id = o.customer_id
         WHERE u.username = $1 AND o.source = 'manual' AND o.amount = $2 ORDER BY o.id DESC LIMIT 1`,
        [payer, amount],
      );
      return row;
    };
    const fill = async (panel: Locator, amount: string): Promise<void> => {
      await panel.getByRole('combobox', { name: 'Bank name' }).fill('004');
      await panel.getByLabel('Account name').fill('王小明');
      await panel.getByLabel('Card number').fill('９０１１ 2233 4455');
      await panel.getByLabel('Amount').fill(amount);
    };
    const submit = async (page: Page, panel: Locator): Promise<void> => {
      await panel.getByRole('button', { name: 'Continue' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('新臺幣壹仟壹佰零肆元整').waitFor();
      await fillStepUp(dialog, world.server, payer);
      await dialog.getByRole('button', { name: 'Submit payout' }).click();
      await panel.getByText('Payout submitted').waitFor();
    };
    await world.on(payer, 'payment.apply', async (page, panel) => {
      await panel.getByRole('button', { name: 'Continue' }).click();
      for (const says of [
        'Please select the bank name',
        'Please fill in the account name',
        'Please fill in the card number',
        'Please fill in the amount',
      ])
        await panel.getByText(says).waitFor();
      await fill(panel, '1104');
      await panel.getByRole('button', { name: 'Save this payee' }).click();
      await panel.getByRole('button', { name: 'Use' }).waitFor();
      await submit(page, panel);
      expect(await newest('11040000')).toMatchObject({ card_shown: '********4455', wait_reason: null });

      // The same once more, to a payee who was kept a moment ago: known, and looked at by a person.
      await panel.getByRole('button', { name: 'Another payout' }).click();
      await panel.getByRole('button', { name: 'Use' }).click();
      await panel.getByLabel('Amount').fill('1104');
      await panel.getByRole('button', { name: 'Continue' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('After submitting: Waits for a second person').waitFor();
      await dialog.getByLabel('This payee got the same amount').check();
      await dialog.getByLabel('Reason').fill('two bills of one sum');
      await fillStepUp(dialog, world.server, payer);
      await dialog.getByRole('button', { name: 'Submit payout' }).click();
      await panel.getByText('Payout submitted').waitFor();
      expect(await newest('11040000')).toMatchObject({ wait_reason: 'approval' });

      await panel.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await panel.getByText('No saved payees yet').waitFor();

      // By the file: what is wrong is said, corrected in its place, and each row becomes a payout.
      await panel.getByRole('tab', { name: 'Batch' }).click();
      const rows = ['999,王小明,901122334466,1204', '004,陳小華,901122334477,1304'];
      await panel.getByLabel('File').setInputFiles({
        name: 'pay.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Bank,Account name,Card number,Amount', ...rows].join('\n')),
      });
      await panel.getByRole('button', { name: 'Read the file' }).click();
      await panel.getByText('Please select the correct bank name').waitFor();
      await panel.getByRole('button', { name: 'Correct' }).first().click();
      await panel.getByLabel('Bank', { exact: true }).fill('005');
      await panel.getByRole('button', { name: 'Save' }).click();
      await panel.getByText('Please select the correct bank name').waitFor({ state: 'detached' });
      await panel.getByRole('button', { name: 'Submit batch' }).click();
      const batch = page.getByRole('dialog');
      await batch.getByText('新臺幣貳仟伍佰零捌元整').waitFor();
      await fillStepUp(batch, world.server, payer);
      await batch.getByRole('button', { name: 'Submit batch' }).click();
      await panel.getByText('2 of 2 submitted').waitFor();
      expect(
        await world.numberIn(
          `SELECT count(*) AS n FROM payout_order o JOIN app_user u ON u.id = o.customer_id
           WHERE u.username = $1 AND o.source = 'batch' AND o.amount IN (12040000, 13040000)`,
          [payer],
        ),
      ).toBe(2);
    });
  },

  async 'payment.setting'() {
    const desk = await deskOf(world);
    const customerId = world.server.account(payer).customer_id ?? '';
    const save = async (panel: Locator, label: string, value: string): Promise<void> => {
      await panel.getByLabel(label).fill(value);
      await saveRules(panel);
    };
    await world.on(
      operator,
      'payment.setting',
      async (page, panel) => {
        await panel.getByText('0 = no limit').first().waitFor();
        await save(panel, 'Greatest amount', '900');
        await expect(desk.place('1104.00', true)).rejects.toThrow('refused');
        expect((await desk.place('804.00', true)).orderNo).toMatch(/^P/);
        await save(panel, 'Greatest amount', '0');

        // What is sent by hand waits; what somebody keeps to himself is freed.
        await panel.getByLabel('Payouts leave').selectOption('manual');
        await saveRules(panel);
        const waits = async (id: string): Promise<number> =>
          world.numberIn(
            "SELECT count(*) AS n FROM payout_order WHERE id = $1 AND wait_reason = 'manualDispatch'",
            [id],
          );
        await until('the rule is set', async () => {
          const rule = 'SELECT manual_from AS n FROM payout_setting WHERE owner_id = $1';
          return (await world.numberIn(rule, [customerId])) === 1;
        });
        const kept = await desk.place('904.00', true);
        expect(await waits(kept.id)).toBe(1);
        await world.database.query(
          "INSERT INTO payout_lock SELECT $1, id, now() + interval '3 minutes' FROM app_user WHERE username = 'admin.chen'",
          [kept.id],
        );
        await panel.getByRole('button', { name: 'Unlock orders' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Order numbers').fill(kept.orderNo);
        await dialog.getByLabel('Reason').fill('he went home');
        await fillStepUp(dialog, world.server, operator);
        await dialog.getByRole('button', { name: 'Unlock orders' }).click();
        await until('it is free', async () => {
          const locks = 'SELECT count(*) AS n FROM payout_lock WHERE order_id = $1';
          return (await world.numberIn(locks, [kept.id])) === 0;
        });
        await panel.getByLabel('Payouts leave').selectOption('auto');
        await saveRules(panel);

        await panel.getByRole('button', { name: 'Clear card usage' }).click();
        await dialog.getByLabel('Card number').fill('900000000001');
        await dialog.getByLabel('Reason').fill('the customer asked');
        await fillStepUp(dialog, world.server, operator);
        await dialog.getByRole('button', { name: 'Clear card usage' }).click();
        await dialog.getByText('No card number found').waitFor();
        await dialog.getByLabel('Card number').fill('');
        await fillStepUp(dialog, world.server, operator);
        await dialog.getByRole('button', { name: 'Clear card usage' }).click();
        await until('they count anew', async () => {
          const cleared = 'SELECT count(*) AS n FROM payout_card_clear WHERE customer_id = $1';
          return (await world.numberIn(cleared, [customerId])) > 0;
        });

        await panel.getByLabel('Address').fill('http://127.0.0.1:9/check');
        await panel.getByLabel('Check key').fill('a key of sixteen');
        await saveCheck(page, panel);
        await agreeToCheck(world);
        await page.reload();
        await panel.getByRole('button', { name: 'Test call' }).click();
        await panel.getByText('Please check whether the third-party domain name is correct').waitFor();
        const asked = await desk.place('1004.00', true);
        const verified = "SELECT count(*) AS n FROM payout_order WHERE id = $1 AND stage = 'verifying'";
        expect(await world.numberIn(verified, [asked.id])).toBe(1);
        await panel.getByRole('switch', { name: 'Reverse check is on' }).click();
        await saveCheck(page, panel);
        await agreeToCheck(world);
        await until('it is off', async () => {
          const on = 'SELECT count(*) AS n FROM audit_setting WHERE user_id = $1 AND enabled';
          return (await world.numberIn(on, [customerId])) === 0;
        });
      },
      `?user_id=${customerId}`,
    );
  },

  async 'payment.card'() {
    const desk = await deskOf(world);
    const paid = await desk.place('604.00', true);
    const [used] = await world.database.query<{ card_shown: string; card_hash: string }>(
      'SELECT card_shown, card_hash FROM payout_order WHERE id = $1',
      [paid.id],
    );
    const cleared = (): Promise<number> =>
      world.numberIn('SELECT count(*) AS n FROM payout_card_clear WHERE card_hash = $1', [used?.card_hash]);
    await world.on(operator, 'payment.card', async (page, panel) => {
      await panel.getByLabel('Card number').fill('900000000001');
      await panel.getByLabel('Card number').press('Enter');
      await panel.getByText('No card number found').waitFor();
      await panel.getByLabel('Card number').fill('');
      await panel.getByLabel('Card number').press('Enter');
      const row = panel.getByRole('row').filter({ hasText: used?.card_shown ?? 'none' });
      await row.getByRole('button', { name: 'Clear card usage' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('the customer asked');
      await fillStepUp(dialog, world.server, operator);
      await dialog.getByRole('button', { name: 'Clear card usage' }).click();
      await until('it counts anew', async () => (await cleared()) === 1);
      await row.getByRole('button', { name: 'Clear card usage' }).waitFor({ state: 'detached' });
      await panel.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Start export' }).click();
      await page.getByRole('dialog', { name: 'Export finished' }).waitFor();
      const files =
        "SELECT count(*) AS n FROM export_job WHERE kind = 'payment.card' AND status = 'completed'";
      expect(await world.numberIn(files)).toBe(1);
    });

    // One that another screen left on its way would use the card up.
    await until('nothing else is on its way', async () => {
      const open = `SELECT count(*) AS n FROM payout_order
                    WHERE channel_id = $1 AND (stage = 'verifying' OR stage = 'queued' AND wait_reason IS NULL)`;
      return (await world.numberIn(open, [desk.channels[0]])) === 0;
    });

    // A card from which the channel pays, used up after one payout: the next goes another way until somebody lets more go by it.
    await world.on(
      operator,
      'payment.card',
      async (page, panel) => {
        const dialog = page.getByRole('dialog');
        await panel.getByRole('button', { name: 'Add a payout card' }).first().click();
        await dialog.getByLabel('Channel').selectOption(desk.channels[0] ?? '');
        await dialog.getByRole('combobox', { name: 'Bank' }).fill('004');
        await dialog.getByLabel('Account holder').fill('平台出款');
        await dialog.getByLabel('Card number').fill('811122223333');
        await dialog.getByLabel('Limit of times').fill('1');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'detached' });
        const row = panel.getByRole('row').filter({ hasText: '********3333' });
        await row.waitFor();
        const wayOf = async (amount: string): Promise<number> => {
          const { id } = await desk.place(amount, true);
          const way = 'SELECT channel_id AS n FROM payout_attempt WHERE order_id = $1';
          return until('it is sent', async () => (await world.numberIn(way, [id])) || undefined);
        };
        const [own, other] = desk.channels.map(Number); // Not money: ids of channels.
        expect(await wayOf('1404.00')).toBe(own);
        expect(await wayOf('1504.00')).toBe(other);
        await row.getByRole('button', { name: 'Edit' }).click();
        await dialog.getByLabel('Limit of times').fill('0');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'detached' });
        expect(await wayOf('1604.00')).toBe(own);
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Remove' }).click();
        await dialog.getByRole('button', { name: 'Remove' }).click();
        await row.waitFor({ state: 'detached' });
        const cards = `SELECT count(*) AS n FROM payer_card WHERE channel_id = $1 AND removed_at IS NULL`;
        expect(await world.numberIn(cards, [desk.channels[0]])).toBe(0);
      },
      '?kind=payer',
    );
  },

  async 'payment.balance'() {
    const desk = await deskOf(world);
    const [account] = await world.database.query<{ id: string; name: string }>(
      'SELECT a.id, a.name FROM channel c JOIN channel_account a ON a.id = c.channel_account_id WHERE c.id = $1',
      [desk.channels[0]],
    );
    const of = (column: string): Promise<number> =>
      world.numberIn(`SELECT ${column} AS n FROM channel_account WHERE id = $1`, [account?.id]);
    await world.on(operator, 'payment.balance', async (page, panel) => {
      const row = panel.getByRole('row').filter({ hasText: account?.name ?? 'none' });
      const choose = async (name: string): Promise<void> => {
        const inRow = row.getByRole('button', { name, exact: true });
        if ((await inRow.count()) > 0) return inRow.click();
        await row.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      };
      const mark = async (value: string): Promise<void> => {
        await choose('Set mark');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Low-water mark').fill(value);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await row.waitFor();
      await mark('99999999');
      await choose('Ask now');
      await row.getByText('Low', { exact: true }).waitFor();
      expect(await of('low_water')).toBe(999_999_990_000);
      const told = "SELECT count(*) AS n FROM notification WHERE type = 'BalanceLow'";
      await until('people are told', async () => (await world.numberIn(told)) > 0);
      await mark('');
      await until('nobody looks', async () => (await of('count(low_water)')) === 0);
    });
  },
});
