import type { CollectionTerms } from '@suanpan/domain/fees/split';
import type { RouteCandidate } from '@suanpan/domain/routing/candidate';
import { chooseChannel } from '@suanpan/domain/routing/choose-channel';
import type { TimeWindow } from '@suanpan/domain/routing/time-window';
import type { Currency } from '@suanpan/money/currency';
import { parseRate } from '@suanpan/money/rate';
import type { Tx } from '../../../platform/db/transact.ts';
import { anyAlias, lockPolling, merchantChannels, savePollingState } from '../../channels/index.ts';
import type { MerchantChannelRow } from '../../channels/index.ts';

/** Whose fees an order carries besides merchant and senior agent. */
export interface ChainOfOrder {
  readonly hasSubAgent: boolean;
  readonly hasMiddleman: boolean;
}

export interface RouteRequestOfOrder extends ChainOfOrder {
  readonly customerId: bigint;
  readonly agentId: bigint;
  readonly currency: Currency;
  readonly payAmount: bigint;
  readonly alias: string | null;
  /** The only drivers that may take the order; null for any. */
  readonly drivers: ReadonlySet<string> | null;
  /** Channels whose provider has surely refused this order already. */
  readonly refused: ReadonlySet<string>;
  readonly at: Date;
}

/** One line of "why this channel", kept on the order. */
export interface RouteLine {
  readonly channel_id: string;
  readonly channel: string;
  readonly chosen: boolean;
  /** A name of the error catalogue, or `chosen`. */
  readonly reason: string;
}

/** As kept with the order: every channel that was looked at, and why it was taken or passed over. */
export interface Route {
  readonly candidates: readonly RouteLine[];
}

export interface ChosenRoute {
  readonly channel: MerchantChannelRow | null;
  readonly terms: CollectionTerms | null;
  readonly lines: readonly RouteLine[];
}

/** Chooses a channel under the merchant's polling lock and saves the round robin's state with the order. */
export async function chooseRoute(tx: Tx, request: RouteRequestOfOrder): Promise<ChosenRoute> {
  const alias = request.alias ?? anyAlias;
  await lockPolling(tx, request.customerId, alias);
  const rows = await merchantChannels(
    tx,
    request.customerId,
    request.agentId,
    request.currency,
    request.alias,
  );
  const { route, weights } = pickRoute(rows, request);
  await savePollingState(tx, request.customerId, alias, weights);
  return route;
}

/** The choice among all of the merchant's channels, and the round robin's state after it, by channel. */
export function pickRoute(
  all: readonly MerchantChannelRow[],
  request: RouteRequestOfOrder,
): { readonly route: ChosenRoute; readonly weights: ReadonlyMap<bigint, number> } {
  const rows = all.filter((row) => request.drivers?.has(row.driver) ?? true);
  const byId = new Map(rows.map((row) => [String(row.channel_id), row]));
  const choice = chooseChannel(
    rows.map((row) => toCandidate(row, request)),
    { amount: request.payAmount, currency: request.currency, at: request.at, excluded: request.refused },
  );
  const skipped = new Map(choice.skipped.map((skip) => [skip.channelId, skip.reason]));
  const channel = (choice.channelId !== null && byId.get(choice.channelId)) || null;
  const route = {
    channel,
    terms: channel === null ? null : termsOf(channel, request),
    lines: rows.map((row): RouteLine => {
      const id = String(row.channel_id);
      const chosen = id === choice.channelId;
      return {
        channel_id: id,
        channel: row.name,
        chosen,
        reason: chosen
          ? 'chosen'
          : request.refused.has(id)
            ? 'channelError'
            : (skipped.get(id) ?? 'notDrawn'),
      };
    }),
  };
  return { route, weights: new Map([...choice.currentWeights].map(([id, weight]) => [BigInt(id), weight])) };
}

/** A merchant's channel as routing looks at it. */
export function toCandidate(row: MerchantChannelRow, request: ChainOfOrder): RouteCandidate {
  return {
    channelId: String(row.channel_id),
    currency: row.currency,
    merchantEnabled: row.merchant_enabled,
    agentEnabled: row.agent_enabled,
    channelEnabled: row.channel_enabled,
    accountEnabled: row.account_enabled,
    polling: row.polling,
    priority: row.priority,
    weight: row.weight,
    currentWeight: row.current_weight,
    minAmounts: [row.min_amount, row.merchant_min],
    maxAmounts: [row.max_amount, row.merchant_max],
    integerOnly: row.integer_only,
    windows: [row.windows as TimeWindow[]],
    dailyAmount: { limit: 0n, used: 0n },
    dailyCount: { limit: 0, used: 0 },
    balanceLimit: { limit: 0n, used: 0n },
    cardUsage: { limit: 0, used: 0 },
    runtime: 'ok',
    terms: termsOf(row, request),
    allowLoss: false,
  };
}

/** What everybody takes of an order by this channel, at the prices of this moment. */
export function termsOf(row: MerchantChannelRow, request: ChainOfOrder): CollectionTerms {
  const fee = (pct: string, perItem: bigint) => ({ pct: parseRate(pct), perItem });
  return {
    merchant: fee(row.merchant_pct, row.merchant_per_item),
    endpoint: fee(row.endpoint_pct, row.endpoint_per_item),
    system: fee(row.system_pct, row.system_per_item),
    ...(request.hasSubAgent && { subAgent: fee(row.sub_agent_pct, row.sub_agent_per_item) }),
    ...(request.hasMiddleman && { middleman: fee(row.middleman_pct, row.middleman_per_item) }),
  };
}
