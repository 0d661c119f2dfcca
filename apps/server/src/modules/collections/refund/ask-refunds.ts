import {
  looksBeforeAlarm,
  notFoundPauseMinutes,
  notFoundQueries,
  payoutAskMostS,
} from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import { transact } from '../../../platform/db/transact.ts';
import { emitFlag } from '../confirm/flag-order.ts';
import { currentAttempt } from '../route/attempts.queries.ts';
import type { Collections } from '../service.ts';
import { hearRefund, refundToAsk, takeRefundAttempts } from './attempts.store.ts';
import type { Heard, RefundAttempt } from './attempts.store.ts';

const atOnce = 20;
const soonS = 3;

/**
 * Has providers pay back what was given to them, and asks what became of it. A provider hears of a try once: whatever is no clear
 * answer leaves the refund as it is, to be asked about with growing pauses, and people are told of one that stays open.
 */
export async function askRefunds(collections: Collections): Promise<number> {
  const due = await takeRefundAttempts(collections.db, atOnce);
  await Promise.all(due.map((attempt) => askOne(collections, attempt)));
  return due.length;
}

async function askOne(collections: Collections, attempt: RefundAttempt): Promise<void> {
  const { db, log } = collections;
  const refund = await refundToAsk(db, attempt.refund_id);
  if (refund === undefined) return;
  try {
    const heard = await ask(collections, attempt, refund);
    const status = await hearRefund(db, attempt, heard);
    if (status === 'refunding' && attempt.asks === looksBeforeAlarm) {
      await transact(db.workers, (tx) =>
        emitFlag(tx, refund.order_id, { reason: 'no_clear_answer', about: attempt.request_no }),
      );
    }
  } catch (error) {
    // It stays in hand for its minute, and is only asked about then. A number that proved another payment proves nothing here.
    const why = isUniqueViolation(error, 'paid_proof_once')
      ? 'its number proved another payment'
      : 'it could not be asked';
    log.error({ err: error, refund: attempt.request_no }, `a refund stays open: ${why}`);
  }
}

async function ask(
  { channels, db }: Collections,
  attempt: RefundAttempt,
  refund: NonNullable<Awaited<ReturnType<typeof refundToAsk>>>,
): Promise<Heard> {
  const { account, adapter } = await channels.open(refund.channel_account_id);
  const againS = Math.min(payoutAskMostS, soonS * 2 ** Math.min(attempt.asks, 12));
  if (adapter.refunds === undefined) return { said: 'unknown', againS };
  const exchange = channels.exchangeFor(refund.order_id, account.id);
  const currency = refund.currency as Currency;
  if (attempt.asks === 1) {
    const { request_no: orderNo } = await currentAttempt(db.workers, {
      id: refund.order_id,
      channel_account_id: refund.channel_account_id,
    });
    const request = { refundNo: attempt.request_no, orderNo, amount: refund.amount, currency };
    const answer = await adapter.refunds.createRefund(account, request, { first: true }, exchange);
    if (answer.outcome === 'accepted')
      return { said: 'accepted', providerRef: answer.value.providerOrderNo, againS: soonS };
    // A provider may say no to what it has taken: only one that does not know the number either is believed.
    if (answer.outcome === 'refused') {
      const known = answer.neverArrived
        ? undefined
        : await adapter.refunds.queryRefund(account, attempt.request_no, exchange);
      if (known === undefined || known.outcome === 'notFound') return { said: 'failed', againS };
    }
    return { said: 'unknown', againS: soonS };
  }
  const answer = await adapter.refunds.queryRefund(account, attempt.request_no, exchange);
  if (answer.outcome === 'unknown') return { said: 'unknown', againS };
  if (answer.outcome === 'notFound') {
    const isLast = attempt.unknown_asks + 1 >= notFoundQueries;
    if (isLast && adapter.capabilities.notFoundIsFinal) return { said: 'failed', againS };
    return { said: 'notFound', againS: notFoundPauseMinutes * 60 };
  }
  const { state } = answer;
  if (state.status === 'failed') return { said: 'failed', againS };
  if (state.status !== 'paid' || state.currency !== currency)
    return { said: 'accepted', providerRef: state.providerOrderNo, againS };
  return { said: 'paid', providerRef: state.providerOrderNo, amount: state.amount, againS };
}
