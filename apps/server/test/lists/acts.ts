import { Refusal } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import { moveOrder, lockOrder } from '../../src/modules/collections/collections.store.ts';
import { confirmCollection, releaseWork } from '../../src/modules/collections/index.ts';
import { chargeBack } from '../../src/modules/collections/refund/refund.store.ts';
import { makeSettleCalendar } from '../../src/modules/collections/settle/settle-calendar.ts';
import { supplyCollection } from '../../src/modules/collections/supply/supply.store.ts';
import { splitOfSupply } from '../../src/modules/collections/supply/supply.queries.ts';
import { moveOrders } from '../../src/modules/archive/archive.store.ts';
import { recallOrders } from '../../src/modules/archive/index.ts';
import { cancelPayout } from '../../src/modules/payouts/index.ts';
import { transact } from '../../src/platform/db/transact.ts';
import { moveBusinessClock } from '../database.ts';
import type { TestDatabase } from '../database.ts';
import type { Dice } from '../fuzz/dice.ts';
import type { MoneyRooms } from '../money-rooms.ts';
import type { PayoutRooms } from '../payout-rooms.ts';

/** What orders are made of: few of each, so that many orders share one. */
export const amounts = ['100', '100.5', '250', '1000', '1000.01', '3333.33'] as const;
export const payers = ['王小明', '李大同', 'Ann'] as const;
export const digits = ['12345', '54321'] as const;
export const addresses = ['203.0.113.1', '203.0.113.2'] as const;

export interface Merchant {
  readonly id: bigint;
  readonly currency: 'TWD' | 'USD';
  readonly paysOut: boolean;
}

export interface Stage {
  readonly base: TestDatabase;
  readonly rooms: MoneyRooms;
  readonly payoutRooms: PayoutRooms;
  readonly dice: Dice;
  readonly merchants: readonly Merchant[];
  /** A person of the platform, by whom what persons do is done. */
  readonly personId: bigint;
  /** General agents of the first merchant's tree, to which another merchant of it is bound in turns. */
  readonly rebound: { readonly merchantId: bigint; readonly to: readonly (bigint | null)[] };
}

const hourMs = 3_600_000;

