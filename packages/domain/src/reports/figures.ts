/**
 * The figures of the data screens. `created` counts by the day on which an order was made, `posted` by the business day of
 * its posting, `now` is what stands at this moment; that stands beside every figure, so that nobody compares two by mistake.
 */
interface Figure {
  readonly kind: 'count' | 'money' | 'rate' | 'exchangeRate' | 'seconds';
  readonly day: 'created' | 'posted' | 'now';
  /** Of the other currency of the pair that was asked for, where it is not of the screen's own. */
  readonly isQuote?: true;
  /** What a price makes of an amount: shown to four decimals, as fees are, or shares would not come to their sum. */
  readonly isExact?: true;
}

export const figures = {
  orders: { kind: 'count', day: 'created' },
  success: { kind: 'count', day: 'created' },
  failed: { kind: 'count', day: 'created' },
  successRate: { kind: 'rate', day: 'created' },
  amount: { kind: 'money', day: 'created' },
  actual: { kind: 'money', day: 'posted' },
  fee: { kind: 'money', day: 'posted', isExact: true },
  accounted: { kind: 'money', day: 'posted', isExact: true },
  meanTicket: { kind: 'money', day: 'created' },
  timeToPay: { kind: 'seconds', day: 'created' },
  timeToPay95: { kind: 'seconds', day: 'created' },
  commission: { kind: 'money', day: 'posted', isExact: true },
  payouts: { kind: 'count', day: 'created' },
  payoutsPaid: { kind: 'count', day: 'created' },
  payoutsFailed: { kind: 'count', day: 'created' },
  payoutRate: { kind: 'rate', day: 'created' },
  payoutAmount: { kind: 'money', day: 'created' },
  paidAmount: { kind: 'money', day: 'posted' },
  payoutFee: { kind: 'money', day: 'posted', isExact: true },
  payoutTime: { kind: 'seconds', day: 'created' },
  payoutTime95: { kind: 'seconds', day: 'created' },
  payoutCommission: { kind: 'money', day: 'posted', isExact: true },
  orderCommission: { kind: 'money', day: 'created', isExact: true },
  endpointCost: { kind: 'money', day: 'posted', isExact: true },
  generalShare: { kind: 'money', day: 'posted', isExact: true },
  middlemanShare: { kind: 'money', day: 'posted', isExact: true },
  seniorShare: { kind: 'money', day: 'posted', isExact: true },
  systemShare: { kind: 'money', day: 'posted', isExact: true },
  payoutEndpointCost: { kind: 'money', day: 'posted', isExact: true },
  payoutGeneralShare: { kind: 'money', day: 'posted', isExact: true },
  payoutMiddlemanShare: { kind: 'money', day: 'posted', isExact: true },
  payoutSeniorShare: { kind: 'money', day: 'posted', isExact: true },
  payoutSystemShare: { kind: 'money', day: 'posted', isExact: true },
  margin: { kind: 'money', day: 'posted', isExact: true },
  payoutMargin: { kind: 'money', day: 'posted', isExact: true },
  merchants: { kind: 'count', day: 'now' },
  generals: { kind: 'count', day: 'now' },
  balance: { kind: 'money', day: 'now' },
  unsettled: { kind: 'money', day: 'now' },
  frozen: { kind: 'money', day: 'now' },
  feeIncome: { kind: 'money', day: 'now', isExact: true },
  systemFee: { kind: 'money', day: 'posted', isExact: true },
  systemFeeCollected: { kind: 'money', day: 'posted', isExact: true },
  platformMargin: { kind: 'money', day: 'posted', isExact: true },
  systemFeeOwed: { kind: 'money', day: 'now', isExact: true },
  withdrawals: { kind: 'count', day: 'created' },
  withdrawalsPaid: { kind: 'count', day: 'created' },
  withdrawalAmount: { kind: 'money', day: 'created', isQuote: true },
  withdrawalPaid: { kind: 'money', day: 'created', isQuote: true },
  withdrawalSent: { kind: 'money', day: 'created' },
  withdrawalFee: { kind: 'money', day: 'created', isExact: true },
  withdrawalMargin: { kind: 'money', day: 'created', isQuote: true, isExact: true },
  lockedRate: { kind: 'exchangeRate', day: 'created' },
  lockedLow: { kind: 'exchangeRate', day: 'created' },
  lockedHigh: { kind: 'exchangeRate', day: 'created' },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof figures;

/** Whether a figure is told in the other currency of the pair. */
export const isOfQuote = (name: FigureName): boolean => 'isQuote' in figures[name];

/** Whether a figure is shown to four decimals. */
export const isShownExactly = (name: FigureName): boolean => 'isExact' in figures[name];

/** The ways in which a range is held against an earlier one of the same length. */
export const comparisons = ['dayBefore', 'weekday', 'period'] as const;
export type Comparison = (typeof comparisons)[number];

/** So many days before the range the other one begins. */
export function comparedDaysBefore(comparison: Comparison, days: number): number {
  return { dayBefore: 1, weekday: 7, period: days }[comparison];
}

/** A range of more days than this is refused: a question that reads so much would keep others waiting. */
export const dataMaxDays = 92;
/** One that reads a merchant's orders themselves goes no further. */
export const analysisMaxDays = 7;
