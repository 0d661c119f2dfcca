import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Collections } from '../../src/modules/collections/index.ts';
import {
  expireOrders,
  foldSums,
  saveAllocations,
  setPaymentAside,
  settleAtOnce,
} from '../../src/modules/collections/collections.store.ts';
import { makeFeeSnapshot } from '../../src/modules/collections/create/fee-snapshot.ts';
import { computeOrderLegs } from '../../src/modules/collections/create/order-legs.ts';
import { releaseWork } from '../../src/modules/collections/release/release-collections.ts';
import type { QueuedSettle } from '../../src/modules/collections/settle/settle-request.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { errorCode } from '../../src/platform/db/database-error.ts';
import { transact } from '../../src/platform/db/transact.ts';
import { moveBusinessClock } from '../database.ts';
import type { Dice } from '../fuzz/dice.ts';
import { orderRequest } from '../money-rooms.ts';
import { WholeBatch } from './attempts.ts';
import type { Attempt, AttemptOf, Wanted } from './attempts.ts';
import type { Books } from './books.ts';
import { termsOf } from './cast.ts';
import type { Merchant } from './legs.ts';

/** An order that somebody acts on: known from an earlier phase, or made a moment ago. */
interface Target extends Wanted {
  readonly id: bigint;
}

export interface Stage {
  readonly dice: Dice;
  readonly books: Books;
  readonly cast: readonly Merchant[];
  readonly database: Database;
  /** Several processes on one database. */
  readonly processes: readonly Collections[];
  /** Looks at the sums while others write; throws where folded and unfolded do not add up to the orders. */
  readonly lookAtSums: () => Promise<void>;
  /** Holds a random row from now on, for a random time. */
  readonly hold: () => Promise<void>;
  /** Cuts connections of the product, or does nothing in a calm phase. */
  readonly crash: () => Promise<void>;
}

interface Act {
  readonly weight: number;
  /** How many operations it stands for. */
  readonly counts: number;
  readonly draw: () => () => Promise<unknown>;
}

export interface Script {
  readonly attempts: Attempt[];
  readonly steps: (() => Promise<unknown>)[];
}

let serial = 0;
const refs: string[] = [];

