import type { Currency } from '@suanpan/money/currency';
import type { ErrorName } from '../errors.ts';
import type { CollectionTerms } from '../fees/split.ts';
import type { TimeWindow } from './time-window.ts';

/** A counter against its limit; a limit of 0 is none (specification §5). */
export interface Quota<Unit extends bigint | number> {
  readonly limit: Unit;
  readonly used: Unit;
}

/** One way of a merchant with everything that decides whether it may take an order, as plain data. */
export interface RouteCandidate {
  /** Of the way: a channel that the merchant has under two aliases is two, each with its own price and weight. */
  readonly id: string;
  readonly channelId: string;
  readonly currency: Currency;
  /** The four switches: the merchant's, the senior agent's, the channel's, the real channel's. */
  readonly merchantEnabled: boolean;
  readonly agentEnabled: boolean;
  readonly channelEnabled: boolean;
  readonly accountEnabled: boolean;
  /** False pins the merchant to this channel. */
  readonly polling: boolean;
  /** The lowest tier present is used; the others wait. */
  readonly priority: number;
  readonly weight: number;
  /** State of the smooth round robin for (merchant, alias). */
  readonly currentWeight: number;
  /** Limits of channel and merchant together, minor units: the greatest minimum and the least maximum count. */
  readonly minAmounts: readonly bigint[];
  readonly maxAmounts: readonly bigint[];
  /** The provider takes whole major units only (TWD bank wires). */
  readonly integerOnly: boolean;
  /** Window lists of channel and merchant; an order must fall into each. */
  readonly windows: readonly (readonly TimeWindow[])[];
  readonly dailyAmount: Quota<bigint>;
  readonly dailyCount: Quota<number>;
  /** `used` = receiving balance and what is pending on it. */
  readonly balanceLimit: Quota<bigint>;
  readonly cardUsage: Quota<number>;
  /** What the provider holds for payouts, where somebody looks: minor units. */
  readonly funds?: { readonly available: bigint; readonly lowWater: bigint };
  readonly runtime: 'ok' | 'tripped' | 'maintenance';
  /** The platform lets this direction stand still, for all, for this tree or at this provider. */
  readonly paused?: 'collectionsPaused' | 'payoutsPaused' | null;
  readonly terms: CollectionTerms;
  /** The senior agent has ticked "allow loss". */
  readonly allowLoss: boolean;
}

/** Why a candidate did not take the order: names of the error catalogue, kept on the order. */
export type SkipReason = Extract<
  ErrorName,
  | 'merchantChannelDisabled'
  | 'agentChannelDisabled'
  | 'channelDisabled'
  | 'channelAccountDisabled'
  | 'channelCurrencyMismatch'
  | 'excludedByRule'
  | 'notForcedByRule'
  | 'notThePinnedChannel'
  | 'amountBelowMinimum'
  | 'amountAboveMaximum'
  | 'fractionsNotAccepted'
  | 'channelClosedHours'
  | 'dailyAmountReached'
  | 'dailyCountReached'
  | 'balanceLimitReached'
  | 'cardUsageReached'
  | 'providerBalanceTooLow'
  | 'collectionsPaused'
  | 'payoutsPaused'
  | 'channelTripped'
  | 'channelInMaintenance'
  | 'feeAboveAmount'
  | 'channelFeeInverted'
  | 'standbyOnly'
>;

export interface RouteRequest {
  readonly amount: bigint;
  readonly currency: Currency;
  /** The fee stands on top of the amount, as payouts have it, instead of being taken from it. */
  readonly isFeeOnTop?: boolean;
  /** Business time. */
  readonly at: Date;
  /** By the exception rule that decided: only these channels, if any are named. */
  readonly forced?: ReadonlySet<string>;
  readonly excluded?: ReadonlySet<string>;
  /** The channel by which this payer paid last, where that keeps its payers. */
  readonly stickyChannelId?: string;
}
