import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { isSentBy } from '@suanpan/domain/states/wire';
import type { Tx } from '../../platform/db/transact.ts';
import type { KeyedContext, Scope } from '../../platform/http/actor.ts';
import { audit } from '../audit/index.ts';
import { ofCollection, ofPayout } from './order-news.ts';
import type { OrderKind, OrderNews } from './order-news.ts';
import { queueNews } from './queue-events.ts';
import type { Sending } from './sending.ts';

/**
 * Sends an order's present state as a new event, also before any automatic one, past the 8-hour rule and to a
 * paused address. Idempotent by the caller's key. Refuses notFound (absent or outside the caller's tree),
 * callbackUrlMissing, and v1HasNoRejection for a state that the v1 form does not tell.
 */
export async function sendManualCallback(
  sending: Sending,
  context: KeyedContext,
  orderId: string,
  kind: OrderKind = 'collection',
): Promise<{ event_id: string }> {
  if (!isId(orderId)) throw new Refusal('notFound');
  const { actor } = context;
  return context.once(async (tx) => {
    const found = await lockNews(sending, tx, actor.scope, kind, BigInt(orderId));
    if (found === undefined) throw new Refusal('notFound');
    const { news, now, status } = found;
    if (!isSentBy(news.apiVersion, news.type)) throw new Refusal('v1HasNoRejection');
    const telling = { outboxId: null, createdAt: now, news };
    const [queued] = await queueNews(tx, [telling], sending);
    if (queued === undefined) throw new Refusal('callbackUrlMissing');
    await audit(tx, context, {
      act: kind === 'payout' ? 'payment.transactions.callback' : 'collections.transactions.callback',
      objectKind: kind,
      objectId: orderId,
      after: { event_id: queued.eventId, type: news.type, status },
    });
    return { event_id: queued.eventId };
  });
}

interface LockedNews {
  readonly news: OrderNews;
  readonly now: Date;
  readonly status: string;
}

/** An order's present state as an event, under the order's lock. */
async function lockNews(
  { orders }: Sending,
  tx: Tx,
  scope: Scope,
  kind: OrderKind,
  orderId: bigint,
): Promise<LockedNews | undefined> {
  if (kind === 'payout') {
    const payout = await orders.payout.lockInScope(tx, scope, orderId);
    return payout && { news: ofPayout(payout.news), now: payout.now, status: payout.news.status };
  }
  const collection = await orders.collection.lockInScope(tx, scope, orderId);
  return (
    collection && { news: ofCollection(collection.news), now: collection.now, status: collection.news.status }
  );
}
