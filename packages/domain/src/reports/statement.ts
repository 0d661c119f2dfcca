import type { JournalEvent } from '../journals/journal-events.ts';

/**
 * What a merchant's money is told to have come from and gone to: opening + collections − fees − payouts − payout fees −
 * withdrawals + deposits + adjustments + refunds = closing.
 */
export const statementFigures = [
  'collections',
  'fees',
  'payouts',
  'payout_fees',
  'withdrawals',
  'deposits',
  'adjustments',
  'refunds',
] as const;
export type StatementFigure = (typeof statementFigures)[number];

/** Which of them are taken from what was there. */
const taken: ReadonlySet<StatementFigure> = new Set(['fees', 'payouts', 'payout_fees', 'withdrawals']);

/** What a journal that changes the sum of a merchant's money belongs to; one that only moves it between buckets changes nothing. */
const figureOf: Readonly<Partial<Record<JournalEvent, StatementFigure>>> = {
  'withdrawal.paid': 'withdrawals',
  'withdrawal.reverse': 'withdrawals',
  'deposit.credit': 'deposits',
  'collection.refund.done': 'refunds',
  'collection.chargeBack': 'refunds',
};

/** What one journal says: by the order's own figures where there is one, else by what the books changed. In minor units. */
export interface StatedMovement {
  readonly event: string;
  /** What a payer paid or a payee got, and the fee of it; of an order that is given back below zero. */
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  /** What all his buckets together changed by. */
  readonly net: bigint;
}

export type StatedFigures = Record<StatementFigure, bigint>;

export const noFigures = (): StatedFigures =>
  Object.fromEntries(statementFigures.map((name) => [name, 0n])) as StatedFigures;

/** Adds a journal, or the sum of many of one event, to the figures. */
export function addMovement(figures: StatedFigures, { amount, event, fee, net }: StatedMovement): void {
  if (event === 'collection.settle' && amount !== null) {
    figures.collections += amount;
    figures.fees += fee ?? 0n;
  } else if (event.startsWith('payout.') && amount !== null) {
    figures.payouts += amount;
    figures.payout_fees += fee ?? 0n;
  } else {
    const name = figureOf[event as JournalEvent] ?? 'adjustments';
    figures[name] += taken.has(name) ? -net : net;
  }
}

/** What is there at the end by the figures. Where the books say otherwise, the statement is broken. */
export function closingOf(opening: bigint, figures: Readonly<StatedFigures>): bigint {
  return statementFigures.reduce(
    (sum, name) => (taken.has(name) ? sum - figures[name] : sum + figures[name]),
    opening,
  );
}