/** Draws the operations of a phase; nothing is asked of the product until a step is called. */
export function writeScript(stage: Stage, operations: number): Script {
  const { books, cast, database, dice, processes } = stage;
  const attempts: Attempt[] = [];
  const open = [...books.orders.values()].slice(-1_500);
  const pick = <T>(list: readonly T[]): T => {
    const one = list[dice.below(list.length)];
    if (one === undefined) throw new Error('There is nothing to choose from');
    return one;
  };
  const chance = (percent: number): boolean => dice.below(100) < percent;
  const anyProcess = (): Collections => pick(processes);

  /** A new payment, or now and then one that was told before, mostly of another order. */
  const refOf = (percent: number): string => {
    const ref = chance(percent) && refs.length > 0 ? pick(refs.slice(-30)) : `P-${(serial += 1)}`;
    refs.push(ref);
    return ref;
  };

  const note = <A extends Attempt>(attempt: A, ask: () => Promise<A['answer']>): (() => Promise<void>) => {
    attempts.push(attempt);
    return async () => {
      try {
        attempt.answer = await ask();
      } catch (error) {
        attempt.error = asError(error);
      }
    };
  };

  const wish = (): Wanted => ({
    key: `M-${(serial += 1)}`,
    merchant: pick(cast),
    amount: 1_000_000n + BigInt(dice.below(400_000_000)),
    isTest: chance(6),
    lifetimeS: 60 + dice.below(7_200),
  });
  const create = (wanted: Wanted, process = anyProcess()) => {
    const { amount, isTest, key, lifetimeS, merchant } = wanted;
    const request = orderRequest(merchant.id, {
      merchantOrderNo: key,
      amount,
      isTest,
      lifetimeS,
      notifyUrl: 'https://shop.example.com/hook',
      requestHash: createHash('sha256').update(`${key} ${amount}`).digest(),
    });
    const attempt: AttemptOf<'create'> = { act: 'create', wanted };
    return { attempt, ask: note(attempt, () => process.create.submit(request)) };
  };

  const plan = (target: () => Target | undefined, key: string) =>
    note<AttemptOf<'plan'>>({ act: 'plan', key }, async () => {
      const order = target();
      if (order === undefined) return false;
      const { merchant } = order;
      const settings = {
        agent_system_fee_mode: merchant.isPeriodic ? 'periodic' : 'realtime',
        payout_from_unsettled: merchant.paysEarly,
      } as const;
      const terms = termsOf(merchant.prices);
      const priced = {
        merchant: terms.merchant,
        endpoint: terms.endpoint,
        system: terms.system,
        ...(merchant.subAgentId !== null && { subAgent: terms.subAgent }),
        ...(merchant.middlemanId !== null && { middleman: terms.middleman }),
      };
      const { legs, split } = computeOrderLegs(order.amount, priced, settings);
      const allocation = {
        orderId: order.id,
        channelId: merchant.channelId,
        channelAccountId: merchant.channelAccountId,
        method: 'bank',
        realName: null,
        feeSnapshot: makeFeeSnapshot(split, priced),
        legs,
        route: { candidates: [] },
      };
      // An order that is settled by now is not planned again, which the door says by refusing the whole of it.
      return transact(database.app, (tx) => saveAllocations(tx, [allocation]), { attempts: 5 }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Error && error.message.startsWith('planning orders changed')) return false;
          throw error;
        },
      );
    });

  const pay = (key: string, asked: bigint): AttemptOf<'settle'> => ({
    act: 'settle',
    key,
    paid: chance(8) ? asked + BigInt(dice.below(5)) - 2n : asked,
    ref: refOf(4),
    late: chance(40),
  });
  const requestOf = ({ id, merchant }: Target, attempt: AttemptOf<'settle'>): QueuedSettle => ({
    orderId: id,
    agentId: merchant.agentId,
    partyIds: [merchant.id, merchant.agentId, merchant.subAgentId, merchant.middlemanId].filter(
      (party) => party !== null,
    ),
    paidAmount: attempt.paid,
    channelAccountId: merchant.channelAccountId,
    providerOrderNo: attempt.ref,
    lateAllowed: attempt.late,
    requestId: null,
  });
  const settle = (
    target: () => Target | undefined,
    attempt: AttemptOf<'settle'>,
    process = anyProcess(),
  ): (() => Promise<void>) =>
    note(attempt, async () => {
      const order = target();
      return order === undefined ? undefined : process.settle.submit(requestOf(order, attempt));
    });

  /** From asking for an order to its payment being told twice, the way most orders go. */
  const journey = () => {
    const wanted = wish();
    const { ask, attempt } = create(wanted);
    const target = (): Target | undefined =>
      attempt.answer === undefined ? undefined : { ...wanted, id: attempt.answer.orderId };
    const planned = plan(target, wanted.key);
    const isPaid = chance(75);
    const payment = pay(wanted.key, wanted.amount);
    const paid = isPaid ? settle(target, payment) : undefined;
    const again = isPaid && chance(30) ? settle(target, { ...payment }) : undefined;
    return async () => {
      await ask();
      if (target() === undefined) return;
      await planned();
      await Promise.all([paid?.(), again?.()]);
    };
  };

  const batch = () => {
    const orders = Array.from({ length: 2 + dice.below(12) }, () => pick(open));
    const asked = orders.map((order) => pay(order.key, order.amount));
    attempts.push(...asked);
    return async () => {
      try {
        const requests = asked.flatMap((attempt, place) => {
          const order = orders[place];
          return order === undefined ? [] : [requestOf(order, attempt)];
        });
        const answers = await settleAtOnce(database.pool, requests);
        for (const [place, attempt] of asked.entries()) {
          const answer = answers[place];
          if (answer !== undefined) attempt.answer = answer;
        }
      } catch (error) {
        const isWhole = ['55P03', '23505', 'SC001'].includes(errorCode(error) ?? '');
        for (const attempt of asked)
          attempt.error = isWhole ? new WholeBatch(errorCode(error)) : asError(error);
      }
    };
  };

  const acts: Record<string, Act> = {
    journey: { weight: 200, counts: 3, draw: journey },
    create: { weight: 40, counts: 1, draw: () => create(wish()).ask },
    twins: {
      weight: 30,
      counts: 3,
      draw() {
        const wanted = wish();
        const other = { ...wanted, amount: wanted.amount + (chance(40) ? 1n : 0n) };
        const asks = [wanted, other, wanted].map((each) => create(each).ask);
        return () => Promise.all(asks.map((ask) => ask()));
      },
    },
    repeat: {
      weight: 20,
      counts: 1,
      draw() {
        const order = pick(open);
        return create({ ...order, amount: order.amount + (chance(50) ? 1n : 0n) }).ask;
      },
    },
    plan: {
      weight: 40,
      counts: 1,
      draw() {
        const order = pick(open);
        return plan(() => order, order.key);
      },
    },
    settle: {
      weight: 90,
      counts: 1,
      draw() {
        const order = pick(open);
        return settle(() => order, pay(order.key, order.amount));
      },
    },
    rivals: {
      weight: 30,
      counts: 2,
      draw() {
        const order = pick(open);
        const payment = pay(order.key, order.amount);
        const told = processes.map((process) => settle(() => order, { ...payment }, process));
        return () => Promise.all(told.map((tell) => tell()));
      },
    },
    batch: { weight: 8, counts: 6, draw: batch },
    aside: {
      weight: 25,
      counts: 1,
      draw() {
        const order = pick(open);
        const attempt: AttemptOf<'aside'> = {
          act: 'aside',
          key: order.key,
          paid: order.amount + 1n + BigInt(dice.below(1_000)),
          ref: refOf(15),
          reason: chance(50) ? 'abnormal' : 'amount_mismatch',
        };
        const { key: _, act: __, paid, ref, reason } = attempt;
        return note(attempt, () =>
          transact(
            database.app,
            async (tx) => {
              await sql`
                INSERT INTO collection_attempt (order_id, n, channel_account_id, request_no, asked_at)
                VALUES (${order.id}, 1, ${order.merchant.channelAccountId}, ${order.key}, now())
                ON CONFLICT DO NOTHING`.execute(tx);
              return setPaymentAside(tx, {
                orderId: order.id,
                channelAccountId: order.merchant.channelAccountId,
                providerRef: ref,
                currency: 'TWD',
                amount: paid,
                reason,
                requestId: null,
              });
            },
            { attempts: 5 },
          ),
        );
      },
    },
    expire: {
      weight: 15,
      counts: 3,
      draw() {
        const orders = dice.some(open, 1 + dice.below(12));
        const byId = new Map(orders.map(({ id, key }) => [id, key]));
        return note<AttemptOf<'expire'>>({ act: 'expire', keys: orders.map(({ key }) => key) }, async () =>
          (
            await expireOrders(
              database.workers,
              orders.map(({ id }) => id),
            )
          ).map((id) => byId.get(id) ?? String(id)),
        );
      },
    },
    edit: {
      weight: 15,
      counts: 1,
      draw() {
        const merchant = pick(cast);
        const change = BigInt(dice.below(2_000_000)) - 600_000n || 1n;
        const word = `edit ${(serial += 1)}`;
        return note<AttemptOf<'edit'>>({ act: 'edit', merchant, change, word }, async () => {
          await database.pool.query(
            `WITH edited AS (SELECT edit_balance($1, 'frozen', $2, $3, NULL, $4, NULL) AS journal_id)
             INSERT INTO audit_log (at, act, object_kind, object_id, journal_id)
             SELECT business_now(), 'customer.editFrozen', 'user', $5, journal_id FROM edited`,
            [merchant.id, change, merchant.agentId, word, String(merchant.id)],
          );
          return true;
        });
      },
    },
    release: { weight: 5, counts: 1, draw: () => () => releaseAll(database).catch(() => {}) },
    fold: { weight: 15, counts: 1, draw: () => () => foldSums(database.workers).catch(() => {}) },
    sums: { weight: 8, counts: 1, draw: () => () => stage.lookAtSums() },
    clock: {
      weight: 6,
      counts: 1,
      draw() {
        const byMs = chance(10) ? 86_400_000 : dice.below(3_600_000);
        return () => moveBusinessClock(database, byMs).catch(() => {});
      },
    },
    hold: { weight: 2, counts: 1, draw: () => stage.hold },
    crash: { weight: 3, counts: 1, draw: () => stage.crash },
  };
  const drawn = Object.entries(acts).filter(
    ([name]) => open.length > 0 || ['journey', 'create', 'twins'].includes(name),
  );
  const total = drawn.reduce((sum, [, { weight }]) => sum + weight, 0);
  const next = (): Act => {
    let left = dice.below(total);
    for (const [, act] of drawn) {
      if (left < act.weight) return act;
      left -= act.weight;
    }
    throw new Error('The dice fell beside the acts');
  };

  const steps: (() => Promise<unknown>)[] = [];
  for (let done = 0; done < operations;) {
    const act = next();
    steps.push(act.draw());
    done += act.counts;
  }
  return { attempts, steps };
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('Something else was thrown', { cause: error });

/** All of the night's work, as often as it asks for. */
export async function releaseAll(database: Database): Promise<void> {
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
}

/** Many at a time, as callers come. */
export async function playSteps(
  steps: readonly (() => Promise<unknown>)[],
  concurrency: number,
): Promise<void> {
  const queue = steps.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const step of queue) await step();
    }),
  );
}
