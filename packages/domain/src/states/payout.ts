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

/** Where a payout under `processing` stands. `unknown` is never released without evidence. */
export const payoutStages = ['accepted', 'verifying', 'queued', 'claimed', 'submitted', 'unknown'] as const;
export type PayoutStage = (typeof payoutStages)[number];

export const reverseStatuses = ['none', 'pending', 'reversed'] as const;
export type ReverseStatus = (typeof reverseStatuses)[number];

export const payoutEvents = ['pay', 'reject', 'failVerification', 'reverify', 'reverse'] as const;
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
  { from: 'processing', event: 'reject', to: 'rejected', actor: 'sys' },
  {
    from: 'processing',
    event: 'reject',
    to: 'rejected',
    actor: 'op',
    permission: 'payment.transactions.reject',
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
