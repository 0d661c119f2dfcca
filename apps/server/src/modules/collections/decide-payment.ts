import type { CollectionStatus } from '@suanpan/domain/states/collection';
import { lateCreditHours } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import type { CollectionState } from '../channels/index.ts';

export interface OrderAsItStands {
  readonly status: CollectionStatus;
  readonly payAmount: bigint;
  readonly currency: Currency;
  readonly isTest: boolean;
  readonly expiresAt: Date;
  readonly latePayment: 'credit' | 'abnormal';
  readonly now: Date;
}

export type PaymentDecision =
  | { readonly act: 'settle'; readonly late: boolean }
  | { readonly act: 'setAside'; readonly reason: 'amount_mismatch' | 'abnormal' }
  | { readonly act: 'supplyTest' }
  | { readonly act: 'flag'; readonly reason: 'reversed' | 'failed_after_success' }
  | { readonly act: 'close' }
  | { readonly act: 'wait' }
  | { readonly act: 'nothing' };

/** What an authenticated answer of the provider means for an order (domain §4). Pure; the commands act on it. */
export function decidePayment(state: CollectionState, order: OrderAsItStands): PaymentDecision {
  const isSettled = order.status === 'success' || order.status === 'refund';
  if (isSettled) {
    if (state.status === 'reversed') return { act: 'flag', reason: 'reversed' };
    if (state.status === 'failed') return { act: 'flag', reason: 'failed_after_success' };
    return { act: 'nothing' };
  }
  if (order.status !== 'pending' && order.status !== 'expired') return { act: 'nothing' };
  if (state.status === 'failed') return { act: 'close' };
  if (state.status === 'pending') return { act: 'wait' };
  // Paid and taken back before it was ever credited: what came may not be called unpaid.
  if (state.status === 'reversed') {
    return state.paidAmount > 0n ? { act: 'setAside', reason: 'abnormal' } : { act: 'close' };
  }
  if (state.simulated && !order.isTest) return { act: 'supplyTest' };
  if (state.currency !== order.currency || state.paidAmount !== order.payAmount) {
    return { act: 'setAside', reason: 'amount_mismatch' };
  }
  if (order.status === 'pending') return { act: 'settle', late: false };
  return isCreditedLate(order) ? { act: 'settle', late: true } : { act: 'setAside', reason: 'abnormal' };
}

function isCreditedLate(order: OrderAsItStands): boolean {
  const lateMs = order.now.getTime() - order.expiresAt.getTime();
  return order.latePayment === 'credit' && lateMs <= lateCreditHours * 3_600_000;
}
