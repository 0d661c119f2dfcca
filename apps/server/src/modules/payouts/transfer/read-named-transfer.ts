import type { Currency } from '@suanpan/money/currency';
import type { OpenChannel, PayoutAnswer } from '../../channels/index.ts';
import type { PayoutAttemptRow, PayoutRow } from '../payouts.queries.ts';
import type { Payouts } from '../service.ts';
import { cardToHide, openPayee } from '../submit/payee.ts';
import { readUnsent } from './read-unsent.ts';
import { askedTransfer, isSaidUnsent } from './transfers.queries.ts';
import { handOver, refuseTransfer } from './transfers.store.ts';

/** unnamed: a person has it in hand · contradicted: what was named is struck out, for the chain tells something else. */
export type NamedAnswer = PayoutAnswer | { readonly outcome: 'unnamed' | 'contradicted' };

/**
 * Asks the chain about the transaction that a person named for a payout. Only one that stands and moved exactly the ordered
 * sum from our address to the payee's pays; what is not found yet is asked about again, and what contradicts is struck out.
 */
export async function readNamedTransfer(
  payouts: Payouts,
  { account, adapter }: OpenChannel,
  question: {
    readonly order: PayoutRow;
    readonly attempt: PayoutAttemptRow;
    readonly requestId: string | null;
  },
): Promise<NamedAnswer> {
  const { attempt, order, requestId } = question;
  const { channels, db, vault } = payouts;
  const hash = await askedTransfer(db.app, order.id);
  if (hash === undefined) {
    if (await isSaidUnsent(db.app, order.id)) return readUnsent(payouts, { account, adapter }, question);
    // A crash between its sending and its being handed over.
    await handOver(db.app, attempt);
    return { outcome: 'unnamed' };
  }
  if (adapter.watched?.network !== order.bank_code) return { outcome: 'unknown', reason: 'another network' };
  const named = { hash, to: openPayee(vault, order), amount: order.amount, since: attempt.sent_at };
  const exchange = channels.payoutExchange(order.id, account.id, cardToHide(vault, order.card_sealed));
  const answer = await adapter.watched.readTransfer(account, named, exchange);
  switch (answer.outcome) {
    case 'refused':
      await refuseTransfer(db.app, order.id, hash, { why: answer.why, requestId });
      return { outcome: 'contradicted' };
    case 'paid':
      return {
        outcome: 'found',
        state: {
          orderNo: attempt.request_no,
          providerOrderNo: hash,
          status: 'paid',
          amount: order.amount,
          currency: order.currency as Currency,
          returnedAmount: 0n,
        },
      };
    case 'notFound':
    case 'unknown':
      return answer;
  }
}
