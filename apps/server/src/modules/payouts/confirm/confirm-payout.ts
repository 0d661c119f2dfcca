import { notFoundQueries } from '@suanpan/domain/limits';
import { errorCode, isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { PayoutState } from '../../channels/index.ts';
import { payLate, rejectPayout, reversePayout } from '../end/end.store.ts';
import { findPayout } from '../payouts.queries.ts';
import type { PayoutAttemptRow, PayoutRow } from '../payouts.queries.ts';
import { countNotFound, forgetNotFound, hear } from '../send/attempts.store.ts';
import { flagPayout } from '../service.ts';
import type { Payouts } from '../service.ts';
import { cardToHide } from '../submit/payee.ts';
import { readNamedTransfer } from '../transfer/read-named-transfer.ts';
import type { NamedAnswer } from '../transfer/read-named-transfer.ts';
import { refuseTransfer } from '../transfer/transfers.store.ts';

/**
 * What asking about a payout came to. flagged: people must look at it · waiting: the provider has it · unanswered: nothing may
 * be concluded, and the payout stays as it is · contradicted: the chain tells something else of the transaction that was named.
 */
export type Confirmed =
  | 'paid'
  | 'rejected'
  | 'reversed'
  | 'flagged'
  | 'waiting'
  | 'unanswered'
  | 'contradicted';

/** Raised by the door where a payout was not paid by this payment, or not out of its hold. */
const notReversibleState = 'LG403';

interface Question {
  readonly order: PayoutRow;
  readonly attempt: PayoutAttemptRow;
  /** When it is asked again, if this settles nothing. */
  readonly againAfterS: number;
  readonly requestId: string | null;
  /** How often the payout was looked at since the provider answered. */
  readonly looks?: number;
}

/** A payout may be booked by somebody else, or move to the archive, between the look and its lock. */
const mostLooks = 5;

/**
 * Asks the provider about one attempt and does what the answer demands, wherever the payout goes by now. The only way by which
 * a payout is paid, or rejected after it was sent: a notice, a schedule and a person's wish all end here. Safe to repeat and
 * to race.
 */
export async function confirmPayout(payouts: Payouts, question: Question): Promise<Confirmed> {
  const { attempt, order } = question;
  const channel = await payouts.channels.open(attempt.channel_account_id);
  const { account, adapter } = channel;
  if (adapter.watched !== undefined) {
    return conclude(
      payouts,
      question,
      await readNamedTransfer(payouts, channel, question),
      adapter.capabilities,
    );
  }
  if (adapter.payouts === undefined) return 'unanswered';
  const exchange = payouts.channels.payoutExchange(
    order.id,
    account.id,
    cardToHide(payouts.vault, order.card_sealed),
  );
  const answer = await adapter.payouts.queryPayout(account, attempt.request_no, exchange);
  return conclude(payouts, question, answer, adapter.capabilities);
}

async function conclude(
  payouts: Payouts,
  question: Question,
  answer: NamedAnswer,
  capabilities: Parameters<typeof hearNotFound>[2],
): Promise<Confirmed> {
  const { attempt } = question;
  switch (answer.outcome) {
    case 'unnamed':
      return 'waiting';
    case 'contradicted':
      return 'contradicted';
    case 'unknown':
      await hear(payouts.db.app, attempt, null, question);
      return 'unanswered';
    case 'notFound':
      return hearNotFound(payouts, question, capabilities);
    case 'found':
      await forgetNotFound(payouts.db.app, attempt);
      return apply(payouts, question, answer.state);
  }
}

/** A provider that does not know the number, asked often and long enough, has never had it, if it says so of itself. */
async function hearNotFound(
  payouts: Payouts,
  question: Question,
  capabilities: { readonly queryMinDelayMs: number; readonly notFoundIsFinal: boolean },
): Promise<Confirmed> {
  const { attempt, order } = question;
  const times = await countNotFound(payouts.db.app, attempt, capabilities.queryMinDelayMs);
  if (times >= notFoundQueries && capabilities.notFoundIsFinal && attempt.outcome === null) {
    return reject(payouts, question);
  }
  if (times >= notFoundQueries)
    await flagPayout(payouts, order.id, 'unknown_to_provider', attempt.request_no);
  await hear(payouts.db.app, attempt, null, question);
  return 'unanswered';
}

async function apply(payouts: Payouts, question: Question, state: PayoutState): Promise<Confirmed> {
  const { attempt, order } = question;
  if (state.amount !== order.amount || state.currency !== order.currency) {
    await hear(payouts.db.app, attempt, null, question);
    await flagPayout(payouts, order.id, 'amount_changed', `${state.providerOrderNo} ${state.amount}`);
    return 'flagged';
  }
  switch (state.status) {
    case 'processing':
      await hear(payouts.db.app, attempt, 'accepted', {
        ...question,
        providerOrderNo: state.providerOrderNo,
      });
      return 'waiting';
    case 'failed':
      if (order.status !== 'paid') return reject(payouts, question);
      await flagPayout(payouts, order.id, 'failed_after_paid', attempt.request_no);
      return 'flagged';
    case 'paid':
      return pay(payouts, question, state);
    case 'returned': {
      // It was paid before it came back, whether we heard of that or not.
      const paid = order.status === 'processing' ? await pay(payouts, question, state) : 'paid';
      return paid === 'paid' ? reverse(payouts, question, state) : paid;
    }
  }
}

/** The provider's final no. */
async function reject(payouts: Payouts, question: Question): Promise<Confirmed> {
  const { attempt, order, requestId } = question;
  const isKept = await hear(payouts.db.app, attempt, 'failed', question);
  if (!isKept && attempt.outcome !== 'failed') return 'unanswered';
  await rejectPayout(payouts.db.app, order.id, {
    becomes: 'rejected',
    act: 'payout.reject',
    why: 'channelError',
    requestId,
  });
  return 'rejected';
}

async function pay(payouts: Payouts, question: Question, state: PayoutState): Promise<Confirmed> {
  const { attempt, order, requestId } = question;
  if (order.attempt_no !== attempt.n) return elsewhere(payouts, question);
  const parties = [order.customer_id, order.agent_id, order.sub_agent_id, order.middleman_id];
  const paid = {
    orderId: order.id,
    agentId: order.agent_id,
    partyIds: parties.filter((id) => id !== null),
    channelAccountId: attempt.channel_account_id,
    paidAmount: state.amount,
    providerOrderNo: state.providerOrderNo,
    requestId,
  };
  try {
    const outcome = await payouts.paid.submit(paid);
    if (outcome === 'paid' || outcome === 'already') return 'paid';
    const mayBeLate = outcome === 'late' || outcome === 'refused';
    if (mayBeLate && (await payLate(payouts.db.app, order.id, { ...paid, amount: state.amount })))
      return 'paid';
    return (await decideAnew(payouts, question, state)) ?? (await elsewhere(payouts, question));
  } catch (error) {
    if (isUniqueViolation(error, 'paid_proof_transaction')) {
      // Somebody else's payment was booked by it since it was named.
      await refuseTransfer(payouts.db.app, order.id, state.providerOrderNo, { why: 'used', requestId });
      return 'contradicted';
    }
    if (!isUniqueViolation(error, 'paid_proof_once')) throw error;
    await flagPayout(payouts, order.id, 'reference_reused', state.providerOrderNo);
    await hear(payouts.db.app, attempt, null, question);
    return 'flagged';
  }
}

/** What comes of it as it stands now; undefined where it was looked at often enough. */
async function decideAnew(
  payouts: Payouts,
  question: Question,
  state: PayoutState,
): Promise<Confirmed | undefined> {
  const { looks = 1, order: seen } = question;
  if (looks === mostLooks) return undefined;
  const order = await findPayout(payouts.db.app, seen.id);
  return order && apply(payouts, { ...question, order, looks: looks + 1 }, state);
}

async function elsewhere(payouts: Payouts, { attempt, order }: Question): Promise<Confirmed> {
  await flagPayout(payouts, order.id, 'paid_elsewhere', attempt.request_no);
  return 'flagged';
}

async function reverse(payouts: Payouts, question: Question, state: PayoutState): Promise<Confirmed> {
  const { order, requestId } = question;
  if (order.status === 'rejected_reversed') return 'reversed';
  if (order.status === 'rejected' || order.status === 'verify_failed') {
    await flagPayout(payouts, order.id, 'returned_unbooked', state.providerOrderNo);
    return 'flagged';
  }
  try {
    const isBooked = await reversePayout(payouts.db.app, order.id, {
      amount: state.returnedAmount,
      providerOrderNo: state.providerOrderNo,
      requestId,
    });
    const confirmed = isBooked ? 'reversed' : await decideAnew(payouts, question, state);
    if (confirmed !== undefined) return confirmed;
  } catch (error) {
    // Its hold was given back before it was paid: there is nothing of it to give back again.
    if (errorCode(error) !== notReversibleState) throw error;
  }
  await flagPayout(payouts, order.id, 'returned_unbooked', state.providerOrderNo);
  return 'flagged';
}
