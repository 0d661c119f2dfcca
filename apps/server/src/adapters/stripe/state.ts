import { AmountFormatError } from '@suanpan/money/amount';
import { isCurrency } from '@suanpan/money/currency';
import type { QueryAnswer } from '../../modules/channels/port.ts';
import { fromCents } from './cents.ts';
import type { PaymentIntent, Session } from './wire.ts';

const unknown = (reason: string): QueryAnswer => ({ outcome: 'unknown', reason });

/** What a page says of its order: by its payment where there is one, else that nobody has paid yet or will. */
export function stateOfSession(page: Session): QueryAnswer {
  const { payment_intent: payment } = page;
  if (typeof payment === 'object' && payment !== null) {
    const state = stateOfPayment(payment, page.client_reference_id ?? undefined);
    const isGone = page.status === 'expired' && state.outcome === 'found' && state.state.status === 'pending';
    return isGone ? { ...state, state: { ...state.state, status: 'failed' } } : state;
  }
  // Paid without the payment that says how much: nothing may be concluded.
  if (page.payment_status !== 'unpaid') return unknown('a page without its payment');
  return read(page.currency ?? '', (currency) => ({
    orderNo: page.client_reference_id ?? '',
    providerOrderNo: page.id,
    status: page.status === 'expired' ? 'failed' : 'pending',
    amount: fromCents(page.amount_total),
    paidAmount: 0n,
    currency,
    paidAt: null,
    simulated: !page.livemode,
  }));
}

/** What a payment says of its order. One that was given back whole is taken back; a part of it is the refund's matter. */
export function stateOfPayment(payment: PaymentIntent, orderNo = payment.metadata?.order_no): QueryAnswer {
  const isPaid = payment.status === 'succeeded';
  const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null;
  return read(payment.currency, (currency) => ({
    orderNo: orderNo ?? '',
    providerOrderNo: payment.id,
    status: isPaid
      ? charge?.refunded === true
        ? 'reversed'
        : 'paid'
      : payment.status === 'canceled'
        ? 'failed'
        : 'pending',
    amount: fromCents(payment.amount),
    paidAmount: isPaid ? fromCents(payment.amount_received) : 0n,
    currency,
    paidAt: isPaid && charge !== null ? new Date(charge.created * 1000) : null,
    // A key for tests: nobody paid.
    simulated: !payment.livemode,
  }));
}

type Found = Extract<QueryAnswer, { outcome: 'found' }>['state'];

function read(code: string, make: (currency: Found['currency']) => Found): QueryAnswer {
  const currency = code.toUpperCase();
  if (!isCurrency(currency)) return unknown('unknown currency');
  try {
    return { outcome: 'found', state: make(currency) };
  } catch (error) {
    if (error instanceof AmountFormatError) return unknown('unreadable amount');
    throw error;
  }
}
