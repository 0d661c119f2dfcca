import { on } from '../../../platform/outbox/on.ts';
import type { Subscription } from '../../../platform/outbox/relay.ts';
import { pushWhenDurable } from '../tell-people.ts';
import type { Means } from '../tell-people.ts';
import { deliverBroadcast } from './broadcasts.store.ts';

/** Delivers a message to everybody it is for: those who are there hear it at once, the others find it in their list. */
export function broadcastSubscription(means: Means): Subscription {
  return on(['broadcast.sent'], async (tx, events) => {
    for (const { id, payload } of events) {
      pushWhenDurable(tx, await deliverBroadcast(tx, BigInt(payload.broadcast_id), id), means);
    }
  });
}
