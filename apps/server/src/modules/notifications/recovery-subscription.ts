import { on } from '../../platform/outbox/on.ts';
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
  return on(['admin.recovery'], async (tx, events) => {
    for (const { id, payload } of events) {
      const { username, state, at } = payload;
      const notice = {
        eventId: id,
        type: 'AdminRecovery',
        level: 'danger',
        sound: true,
        params: { username, state, at: `${at.slice(0, 16).replace('T', ' ')} UTC` },
        audience: { platform: true },
      } as const;
      const told = (await listSignedIn(tx)).map((userId) => ({ userId, notice }));
      pushWhenDurable(tx, await insertNotifications(tx, told), means);
    }
  });
}
