import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { NoticeLevel, NoticeType } from './notice.ts';

export interface NotificationRow {
  readonly id: bigint;
  readonly type: NoticeType;
  readonly msg_type: 'ExportCompleted' | null;
  readonly sound: boolean;
  readonly level: NoticeLevel;
  readonly params: Readonly<Record<string, string>>;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

export type Shelf = 'all' | 'unread' | 'read';

const onShelf: Record<Shelf, RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  unread: sql<boolean>`read_at IS NULL`,
  read: sql<boolean>`read_at IS NOT NULL`,
};

/** One user's notifications, newest first; `before` (an id) takes the place of the offset. */
export async function listNotifications(
  db: Kysely<Tables>,
  userId: bigint,
  shelf: Shelf,
  page: { readonly offset: number; readonly limit: number; readonly before: bigint | null },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    SELECT id, type, msg_type, sound, level, params, created_at, read_at
    FROM notification
    WHERE user_id = ${userId} AND ${onShelf[shelf]} AND (${page.before}::bigint IS NULL OR id < ${page.before})
    ORDER BY id DESC OFFSET ${page.before === null ? page.offset : 0} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countNotifications(
  db: Kysely<Tables>,
  userId: bigint,
): Promise<{ readonly all: number; readonly unread: number; readonly read: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    SELECT count(*)::int AS total, count(*) FILTER (WHERE read_at IS NULL)::int AS unread
    FROM notification WHERE user_id = ${userId}`.execute(db);
  const { total, unread } = rows[0] ?? { total: 0, unread: 0 };
  return { all: total, unread, read: total - unread };
}

/** How many a user has not read, from the index of unread ones alone. */
export async function countUnread(db: Kysely<Tables>, userId: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM notification WHERE user_id = ${userId} AND read_at IS NULL`.execute(db);
  return rows[0]?.n ?? 0;
}
