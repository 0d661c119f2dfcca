import { successRate } from '@suanpan/domain/reports/success-rate';
import { display2 } from '@suanpan/money/display';

interface Decided {
  readonly success_count: number;
  readonly failed_count: number;
}

/** Percent with two decimals, cut; null where nothing is decided. */
export const rateOf = ({ failed_count: failed, success_count: succeeded }: Decided): string | null =>
  successRate(BigInt(succeeded), BigInt(failed));

/** The rate as it is shown, a dash where nothing is decided. */
export function showRate(decided: Decided): string {
  const rate = rateOf(decided);
  return rate === null ? '–' : `${rate} %`;
}

/** Whole units: across a room nobody reads cents, and the exact amount stands in the tooltip. */
export const showWhole = (amount: string): string => display2(amount).replace(/\.\d\d$/, '');

/** Change of a count in percent with one decimal, cut; null where there is nothing to compare with. */
export function changeOf(now: number, before: number): { text: string; isRise: boolean } | null {
  if (before === 0) return null;
  const tenths = Math.trunc(((now - before) / before) * 1_000);
  return { text: `${tenths > 0 ? '+' : ''}${(tenths / 10).toFixed(1)} %`, isRise: tenths >= 0 };
}
