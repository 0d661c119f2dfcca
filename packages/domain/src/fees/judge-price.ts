import { refuseLowLimit } from './lower-limit.ts';
import { Refusal } from '../errors.ts';
import { isInverted, splitCollection } from './split.ts';
import type { CollectionTerms } from './split.ts';
import { splitPayout } from './split-payout.ts';

/** Amounts that a price is looked at, in minor units. `max` is the most that can come, so never 0. */
export interface PriceAmounts {
  readonly min: bigint;
  /** Of the orders of the last days; null without any. */
  readonly mean: bigint | null;
  readonly max: bigint;
  /** The fee is taken besides the amount, as of a payout. */
  readonly isFeeOnTop: boolean;
}

/** What the senior agent keeps of one amount, both in minor units; below zero he pays. */
export interface Margin {
  readonly amount: bigint;
  readonly net: bigint;
}

export interface PriceJudgement {
  readonly min: Margin;
  readonly mean: Margin | null;
  readonly max: Margin;
  /** Somebody would be credited less than nothing, or a fixed fee eats the smallest order: never saved (domain §10.1). */
  readonly isImpossible: boolean;
  /** Where the senior agent would lose most; saved only for a collection, and where he allows it. Null: he loses nothing. */
  readonly loss: Margin | null;
}

/** What a price brings the senior agent at the ends of its amounts, and whether it may be saved. */
export function judgePrice(terms: CollectionTerms, amounts: PriceAmounts): PriceJudgement {
  const { isFeeOnTop, max, mean, min } = amounts;
  const marginAt = (amount: bigint): Margin => ({
    amount,
    net: (isFeeOnTop ? splitPayout(amount, terms) : splitCollection(amount, terms)).agentNet,
  });
  const [low, high] = [marginAt(min), marginAt(max)];
  const isCreditedLess =
    !isFeeOnTop && [min, max].some((amount) => splitCollection(amount, terms).credited < 0n);
  const worst = low.net < high.net ? low : high;
  return {
    min: low,
    mean: mean === null ? null : marginAt(mean),
    max: high,
    isImpossible: isCreditedLess || (!isFeeOnTop && isLimitLow(min, terms)),
    loss: isInverted(terms, min, max, isFeeOnTop) && worst.net < 0n ? worst : null,
  };
}

function isLimitLow(min: bigint, terms: CollectionTerms): boolean {
  try {
    refuseLowLimit(min, terms);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
