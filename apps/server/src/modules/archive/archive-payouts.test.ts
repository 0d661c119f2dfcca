import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms, payoutRequest } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { transact } from '../../platform/db/transact.ts';
import { prove } from '../ledger/index.ts';
import { listCards, sumCards } from '../payouts/card/cards.queries.ts';
import { foldPayoutSums } from '../payouts/fold-sums.store.ts';
import { listPayouts, sumPayouts } from '../payouts/read/search.queries.ts';
import type { PayoutRow } from '../payouts/index.ts';
import { flagPayout } from '../payouts/service.ts';
import { routePayout } from '../payouts/submit/submit-payout.ts';
import { submitInside } from '../payouts/submit/submit.store.ts';
import { moveOrders } from './archive.store.ts';
import { attemptFoundOrRecalled, recallOrders } from './index.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
const tenant = await createTenant(base, { provider: rooms.bank });
const merchantId = await tenant.merchant({});
await here.channel(tenant, [merchantId]);
const dayMs = 86_400_000;
const platform = { kind: 'platform' } as const;

beforeEach(async () => {
  await admin.query("UPDATE archive_progress SET month = '-infinity', begins_at = '-infinity'");
});

/** A payout that its provider paid. */
async function paid(): Promise<PayoutRow> {
  await here.earn(merchantId);
  const order = await here.place(merchantId);
  await here.work();
  rooms.bank.payout(order.order_no).status = 'paid';
  await here.tell(await here.payout(order.id));
  const ended = await here.payout(order.id);
  expect(ended.status).toBe('paid');
  return ended;
}
async function growOld(): Promise<void> {
  await foldPayoutSums(database.app);
  await moveBusinessClock(database, 401 * dayMs);
}
const move = () => transact(database.workers, (tx) => moveOrders(tx, 'payout', 500));
const placeOf = async ({ id }: Pick<PayoutRow, 'id'>): Promise<string[]> =>
  (
    await admin.query<{ schema: string }>(
      `SELECT 'online' AS schema FROM public.payout_order WHERE id = $1
       UNION ALL SELECT 'archive' FROM archive.payout_order WHERE id = $1`,
      [id],
    )
  ).rows.map(({ schema }) => schema);
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const figures = async (): Promise<unknown> => [
  await sumPayouts(database.app, platform, {}),
  (await listPayouts(database.app, platform, {}, '-created_at', { offset: 0, limit: 100 })).map(
    ({ archived: _archived, ...row }) => row,
  ),
  (await admin.query('SELECT * FROM payout_channel_day_now ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9')).rows,
];
async function archived(): Promise<PayoutRow> {
  const order = await paid();
  await growOld();
  await move();
  expect(await placeOf(order)).toEqual(['archive']);
  return order;
}

