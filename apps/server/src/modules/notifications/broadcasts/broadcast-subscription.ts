import type { Subscription } from '../../../platform/outbox/relay.ts';
import { pushWhenDurable } from '../tell-people.ts';
import type { Means } from '../tell-people.ts';
import { deliverBroadcast } from './broadcasts.store.ts';

/** Delivers a message to everybody it is for: those who are there hear it at once, the others find it in their list. */
export function broadcastSubscription(means: Means): Subscription {
  return {
    name: 'broadcasts',
    kinds: ['broadcast.sent'],
    async handle(tx, events) {
      for (const event of events) {
        const { broadcast_id: id } = event.payload as { broadcast_id: string };
        pushWhenDurable(tx, await deliverBroadcast(tx, BigInt(id), event.id), means);
      }
    },
  };
}
