import type { CollectionTerms } from '@suanpan/domain/fees/split';
import type { RouteCandidate } from '@suanpan/domain/routing/candidate';
import { chooseChannel } from '@suanpan/domain/routing/choose-channel';
import type { TimeWindow } from '@suanpan/domain/routing/time-window';
import type { Currency } from '@suanpan/money/currency';
import { parseRate } from '@suanpan/money/rate';
import type { MerchantChannelRow } from './channels.queries.ts';

/** Whose fees an order carries besides merchant and senior agent. */
export interface ChainOfOrder {
  readonly hasSubAgent: boolean;
  readonly hasMiddleman: boolean;
}

/** What each party takes by a channel, rates as the database writes them. */
export type PricedChannel = Pick<
  MerchantChannelRow,
  | 'merchant_pct'
  | 'merchant_per_item'
  | 'sub_agent_pct'
  | 'sub_agent_per_item'
  | 'middleman_pct'
  | 'middleman_per_item'
  | 'endpoint_pct'
  | 'endpoint_per_item'
  | 'system_pct'
  | 'system_per_item'
>;

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

export interface PickRequest extends ChainOfOrder {
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** The fee is taken besides the amount, not out of it. */
  readonly isFeeOnTop: boolean;
  /** Channels whose provider has surely refused this order already. */
  readonly refused: ReadonlySet<string>;
  readonly at: Date;
}

/** The choice among a merchant's channels, why the others were passed over, and the round robin's state after it, by channel. */
interface PickedChannel {
  readonly channel: MerchantChannelRow | null;
  readonly lines: readonly RouteLine[];
  readonly weights: ReadonlyMap<bigint, number>;
}

/** Chooses among a merchant's channels; reserves and keeps nothing. */
export function pickChannel(rows: readonly MerchantChannelRow[], request: PickRequest): PickedChannel {
  const choice = chooseChannel(
    rows.map((row) => candidateOf(row, request)),
    {
      amount: request.amount,
      currency: request.currency,
      isFeeOnTop: request.isFeeOnTop,
      at: request.at,
      excluded: request.refused,
    },
  );
  const skipped = new Map(choice.skipped.map((skip) => [skip.channelId, skip.reason]));
  return {
    channel: rows.find((row) => String(row.channel_id) === choice.channelId) ?? null,
    lines: rows.map((row): RouteLine => {
      const id = String(row.channel_id);
      const chosen = id === choice.channelId;
      const passedOver = request.refused.has(id) ? 'channelError' : (skipped.get(id) ?? 'notDrawn');
      return { channel_id: id, channel: row.name, chosen, reason: chosen ? 'chosen' : passedOver };
    }),
    weights: new Map([...choice.currentWeights].map(([id, weight]) => [BigInt(id), weight])),
  };
}

/** A merchant's channel as routing looks at it. */
export function candidateOf(row: MerchantChannelRow, chain: ChainOfOrder): RouteCandidate {
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
    ...(row.balance !== null &&
      row.low_water !== null && { funds: { available: row.balance, lowWater: row.low_water } }),
    runtime: 'ok',
    terms: termsOf(row, chain),
    allowLoss: false,
  };
}

/** What everybody takes of an order by this channel, at the prices of this moment. */
export function termsOf(row: PricedChannel, chain: ChainOfOrder): CollectionTerms {
  const fee = (pct: string, perItem: bigint) => ({ pct: parseRate(pct), perItem });
  return {
    merchant: fee(row.merchant_pct, row.merchant_per_item),
    endpoint: fee(row.endpoint_pct, row.endpoint_per_item),
    system: fee(row.system_pct, row.system_per_item),
    ...(chain.hasSubAgent && { subAgent: fee(row.sub_agent_pct, row.sub_agent_per_item) }),
    ...(chain.hasMiddleman && { middleman: fee(row.middleman_pct, row.middleman_per_item) }),
  };
}
