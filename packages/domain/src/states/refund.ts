import type { RefundStatus } from './collection.ts';
import { nextState } from './transition.ts';
import type { Transition } from './transition.ts';

export const refundEvents = ['send', 'confirm', 'fail', 'retry'] as const;
export type RefundEvent = (typeof refundEvents)[number];

const byOperator = (event: RefundEvent, from: RefundStatus, to: RefundStatus) =>
  ({ from, event, to, actor: 'op', permission: `collections.revert.${event}` }) as const;

/**
 * Its money is reserved while it is prepared and paid back. `failed` gives the funds back; a retry reserves them again, or
 * somebody closes it (abandonRefund). What became of it is said by another person than asked for it.
 */
export const refundTransitions: readonly Transition<RefundStatus, RefundEvent>[] = [
  byOperator('send', 'preparing', 'refunding'),
  byOperator('fail', 'preparing', 'failed'),
  byOperator('confirm', 'refunding', 'success'),
  byOperator('fail', 'refunding', 'failed'),
  byOperator('retry', 'failed', 'preparing'),
];

export function nextRefundStatus(from: RefundStatus, event: RefundEvent): RefundStatus | null {
  return nextState(refundTransitions, from, event);
}
