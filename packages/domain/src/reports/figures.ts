/**
 * The figures of the data screens. `created` counts by the day on which an order was made, `posted` by the business day of
 * its posting, `now` is what stands at this moment; that stands beside every figure, so that nobody compares two by mistake.
 */
interface Figure {
  readonly kind: 'count' | 'money' | 'rate' | 'exchangeRate' | 'seconds';
  readonly day: 'created' | 'posted' | 'now';
  /** Of the other currency of the pair that was asked for, where it is not of the screen's own. */
  readonly isQuote?: true;
}

export const figures = {
  orders: { kind: 'count', day: 'created' },
  success: { kind: 'count', day: 'created' },
  failed: { kind: 'count', day: 'created' },
  successRate: { kind: 'rate', day: 'created' },
  amount: { kind: 'money', day: 'created' },
  actual: { kind: 'money', day: 'posted' },
  fee: { kind: 'money', day: 'posted' },
  accounted: { kind: 'money', day: 'posted' },
  meanTicket: { kind: 'money', day: 'created' },
  timeToPay: { kind: 'seconds', day: 'created' },
  timeToPay95: { kind: 'seconds', day: 'created' },
  commission: { kind: 'money', day: 'posted' },
  payouts: { kind: 'count', day: 'created' },
  payoutsPaid: { kind: 'count', day: 'created' },
  payoutsFailed: { kind: 'count', day: 'created' },
  payoutRate: { kind: 'rate', day: 'created' },
  payoutAmount: { kind: 'money', day: 'created' },
  paidAmount: { kind: 'money', day: 'posted' },
  payoutFee: { kind: 'money', day: 'posted' },
  payoutTime: { kind: 'seconds', day: 'created' },
  payoutTime95: { kind: 'seconds', day: 'created' },
  payoutCommission: { kind: 'money', day: 'posted' },
  orderCommission: { kind: 'money', day: 'created' },
  endpointCost: { kind: 'money', day: 'posted' },
  generalShare: { kind: 'money', day: 'posted' },
  middlemanShare: { kind: 'money', day: 'posted' },
  seniorShare: { kind: 'money', day: 'posted' },
  systemShare: { kind: 'money', day: 'posted' },
  payoutEndpointCost: { kind: 'money', day: 'posted' },
  payoutGeneralShare: { kind: 'money', day: 'posted' },
  payoutMiddlemanShare: { kind: 'money', day: 'posted' },
  payoutSeniorShare: { kind: 'money', day: 'posted' },
  payoutSystemShare: { kind: 'money', day: 'posted' },
  margin: { kind: 'money', day: 'posted' },
  payoutMargin: { kind: 'money', day: 'posted' },
  merchants: { kind: 'count', day: 'now' },
  generals: { kind: 'count', day: 'now' },
  balance: { kind: 'money', day: 'now' },
  unsettled: { kind: 'money', day: 'now' },
  frozen: { kind: 'money', day: 'now' },
  feeIncome: { kind: 'money', day: 'now' },
  systemFee: { kind: 'money', day: 'posted' },
  systemFeeCollected: { kind: 'money', day: 'posted' },
  platformMargin: { kind: 'money', day: 'posted' },
  systemFeeOwed: { kind: 'money', day: 'now' },
  withdrawals: { kind: 'count', day: 'created' },
  withdrawalsPaid: { kind: 'count', day: 'created' },
  withdrawalAmount: { kind: 'money', day: 'created', isQuote: true },
  withdrawalPaid: { kind: 'money', day: 'created', isQuote: true },
  withdrawalSent: { kind: 'money', day: 'created' },
  withdrawalFee: { kind: 'money', day: 'created' },
  withdrawalMargin: { kind: 'money', day: 'created', isQuote: true },
  lockedRate: { kind: 'exchangeRate', day: 'created' },
  lockedLow: { kind: 'exchangeRate', day: 'created' },
  lockedHigh: { kind: 'exchangeRate', day: 'created' },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof figures;

/** Whether a figure is told in the other currency of the pair. */
export const isOfQuote = (name: FigureName): boolean => 'isQuote' in figures[name];

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
