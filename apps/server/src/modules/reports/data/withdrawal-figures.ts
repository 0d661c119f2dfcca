import { formatRate } from '@suanpan/money/rate';
import { countOf } from '../../../platform/db/count-of.ts';
import type { FigureSource, Sums } from './data-screen.ts';

const screen = 'withdraws.list' as const;
const all = { screen };
const paid = { screen, status: ['paid'] };
const rate = (sums: Sums, column: string): string | null =>
  sums('locked_weight') === 0n ? null : formatRate(sums(column));

/** What was withdrawn to another currency, by the rates that were locked when it was applied for. */
export const withdrawalFigures = {
  withdrawals: { value: (sums) => countOf(sums('withdrawal_count')), order: 'withdrawal_count', drill: all },
  withdrawalsPaid: { value: (sums) => countOf(sums('withdrawal_paid')), drill: paid },
  withdrawalAmount: {
    value: (sums, { quoted }) => quoted(sums('withdrawal_amount')),
    order: 'withdrawal_amount',
    drill: all,
  },
  withdrawalPaid: { value: (sums, { quoted }) => quoted(sums('withdrawal_paid_amount')), drill: paid },
  withdrawalSent: { value: (sums, { money }) => money(sums('withdrawal_sent')), drill: paid },
  withdrawalFee: { value: (sums, { money }) => money(sums('withdrawal_fee')), drill: paid },
  withdrawalMargin: { value: (sums, { quoted }) => quoted(sums('withdrawal_margin')), drill: paid },
  // The mean by what it gave; of a single withdrawal its own.
  lockedRate: {
    value: (sums) =>
      sums('locked_weight') === 0n ? null : formatRate(sums('locked_weighted') / sums('locked_weight')),
    drill: all,
  },
  lockedLow: { value: (sums) => rate(sums, 'locked_low'), drill: all },
  lockedHigh: { value: (sums) => rate(sums, 'locked_high'), drill: all },
} as const satisfies Readonly<Record<string, FigureSource>>;
