import type { CollectionTerms } from '@suanpan/domain/fees/split';
import type { RouteCandidate } from '@suanpan/domain/routing/candidate';
import { chooseChannel } from '@suanpan/domain/routing/choose-channel';
import { decidingException } from '@suanpan/domain/routing/exceptions';
import type { RouteException } from '@suanpan/domain/routing/exceptions';
import { tighter } from '@suanpan/domain/routing/quota';
import type { TimeWindow } from '@suanpan/domain/routing/time-window';
import type { Currency } from '@suanpan/money/currency';
import { parseRate } from '@suanpan/money/rate';
import type { MerchantChannelRow } from './channels.queries.ts';
import { balanceLimitOf } from './limits/usage.queries.ts';
import type { ChannelUsage, UsageByMethod } from './limits/usage.queries.ts';
import type { MerchantException } from './merchants/exceptions.queries.ts';

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
  /** A name of the error catalogue, `chosen`, `paidThereBefore` or `notDrawn`. */
  readonly reason: string;
}

/** As kept with the order: every channel that was looked at, and why it was taken or passed over. */
export interface Route {
  readonly candidates: readonly RouteLine[];
  /** The order that its payer paid last, where the channel of that one keeps its payers. */
  readonly paid_before?: PaidBefore;
}

/** An order of the same payer, and the channel by which he paid it. */
export interface PaidBefore {
  readonly order_no: string;
  readonly channel_id: string;
}

export interface PickRequest extends ChainOfOrder {
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** The fee is taken besides the amount, not out of it. */
  readonly isFeeOnTop: boolean;
  /** Channels whose provider has surely refused this order already. */
  readonly refused: ReadonlySet<string>;
  /** What the channels with limits have used; none have, where it is not said. */
  readonly usage?: UsageByMethod | undefined;
  /** The merchant's rules in their order, and whom they are held against: the payer, or the payee of a payout. */
  readonly exceptions?: readonly MerchantException[] | undefined;
  readonly payer?: string | null;
  readonly paidBefore?: PaidBefore | undefined;
  /** The round robin's state, by the merchant's method; all stand at 0, where it is not said. */
  readonly turns?: ReadonlyMap<bigint, number>;
  readonly at: Date;
}

/** The choice among a merchant's channels, why the others were passed over, and the round robin's state after it, by the merchant's method. */
interface PickedChannel {
  readonly channel: MerchantChannelRow | null;
  readonly lines: readonly RouteLine[];
  readonly weights: ReadonlyMap<bigint, number>;
}

/** Chooses among a merchant's channels; reserves and keeps nothing. */
export function pickChannel(rows: readonly MerchantChannelRow[], request: PickRequest): PickedChannel {
  const rules = exceptionsOf(request.exceptions ?? [], request.currency);
  const rule = decidingException(rules, {
    amount: request.amount,
    payer: request.payer ?? null,
    at: request.at,
  });
  const choice = chooseChannel(
    rows.map((row) => ({
      ...candidateOf(row, request, request.usage?.get(row.method_id)),
      currentWeight: request.turns?.get(row.method_id) ?? 0,
    })),
    {
      amount: request.amount,
      currency: request.currency,
      isFeeOnTop: request.isFeeOnTop,
      at: request.at,
      excluded: rule?.act === 'exclude' ? new Set([...request.refused, rule.channelId]) : request.refused,
      ...(rule?.act === 'force' && { forced: new Set([rule.channelId]) }),
      ...(request.paidBefore && { stickyChannelId: request.paidBefore.channel_id }),
    },
  );
  const taken = choice.isSticky ? 'paidThereBefore' : 'chosen';
  const skipped = new Map(choice.skipped.map((skip) => [skip.id, skip.reason]));
  return {
    channel: rows.find((row) => String(row.method_id) === choice.id) ?? null,
    lines: rows.map((row): RouteLine => {
      const id = String(row.method_id);
      const channelId = String(row.channel_id);
      const chosen = id === choice.id;
      const passedOver = request.refused.has(channelId) ? 'channelError' : (skipped.get(id) ?? 'notDrawn');
      return { channel_id: channelId, channel: row.name, chosen, reason: chosen ? taken : passedOver };
    }),
    weights: new Map([...choice.currentWeights].map(([id, weight]) => [BigInt(id), weight])),
  };
}

/** A merchant's way as routing looks at it, at the beginning of a round. */
export function candidateOf(
  row: MerchantChannelRow,
  chain: ChainOfOrder,
  usage?: ChannelUsage,
): RouteCandidate {
  return {
    id: String(row.method_id),
    channelId: String(row.channel_id),
    currency: row.currency,
    merchantEnabled: row.merchant_enabled,
    agentEnabled: row.agent_enabled,
    channelEnabled: row.channel_enabled,
    accountEnabled: row.account_enabled,
    polling: row.polling,
    priority: row.priority,
    weight: row.weight,
    currentWeight: 0,
    minAmounts: [row.min_amount, row.merchant_min],
    maxAmounts: [row.max_amount, row.merchant_max],
    integerOnly: row.integer_only,
    windows: [row.windows as TimeWindow[], row.merchant_windows as TimeWindow[]],
    dailyAmount: tighter(
      { limit: row.daily_amount, used: usage?.amount ?? 0n },
      { limit: row.merchant_daily_amount, used: usage?.own_amount ?? 0n },
    ),
    dailyCount: tighter(
      { limit: row.daily_count, used: usage?.count ?? 0 },
      { limit: row.merchant_daily_count, used: usage?.own_count ?? 0 },
    ),
    balanceLimit: { limit: balanceLimitOf(row), used: usage?.held ?? 0n },
    // Cards have limits of a merchant, which the payouts' own door counts.
    cardUsage: { limit: 0, used: 0 },
    ...(row.balance !== null &&
      row.low_water !== null && { funds: { available: row.balance, lowWater: row.low_water } }),
    runtime: row.state,
    paused: row.is_paused ? (row.direction === 'payout' ? 'payoutsPaused' : 'collectionsPaused') : null,
    terms: termsOf(row, chain),
    allowLoss: row.allow_loss,
  };
}

/** A merchant's rules about orders of a currency, as routing looks at them. */
export function exceptionsOf(
  rules: readonly MerchantException[],
  currency: Currency,
): readonly RouteException[] {
  return rules.filter((rule) => rule.currency === currency).map(exceptionOf);
}

function exceptionOf(rule: MerchantException): RouteException {
  return {
    amountMin: rule.amount_min,
    amountMax: rule.amount_max,
    payer: rule.payer,
    hours: rule.hours,
    act: rule.act,
    channelId: String(rule.channel_id),
    until: rule.until,
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
