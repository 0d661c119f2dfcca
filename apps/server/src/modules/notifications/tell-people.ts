import { notificationRoom } from '@suanpan/contract/realtime/rooms';
import { locales } from '@suanpan/messages/locale';
import { afterCommit } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Log } from '../../platform/log.ts';
import type { Realtime } from '../../platform/realtime.ts';
import { findPeople } from './audience.queries.ts';
import { choosePeople } from './choose-people.ts';
import type { Notice } from './notice.ts';
import { presentNotification } from './notifications.present.ts';
import type { NotificationRow } from './notifications.queries.ts';
import { insertNotifications } from './notifications.store.ts';

export interface Means {
  readonly realtime: Pick<Realtime, 'toRoom'>;
  readonly log: Log;
}

/** Writes the notices to everybody they are for, and pushes them once they are durable. */
export async function tellPeople(
  tx: Tx,
  notices: readonly Notice[],
  { realtime, log }: Means,
): Promise<void> {
  if (notices.length === 0) return;
  const audiences = notices.map(({ audience }) => audience);
  const owners = audiences.flatMap(({ agentId, customerId }) => [agentId, customerId]);
  const people = await findPeople(tx, {
    platform: audiences.some(({ platform }) => platform),
    ownerIds: [...new Set(owners.filter((id) => id != null))],
    userIds: audiences.flatMap(({ userId }) => (userId === undefined ? [] : [userId])),
  });
  const told = firstOfSubject(notices).flatMap((notice) =>
    choosePeople(notice, people).map((userId) => ({ userId, notice })),
  );
  if (told.length === 0) {
    log.debug({ types: notices.map(({ type }) => type) }, 'nobody is there to be told');
    return;
  }
  pushWhenDurable(tx, await insertNotifications(tx, told), { realtime, log });
}

/** Hands new notifications to whoever is there, in the language of each of his browsers, once they are durable. */
export function pushWhenDurable(
  tx: Tx,
  rows: readonly (NotificationRow & { readonly user_id: bigint })[],
  { realtime }: Means,
): void {
  afterCommit(tx, () => {
    for (const row of rows) {
      for (const locale of locales) {
        realtime.toRoom(
          notificationRoom(String(row.user_id), locale),
          'notification',
          presentNotification(row, locale),
        );
      }
    }
  });
}

/** Within one batch the database cannot see what it is about to write, so repetitions fall out here. */
function firstOfSubject(notices: readonly Notice[]): Notice[] {
  const seen = new Set<string>();
  return notices.filter(({ type, subject }) => {
    if (subject === undefined) return true;
    const key = `${type} ${subject}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
