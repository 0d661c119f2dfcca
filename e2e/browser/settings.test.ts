import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { ringsForOrders } from '@suanpan/contract/endpoints/collection-setting';
import { beforeAll, expect, test } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { Merchant } from '../harness/merchant.ts';
import { forgetCollectionRules } from '../harness/forget-collection-rules.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { until } from '../harness/until.ts';
import { bareId } from './effects/bare-id.ts';
import { saveRules } from './effects/payout-desk.ts';
import { openWorld } from './effects/world.ts';
import { openPayoutDesk } from './testing/payout-desk.ts';
import type { PayoutDesk } from './testing/payout-desk.ts';

// Each limit is changed on its screen, and the next act is refused by it, and allowed again once it is gone. The acts themselves
// go by the doors: what their own screens say is shown elsewhere.
const operator = 'admin.lin';
// Nobody else's tests change this one's rules; he may use his money on the day on which it is paid.
const merchant = 'zaojiao';

const world = await openWorld();
let desk: PayoutDesk;
let merchantId: string;
beforeAll(async () => {
  desk = await openPayoutDesk(world.server, world.database, merchant);
  merchantId = world.server.account(merchant).customer_id ?? '';
  // Money to pay and to withdraw: what his payers paid, for the house is to have no less of its own by these tests.
  await world.orderOf(merchant, '00', { amount: '12000.00', method: 'qr' });
});

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
    'SELECT add_withdraw_account($1, $2, $1, NULL) AS id',
    [
      merchantId,
      {
        type: 'bank',
        currency: 'TWD',
        account_name: '王小明',
        bank_code: '004',
        card_sealed: 'sealed',
        card_shown: '****0099',
        account_hash: `settings ${merchantId}`,
      },
    ],
  );
  // It need not rest for a day.
  await world.database.query(
    'SELECT judge_withdraw_account($1, false, (SELECT id FROM app_user WHERE username = $2), NULL, NULL)',
    [account?.id, operator],
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

test('the rules by which orders are collected', { timeout: 200_000 }, async () => {
  const till = new Merchant(world.server.url, world.server.account(merchant));
  const order = () => till.order({ amount: '1850.00', method: 'qr' });
  const stands = async (id: string, status: string): Promise<void> => {
    const query = 'SELECT count(*) AS n FROM collection_order WHERE id = $1 AND status = $2';
    await until(`the order is ${status}`, async () => (await world.numberIn(query, [id, status])) === 1);
  };
  /** Its time is over without a payment, and then the payer pays. */
  const paidLate = async (becomes: string): Promise<void> => {
    const late = await order();
    await world.database.query(
      "UPDATE collection_order SET expires_at = business_now() - interval '1 second' WHERE id = $1",
      [bareId(late)],
    );
    await stands(bareId(late), 'expired');
    await till.simulate(late.id, '00');
    await stands(bareId(late), becomes);
  };
  /** The first callback fails; in so many seconds the next one is due. */
  const nextAfterS = async (): Promise<number> => {
    const told = await world.orderOf(merchant, '14');
    const wait = `SELECT extract(epoch FROM c.next_at - now())::int AS n FROM callback c
      WHERE c.order_id = $1 AND c.order_kind = 'collection' AND c.attempts = 1 AND c.next_at > now()`;
    return until(
      'its first callback failed',
      async () => (await world.numberIn(wait, [bareId(told)])) || false,
    );
  };
  /** An order that is older than eight hours by the time its callback is sent. */
  const isHeld = async (): Promise<boolean> => {
    const told = await world.orderOf(merchant, '14');
    const failed =
      'SELECT count(*) AS n FROM callback WHERE order_id = $1 AND attempts = 1 AND next_at > now()';
    await until(
      'its first callback failed',
      async () => (await world.numberIn(failed, [bareId(told)])) === 1,
    );
    await world.database.query(
      "UPDATE callback SET order_created_at = order_created_at - interval '9 hours', next_at = now() WHERE order_id = $1",
      [bareId(told)],
    );
    const over =
      "SELECT count(*) AS n FROM callback WHERE order_id = $1 AND (result = 'held_after_8h' OR attempts > 1)";
    await until('it was tried or held', async () => (await world.numberIn(over, [bareId(told)])) === 1);
    const held = "SELECT count(*) AS n FROM callback WHERE order_id = $1 AND result = 'held_after_8h'";
    const answer = (await world.numberIn(held, [bareId(told)])) === 1;
    await world.database.query(
      "UPDATE callback SET order_created_at = order_created_at + interval '9 hours' WHERE order_id = $1",
      [bareId(told)],
    );
    return answer;
  };
  const office = await enterAs(world.server.url, merchant);
  const rings = async () => (await office.call(ringsForOrders, {})).rings;
  await world.on(
    operator,
    'collections.setting',
    async (page, panel) => {
      const set = async (fill: () => Promise<unknown>): Promise<void> => {
        await fill();
        // The form is made anew of what is kept.
        const read = page.waitForResponse(
          (answer) => answer.url().includes('/collection/setting?') && answer.request().method() === 'GET',
        );
        // By key: what it said before may lie over the button while the pointer rests there.
        await panel.getByRole('button', { name: 'Save' }).press('Enter');
        await (await read).finished();
        await page.waitForTimeout(300);
      };
      const late = panel.getByLabel('Late payments');
      await set(() => late.selectOption('credit'));
      await paidLate('success');
      await set(() => late.selectOption('abnormal'));
      await paidLate('abnormal');
      await set(() => late.selectOption(''));
      await world.shop.behave(merchant, '500');
      const delays = panel.getByLabel(/^Callback delays/);
      await set(() => delays.fill('0, 7200'));
      expect(await nextAfterS()).toBeGreaterThan(6_000);
      await set(() => delays.fill('0, 600'));
      expect(await nextAfterS()).toBeLessThan(700);
      const hold = panel.getByLabel(/^No automatic callback/);
      await set(() => hold.selectOption('yes'));
      expect(await isHeld()).toBe(true);
      await set(() => hold.selectOption('no'));
      expect(await isHeld()).toBe(false);
      await world.shop.behave(merchant, 'ok');
      await set(() => delays.fill(''));
      const ring = panel.getByLabel('Sound for new collection orders');
      await set(() => ring.selectOption('yes'));
      expect(await rings()).toBe(true);
      await set(() => ring.selectOption('no'));
      expect(await rings()).toBe(false);
    },
    `?user_id=${merchantId}`,
  );
  await forgetCollectionRules(world.server.url, merchantId);
});

test('a holiday closes withdrawals where the rule says so', { timeout: 120_000 }, async () => {
  const [account] = await world.database.query<{ id: string; today: string }>(
    "SELECT id::text, business_day(business_now())::text AS today FROM withdraw_account WHERE owner_id = $1 AND account_hash LIKE 'settings %'",
    [merchantId],
  );
  const office = await enterAs(world.server.url, merchant);
  const codeOf = async () =>
    (
      await office.send('POST', '/withdraws/apply/effect', {
        account_id: account?.id ?? '',
        amount: '100',
        currency: 'TWD',
      })
    ).code;
  const prove = async (dialog: Locator): Promise<void> => {
    await dialog.getByLabel('Reason').fill('as the house asks');
    await fillStepUp(dialog, world.server, operator);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await world.on(
    operator,
    'withdraws.setting',
    async (page, panel) => {
      await panel.getByRole('button', { name: 'Set the rule' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Closed on holidays').selectOption('yes');
      await prove(dialog);
    },
    `?user_id=${merchantId}`,
  );
  expect(await codeOf()).toBe(0);
  await world.on(operator, 'withdraws.config', async (page, panel) => {
    const plan = async (change: (days: string) => string): Promise<void> => {
      await panel.getByRole('button', { name: 'Holidays' }).click();
      const dialog = page.getByRole('dialog');
      const days = dialog.getByLabel(/^Holidays, one a line/);
      await days.fill(change(await days.inputValue()));
      await prove(dialog);
    };
    const line = `${account?.today} Closed for a test`;
    await plan((days) => `${days}\n${line}`);
    expect(await codeOf()).not.toBe(0);
    await plan((days) => days.replace(line, ''));
    expect(await codeOf()).toBe(0);
  });
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