/** Whatever makes, moves and ends orders of both kinds, one act a call. Refusals of the product are answers like any other. */
export function openActs(stage: Stage) {
  const { base, dice, merchants, payoutRooms, personId, rebound, rooms } = stage;
  const { admin, database } = base;
  let serial = 0;
  const pick = <T>(list: readonly T[]): T => {
    const one = list[dice.below(list.length)];
    if (one === undefined) throw new Error('There is nothing to choose from');
    return one;
  };
  const maybe = <T>(list: readonly T[]): T | null => (dice.below(2) === 0 ? pick(list) : null);
  const chance = (percent: number): boolean => dice.below(100) < percent;

  /** Some order of a kind that stands so; undefined where there is none. */
  async function one<Row>(table: string, which: string): Promise<(Row & { id: bigint }) | undefined> {
    const { rows } = await admin.query<Row & { id: bigint }>(
      `SELECT * FROM ${table} WHERE ${which} AND order_no NOT LIKE 'N%' ORDER BY id`,
    );
    return rows.length === 0 ? undefined : pick(rows);
  }
  type Named = { order_no: string; order_amount: bigint; currency: string };
  const collection = (which: string) => one<Named>('collection_order', which);
  const by = () => ({
    makerId: personId,
    approvalId: null,
    reason: 'of the test',
    requestId: `r${(serial += 1)}`,
  });

  async function pay(which: string, amount?: string): Promise<void> {
    const order = await collection(which);
    if (order === undefined || !rooms.bank.charges.has(order.order_no)) return;
    rooms.bank.pay(order.order_no, amount === undefined ? {} : { amount });
    await confirmCollection(rooms.collections, order.id, null);
  }
  async function end(which: string, event: 'testSupply' | 'markAbnormal'): Promise<void> {
    const order = await collection(which);
    if (order === undefined) return;
    const act = event === 'testSupply' ? 'collection.supplyTest' : 'collection.markAbnormal';
    await transact(database.app, async (tx) => {
      const held = await lockOrder(tx, order.id);
      if (held !== undefined) await moveOrder(tx, held, event, { act, actorId: personId, requestId: null });
    });
  }
  async function payout(which: string, status: 'paid' | 'failed' | 'returned'): Promise<void> {
    const order = await one<Named>('payout_order', which);
    if (order === undefined || !rooms.bank.payouts.has(order.order_no)) return;
    rooms.bank.payout(order.order_no).status = status;
    await payoutRooms.tell(await payoutRooms.payout(order.id));
  }

  const acts: Readonly<Record<string, readonly [weight: number, act: () => Promise<unknown>]>> = {
    create: [
      30,
      async () => {
        const { currency, id } = pick(merchants);
        const wish = {
          major: pick(amounts),
          currency,
          realName: maybe(payers),
          payerLast5: maybe(digits),
          requestIp: maybe(addresses),
          isTest: chance(12),
          lifetimeS: pick([60, 7_200]),
        };
        await (chance(80) ? rooms.place(id, wish) : rooms.create(id, wish));
      },
    ],
    pay: [14, () => pay("status = 'pending'")],
    payLate: [3, () => pay("status = 'expired'")],
    payOther: [4, () => pay("status IN ('pending', 'expired')", '77.25')],
    expire: [
      5,
      () =>
        admin.query(
          `SELECT expire_collections(ARRAY(SELECT id FROM collection_order
             WHERE status = 'pending' AND expires_at < business_now() ORDER BY id LIMIT 3), NULL)`,
        ),
    ],
    nameLate: [
      2,
      async () => {
        const order = await collection('true');
        await admin.query('UPDATE collection_order SET real_name = $2, payer_last5 = $3 WHERE id = $1', [
          order?.id ?? 0n,
          pick(payers),
          pick(digits),
        ]);
      },
    ],
    chargeBack: [
      3,
      async () => {
        const order = await collection("status = 'success' AND refund_status IS NULL");
        if (order === undefined) return;
        await transact(database.app, (tx) => chargeBack(tx, order.id, `CB-${order.id}`, by()));
      },
    ],
    supply: [
      4,
      async () => {
        const order = await collection(
          "status IN ('expired', 'abnormal', 'amount_mismatch') AND NOT is_test",
        );
        if (order === undefined) return;
        const supply = {
          orderId: order.id,
          source: 'goodwill',
          receiptId: null,
          amount: order.order_amount,
        } as const;
        const split = await splitOfSupply(database.app, supply);
        if (split === null) return;
        await makeSettleCalendar(database.app);
        await transact(database.app, (tx) =>
          supplyCollection(
            tx,
            { ...supply, providerRef: null, credited: split.credited },
            'collections.supply',
            { ...by(), checkerId: personId },
          ),
        );
      },
    ],
    testSupply: [3, () => end("is_test AND status IN ('pending', 'expired')", 'testSupply')],
    markAbnormal: [2, () => end("status IN ('pending', 'expired')", 'markAbnormal')],
    failNotice: [
      2,
      async () => {
        const table = pick(['collection_order', 'payout_order']);
        const order = await one(table, "status NOT IN ('pending', 'processing')");
        await admin.query(`UPDATE ${table} SET callback_status = $2 WHERE id = $1`, [
          order?.id ?? 0n,
          pick(['failed', 'success', 'sending']),
        ]);
      },
    ],
    submit: [
      10,
      async () => {
        const { id } = pick(merchants.filter(({ paysOut }) => paysOut));
        await payoutRooms.submit(id, {
          major: chance(10) ? '9000000' : pick(amounts),
          isAgreed: chance(85),
        });
      },
    ],
    work: [4, () => payoutRooms.work()],
    paid: [7, () => payout("status = 'processing'", 'paid')],
    refused: [3, () => payout("status = 'processing'", 'failed')],
    returned: [3, () => payout("status = 'paid'", 'returned')],
    cancel: [
      2,
      async () => {
        const order = await one<Named>(
          'payout_order',
          "status = 'processing' AND stage IN ('verifying', 'queued')",
        );
        if (order !== undefined)
          await cancelPayout(payoutRooms.payouts, order.id, { actorId: personId, requestId: 'r' });
      },
    ],
    rebind: [
      1,
      () =>
        admin.query('UPDATE app_user SET sub_agent_id = $2 WHERE id = $1', [
          rebound.merchantId,
          pick(rebound.to),
        ]),
    ],
    wait: [4, () => moveBusinessClock(database, pick([61_000, hourMs, 7 * hourMs, 25 * hourMs]))],
    archive: [
      3,
      async () => {
        while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
        for (const kind of ['collection', 'payout'] as const)
          await transact(database.workers, (tx) => moveOrders(tx, kind, 1 + dice.below(40)));
      },
    ],
    recall: [
      2,
      async () => {
        const kind = pick(['collection', 'payout'] as const);
        const { rows } = await sql<{ id: bigint }>`
          SELECT id FROM ${sql.table(`archive.${kind}_order`)} ORDER BY id`.execute(database.app);
        if (rows.length > 0) await recallOrders(database.app, kind, [pick(rows).id]);
      },
    ],
  };
  const drawn = Object.entries(acts).flatMap(([name, [weight]]) =>
    Array.from({ length: weight }, () => name),
  );
  return {
    /** How often each has been done. */
    done: new Map<string, number>(),
    async act(): Promise<void> {
      const name = pick(drawn);
      this.done.set(name, (this.done.get(name) ?? 0) + 1);
      await acts[name]?.[1]().catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
    },
  };
}
