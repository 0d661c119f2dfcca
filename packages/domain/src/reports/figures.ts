/**
 * The figures of the data screens. `created` counts by the day on which an order was made, `posted` by the business day of
 * its posting; the one stands beside every figure, so that nobody compares the two by mistake.
 */
interface Figure {
  readonly kind: 'count' | 'money' | 'rate' | 'seconds';
  readonly day: 'created' | 'posted';
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
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof figures;

/** The ways in which a range is held against an earlier one of the same length. */
export const comparisons = ['dayBefore', 'weekday', 'period'] as const;
export type Comparison = (typeof comparisons)[number];

/** So many days before the range the other one begins. */
export function comparedDaysBefore(comparison: Comparison, days: number): number {
  return { dayBefore: 1, weekday: 7, period: days }[comparison];
}

/** A range of more days than this is refused: a question that reads so much would keep others waiting. */
export const dataMaxDays = 92;
