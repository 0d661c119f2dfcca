import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { transact } from '../../platform/db/transact.ts';
import { counterSums } from '../collections/by-hand/by-hand.queries.ts';
import { flagOrder } from '../collections/confirm/flag-order.ts';
import { createExpiry } from '../collections/expire/expire-collections.ts';
import { foldSums, lockOrder } from '../collections/collections.store.ts';
import { findOwnOrder, releaseWork } from '../collections/index.ts';
import type { OrderRow } from '../collections/index.ts';
import { candidatesFor } from '../collections/receipts/receipts.queries.ts';
import { doubtedAttempts, findAttempt } from '../collections/route/attempts.queries.ts';
import { saveDoubt } from '../collections/route/attempts.store.ts';
import { sumOrders, sumCollections, listCollections } from '../collections/read/search.queries.ts';
import { prove, proveSince } from '../ledger/index.ts';
import { countRows, liesBetween } from '../operations/backup/backups.queries.ts';
import { moveOrders } from './archive.store.ts';
import { readState } from './archive.queries.ts';
import { recallOrders } from './index.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const dayMs = 86_400_000;
const platform = { kind: 'platform' } as const;
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
});
beforeEach(async () => {
  await admin.query('UPDATE archive_setting SET online_days = 400');
  await admin.query("UPDATE archive_progress SET month = '-infinity', begins_at = '-infinity'");
});

