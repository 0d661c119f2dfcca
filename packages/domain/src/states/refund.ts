import type { RefundStatus } from './collection.ts';
import { nextState } from './transition.ts';
import type { Transition } from './transition.ts';

export const refundEvents = ['submit', 'confirm', 'fail', 'retry'] as const;
export type RefundEvent = (typeof refundEvents)[number];

/** `failed` gives the funds back; a retry reserves them again, or an administrator closes (abandonRefund). */
export const refundTransitions: readonly Transition<RefundStatus, RefundEvent>[] = [
  { from: 'preparing', event: 'submit', to: 'refunding', actor: 'sys' },
  { from: 'preparing', event: 'confirm', to: 'success', actor: 'sys' },
  { from: 'preparing', event: 'fail', to: 'failed', actor: 'sys' },
  { from: 'refunding', event: 'confirm', to: 'success', actor: 'sys' },
  { from: 'refunding', event: 'fail', to: 'failed', actor: 'sys' },
  {
    from: 'failed',
    event: 'retry',
    to: 'preparing',
    actor: 'op',
    permission: 'collections.revert.retry',
  },
];

export function nextRefundStatus(from: RefundStatus, event: RefundEvent): RefundStatus | null {
  return nextState(refundTransitions, from, event);
}