describe('payouts', () => {
  test('of a day long ago stand beside the accounts that they were paid to', async () => {
    const order = await paid();
    const day = { day: regionDayText(regionDayOf(order.created_at)), customerId: merchantId };
    const [rows, sums] = [
      await listCards(database.app, platform, day, { offset: 0, limit: 9 }),
      await sumCards(database.app, platform, day),
    ];
    expect(rows.map(({ card_hash: hash }) => hash)).toContain(order.card_hash);
    await growOld();
    await move();
    expect(await placeOf(order)).toEqual(['archive']);
    expect(await listCards(database.app, platform, day, { offset: 0, limit: 9 })).toEqual(rows);
    expect(await sumCards(database.app, platform, day)).toEqual(sums);
  });

  test('that were paid long ago leave with their holds and sendings; books and figures stay, there and back', async () => {
    const order = await paid();
    await growOld();
    const before = await figures();
    expect(await failing()).toEqual([]);
    await move();
    expect(await placeOf(order)).toEqual(['archive']);
    const { rows } = await admin.query<{ n: bigint }>(
      `SELECT (SELECT count(*) FROM public.payout_hold WHERE order_id = $1)
            + (SELECT count(*) FROM public.payout_attempt WHERE order_id = $1) AS n`,
      [order.id],
    );
    expect(rows[0]?.n).toBe(0n);
    expect(await figures()).toEqual(before);
    expect(await failing()).toEqual([]);

    expect(await recallOrders(database.app, 'payout', [order.id])).toBe(1);
    expect(await placeOf(order)).toEqual(['online']);
    expect(await figures()).toEqual(before);
    expect(await failing()).toEqual([]);
    await foldPayoutSums(database.app);
    expect(await figures()).toEqual(before);
    expect(await failing()).toEqual([]);
  });

  test('that are not over stay', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId);
    await growOld();
    await move();
    expect(await placeOf(order)).toEqual(['online']);
  });

  test('keep their merchants’ numbers taken: nobody is paid twice', async () => {
    const request = payoutRequest(base, merchantId);
    await here.earn(merchantId);
    const order = await here.place(merchantId, request);
    await here.work();
    rooms.bank.payout(order.order_no).status = 'paid';
    await here.tell(await here.payout(order.id));
    await growOld();
    await move();
    expect(await placeOf(order)).toEqual(['archive']);
    await here.earn(merchantId);
    const [again, more] = await Promise.all([
      here.submit(merchantId, request),
      here.submit(merchantId, payoutRequest(base, merchantId, { major: '100' })),
    ]);
    expect(again).toMatchObject({ outcome: 'replayed', orderId: order.id });
    expect(more).toMatchObject({ outcome: 'created' });
    expect(await placeOf(order)).toEqual(['online']);
    expect(await here.submit(merchantId, { ...request, requestHash: Buffer.from('other') })).toMatchObject({
      outcome: 'conflict',
    });
    const { rows } = await admin.query('SELECT FROM whole.payout_order WHERE merchant_order_no = $1', [
      order.merchant_order_no,
    ]);
    expect(rows).toHaveLength(1);
    expect(await failing()).toEqual([]);
  });

  async function someoneWaits(): Promise<void> {
    await expect
      .poll(
        async () =>
          (await admin.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount,
      )
      .toBeGreaterThan(0);
  }
  /** Moves what is old, begins `work`, and keeps the move from its end until somebody waits for it. */
  async function whileLeaving<T>(work: () => Promise<T>): Promise<T> {
    const { working } = await transact(database.workers, async (tx) => {
      await moveOrders(tx, 'payout', 500);
      const working = work();
      await someoneWaits();
      return { working };
    });
    return working;
  }

  test('whose number is submitted by hand while they are just leaving are found, as by a key', async () => {
    const request = payoutRequest(base, merchantId);
    await here.earn(merchantId);
    const order = await here.place(merchantId, request);
    await here.work();
    rooms.bank.payout(order.order_no).status = 'paid';
    await here.tell(await here.payout(order.id));
    await growOld();
    const { routed } = await routePayout(here.payouts, request, '');
    const holder = await admin.connect();
    try {
      // It has asked the archive, which had nothing, and waits for the merchant's balance while the payout leaves.
      await holder.query('BEGIN');
      await holder.query(
        'SELECT FROM balance b JOIN account a ON a.id = b.account_id WHERE a.owner_id = $1 FOR NO KEY UPDATE OF b',
        [merchantId],
      );
      const submitting = transact(database.app, (tx) => submitInside(tx, routed), { attempts: 5 });
      await someoneWaits();
      await move();
      expect(await placeOf(order)).toEqual(['archive']);
      await holder.query('COMMIT');
      expect(await submitting).toMatchObject({ outcome: 'replayed', orderId: order.id });
    } finally {
      holder.release(true);
    }
    expect(await placeOf(order)).toEqual(['online']);
    expect(await failing()).toEqual([]);
  });

  test('that are flagged again while they are just leaving come back with one flag', async () => {
    const order = await paid();
    await flagPayout(here.payouts, order.id, 'failed_after_paid', 'again');
    await growOld();
    await whileLeaving(() => flagPayout(here.payouts, order.id, 'failed_after_paid', 'again'));
    expect(await placeOf(order)).toEqual(['archive']);
    await recallOrders(database.app, 'payout', [order.id]);
    expect(await placeOf(order)).toEqual(['online']);
    expect(await flagsOf([order])).toHaveLength(1);
  });

  test('are found by a late notice of their provider', async () => {
    const order = await archived();
    expect(await here.tell(order)).toBe(200);
    expect(await placeOf(order)).toEqual(['online']);
    expect((await here.payout(order.id)).status).toBe('paid');
    expect(await failing()).toEqual([]);
  });

  test('that leave again whenever they were brought back are found all the same', async () => {
    const { channel_account_id: channelAccountId, order_no: requestNo } = await archived();
    const by = { channelAccountId: channelAccountId ?? 0n, requestNo };
    let looks = 0;
    const found = await attemptFoundOrRecalled(database.app, 'payout', by, async () => {
      looks += 1;
      if (looks < 5) {
        await admin.query("UPDATE archive_progress SET month = '-infinity'");
        await move();
      }
      return (
        await admin.query<{ n: number }>(
          'SELECT n FROM public.payout_attempt WHERE channel_account_id = $1 AND request_no = $2',
          [by.channelAccountId, by.requestNo],
        )
      ).rows[0];
    });
    expect(found).toEqual({ n: 1 });
    expect(looks).toBe(5);
  });

  /** Tells of each, twice, as providers do, while the payouts move again and again. */
  async function tellWhileMoving(orders: readonly PayoutRow[]): Promise<void> {
    let isOver = false;
    const moves = (async () => {
      while (!isOver) {
        await admin.query("UPDATE archive_progress SET month = '-infinity'");
        await move();
      }
    })();
    await Promise.all([...orders, ...orders].map((order) => here.tell(order))).finally(() => (isOver = true));
    await moves;
  }
  const statesOf = async (orders: readonly PayoutRow[]): Promise<string[]> => {
    const { rows } = await admin.query<{ status: string }>(
      'SELECT status FROM public.payout_order WHERE id = ANY ($1)',
      [orders.map(({ id }) => id)],
    );
    return rows.map(({ status }) => status);
  };
  const flagsOf = async (orders: readonly PayoutRow[]): Promise<unknown[]> =>
    (
      await admin.query('SELECT reason FROM whole.payout_flag WHERE order_id = ANY ($1)', [
        orders.map(({ id }) => id),
      ])
    ).rows;

  test('that were refused and are paid after all while they move are booked as such, each once', async () => {
    const orders: PayoutRow[] = [];
    for (let n = 0; n < 6; n += 1) {
      await here.earn(merchantId);
      const order = await here.place(merchantId);
      await here.work();
      rooms.bank.payout(order.order_no).status = 'failed';
      await here.tell(await here.payout(order.id));
      orders.push(await here.payout(order.id));
    }
    expect(await statesOf(orders)).toEqual(orders.map(() => 'rejected'));
    await growOld();
    for (const { order_no: no } of orders) rooms.bank.payout(no).status = 'paid';
    await tellWhileMoving(orders);
    expect(await statesOf(orders)).toEqual(orders.map(() => 'paid'));
    expect(await flagsOf(orders)).toEqual([]);
    expect(await failing()).toEqual([]);
  });

  test('that come back while they move are given back, each once', async () => {
    const orders: PayoutRow[] = [];
    for (let n = 0; n < 6; n += 1) orders.push(await paid());
    await growOld();
    for (const { order_no: no } of orders)
      Object.assign(rooms.bank.payout(no), { status: 'returned', returnedAmount: '5000.00' });
    await tellWhileMoving(orders);
    expect(await statesOf(orders)).toEqual(orders.map(() => 'rejected_reversed'));
    expect(await flagsOf(orders)).toEqual([]);
    expect(await failing()).toEqual([]);
  });

  const forgeries: readonly (readonly [string, string])[] = [
    ['an edited amount', 'UPDATE archive.payout_order SET amount = amount + 1 WHERE id = $1'],
    ['another payee', "UPDATE archive.payout_order SET card_hash = 'another' WHERE id = $1"],
    ['another state', "UPDATE archive.payout_order SET status = 'rejected' WHERE id = $1"],
    ['a lost hold', 'DELETE FROM archive.payout_hold WHERE order_id = $1'],
    [
      'a sending that was taken back',
      "UPDATE archive.payout_attempt SET outcome = 'refused' WHERE order_id = $1",
    ],
  ];
  test.each(forgeries)('with %s are found by the proof, whoever did it', async (_name, statement) => {
    const order = await archived();
    expect(await failing()).toEqual([]);
    const names = ['payout_order', 'payout_hold', 'payout_attempt'];
    for (const name of names) {
      await admin.query(`CREATE TABLE kept_${name} AS SELECT * FROM archive.${name}`);
    }
    await admin.query(statement, [order.id]);
    expect(await failing()).not.toEqual([]);
    for (const name of names) {
      await admin.query(
        `DELETE FROM archive.${name}; INSERT INTO archive.${name} SELECT * FROM kept_${name}; DROP TABLE kept_${name}`,
      );
    }
    expect(await failing()).toEqual([]);
  });
});
