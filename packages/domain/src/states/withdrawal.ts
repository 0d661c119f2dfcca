import { nextState } from './transition.ts';
import type { Transition } from './transition.ts';

export const withdrawalStatuses = [
  'pending',
  'processing',
  'paid',
  'rejected',
  'cancelled',
  'reversed',
] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

export const withdrawalEvents = ['take', 'release', 'pay', 'reject', 'cancel', 'reverse'] as const;
export type WithdrawalEvent = (typeof withdrawalEvents)[number];

/** Domain §4, Withdrawal. Taking locks it to one operator; nobody else may decide it. */
export const withdrawalTransitions: readonly Transition<WithdrawalStatus, WithdrawalEvent>[] = [
  { from: 'pending', event: 'take', to: 'processing', actor: 'op', permission: 'withdraws.list.take' },
  {
    from: 'processing',
    event: 'release',
    to: 'pending',
    actor: 'op',
    permission: 'withdraws.list.take',
  },
  { from: 'pending', event: 'cancel', to: 'cancelled', actor: 'op', permission: 'withdraws.apply.cancel' },
  {
    from: 'pending',
    event: 'reject',
    to: 'rejected',
    actor: 'op',
    permission: 'withdraws.list.reject',
  },
  {
    from: 'processing',
    event: 'reject',
    to: 'rejected',
    actor: 'op',
    permission: 'withdraws.list.reject',
  },
  {
    from: 'processing',
    event: 'pay',
    to: 'paid',
    actor: 'op',
    permission: 'withdraws.list.approve',
  },
  {
    from: 'paid',
    event: 'reverse',
    to: 'reversed',
    actor: 'op',
    permission: 'withdraws.list.reverse',
  },
];

export function nextWithdrawalStatus(
  from: WithdrawalStatus,
  event: WithdrawalEvent,
): WithdrawalStatus | null {
  return nextState(withdrawalTransitions, from, event);
}
