/**
 * The model's own arithmetic of fees and days. It shares nothing with the product, so that a mistake of the product's is
 * not made here a second time.
 */
export interface Price {
  /** Parts of a million of the amount. */
  readonly rate: bigint;
  /** Minor units an order. */
  readonly fixed: bigint;
}

export interface Prices {
  readonly merchant: Price;
  readonly endpoint: Price;
  readonly subAgent: Price;
  readonly middleman: Price;
  readonly system: Price;
}

/** The rate's part, a half rounded up, and the fixed part. */
export function feeOf(amount: bigint, { rate, fixed }: Price): bigint {
  return (amount * rate + 500_000n) / 1_000_000n + fixed;
}

export type SettleRule = 'D0' | 'D1' | 'T1' | 'weekly' | 'manual';

const dayMs = 86_400_000;
const regionMs = 8 * 3_600_000;

/** The business day (UTC+8) as a count of days since 1970. */
export const dayOf = (at: Date): number => Math.floor((at.getTime() + regionMs) / dayMs);

const startOf = (day: number): Date => new Date(day * dayMs - regionMs);
/** 0 is Sunday; the first day of 1970 was a Thursday. */
const weekdayOf = (day: number): number => (day + 4) % 7;

/** When money that came at `at` is released; null waits for a person. */
export function releaseAt(rule: SettleRule, at: Date): Date | null {
  let day = dayOf(at) + 1;
  switch (rule) {
    case 'D0':
      return at;
    case 'D1':
      return startOf(day);
    case 'T1':
      while ([0, 6].includes(weekdayOf(day))) day += 1;
      return startOf(day);
    case 'weekly':
      while (weekdayOf(day) !== 1) day += 1;
      return startOf(day);
    case 'manual':
      return null;
  }
}
