import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { saveRules } from './effects/payout-desk.ts';
import { openWorld } from './effects/world.ts';
import type { World } from './effects/world.ts';
import { openPayoutDesk } from './testing/payout-desk.ts';
import type { PayoutDesk } from './testing/payout-desk.ts';

// Each limit is changed on its screen, and the next act is refused by it, and allowed again once it is gone. The acts themselves
// go by the doors: what their own screens say is shown elsewhere.
const operator = 'admin.lin';
const merchant = 'yunduan';

let world: World;
let desk: PayoutDesk;
let merchantId: string;
beforeAll(async () => {
  world = await openWorld();
  desk = await openPayoutDesk(world.server, world.database, merchant);
  merchantId = world.server.account(merchant).customer_id ?? '';
  // Money to pay and to withdraw, with its line in the log.
  await world.database.query(
    `WITH boss AS (SELECT id FROM app_user WHERE username = $2),
       moved AS (SELECT move_funds('adjust', $1::bigint, 'TWD', 1000000000, 'goodwill', boss.id, NULL, 'of a test', 'test') AS journal FROM boss)
     INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
     SELECT business_now(), boss.id, boss.id, 'cashManagement3.manualAdjustment', 'user', $1::text, moved.journal FROM boss, moved`,
    [merchantId, operator],
  );
});
afterAll(() => world.close());

test('limits and velocity of payouts', { timeout: 200_000 }, async () => {
  const goes = (amount: string, accountNo?: string) =>
    expect(desk.place(amount, true, accountNo)).resolves.toBeDefined();
  const isRefused = (amount: string, accountNo?: string) =>
    expect(desk.place(amount, true, accountNo)).rejects.toThrow('refused');
  await world.on(
    operator,
    'payment.setting',
    async (_page, panel) => {
      const set = async (label: string, value: string): Promise<void> => {
        await panel.getByLabel(label, { exact: true }).fill(value);
        await saveRules(panel);
      };
      await panel.getByText('0 = no limit').first().waitFor();
      const card = `8${Date.now()}`;
      await goes('704.00', card);
      for (const [label, value, act] of [
        ['Least amount', '900', () => isRefused('704.00')],
        ['Greatest amount', '600', () => isRefused('704.00')],
        ['Amount a day', '1000', () => isRefused('704.00')],
        ['Payouts a day', '1', () => isRefused('704.00')],
        ['Times a card a day', '1', () => isRefused('704.00', card)],
        ['Amount a card a day', '800', () => isRefused('704.00', card)],
      ] as const) {
        await set(label, value);
        await act();
        await set(label, '0');
      }
      await goes('704.00', card);
      // One more to the same payee in an hour waits for a person.
      await set('Payouts to one payee an hour', '1');
      const { id } = await desk.place('704.00', true, card);
      const waits = "SELECT count(*) AS n FROM payout_order WHERE id = $1 AND wait_reason = 'velocity'";
      expect(await world.numberIn(waits, [id])).toBe(1);
      await set('Payouts to one payee an hour', '');
    },
    `?user_id=${merchantId}`,
  );
});

test('the rule of an owner’s withdrawals', { timeout: 200_000 }, async () => {
  const [account] = await world.database.query<{ id: string }>(
    `INSERT INTO withdraw_account (owner_id, type, currency, account_name, bank_code, card_sealed, card_shown, account_hash,
       usable_from, made_by, created_at)
     VALUES ($1::bigint, 'bank', 'TWD', '王小明', '004', 'sealed', '****0099', 'settings ' || $1, business_now(), $1::bigint, business_now())
     RETURNING id`,
    [merchantId],
  );
  const office = await enterAs(world.server.url, merchant);
  const asked = (amount: string) => ({ account_id: account?.id ?? '', amount, currency: 'TWD' });
  const codeOf = async (amount: string) =>
    (await office.send('POST', '/withdraws/apply/effect', asked(amount))).code;
  expect(await apply(office, asked('100'))).toBe(0);
  const later = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(11, 16);
  const after = new Date(Date.now() + 15 * 3_600_000).toISOString().slice(11, 16);
  await world.on(
    operator,
    'withdraws.setting',
    async (page, panel) => {
      const set = async (fill: (dialog: Locator) => Promise<void>): Promise<void> => {
        await panel.getByRole('button', { name: 'Set the rule' }).first().click();
        const dialog = page.getByRole('dialog');
        await fill(dialog);
        await dialog.getByLabel('Reason').fill('as the house asks');
        await fillStepUp(page, world.server, operator);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      for (const [label, value, free] of [
        ['Least at once', '500', ''],
        ['Most at once', '50', ''],
        ['Amount a day', '150', ''],
        ['Number a day', '1', ''],
        ['Amount a day and account', '150', ''],
        ['Uses a day and account', '1', ''],
        ['Open hours, one a line: days from–to', `0123456 ${later}-${after}`, ''],
      ] as const) {
        expect(await codeOf('100'), label).toBe(0);
        await set((dialog) => dialog.getByLabel(label, { exact: true }).fill(value));
        expect(await codeOf('100'), label).not.toBe(0);
        await set((dialog) => dialog.getByLabel(label, { exact: true }).fill(free));
      }
      expect(await codeOf('100')).toBe(0);
    },
    `?user_id=${merchantId}`,
  );
});

async function apply(office: BackOffice, asked: object): Promise<number> {
  const seen = (await office.send('POST', '/withdraws/apply/effect', asked)) as { data?: { hash?: string } };
  const account = world.server.account(merchant);
  const proof = {
    payment_password: account.payment_password,
    one_code: await unusedCode(world.server, account),
  };
  const body = { ...asked, ...proof, effect_hash: seen.data?.hash };
  return (await office.send('POST', '/withdraws/apply', body, { idempotencyKey: randomUUID() })).code;
}
