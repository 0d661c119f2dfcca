import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { nextCallbackState } from '@suanpan/domain/states/callback';
import { afterCommit } from '../../platform/db/transact.ts';
import type { KeyedContext } from '../../platform/http/actor.ts';
import { audit } from '../audit/index.ts';
import type { OrderKind } from './order-news.ts';
import { lockNewestCallback, makeDue } from './resend.store.ts';
import type { LockedCallback } from './resend.store.ts';
import type { Sending } from './sending.ts';

/**
 * Sends an order's last event again, unchanged and under the same id, also past the 8-hour rule and to a paused
 * address. Idempotent by the caller's key. Refuses notFound (absent or outside the caller's tree),
 * nothingToReissue, v1HasNoRejection, and invalidState while an attempt is under way.
 */
export async function reissueNotice(
  sending: Sending,
  context: KeyedContext,
  orderId: string,
  kind: OrderKind = 'collection',
): Promise<{ event_id: string }> {
  if (!isId(orderId)) throw new Refusal('notFound');
  const { actor } = context;
  return context.once(async (tx) => {
    const order = await sending.orders[kind].lockInScope(tx, actor.scope, BigInt(orderId));
    if (order === undefined) throw new Refusal('notFound');
    const newest = await lockNewestCallback(tx, kind, BigInt(orderId));
    if (newest === undefined) throw new Refusal('nothingToReissue');
    refuseUnsendable(newest);
    await makeDue(tx, [newest.id]);
    await audit(tx, context, {
      act: kind === 'payout' ? 'payment.transactions.reissue' : 'collections.transactions.reissue',
      objectKind: kind,
      objectId: orderId,
      after: { event_id: newest.event_id, type: newest.type, status: newest.status },
    });
    afterCommit(tx, sending.wake);
    return { event_id: newest.event_id };
  });
}

/** What the transition table does not list for a person, and what the v1 form never says, is not sent again. */
export function refuseUnsendable(callback: LockedCallback): void {
  if (callback.result === 'v1_no_rejection') throw new Refusal('v1HasNoRejection');
  if (nextCallbackState(callback.status, 'reissue') === null) throw new Refusal('invalidState');
}
