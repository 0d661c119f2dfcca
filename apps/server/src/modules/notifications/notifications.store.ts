import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Notice } from './notice.ts';
import type { NotificationRow } from './notifications.queries.ts';

const quietMinutes = 10;

/**
 * Writes one notification a person and event; a repeated event, and a subject that the person was told of within
 * ten minutes, writes none. Answers what is new.
 */
export async function insertNotifications(
  tx: Tx,
  told: readonly { readonly userId: bigint; readonly notice: Notice }[],
): Promise<(NotificationRow & { readonly user_id: bigint })[]> {
  const { rows } = await sql<NotificationRow & { readonly user_id: bigint }>`
    INSERT INTO notification (user_id, event_id, type, msg_type, sound, level, params, subject, created_at)
    SELECT n.user_id, n.event_id, n.type, CASE n.type WHEN 'ExportCompleted' THEN 'ExportCompleted' END, n.sound, n.level,
           n.params, n.subject, business_now()
    FROM unnest(
      ${told.map(({ userId }) => userId)}::bigint[], ${told.map(({ notice }) => notice.eventId)}::bigint[],
      ${told.map(({ notice }) => notice.type)}::text[], ${told.map(({ notice }) => notice.sound)}::boolean[],
      ${told.map(({ notice }) => notice.level)}::text[],
      ${told.map(({ notice }) => JSON.stringify(notice.params))}::jsonb[],
      ${told.map(({ notice }) => notice.subject ?? null)}::text[]
    ) WITH ORDINALITY AS n (user_id, event_id, type, sound, level, params, subject, place)
    WHERE n.subject IS NULL OR NOT EXISTS (
      SELECT FROM notification earlier
      WHERE earlier.user_id = n.user_id AND earlier.type = n.type AND earlier.subject = n.subject
        AND earlier.created_at > business_now() - ${quietMinutes} * interval '1 minute')
    ORDER BY n.place
    ON CONFLICT (event_id, user_id) DO NOTHING
    RETURNING id, user_id, type, msg_type, sound, level, params, created_at, read_at`.execute(tx);
  return rows;
}

/** Marks a user's notifications as read, all of them or those named; answers how many of them are his. */
export async function markRead(
  db: Kysely<Tables>,
  userId: bigint,
  ids: readonly bigint[] | 'all',
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    WITH his AS MATERIALIZED (
      SELECT id, read_at FROM notification
      WHERE user_id = ${userId} AND ${ids === 'all' ? sql`read_at IS NULL` : sql`id = ANY (${ids}::bigint[])`}
    ), marked AS (
      UPDATE notification n SET read_at = business_now() FROM his WHERE n.id = his.id AND his.read_at IS NULL
    )
    SELECT count(*)::int AS n FROM his`.execute(db);
  return rows[0]?.n ?? 0;
}
