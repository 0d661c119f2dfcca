import { createHash } from 'node:crypto';
import type { MerchantChannelEffect } from '@suanpan/contract/endpoints/merchant-channels';
import { Refusal } from '@suanpan/domain/errors';
import { judgePrice } from '@suanpan/domain/fees/judge-price';
import type { PriceJudgement } from '@suanpan/domain/fees/judge-price';
import { orderMostAmount } from '@suanpan/domain/limits';
import { isHourRange } from '@suanpan/domain/routing/time-window';
import type { TimeWindow } from '@suanpan/domain/routing/time-window';
import { typedAmount } from '@suanpan/domain/typed-amount';
import { formatLedger, parseSignedLedger, readAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { RateFormatError, formatRate, parseRate } from '@suanpan/money/rate';
import { termsOf } from '../pick-channel.ts';
import type { PricedChannel } from '../pick-channel.ts';

export type Direction = 'collection' | 'payout';

/** Limits and switches of a merchant's use of a channel. Sums are minor units; 0 is no limit, null none of the balance. */
export interface MethodSettings {
  readonly alias: string;
  readonly weight: number;
  readonly polling: boolean;
  readonly keeps_payers: boolean;
  readonly priority: number | null;
  readonly min_amount: bigint;
  readonly max_amount: bigint;
  readonly daily_amount: bigint;
  readonly daily_count: number;
  readonly balance_limit: bigint | null;
  readonly windows: readonly TimeWindow[];
  readonly enabled: boolean;
  readonly allow_loss: boolean;
}

/** What the merchant pays, and what of it others have: rates in percent as text, the rest minor units of an order. */
export interface MethodPrices {
  readonly merchant_pct: string;
  readonly merchant_per_item: bigint;
  readonly sub_agent_pct: string;
  readonly sub_agent_per_item: bigint;
  readonly middleman_pct: string;
  readonly middleman_per_item: bigint;
}

/** A merchant and a channel that his senior agent may use, with what both bring into a price. */
export interface MethodPlace {
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly agent_id: bigint;
  readonly has_sub_agent: boolean;
  readonly has_middleman: boolean;
  readonly channel_id: bigint;
  readonly channel_name: string;
  readonly currency: Currency;
  readonly channel_min: bigint;
  readonly channel_max: bigint;
  readonly endpoint_pct: string;
  readonly endpoint_per_item: bigint;
  readonly system_pct: string;
  readonly system_per_item: bigint;
}

interface TypedLimits {
  readonly min_amount: string;
  readonly max_amount: string;
  readonly daily_amount: string;
  readonly balance_limit: string | null;
  readonly windows: readonly { days?: number[] | undefined; from: string; to: string }[];
}

interface TypedPrice {
  readonly pct: string;
  readonly per_item: string;
}

/**
 * Reads limits as typed. Refuses `wrongHourRange` for an hour that ends as it begins, `invalidAmount` for what is no
 * amount of the currency, and `amountOutOfRange` for a greatest amount below the least.
 */
export function readLimits(typed: TypedLimits, currency: Currency) {
  const amount = (text: string): bigint => typedAmount(text, currency);
  const windows = readWindows(typed.windows);
  const [min, max] = [amount(typed.min_amount), amount(typed.max_amount)];
  if (max !== 0n && max < min) throw new Refusal('amountOutOfRange');
  return {
    min_amount: min,
    max_amount: max,
    daily_amount: amount(typed.daily_amount),
    balance_limit: typed.balance_limit === null ? null : amount(typed.balance_limit),
    windows,
  };
}

/** Hours that may run over midnight; refuses `wrongHourRange`. */
export function readWindows(typed: TypedLimits['windows']): TimeWindow[] {
  return typed.map(({ days, from, to }) => {
    if (!isHourRange(from, to, { mayCrossMidnight: true })) throw new Refusal('wrongHourRange');
    return {
      ...(days && days.length > 0 && { days: [...new Set(days)].toSorted((a, b) => a - b) }),
      from,
      to,
    };
  });
}

/** Reads prices as typed; what is no price, and a rate of the whole amount or more, is refused as `checkHandlingFee`. */
export function readPrices(
  typed: {
    readonly merchant: TypedPrice;
    readonly subAgent?: TypedPrice | undefined;
    readonly middleman?: TypedPrice | undefined;
  },
  currency: Currency,
): MethodPrices {
  const none = { pct: '0', per_item: '0' };
  const read = ({ pct, per_item }: TypedPrice): [string, bigint] => {
    const fixed = readAmount(per_item, currency);
    if (fixed === null) throw new Refusal('checkHandlingFee');
    return [readRate(pct), fixed];
  };
  const [merchant, subAgent, middleman] = [
    read(typed.merchant),
    read(typed.subAgent ?? none),
    read(typed.middleman ?? none),
  ];
  return {
    merchant_pct: merchant[0],
    merchant_per_item: merchant[1],
    sub_agent_pct: subAgent[0],
    sub_agent_per_item: subAgent[1],
    middleman_pct: middleman[0],
    middleman_per_item: middleman[1],
  };
}

const whole = parseRate('100');

function readRate(text: string): string {
  try {
    const rate = parseRate(text);
    if (rate >= whole) throw new Refusal('checkHandlingFee');
    return formatRate(rate);
  } catch (error) {
    if (error instanceof RateFormatError) throw new Refusal('checkHandlingFee');
    throw error;
  }
}

/** What a price brings the senior agent between the limits of channel and merchant. */
export function judge(
  place: MethodPlace,
  limits: Pick<MethodSettings, 'min_amount' | 'max_amount'>,
  prices: MethodPrices,
  direction: Direction,
): PriceJudgement {
  // What is handed over may know the costs of another channel too: those of this place count.
  const row: PricedChannel = {
    ...place,
    merchant_pct: prices.merchant_pct,
    merchant_per_item: prices.merchant_per_item,
    sub_agent_pct: prices.sub_agent_pct,
    sub_agent_per_item: prices.sub_agent_per_item,
    middleman_pct: prices.middleman_pct,
    middleman_per_item: prices.middleman_per_item,
  };
  const chain = { hasSubAgent: place.has_sub_agent, hasMiddleman: place.has_middleman };
  const min = limits.min_amount > place.channel_min ? limits.min_amount : place.channel_min;
  const maxima = [limits.max_amount, place.channel_max].filter((most) => most > 0n);
  const most = maxima.reduce(
    (least, each) => (each < least ? each : least),
    parseSignedLedger(orderMostAmount[place.currency], place.currency),
  );
  return judgePrice(termsOf(row, chain), { min, mean: null, max: most, isFeeOnTop: direction === 'payout' });
}

/** Refuses `checkHandlingFee` for a price by which nobody may be charged, and for a loss that is not allowed. */
export function refuseLoss(judgement: PriceJudgement, allows: boolean, direction: Direction): void {
  const isLost = judgement.loss !== null && !(allows && direction === 'collection');
  if (judgement.isImpossible || isLost) throw new Refusal('checkHandlingFee');
}

type Told = Readonly<Record<string, string>>;
export type EffectRows = MerchantChannelEffect['effect'];

/** A merchant's channel as a person reads it, field by field. */
export function tell(
  { channel_name, currency }: Pick<MethodPlace, 'channel_name' | 'currency'>,
  settings: MethodSettings,
  prices: MethodPrices,
): Told {
  const money = (minor: bigint): string => formatLedger(minor, currency);
  const price = (pct: string, perItem: bigint): string =>
    `${formatRate(parseRate(pct))} % + ${money(perItem)}`;
  return {
    channel: channel_name,
    alias: settings.alias,
    weight: String(settings.weight),
    polling: String(settings.polling),
    keeps_payers: String(settings.keeps_payers),
    priority: String(settings.priority ?? '–'),
    min_amount: money(settings.min_amount),
    max_amount: money(settings.max_amount),
    daily_amount: money(settings.daily_amount),
    daily_count: String(settings.daily_count),
    balance_limit: settings.balance_limit === null ? '–' : money(settings.balance_limit),
    windows: tellWindows(settings.windows),
    enabled: String(settings.enabled),
    allow_loss: String(settings.allow_loss),
    merchant_fee: price(prices.merchant_pct, prices.merchant_per_item),
    sub_agent_fee: price(prices.sub_agent_pct, prices.sub_agent_per_item),
    middleman_fee: price(prices.middleman_pct, prices.middleman_per_item),
  };
}

export function tellWindows(windows: readonly TimeWindow[]): string {
  return windows.map(({ days = [], from, to }) => `${days.join('')} ${from}-${to}`.trim()).join(', ') || '–';
}

/** What changes, field by field; the name of the channel always stands first. */
export function changesOf(before: Told | null, after: Told | null): EffectRows {
  const fields = Object.keys(after ?? before ?? {}) as EffectRows[number]['field'][];
  return fields.flatMap((field) => {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
    return was === is && field !== 'channel' ? [] : [{ field, before: was, after: is }];
  });
}

/** By which an act names the effect that was shown: what it is done to, over which version, and what changes. */
export function fingerprintOf(facts: unknown): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
