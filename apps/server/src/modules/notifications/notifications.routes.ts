import {
  allNotifications,
  markAsRead,
  readNotifications,
  unreadNotifications,
} from '@suanpan/contract/endpoints/notifications';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { presentNotification } from './notifications.present.ts';
import { countNotifications, countUnread, listNotifications } from './notifications.queries.ts';
import type { Shelf } from './notifications.queries.ts';
import { markRead } from './notifications.store.ts';

export function bindNotifications(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { allNotifications, unreadNotifications, readNotifications, markAsRead },
    {
      allNotifications: (context, input) => shelf(db, context, 'all', input),
      unreadNotifications: (context, input) => shelf(db, context, 'unread', input),
      readNotifications: (context, input) => shelf(db, context, 'read', input),
      markAsRead: async ({ actor }, { id }) => {
        const ids = id === 'all' ? id : [...new Set(typeof id === 'string' ? [id] : id)];
        if (ids !== 'all' && !ids.every(isId)) throw new Refusal('notFound');
        const his = await markRead(db.app, actor.effectiveUserId, ids === 'all' ? ids : ids.map(BigInt));
        if (ids !== 'all' && his === 0 && ids.length > 0) throw new Refusal('notFound');
        return { unread: await countUnread(db.app, actor.effectiveUserId) };
      },
    },
  );
}

interface Paging {
  readonly page: number;
  readonly paginate: number;
  readonly cursor?: string | undefined;
}

async function shelf(
  db: Database,
  { actor, locale }: RequestContext,
  name: Shelf,
  { page, paginate, cursor }: Paging,
): Promise<OutputOf<typeof allNotifications>> {
  if (cursor !== undefined && !isId(cursor))
    throw new Refusal('invalidFields', {
      fields: { cursor: [translate(locale, 'fields.patterns.collectionId')] },
    });
  const [rows, counts] = await Promise.all([
    listNotifications(db.app, actor.effectiveUserId, name, {
      offset: (page - 1) * paginate,
      limit: paginate + 1,
      before: cursor === undefined ? null : BigInt(cursor),
    }),
    countNotifications(db.app, actor.effectiveUserId),
  ]);
  const shown = rows.slice(0, paginate);
  return {
    items: shown.map((row) => presentNotification(row, locale)),
    page,
    paginate,
    total: counts[name],
    next_cursor: rows.length > paginate ? String(shown.at(-1)?.id) : null,
    summary: { unread: counts.unread },
  };
}
