import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { slipPicture } from '../testing/payout-desk.ts';
import type { PlacedPayout } from '../testing/payout-desk.ts';
import { fillStepUp } from '../../harness/step-up.ts';
import { until } from '../../harness/until.ts';
import { deskOf } from './payout-desk.ts';
import type { World } from './world.ts';

const operator = 'admin.lin';
const second = 'admin.chen';
const screen = 'payment.transactions';

interface Standing {
  readonly status: string;
  readonly stage: string | null;
  readonly wait_reason: string | null;
  readonly reverse_status: string;
  readonly channel_id: string;
}

export const payoutEffects = (world: World) => ({
  async 'payment.transactions'() {
    const desk = await deskOf(world);
    const standing = async ({ id }: PlacedPayout): Promise<Standing> => {
      const [row] = await world.database.query<Standing & Record<string, unknown>>(
        'SELECT status, stage, wait_reason, reverse_status, channel_id FROM payout_order WHERE id = $1',
        [id],
      );
      if (row === undefined) throw new Error(`There is no payout ${id}`);
      return row;
    };
    const on = (payout: PlacedPayout, work: (page: Page, row: Locator) => Promise<void>) =>
      world.on(
        operator,
        screen,
        (page, panel) => work(page, panel.getByRole('row', { name: new RegExp(payout.orderNo) })),
        `?numbers=${payout.orderNo}`,
      );
    /** Chooses an act of a row, wherever it stands there, and sends its dialog. */
    const act = async (
      page: Page,
      row: Locator,
      name: string,
      fill: (dialog: Locator) => Promise<void> = async () => {},
    ): Promise<void> => {
      await choose(page, row, name);
      const dialog = page.getByRole('dialog');
      await fill(dialog);
      await dialog.getByLabel('Reason').fill('as the journey goes');
      await fillStepUp(dialog, world.server, operator);
      await dialog.getByRole('button', { name, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };

    // The last two digits leave it with the bank until somebody asks.
    const going = await desk.place('1104.00');
    await on(going, async (page, row) => {
      await act(page, row, 'Let go');
      await until('it is on its way', async () => (await standing(going)).wait_reason === null);
    });

    const kept = await desk.place('1210.00');
    await on(kept, async (page, row) => {
      await choose(page, row, 'Lock');
      await until('it is locked', async () => (await locksOf(world, kept)) === 1);
      await choose(page, row, 'Unlock');
      await until('it is free', async () => (await locksOf(world, kept)) === 0);
      await act(page, row, 'Switch channel', async (dialog) => {
        await dialog.getByLabel('New channel').selectOption(desk.channels[1] ?? '');
      });
      await until(
        'it goes the other way',
        async () => (await standing(kept)).channel_id === desk.channels[1],
      );
      await act(page, row, 'Reject');
      expect(await standing(kept)).toMatchObject({ status: 'rejected', stage: null });
    });

    const byHand = await desk.place('1320.00');
    await on(byHand, async (page, row) => {
      await act(page, row, 'Confirm as paid', async (dialog) => {
        await dialog.getByLabel('Third-party number').fill(`HAND-${byHand.id}`);
        await dialog.locator('input[type=file]').setInputFiles(slipPicture);
      });
      expect((await standing(byHand)).status).toBe('processing');
    });
    const [waiting] = await world.database.query<{ id: string }>(
      "SELECT id FROM approval WHERE act = 'payouts.markPaid' AND state = 'waiting' AND payload ->> 'order_id' = $1",
      [byHand.id],
    );
    await world.agree(second, waiting?.id ?? '');
    await until('it is paid', async () => (await standing(byHand)).status === 'paid');
    const [said] = await world.database.query<{ third_party_no: string; slip: string }>(
      'SELECT third_party_no, slip FROM payout_by_hand WHERE order_id = $1',
      [byHand.id],
    );
    expect(said).toEqual({
      third_party_no: `HAND-${byHand.id}`,
      slip: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await on(byHand, async (page, row) => {
      await act(page, row, 'Reverse');
      await until('it is pending', async () => (await standing(byHand)).reverse_status === 'pending');
    });
  },
});

/** The first act of a row stands in it, the others under *more*. */
export async function choose(page: Page, row: Locator, name: string): Promise<void> {
  await row.waitFor();
  const inRow = row.getByRole('button', { name, exact: true });
  if ((await inRow.count()) > 0) return inRow.click();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

const locksOf = (world: World, { id }: PlacedPayout): Promise<number> =>
  world.numberIn('SELECT count(*) AS n FROM payout_lock WHERE order_id = $1 AND until > now()', [id]);
