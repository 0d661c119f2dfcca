import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { collectionEventType, isSentByV1 } from '@suanpan/domain/states/wire';
import type { KeyedContext } from '../../platform/http/actor.ts';
import { audit } from '../audit/index.ts';
import { ofCollection } from './order-news.ts';
import { queueNews } from './queue-events.ts';
import { lockOrderInScope } from './resend.store.ts';
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
): Promise<{ event_id: string }> {
  if (!isId(orderId)) throw new Refusal('notFound');
  const { actor } = context;
  return context.once(async (tx) => {
    const order = await lockOrderInScope(tx, actor.scope, BigInt(orderId));
    if (order === undefined) throw new Refusal('notFound');
    const type = collectionEventType(order.news.status);
    if (order.news.api_version === 'v1' && !isSentByV1(type)) throw new Refusal('v1HasNoRejection');
    const telling = { outboxId: null, createdAt: order.now, news: ofCollection(order.news) };
    const [queued] = await queueNews(tx, [telling], sending.clock, sending.wake);
    if (queued === undefined) throw new Refusal('callbackUrlMissing');
    await audit(tx, context, {
      act: 'collections.transactions.callback',
      objectKind: 'collection',
      objectId: orderId,
      after: { event_id: queued.eventId, type, status: order.news.status },
    });
    return { event_id: queued.eventId };
  });
}
