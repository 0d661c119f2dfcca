import type { Database } from '../../platform/db/database.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Log } from '../../platform/log.ts';
import type { Subscription } from '../../platform/outbox/relay.ts';
import type { Realtime } from '../../platform/realtime.ts';
import { broadcastSubscription } from './broadcasts/broadcast-subscription.ts';
import { bindBroadcasts } from './broadcasts/broadcasts.routes.ts';
import { bindNotifications } from './notifications.routes.ts';
import { recoverySubscription } from './recovery-subscription.ts';
import { notificationSubscriptions } from './subscriptions.ts';

export interface NotificationDeps {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'toRoom'>;
  readonly log: Log;
}

export interface Notifications {
  /** For the outbox relay. */
  readonly subscriptions: readonly Subscription[];
  /** Opens the lists, the marking as read, and messages to many. */
  bind(app: Http): void;
}

export function openNotifications({ db, realtime, log }: NotificationDeps): Notifications {
  return {
    subscriptions: [
      ...notificationSubscriptions({ realtime, log }),
      broadcastSubscription({ realtime, log }),
      recoverySubscription({ realtime, log }),
    ],
    bind(app) {
      bindNotifications(app, db);
      bindBroadcasts(app, db);
    },
  };
}
