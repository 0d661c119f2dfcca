import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import type { Tx } from '../../../platform/db/transact.ts';
import { merchantChannels, savePollingState } from '../../channels/index.ts';
import type { MerchantChannelRow, Route } from '../../channels/index.ts';
import { insertPastAttempts } from '../route/attempts.store.ts';
import { chainOf } from './backfill.store.ts';
import type { ChainRow } from './backfill.store.ts';
import { pickRoute } from '../route/choose-route.ts';
import { chainSettings } from '../collections.queries.ts';
import type { ChainSettings } from '../collections.queries.ts';
import { clearAllocations, expireOrders, saveAllocations, settleOrders } from '../collections.store.ts';
import type { Allocation } from '../collections.store.ts';
import { insertUnarchived } from '../create/create.store.ts';
import type { CreateRequest } from '../create/create-request.ts';
import { makeFeeSnapshot } from '../create/fee-snapshot.ts';
import { computeOrderLegs } from '../create/order-legs.ts';
import { makeSettleCalendar } from '../settle/settle-calendar.ts';
import type { SettleOutcome, SettleRequest } from '../settle/settle-request.ts';

export interface PastOrder extends CreateRequest {
  /** The method the payer took; null when he never took one, which leaves the order without a channel. */
  readonly taken: string | null;
}

export interface BackfilledOrder {
  readonly orderId: bigint;
  readonly orderNo: string;
  /** False for an order that stood already; it was left as it is. */
  readonly created: boolean;
  readonly channelAccountId: bigint | null;
}

/**
 * Makes history: many orders in the transaction of one instant, by the same functions, routing, split and legs as
 * a live order, only without asking a provider. What configuration says of a merchant is read once, so it must not
 * change meanwhile, and nobody else may create orders of these merchants: the round robin's state is kept here.
 * After a transaction that failed, open another one: it remembers a round robin that was never kept.
 */
export interface Backfill {
  /** `at` is the business time of `tx`. Answers one row per order, in order. */
  create(tx: Tx, orders: readonly PastOrder[], at: Date): Promise<BackfilledOrder[]>;
  settle(tx: Tx, requests: readonly SettleRequest[], at: Date): Promise<SettleOutcome[]>;
  /** Ends those whose time is over; answers which. */
  expire(tx: Tx, orderIds: readonly bigint[]): Promise<bigint[]>;
  /** Hands the round robin over to live orders; called once, at the end. */
  savePolling(tx: Tx): Promise<void>;
}

interface Merchant {
  readonly chain: ChainRow;
  readonly settings: ChainSettings;
}

/** The channels of one merchant and alias, with the round robin's state as it stands after the last order. */
interface Pool {
  readonly customerId: bigint;
  readonly alias: string;
  readonly rows: readonly MerchantChannelRow[];
  /** The round robin's state, by method. */
  readonly turns: Map<bigint, number>;
}

export function openBackfill(): Backfill {
  const merchants = new Map<bigint, Merchant>();
  const pools = new Map<string, Pool>();
  let calendarDay: string | undefined;

  async function merchantOf(tx: Tx, customerId: bigint): Promise<Merchant> {
    const known = merchants.get(customerId);
    if (known !== undefined) return known;
    const chain = await chainOf(tx, customerId);
    const merchant = { chain, settings: await chainSettings(tx, customerId, chain.agent_id, false) };
    merchants.set(customerId, merchant);
    return merchant;
  }

  async function poolOf(tx: Tx, order: PastOrder, agentId: bigint, alias: string): Promise<Pool> {
    const key = `${order.customerId} ${order.currency} ${alias}`;
    const known = pools.get(key);
    if (known !== undefined) return known;
    const pool = {
      customerId: order.customerId,
      alias,
      rows: await merchantChannels(tx, order.customerId, agentId, order.currency, alias),
      turns: new Map<bigint, number>(),
    };
    pools.set(key, pool);
    return pool;
  }

  /** The way of one order, or the reasons why it has none. */
  async function route(
    tx: Tx,
    order: PastOrder,
    orderId: bigint,
    taken: string,
    at: Date,
  ): Promise<Allocation | { readonly orderId: bigint; readonly route: Route }> {
    const { chain, settings } = await merchantOf(tx, order.customerId);
    const pool = await poolOf(tx, order, chain.agent_id, taken);
    const { route: found, weights } = pickRoute(pool.rows, {
      customerId: order.customerId,
      agentId: chain.agent_id,
      hasSubAgent: chain.sub_agent_id !== null,
      hasMiddleman: chain.middleman_id !== null,
      currency: order.currency,
      payAmount: order.amount,
      alias: taken,
      refused: new Set(),
      drivers: null,
      at,
    });
    for (const [methodId, stands] of weights) pool.turns.set(methodId, stands);
    const { channel, terms, route: kept } = found;
    if (channel === null || terms === null) return { orderId, route: kept };
    const { split, legs } = computeOrderLegs(order.amount, terms, settings);
    return {
      orderId,
      channelId: channel.channel_id,
      channelAccountId: channel.channel_account_id,
      method: channel.alias,
      realName: order.realName,
      feeSnapshot: makeFeeSnapshot(split, terms),
      legs,
      route: kept,
    };
  }

  return {
    async create(tx, orders, at) {
      if (orders.length === 0) return [];
      const inserted = await insertUnarchived(tx, orders);
      const allocations: Allocation[] = [];
      const refusals: { orderId: bigint; method: string | null; route: Route }[] = [];
      for (const [index, order] of orders.entries()) {
        const row = inserted[index];
        if (row === undefined || !row.created || order.taken === null) continue;
        const outcome = await route(tx, order, row.order_id, order.taken, at);
        if ('channelId' in outcome) allocations.push(outcome);
        else refusals.push({ ...outcome, method: order.method });
      }
      await saveAllocations(tx, allocations);
      await insertPastAttempts(
        tx,
        allocations.map(({ orderId }) => orderId),
      );
      await clearAllocations(tx, refusals);
      const accountOf = new Map(
        allocations.map(({ orderId, channelAccountId }) => [orderId, channelAccountId]),
      );
      return inserted.map((row) => ({
        orderId: row.order_id,
        orderNo: row.order_no,
        created: row.created,
        channelAccountId: accountOf.get(row.order_id) ?? null,
      }));
    },

    async settle(tx, requests, at) {
      if (requests.length === 0) return [];
      const day = regionDayText(regionDayOf(at));
      if (calendarDay !== day) await makeSettleCalendar(tx);
      calendarDay = day;
      return settleOrders(tx, requests);
    },

    async expire(tx, orderIds) {
      return orderIds.length === 0 ? [] : expireOrders(tx, orderIds);
    },

    async savePolling(tx) {
      for (const { customerId, alias, turns } of pools.values()) {
        await savePollingState(tx, customerId, alias, turns);
      }
    },
  };
}
