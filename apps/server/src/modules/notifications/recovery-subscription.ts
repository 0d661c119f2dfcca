import type { Subscription } from '../../platform/outbox/relay.ts';
import { listSignedIn } from './audience.queries.ts';
import { insertNotifications } from './notifications.store.ts';
import { pushWhenDurable } from './tell-people.ts';
import type { Means } from './tell-people.ts';

/**
 * An administrator's account is given back at the server's console: everybody who is signed in hears of it, whoever he
 * is, and so do the platform's people, before it takes effect (reliability §7.1).
 */
export function recoverySubscription(means: Means): Subscription {
  return {
    name: 'recoveries',
    kinds: ['admin.recovery'],
    async handle(tx, events) {
      for (const event of events) {
        const { username, state, at } = event.payload as { username: string; state: string; at: string };
        const notice = {
          eventId: event.id,
          type: 'AdminRecovery',
          level: 'danger',
          sound: true,
          params: { username, state, at: `${at.slice(0, 16).replace('T', ' ')} UTC` },
          audience: { platform: true },
        } as const;
        const told = (await listSignedIn(tx)).map((userId) => ({ userId, notice }));
        pushWhenDurable(tx, await insertNotifications(tx, told), means);
      }
    },
  };
}
