import { Refusal } from '@suanpan/domain/errors';
import { isHourRange } from '@suanpan/domain/routing/time-window';
import type { Currency } from '@suanpan/money/currency';
import { limitOf } from '../amount-of.ts';

export interface OpenWindow {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** A rule as its table has it; null is inherited. Amounts in minor units, 0 is no limit. */
export interface Rule {
  readonly min_amount: bigint | null;
  readonly max_amount: bigint | null;
  readonly daily_amount: bigint | null;
  readonly daily_count: number | null;
  readonly per_card_daily: bigint | null;
  readonly card_usage_limit: number | null;
  readonly windows: readonly OpenWindow[] | null;
  readonly holidays_closed: boolean | null;
  readonly auto_approve_max: bigint | null;
  readonly settle_accounts_max: number | null;
}

interface TypedRule {
  readonly min: string | null;
  readonly max: string | null;
  readonly daily_amount: string | null;
  readonly daily_count: number | null;
  readonly per_card_daily: string | null;
  readonly card_usage_limit: number | null;
  readonly window: readonly OpenWindow[] | null;
  readonly holidays_closed: boolean | null;
  readonly auto_approve_max: string | null;
  readonly settle_accounts_max: number | null;
  readonly account_rest_h?: number;
  readonly rate_lock_s?: number;
}

/** The rule as the door takes it: the table's columns as plain JSON, so that an approval keeps exactly what was asked. */
export type RuleColumns = Readonly<Record<string, string | number | boolean | readonly OpenWindow[] | null>>;

/**
 * Reads what a person set. Refuses `amountOutOfRange` where the least is above the most, and `wrongHourRange` for a window without
 * length.
 */
export function ruleOf(typed: TypedRule, currency: Currency): RuleColumns {
  const minor = (text: string | null): bigint | null => (text === null ? null : limitOf(text, currency));
  const [min, max] = [minor(typed.min), minor(typed.max)];
  if (min !== null && max !== null && max > 0n && min > max) {
    throw new Refusal('amountOutOfRange', { params: { min: '0', max: typed.max ?? '' } });
  }
  for (const { from, to } of typed.window ?? []) {
    if (!isHourRange(from, to, { mayCrossMidnight: true })) throw new Refusal('wrongHourRange');
  }
  const text = (amount: bigint | null): string | null => (amount === null ? null : String(amount));
  return {
    min_amount: text(min),
    max_amount: text(max),
    daily_amount: text(minor(typed.daily_amount)),
    daily_count: typed.daily_count,
    per_card_daily: text(minor(typed.per_card_daily)),
    card_usage_limit: typed.card_usage_limit,
    windows: typed.window,
    holidays_closed: typed.holidays_closed,
    auto_approve_max: text(minor(typed.auto_approve_max)),
    settle_accounts_max: typed.settle_accounts_max,
    ...(typed.account_rest_h !== undefined && { account_rest_h: typed.account_rest_h }),
    ...(typed.rate_lock_s !== undefined && { rate_lock_s: typed.rate_lock_s }),
  };
}
