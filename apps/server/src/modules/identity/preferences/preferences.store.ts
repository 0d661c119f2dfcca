import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export async function findPreferences(
  db: Kysely<Tables>,
  userId: bigint,
): Promise<{ readonly key: string; readonly value: unknown }[]> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    SELECT key, value FROM user_preference WHERE user_id = ${userId} ORDER BY key`.execute(db);
  return rows;
}

/** So many of colleagues' are offered at the most. */
const mostShared = 200;

/**
 * Presets and views that colleagues share: people of the same role in the same house, the platform or one owner's
 * sub-accounts. Nothing crosses from one owner to another, also where both stand below one senior agent.
 */
export async function sharedByColleagues(
  db: Kysely<Tables>,
  userId: bigint,
): Promise<{ readonly key: string; readonly by: string; readonly value: unknown }[]> {
  const { rows } = await sql<{ key: string; by: string; value: unknown }>`
    SELECT p.key, u.name AS by, p.value
    FROM app_user me
    JOIN app_user u ON u.id <> me.id AND u.status = 'active' AND u.kind = me.kind
      AND u.role_id IS NOT DISTINCT FROM me.role_id
      AND (u.kind IN ('admin', 'manager') OR (u.kind IN ('staffSub', 'customerSub') AND u.parent_id = me.parent_id))
    JOIN user_preference p ON p.user_id = u.id AND (p.key LIKE 'presets.%' OR p.key LIKE 'views.%')
    WHERE me.id = ${userId} AND p.value @> '[{"isShared": true}]'
    ORDER BY p.key, u.name, u.id LIMIT ${mostShared}`.execute(db);
  return rows;
}

/** A person keeps at most this many, and so many bytes of them: all are read at every start. What is beyond is not kept. */
const mostKept = 200;
const mostBytesKept = 256 * 1024;

/** Answers false when the person keeps too many already, or too much with this one. */
export async function savePreference(
  db: Kysely<Tables>,
  userId: bigint,
  key: string,
  value: unknown,
): Promise<boolean> {
  const text = JSON.stringify(value);
  const { rows } = await sql`
    INSERT INTO user_preference (user_id, key, value)
    SELECT ${userId}, ${key}, ${text}::jsonb
    FROM (SELECT count(*) AS n, coalesce(sum(octet_length(value::text)), 0) AS bytes
          FROM user_preference WHERE user_id = ${userId} AND key <> ${key}) kept
    WHERE kept.n < ${mostKept} AND kept.bytes + ${Buffer.byteLength(text)} <= ${mostBytesKept}
    ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value
    RETURNING key`.execute(db);
  return rows.length > 0;
}

export async function forgetPreference(db: Kysely<Tables>, userId: bigint, key: string): Promise<void> {
  await db.deleteFrom('user_preference').where('user_id', '=', userId).where('key', '=', key).execute();
}