/** An order that was paid. */
async function paid(merchantId = tenant.merchantId): Promise<OrderRow> {
  const order = await rooms.place(merchantId);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return rooms.order(order.id);
}
const release = async (): Promise<void> => {
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
};
/** Lets the orders so far come to their end and grow old. */
async function growOld(days = 401): Promise<void> {
  await moveBusinessClock(database, 10 * dayMs);
  await release();
  await foldSums(database.app);
  await moveBusinessClock(database, days * dayMs);
}
const move = (most = 500) => transact(database.workers, (tx) => moveOrders(tx, 'collection', most));
const placeOf = async ({ id }: Pick<OrderRow, 'id'>): Promise<string[]> =>
  (
    await admin.query<{ schema: string }>(
      `SELECT 'online' AS schema FROM public.collection_order WHERE id = $1
       UNION ALL SELECT 'archive' FROM archive.collection_order WHERE id = $1`,
      [id],
    )
  ).rows.map(({ schema }) => schema);
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const failingSince = async (): Promise<string[]> =>
  (await proveSince(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

/** Everything that is known of orders, wherever they stand. */
const contents = async (): Promise<unknown> => {
  const parts = [
    'callback',
    'callback_attempt',
    'collection_attempt',
    'collection_order',
    'collection_plan',
    'provider_log',
  ];
  const { rows } = await admin.query(
    parts
      .map((name) => `SELECT '${name}' AS name, to_jsonb(t) AS row FROM whole.${name} t`)
      .join(' UNION ALL ') + ' ORDER BY 1, 2',
  );
  return rows;
};
/** What lists and totals say of all time, for the platform and a merchant. */
const figures = async (): Promise<unknown> =>
  Promise.all(
    [platform, { kind: 'customer', customerId: tenant.merchantId, tenantPath: '' } as never].flatMap(
      (scope) => [
        sumCollections(database.app, scope, {}),
        sumOrders(database.app, scope, {}),
        listCollections(database.app, scope, {}, '-created_at', { offset: 0, limit: 100 }).then((rows) =>
          rows.map(({ archived: _archived, ...row }) => row),
        ),
      ],
    ),
  );

describe('what moves', () => {
  test('an order whose money was released long ago leaves with all that belongs to it; books and figures stay', async () => {
    const order = await paid();
    const young = async () => (await paid()).id;
    await growOld();
    const id = await young();
    const [before, sums] = [await contents(), await figures()];
    expect(await failing()).toEqual([]);
    expect(await move()).toMatchObject({ moved: 1 });
    expect(await placeOf(order)).toEqual(['archive']);
    expect(await placeOf({ id })).toEqual(['online']);
    const { rows } = await admin.query<{ n: bigint }>(
      `SELECT (SELECT count(*) FROM public.collection_plan WHERE order_id = $1)
            + (SELECT count(*) FROM public.collection_attempt WHERE order_id = $1)
            + (SELECT count(*) FROM public.provider_log WHERE order_id = $1) AS n`,
      [order.id],
    );
    expect(rows[0]?.n).toBe(0n);
    expect(await contents()).toEqual(before);
    expect(await figures()).toEqual(sums);
    expect(await failing()).toEqual([]);
    expect(await failingSince()).toEqual([]);
  });

  test('nothing moves where the online period is zero, or is not over', async () => {
    const order = await paid();
    await growOld(300);
    expect(await move()).toMatchObject({ moved: 0 });
    await admin.query('UPDATE archive_setting SET online_days = 0');
    await moveBusinessClock(database, 200 * dayMs);
    expect(await move()).toEqual({ looked: 0, moved: 0 });
    expect(await placeOf(order)).toEqual(['online']);
    await expect(admin.query('UPDATE archive_setting SET online_days = 119')).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('a run goes on where the one before it ended, and a new month looks at what had to stay', async () => {
    const held = await paid();
    const free = await paid();
    const last = await paid();
    await growOld();
    await admin.query("INSERT INTO collection_check (order_id, reason, next_at) VALUES ($1, 'test', now())", [
      held.id,
    ]);
    await admin.query(
      "UPDATE archive_progress SET month = date_trunc('month', business_now()), id = $1, created_at = $2",
      [held.id - 1n, held.created_at],
    );
    expect(await move(2)).toEqual({ looked: 2, moved: 1 });
    expect(await placeOf(held)).toEqual(['online']);
    expect(await placeOf(free)).toEqual(['archive']);
    expect(await move(2)).toEqual({ looked: 1, moved: 1 });
    expect(await placeOf(last)).toEqual(['archive']);
    await admin.query('DELETE FROM collection_check');
    expect(await move(2)).toEqual({ looked: 0, moved: 0 });
    await moveBusinessClock(database, 31 * dayMs);
    await move();
    expect(await placeOf(held)).toEqual(['archive']);
  });

  test('a crash between two batches leaves each order in one place, and so does one in the middle of a batch', async () => {
    const [one, two] = [await paid(), await paid()];
    await growOld();
    const before = await contents();
    await expect(
      transact(database.workers, async (tx) => {
        await moveOrders(tx, 'collection', 500);
        throw new Error('the process is gone');
      }),
    ).rejects.toThrow('the process is gone');
    expect([await placeOf(one), await placeOf(two)]).toEqual([['online'], ['online']]);
    await admin.query(
      "UPDATE archive_progress SET month = date_trunc('month', business_now()), id = $1, created_at = $2",
      [one.id - 1n, one.created_at],
    );
    await move(1);
    expect([await placeOf(one), await placeOf(two)]).toEqual([['archive'], ['online']]);
    expect(await failing()).toEqual([]);
    await move(1);
    expect([await placeOf(one), await placeOf(two)]).toEqual([['archive'], ['archive']]);
    expect(await contents()).toEqual(before);
  });

  const keeping: readonly (readonly [string, string])[] = [
    [
      'has a refund',
      `INSERT INTO refund (kind, order_id, customer_id, agent_id, currency, channel_account_id, amount, status, maker_id,
       maker_person, reason, created_at) SELECT 'refund', id, customer_id, agent_id, currency, channel_account_id, 1, 'preparing',
       customer_id, customer_id, 'test', now() FROM collection_order WHERE id = $1`,
    ],
    [
      'is waited for by somebody who looks again',
      "INSERT INTO collection_check (order_id, reason, next_at) VALUES ($1, 'test', now())",
    ],
    [
      'is had in hand by a person',
      "INSERT INTO collection_lock (order_id, user_id, until) SELECT id, customer_id, now() + interval '1 hour' FROM collection_order WHERE id = $1",
    ],
    [
      'was not released',
      'INSERT INTO settlement_due (settle_at, order_id) SELECT settle_at, id FROM collection_order WHERE id = $1',
    ],
    [
      'has money set aside',
      "INSERT INTO receipt (channel_account_id, order_id, provider_ref, currency, amount, reason, received_at) SELECT channel_account_id, id, 'again', currency, 1, 'duplicate', now() FROM collection_order WHERE id = $1",
    ],
    ['is doubted', 'UPDATE collection_attempt SET doubted = true WHERE order_id = $1'],
    [
      'is not counted yet',
      "INSERT INTO collection_delta (kind, order_ids) VALUES ('created', ARRAY[$1::bigint])",
    ],
  ];
  test.each(keeping)('an order stays that %s', async (_name, statement) => {
    const order = await paid();
    await growOld();
    // Nothing of it stays: what is planted here is no true history.
    const client = await admin.connect();
    try {
      await client.query('BEGIN');
      await client.query(statement, [order.id]);
      await client.query('SELECT FROM archive_collections(500)');
      const { rows } = await client.query('SELECT id FROM public.collection_order WHERE id = $1', [order.id]);
      expect(rows).toHaveLength(1);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    await move();
    expect(await placeOf(order)).toEqual(['archive']);
  });
});

describe('what comes back', () => {
  async function archived(): Promise<OrderRow> {
    const order = await paid();
    await growOld();
    await move();
    expect(await placeOf(order)).toEqual(['archive']);
    return order;
  }

  test('an order that was moved, brought back and moved again is what it was', async () => {
    const order = await archived();
    const before = await contents();
    const held = (await readState(database.app)).collection;
    expect(await recallOrders(database.app, 'collection', [order.id])).toBe(1);
    expect(await recallOrders(database.app, 'collection', [order.id])).toBe(0);
    expect(await placeOf(order)).toEqual(['online']);
    expect((await readState(database.app)).collection).toBe(held - 1n);
    expect(await contents()).toEqual(before);
    expect(await failing()).toEqual([]);
    await admin.query("UPDATE archive_progress SET month = '-infinity'");
    await move();
    expect(await placeOf(order)).toEqual(['archive']);
    expect((await readState(database.app)).collection).toBe(held);
    expect(await contents()).toEqual(before);
    expect(await failing()).toEqual([]);
  });

  test('its merchant’s number stays taken: creating it again meets it, and another body is a conflict', async () => {
    const order = await archived();
    const again = await rooms.create(tenant.merchantId, { merchantOrderNo: order.merchant_order_no });
    expect(again).toMatchObject({ orderId: order.id, outcome: 'replayed' });
    expect(await placeOf(order)).toEqual(['online']);
    await admin.query("UPDATE archive_progress SET month = '-infinity'");
    await move();
    const other = await rooms.create(tenant.merchantId, {
      merchantOrderNo: order.merchant_order_no,
      major: '20000',
    });
    expect(other).toMatchObject({ orderId: order.id, outcome: 'conflict' });
    const { rows } = await admin.query('SELECT FROM whole.collection_order WHERE merchant_order_no = $1', [
      order.merchant_order_no,
    ]);
    expect(rows).toHaveLength(1);
    expect(await failing()).toEqual([]);
  });

  test('one of many in a batch of creations is met, and the others are made', async () => {
    const order = await archived();
    const outcomes = await Promise.all([
      rooms.create(tenant.merchantId),
      rooms.create(tenant.merchantId, { merchantOrderNo: order.merchant_order_no }),
      rooms.create(tenant.merchantId),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'replayed', 'created']);
  });

  test('another merchant may use the number of an archived order', async () => {
    const order = await archived();
    const other = await tenant.merchant({});
    expect(await rooms.create(other, { merchantOrderNo: order.merchant_order_no })).toMatchObject({
      outcome: 'created',
    });
    expect(await placeOf(order)).toEqual(['archive']);
  });

  test('its merchant reads it without bringing it back, and nobody else’s', async () => {
    const order = await archived();
    const own = { customerId: tenant.merchantId, isTest: false };
    expect(await findOwnOrder(database.app, own, { merchantOrderNo: order.merchant_order_no })).toMatchObject(
      { id: order.id },
    );
    expect(await findOwnOrder(database.app, own, { id: order.id })).toMatchObject({ id: order.id });
    const other = await tenant.merchant({});
    expect(await findOwnOrder(database.app, { ...own, customerId: other }, { id: order.id })).toBeUndefined();
    expect(await placeOf(order)).toEqual(['archive']);
  });

  test('a late notice finds it, and a second payment of it is set aside as ever', async () => {
    const order = await archived();
    expect(await rooms.tell(order)).toMatchObject({ status: 200 });
    expect(await placeOf(order)).toEqual(['online']);
    expect(await rooms.order(order.id)).toMatchObject({ status: 'success' });
    expect(await failing()).toEqual([]);
  });

  test('an expired order that is paid after it was archived goes the way of late payments', async () => {
    const order = await rooms.place(tenant.merchantId, { lifetimeS: 60 });
    await moveBusinessClock(database, 61_000);
    await createExpiry(rooms.collections).run(new Date(order.expires_at.getTime() + 1_000));
    await growOld();
    await move();
    expect(await placeOf(order)).toEqual(['archive']);
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
    expect(await placeOf(order)).toEqual(['online']);
    const { rows } = await admin.query('SELECT reason FROM receipt WHERE order_id = $1', [order.id]);
    const { status } = await rooms.order(order.id);
    expect(status === 'success' || rows.length === 1).toBe(true);
    expect(await failing()).toEqual([]);
  });
});

describe('at the same moment', () => {
  test('whoever holds an order keeps it online, and whoever comes after the move brings it back', async () => {
    const [one, two] = [await paid(), await paid()];
    await growOld();
    await transact(database.app, async (tx) => {
      await lockOrder(tx, one.id);
      await move();
      expect(await placeOf(one)).toEqual(['online']);
      expect(await placeOf(two)).toEqual(['archive']);
    });
    await admin.query("UPDATE archive_progress SET month = '-infinity'");
    // Twenty commands lock orders while batches move them: each finds its order, once.
    const locked = await Promise.all([
      ...Array.from({ length: 20 }, async (_, n) =>
        transact(database.app, (tx) => lockOrder(tx, n % 2 === 0 ? one.id : two.id), { attempts: 5 }),
      ),
      move(),
      admin.query("UPDATE archive_progress SET month = '-infinity'").then(() => move()),
    ]);
    for (const order of locked.slice(0, 20)) expect(order).toBeDefined();
    expect(await placeOf(one)).toHaveLength(1);
    expect(await placeOf(two)).toHaveLength(1);
    expect(await failing()).toEqual([]);
  });

  test('a number that leaves while it is asked for again is not made twice', async () => {
    const order = await paid();
    await growOld();
    // The creation waits for the key that the move has deleted, and gets it once the move is committed.
    const { creating } = await transact(database.workers, async (tx) => {
      await moveOrders(tx, 'collection', 500);
      const creating = rooms.create(tenant.merchantId, { merchantOrderNo: order.merchant_order_no });
      await expect
        .poll(
          async () =>
            (await admin.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount,
        )
        .toBeGreaterThan(0);
      return { creating };
    });
    expect(await creating).toMatchObject({ orderId: order.id, outcome: 'replayed' });
    expect(await placeOf(order)).toEqual(['online']);
    expect(await failing()).toEqual([]);
  });

  test('late notices of payments and the move: each payment is booked once, wherever its order was', async () => {
    const orders = await Promise.all(
      Array.from({ length: 6 }, () => rooms.place(tenant.merchantId, { lifetimeS: 60 })),
    );
    await moveBusinessClock(database, 61_000);
    await createExpiry(rooms.collections).run(new Date(Date.now() + 400 * dayMs));
    await growOld();
    for (const { order_no: no } of orders) rooms.bank.pay(no);
    let isOver = false;
    const moves = (async () => {
      while (!isOver) {
        await admin.query("UPDATE archive_progress SET month = '-infinity'");
        await move();
      }
    })();
    // Each is told twice, as providers do.
    const answers = await Promise.all([...orders, ...orders].map((order) => rooms.tell(order))).finally(
      () => (isOver = true),
    );
    await moves;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const order of orders) {
      expect(await placeOf(order)).toEqual(['online']);
      const { rows } = await admin.query(
        `SELECT FROM receipt WHERE order_id = $1
         UNION ALL SELECT FROM journal WHERE ref_id = $1 AND event = 'collection.settle'`,
        [order.id],
      );
      expect(rows).toHaveLength(1);
    }
    expect(await failing()).toEqual([]);
  });

  test('nobody waits for a move: what somebody holds is left out', async () => {
    const order = await paid();
    await growOld();
    const client = await admin.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM collection_order WHERE id = $1 FOR KEY SHARE', [order.id]);
      await move();
      expect(await placeOf(order)).toEqual(['online']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('the proof', () => {
  const forgeries: readonly (readonly [string, string])[] = [
    [
      'whose amount was edited',
      'UPDATE archive.collection_order SET order_amount = order_amount + 1 WHERE id = $1',
    ],
    [
      'whose merchant was exchanged',
      'UPDATE archive.collection_order SET customer_id = customer_id + 1 WHERE id = $1',
    ],
    ['whose state was turned back', "UPDATE archive.collection_order SET status = 'expired' WHERE id = $1"],
    [
      'whose plan was edited',
      'UPDATE archive.collection_plan SET endpoint_fee = endpoint_fee + 1 WHERE order_id = $1',
    ],
    ['whose plan is gone', 'DELETE FROM archive.collection_plan WHERE order_id = $1'],
    ['that is gone', 'DELETE FROM archive.collection_order WHERE id = $1'],
    [
      'that stands online too',
      'ALTER TABLE collection_order DISABLE TRIGGER collection_number_archived; INSERT INTO public.collection_order SELECT * FROM archive.collection_order WHERE id = ',
    ],
    [
      'whose payment is another',
      "UPDATE archive.collection_order SET provider_order_no = 'another' WHERE id = $1",
    ],
  ];
  test.each(forgeries)('finds an archived order %s, whoever did it', async (_name, statement) => {
    const order = await paid();
    await growOld();
    await move();
    const stands = async () =>
      Promise.all(
        ['archive', 'public'].map(async (schema) => [
          (await admin.query(`SELECT * FROM ${schema}.collection_order WHERE id = $1`, [order.id])).rows,
          (await admin.query(`SELECT * FROM ${schema}.collection_plan WHERE order_id = $1`, [order.id])).rows,
        ]),
      );
    const before = await stands();
    expect(await failing()).toEqual([]);
    await admin.query(
      'CREATE TABLE kept_order AS SELECT * FROM archive.collection_order WHERE id = ' + order.id,
    );
    await admin.query(
      'CREATE TABLE kept_plan AS SELECT * FROM archive.collection_plan WHERE order_id = ' + order.id,
    );
    if (statement.includes('$1')) await admin.query(statement, [order.id]);
    else await admin.query(statement + order.id);
    expect(await failing()).not.toEqual([]);
    await admin.query(`DELETE FROM public.collection_order WHERE id = ${order.id}; DELETE FROM archive.collection_order WHERE id = ${order.id};
      DELETE FROM archive.collection_plan WHERE order_id = ${order.id};
      INSERT INTO archive.collection_order SELECT * FROM kept_order; INSERT INTO archive.collection_plan SELECT * FROM kept_plan;
      DROP TABLE kept_order, kept_plan; ALTER TABLE collection_order ENABLE TRIGGER collection_number_archived`);
    expect(await stands()).toEqual(before);
  });
});

describe('what people look for', () => {
  test('late money finds the order that it was paid for, and a counter has its day, when both are archived', async () => {
    const [unpaid, sold] = [await rooms.place(tenant.merchantId, { lifetimeS: 60 }), await paid()];
    await admin.query(
      `UPDATE collection_order SET source = 'manual', metadata = '{"via": "counter", "made_by": "7"}' WHERE id = $1`,
      [sold.id],
    );
    await moveBusinessClock(database, dayMs);
    await createExpiry(rooms.collections).run(new Date(unpaid.expires_at.getTime() + 1_000));
    const day = regionDayText(regionDayOf(sold.created_at));
    const counted = await counterSums(database.app, platform, 7n, day);
    expect(counted).toMatchObject([{ count: 1n, paid: 1n }]);
    await growOld();
    await move();
    expect([await placeOf(unpaid), await placeOf(sold)]).toEqual([['archive'], ['archive']]);
    const received = { agent_id: tenant.agentId, currency: 'TWD', left: 1n, order_id: null };
    const long = { ...received, received_at: new Date() } as unknown as Parameters<typeof candidatesFor>[1];
    for (const no of [unpaid.order_no, unpaid.merchant_order_no])
      expect(await candidatesFor(database.app, long, no, 5)).toMatchObject([{ order_id: unpaid.id }]);
    expect(await counterSums(database.app, platform, 7n, day)).toEqual(counted);
  });
});

test('what is heard of an order while it moves is kept: a doubt by the order that comes back, a flag once', async () => {
  const order = await paid();
  const attempt = await findAttempt(database.app, order.channel_account_id ?? 0n, order.order_no);
  if (attempt === undefined) throw new Error('The order has no attempt');
  const flag = { reason: 'failed_after_success', about: attempt.request_no } as const;
  await flagOrder(rooms.collections, order.id, flag);
  await growOld();
  await move();
  expect(await placeOf(order)).toEqual(['archive']);
  await flagOrder(rooms.collections, order.id, flag);
  await saveDoubt(database.app, attempt, true);
  expect(await placeOf(order)).toEqual(['online']);
  expect((await doubtedAttempts(database.app, order.id)).map(({ n }) => n)).toEqual([attempt.n]);
  const { rows } = await admin.query('SELECT FROM whole.collection_flag WHERE order_id = $1', [order.id]);
  expect(rows).toHaveLength(1);
});

test('a flag that is raised again while its order is just leaving stands once, and the order can come back', async () => {
  const order = await paid();
  const flag = { reason: 'failed_after_success', about: 'again' } as const;
  await flagOrder(rooms.collections, order.id, flag);
  await growOld();
  // It waits for the flag that the move has deleted, or for the order.
  const { flagging } = await transact(database.workers, async (tx) => {
    await moveOrders(tx, 'collection', 500);
    const flagging = flagOrder(rooms.collections, order.id, flag);
    await expect
      .poll(
        async () =>
          (await admin.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount,
      )
      .toBeGreaterThan(0);
    return { flagging };
  });
  await flagging;
  expect(await placeOf(order)).toEqual(['archive']);
  await recallOrders(database.app, 'collection', [order.id]);
  expect(await placeOf(order)).toEqual(['online']);
  const { rows } = await admin.query('SELECT FROM whole.collection_flag WHERE order_id = $1', [order.id]);
  expect(rows).toHaveLength(1);
});

test('a backup that is made while orders leave holds the rows that it should', async () => {
  await paid();
  await growOld();
  const before = await countRows(database.reports);
  await move();
  const after = await countRows(database.reports);
  expect(after.collection_order).toBe(before.collection_order);
  expect(liesBetween(after, before, after)).toBe(true);
});
