import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { isAwake } from './sessions.store.ts';

export interface LiveSessionRow {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly username: string;
  readonly acting_for_id: bigint | null;
  readonly acting_for_username: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly is_browser: boolean;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

/** The live sessions that a user opened, those in which he acts for others included; the newest use first. */
export function listOwnSessions(db: Kysely<Tables>, userId: bigint): Promise<LiveSessionRow[]> {
  return list(db, sql`s.user_id = ${userId}`);
}

/** The same with the sessions of others who act for him. */
export function listSessionsOf(db: Kysely<Tables>, userId: bigint): Promise<LiveSessionRow[]> {
  return list(db, sql`${userId} IN (s.user_id, s.acting_for)`);
}

async function list(db: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<LiveSessionRow[]> {
  const { rows } = await sql<LiveSessionRow>`
    SELECT s.id, s.user_id, u.username, s.acting_for AS acting_for_id, f.username AS acting_for_username, s.ip,
           s.user_agent, s.browser_hash IS NOT NULL AS is_browser, s.created_at, s.last_seen_at, s.expires_at
    FROM session s
    JOIN app_user u ON u.id = s.user_id
    LEFT JOIN app_user f ON f.id = s.acting_for
    WHERE ${condition} AND s.ended_at IS NULL AND ${isAwake}
    ORDER BY s.last_seen_at DESC, s.id DESC LIMIT 200`.execute(db);
  return rows;
}

/** Whether a live session is one of this user's, or of somebody who acts for him when `orForHim`. */
export async function isSessionOf(
  db: Kysely<Tables>,
  sessionId: bigint,
  userId: bigint,
  options: { readonly orForHim: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM session
    WHERE id = ${sessionId} AND ended_at IS NULL
      AND (user_id = ${userId} OR (${options.orForHim} AND acting_for = ${userId}))`.execute(db);
  return rows.length > 0;
}
