import type { OpenChannel } from '../../channels/index.ts';
import type { PayoutRow } from '../payouts.queries.ts';
import type { Payouts } from '../service.ts';
import { cardToHide, openPayee } from '../submit/payee.ts';
import { firstSentAt, paidNothing } from './transfers.queries.ts';
import { hearUnsent } from './unsent.store.ts';

/** unnamed: it is in nobody's hand any more · contradicted: the chain shows its transfer. */
export type UnsentAnswer =
  | { readonly outcome: 'unnamed' | 'contradicted' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/**
 * Asks the chain about a payout of which two persons say that it was never sent. One transfer of its sum to its payee since it was
 * first handed over, from whichever address, contradicts them, unless it paid something else; only a history without one, read
 * long enough after they said so, gives the payout or its hold back. What nobody answers clearly is asked again.
 */
export async function readUnsent(
  payouts: Payouts,
  { account, adapter }: OpenChannel,
  { order, requestId }: { readonly order: PayoutRow; readonly requestId: string | null },
): Promise<UnsentAnswer> {
  const { channels, db, vault } = payouts;
  if (adapter.watched?.network !== order.bank_code) return { outcome: 'unknown', reason: 'another network' };
  const since = await firstSentAt(db.app, order.id);
  if (since === null) return { outcome: 'unknown', reason: 'never handed over' };
  const sought = { to: openPayee(vault, order), amount: order.amount, since };
  const exchange = channels.payoutExchange(order.id, account.id, cardToHide(vault, order.card_sealed));
  const answer = await adapter.watched.listSent(account, sought, exchange);
  if (answer.outcome === 'unknown') return answer;
  const [shown = null] = await paidNothing(db.app, answer.hashes);
  if (await hearUnsent(db.app, order.id, shown, requestId)) {
    return { outcome: shown === null ? 'unnamed' : 'contradicted' };
  }
  return { outcome: 'unknown', reason: 'said too lately' };
}
