import type { CollectionStatus } from '@suanpan/domain/states/collection';
import { lateCreditHours } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import type { CollectionState } from '../../channels/index.ts';
import type { FlagReason } from './flag-order.ts';
import type { AsideReason } from './aside-reason.ts';

export interface OrderAsItStands {
  readonly status: CollectionStatus;
  readonly payAmount: bigint;
  readonly currency: Currency;
  /** Minor units by which another sum may differ and still pay it. */
  readonly tolerance: bigint;
  readonly isTest: boolean;
  readonly createdAt: Date;
  /** Until when it waited to be paid. */
  readonly waitedUntil: Date;
  readonly latePayment: 'credit' | 'abnormal';
  /** The order goes by the attempt that was asked about. */
  readonly isItsWay: boolean;
  /** What is booked for the order is this very payment. */
  readonly isItsPayment: boolean;
  /** What is booked for it; null while nothing is. */
  readonly bookedAmount: bigint | null;
  /** When the payer paid by the provider's word, in business time; null where it gives none. */
  readonly paidAt: Date | null;
  readonly now: Date;
}

export type PaymentDecision =
  | { readonly act: 'settle' | 'settleElsewhere' | 'settleTolerated'; readonly late: boolean }
  | { readonly act: 'setAside'; readonly reason: AsideReason }
  | { readonly act: 'supplyTest' }
  | { readonly act: 'flag'; readonly reason: FlagReason }
  | { readonly act: 'close' }
  | { readonly act: 'wait' }
  | { readonly act: 'nothing' };

/** What an authenticated answer of the provider means for an order (domain §4, §10.5). Pure; the commands act on it. */
export function decidePayment(state: CollectionState, order: OrderAsItStands): PaymentDecision {
  const isMoney = (state.status === 'paid' || state.status === 'reversed') && state.paidAmount > 0n;
  const isOpen = order.status === 'pending' || order.status === 'expired';
  if (!isOpen)
    return isMoney && !state.simulated ? decideEnded(state, order) : decideUnpaidEnded(state, order);
  if (!isMoney) return decideUnpaid(state, order);
  if (state.simulated && !order.isTest) return order.isItsWay ? { act: 'supplyTest' } : { act: 'nothing' };

  const aside = (reason: AsideReason): PaymentDecision => ({
    act: 'setAside',
    reason: order.isItsWay ? reason : 'paid_elsewhere',
  });
  // Paid and taken back before it was ever credited: what came may not be called unpaid.
  if (state.status === 'reversed') return aside('abnormal');
  const isExact = state.paidAmount === order.payAmount;
  if (state.currency !== order.currency || !(isExact || isTolerated(state.paidAmount, order))) {
    return aside('amount_mismatch');
  }
  const late = order.status === 'expired';
  if (late && !isCreditedLate(order)) return aside('abnormal');
  if (!isExact) return { act: 'settleTolerated', late };
  return { act: order.isItsWay ? 'settle' : 'settleElsewhere', late };
}

/** A tenth of what was asked is the most, whatever was set. What was paid elsewhere is looked at by a person. */
function isTolerated(paid: bigint, { isItsWay, payAmount, tolerance }: OrderAsItStands): boolean {
  const difference = paid > payAmount ? paid - payAmount : payAmount - paid;
  const tenth = payAmount / 10n;
  return isItsWay && difference <= (tolerance < tenth ? tolerance : tenth);
}

function decideUnpaid(state: CollectionState, order: OrderAsItStands): PaymentDecision {
  // What became of another attempt says nothing of the one the order goes by.
  if (state.status === 'pending' || !order.isItsWay) return { act: 'wait' };
  return { act: 'close' };
}

/** Money for an order that has ended: another payment, unless it is the one that is booked for it, in its amount. */
function decideEnded(state: CollectionState, order: OrderAsItStands): PaymentDecision {
  if (!order.isItsPayment) return { act: 'setAside', reason: 'paid_twice' };
  if (state.status === 'paid' && state.paidAmount !== order.bookedAmount)
    return { act: 'flag', reason: 'amount_changed' };
  return decideUnpaidEnded(state, order);
}

function decideUnpaidEnded(state: CollectionState, order: OrderAsItStands): PaymentDecision {
  if (!order.isItsPayment) return { act: 'nothing' };
  if (state.status === 'reversed') return { act: 'flag', reason: 'reversed' };
  if (state.status === 'failed') return { act: 'flag', reason: 'failed_after_success' };
  return { act: 'nothing' };
}

/**
 * Lateness goes by the provider's time of payment where it can be, else by our hearing of it. Paid in time: credited
 * whatever the channel does with late payments, and however late we hear of it.
 */
function isCreditedLate(order: OrderAsItStands): boolean {
  const { createdAt, latePayment, now, paidAt, waitedUntil } = order;
  const isProven = paidAt !== null && paidAt >= createdAt && paidAt <= now;
  const lateMs = (isProven ? paidAt : now).getTime() - waitedUntil.getTime();
  if (isProven && lateMs <= 0) return true;
  return latePayment === 'credit' && lateMs <= lateCreditHours * 3_600_000;
}
