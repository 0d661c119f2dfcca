import { nextState } from './transition.ts';
import type { Transition } from './transition.ts';

/** Wire values of specification §4 "Payout statuses". */
export const payoutStatuses = [
  'processing',
  'paid',
  'rejected',
  'rejected_reversed',
  'verify_failed',
  'insufficient_balance',
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Where a payout hardly ever stands. They are kept beside the others, because nobody finds them among those. */
export const rarePayoutStatuses = [
  'rejected',
  'rejected_reversed',
  'verify_failed',
  'insufficient_balance',
] as const satisfies readonly PayoutStatus[];

/** Where a payout under `processing` stands. `unknown` is never released without evidence. */
export const payoutStages = ['accepted', 'verifying', 'queued', 'claimed', 'submitted', 'unknown'] as const;
export type PayoutStage = (typeof payoutStages)[number];

/**
 * Why a payout that could be sent waits for a person: credentials, a key or the callback's secret were changed lately,
 * a velocity rule was met or could not be read, a second person must agree, payouts are sent by hand.
 */
export const payoutWaits = ['coolDown', 'velocity', 'approval', 'manualDispatch'] as const;
export type PayoutWait = (typeof payoutWaits)[number];

/** What a payout in its queue may wait for: a person, or the end of a pause. */
export const payoutHolds = [...payoutWaits, 'paused'] as const;

export const reverseStatuses = ['none', 'pending', 'reversed'] as const;
export type ReverseStatus = (typeof reverseStatuses)[number];

export const payoutEvents = [
  'pay',
  'payLate',
  'reject',
  'cancel',
  'failVerification',
  'reverify',
  'reverse',
] as const;
export type PayoutEvent = (typeof payoutEvents)[number];

/** Domain §4, Payout. insufficient_balance is decided at creation and final. */
export const payoutTransitions: readonly Transition<PayoutStatus, PayoutEvent>[] = [
  { from: 'processing', event: 'pay', to: 'paid', actor: 'sys' },
  {
    from: 'processing',
    event: 'pay',
    to: 'paid',
    actor: 'op',
    permission: 'payment.transactions.markPaid',
  },
  // Proof that came after the hold was given back.
  { from: 'rejected', event: 'payLate', to: 'paid', actor: 'sys' },
  { from: 'processing', event: 'reject', to: 'rejected', actor: 'sys' },
  {
    from: 'processing',
    event: 'reject',
    to: 'rejected',
    actor: 'op',
    permission: 'payment.transactions.reject',
  },
  // By the merchant, while no provider can have it; by API as well.
  {
    from: 'processing',
    event: 'cancel',
    to: 'rejected',
    actor: 'op',
    permission: 'payment.apply.create',
  },
  {
    from: 'processing',
    event: 'failVerification',
    to: 'verify_failed',
    actor: 'sys',
  },
  {
    from: 'verify_failed',
    event: 'reverify',
    to: 'processing',
    actor: 'op',
    permission: 'payment.transactions.reverify',
  },
  {
    from: 'paid',
    event: 'reverse',
    to: 'rejected_reversed',
    actor: 'sys',
  },
  {
    from: 'paid',
    event: 'reverse',
    to: 'rejected_reversed',
    actor: 'op',
    permission: 'payment.transactions.reverse',
  },
];

export function nextPayoutStatus(from: PayoutStatus, event: PayoutEvent): PayoutStatus | null {
  return nextState(payoutTransitions, from, event);
}

/** A payout that a provider may hold: it may not be rejected, moved to another channel or released. */
export function isBeyondRecall(stage: PayoutStage): boolean {
  return stage === 'submitted' || stage === 'unknown';
}
