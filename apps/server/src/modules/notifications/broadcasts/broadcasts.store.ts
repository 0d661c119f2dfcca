import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { NotificationRow } from '../notifications.queries.ts';
import { isHeardBy } from './broadcasts.queries.ts';
import type { BroadcastAudience } from './broadcasts.queries.ts';

export interface NewBroadcast extends BroadcastAudience {
  readonly title: string;
  readonly content: string;
  readonly level: string;
  readonly color: string;
  readonly sound: boolean;
  readonly createdBy: bigint;
}

const sendLock = 5_741_650_047;

/** Messages of the last hour, under a lock that holds until the transaction ends: two senders cannot pass together. */
export async function countRecent(tx: Tx): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(${sendLock})`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM broadcast WHERE created_at > business_now() - interval '1 hour'`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

export async function insertBroadcast(tx: Tx, broadcast: NewBroadcast): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO broadcast (title, content, level, color, sound, roles, agent_id, user_ids, created_by, created_at)
    VALUES (${broadcast.title}, ${broadcast.content}, ${broadcast.level}, ${broadcast.color}, ${broadcast.sound},
            ${[...broadcast.roles]}::text[], ${broadcast.agentId}, ${[...broadcast.userIds]}::bigint[],
            ${broadcast.createdBy}, business_now())
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The message was not written');
  return id;
}

/**
 * Writes a notification for everybody a message is for, once: a repeated event finds it delivered and writes none.
 * Answers what is new.
 */
export async function deliverBroadcast(
  tx: Tx,
  id: bigint,
  eventId: bigint,
): Promise<(NotificationRow & { readonly user_id: bigint })[]> {
  const broadcast = await tx
    .selectFrom('broadcast')
    .selectAll()
    .where('id', '=', id)
    .where('recipients', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (broadcast === undefined) return [];
  const { agent_id: agentId, color, content, level, roles, sound, title, user_ids: userIds } = broadcast;
  const params = JSON.stringify({ title, content, color });
  const audience = { roles: roles as BroadcastAudience['roles'], agentId, userIds };
  const { rows } = await sql<NotificationRow & { readonly user_id: bigint }>`
    INSERT INTO notification (user_id, event_id, type, sound, level, params, broadcast_id, created_at)
    SELECT u.id, ${eventId}, 'Broadcast', ${sound}, ${level}, ${params}::jsonb, ${id}, business_now()
    FROM app_user u WHERE ${isHeardBy(audience)} ORDER BY u.id
    ON CONFLICT (event_id, user_id) DO NOTHING
    RETURNING id, user_id, type, msg_type, sound, level, params, created_at, read_at`.execute(tx);
  await tx.updateTable('broadcast').set({ recipients: rows.length }).where('id', '=', id).execute();
  return rows;
}
