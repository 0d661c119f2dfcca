import { feeOf } from '../fees/split.ts';
import type { Currency } from '@suanpan/money/currency';
import { regionDayOf } from '../region-day.ts';
import type { RouteCandidate, SkipReason } from './candidate.ts';
import { chooseChannel } from './choose-channel.ts';
import { decidingException } from './exceptions.ts';
import type { RouteException } from './exceptions.ts';

/** The channels among which orders of one merchant and method are spread. */
export interface ReplayPool {
  readonly currency: Currency;
  /** As they are. */
  readonly candidates: readonly RouteCandidate[];
  /** As they would be; the same object where none of them is changed. */
  readonly changed: readonly RouteCandidate[];
  /** A merchant's rules, which stay as they are. */
  readonly exceptions: readonly RouteException[];
  /** The fee is taken besides the amount, as of payouts. */
  readonly isFeeOnTop?: boolean;
}

/** An order of the past, by the channel that it was given; null where none took it. */
export interface PastOrder {
  readonly orderNo: string;
  readonly pool: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly payer: string | null;
  /** The order that its payer paid last, where he was to be kept on the channel of that one. */
  readonly paidBefore: { readonly orderNo: string; readonly channelId: string } | null;
  readonly at: Date;
  readonly channelId: string | null;
  /** What its provider took, in minor units. */
  readonly cost: bigint;
}

export interface ReplayedChannel {
  before: number;
  after: number;
  costBefore: bigint;
  costAfter: bigint;
  /** Orders that passed it over because its day was full. */
  capHits: number;
}

export interface MovedOrder {
  readonly orderNo: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Why it did not go where it went, or `drawn` where it was merely another's turn. */
  readonly why: SkipReason | 'drawn';
}

export interface ReplayResult {
  orders: number;
  moved: number;
  /** Orders that no channel would take, and that none took. */
  withoutChannel: number;
  withoutChannelBefore: number;
  readonly byChannel: Map<string, ReplayedChannel>;
  readonly sample: MovedOrder[];
}

const mostSampled = 20;

/**
 * Routes the orders of a past day once more over changed channels (domain §5, steps 2 to 4), in the order in which they came.
 * An order of a pool where nothing is changed goes where it went. The limits of a day count the orders replayed so far, as if
 * all of them succeeded; balances of accounts and what was tripped that day are not known any more and limit nothing. A provider that
 * refused an order then is not known either, so a changed pool tells where its orders would go first. A payer who was to be
 * kept on his channel then is kept now, on the one to which the order goes that he paid.
 */
export function createReplay(poolOf: (key: string) => ReplayPool) {
  const result: ReplayResult = {
    orders: 0,
    moved: 0,
    withoutChannel: 0,
    withoutChannelBefore: 0,
    byChannel: new Map(),
    sample: [],
  };
  const turns = new Map<string, Map<string, number>>();
  const used = new Map<string, { day: number; amount: bigint; count: number }>();
  const moved = new Map<string, string | null>();

  function take(order: PastOrder): string | null {
    const pool = poolOf(order.pool);
    const isChanged = pool.changed !== pool.candidates;
    const { channelId: after, why } = isChanged
      ? chooseAnew(order, pool)
      : { channelId: order.channelId, why: 'drawn' as const };
    result.orders += 1;
    count(order, pool, after);
    if (after !== order.channelId) {
      result.moved += 1;
      moved.set(order.orderNo, after);
      if (result.sample.length < mostSampled) {
        result.sample.push({ orderNo: order.orderNo, before: order.channelId, after, why });
      }
    }
    return after;
  }

  function chooseAnew(
    order: PastOrder,
    pool: ReplayPool,
  ): { readonly channelId: string | null; readonly why: MovedOrder['why'] } {
    const turn = turns.get(order.pool) ?? new Map<string, number>();
    turns.set(order.pool, turn);
    const rule = decidingException(pool.exceptions, order);
    const sticky = keptOn(order);
    const choice = chooseChannel(
      pool.changed.map((candidate) => stand(candidate, order, turn)),
      {
        amount: order.amount,
        currency: pool.currency,
        at: order.at,
        isFeeOnTop: pool.isFeeOnTop ?? false,
        ...(sticky !== null && { stickyChannelId: sticky }),
        ...(rule?.act === 'force' && { forced: new Set([rule.channelId]) }),
        ...(rule?.act === 'exclude' && { excluded: new Set([rule.channelId]) }),
      },
    );
    for (const [id, weight] of choice.currentWeights) turn.set(id, weight);
    for (const { channelId, reason } of choice.skipped) {
      if (reason === 'dailyAmountReached' || reason === 'dailyCountReached') of(channelId).capHits += 1;
    }
    const why = choice.skipped.find(({ channelId }) => channelId === order.channelId)?.reason ?? 'drawn';
    return { channelId: choice.channelId, why };
  }

  function keptOn({ paidBefore }: PastOrder): string | null {
    if (paidBefore === null) return null;
    const anew = moved.get(paidBefore.orderNo);
    return anew === undefined ? paidBefore.channelId : anew;
  }

  function stand(
    candidate: RouteCandidate,
    order: PastOrder,
    turn: ReadonlyMap<string, number>,
  ): RouteCandidate {
    const day = used.get(candidate.channelId);
    const isToday = day?.day === regionDayOf(order.at);
    return {
      ...candidate,
      currentWeight: turn.get(candidate.id) ?? candidate.currentWeight,
      dailyAmount: { limit: candidate.dailyAmount.limit, used: isToday ? day.amount : 0n },
      dailyCount: { limit: candidate.dailyCount.limit, used: isToday ? day.count : 0 },
    };
  }

  function count(order: PastOrder, pool: ReplayPool, after: string | null): void {
    if (order.channelId === null) result.withoutChannelBefore += 1;
    else {
      const before = of(order.channelId);
      before.before += 1;
      before.costBefore += order.cost;
    }
    if (after === null) {
      result.withoutChannel += 1;
      return;
    }
    const line = of(after);
    line.after += 1;
    const terms = pool.changed.find(({ channelId }) => channelId === after)?.terms;
    line.costAfter +=
      after === order.channelId || terms === undefined ? order.cost : feeOf(order.amount, terms.endpoint);
    const day = regionDayOf(order.at);
    const sum = used.get(after);
    used.set(
      after,
      sum?.day === day
        ? { day, amount: sum.amount + order.amount, count: sum.count + 1 }
        : { day, amount: order.amount, count: 1 },
    );
  }

  function of(channelId: string): ReplayedChannel {
    const known = result.byChannel.get(channelId);
    if (known !== undefined) return known;
    const line = { before: 0, after: 0, costBefore: 0n, costAfter: 0n, capHits: 0 };
    result.byChannel.set(channelId, line);
    return line;
  }

  return { take, result };
}
