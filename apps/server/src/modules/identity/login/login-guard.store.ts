import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { loginLockAtFailure, loginLockMinutes } from '@suanpan/domain/limits';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/**
 * Counts one more try for each subject before it is looked at, so that a hundred tries at once are counted as a
 * hundred. Answers the counts by subject, this try included. Half an hour without a try forgets; at the tenth the
 * subject is locked for half an hour from then, and tries during the lock do not extend it.
 */
export async function reserveTries(
  db: Kysely<Tables>,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ subject: string; failures: number }>`
    INSERT INTO login_guard AS g (subject, failures, last_failed_at)
    SELECT subject, 1, now() FROM unnest(${[...subjects].sort()}::text[]) AS s (subject)
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN ${isForgotten} THEN 1 ELSE g.failures + 1 END,
      locked_until = CASE
        WHEN ${isForgotten} THEN NULL
        WHEN g.locked_until IS NOT NULL THEN g.locked_until
        WHEN g.failures + 1 >= ${loginLockAtFailure} THEN now() + ${lockTime}
      END,
      last_failed_at = now()
    RETURNING subject, failures`.execute(db);
  return new Map(rows.map(({ subject, failures }) => [subject, failures]));
}

const lockTime = sql`${loginLockMinutes} * interval '1 minute'`;
const isForgotten = sql`(g.locked_until <= now() OR (g.locked_until IS NULL AND g.last_failed_at < now() - ${lockTime}))`;

/** Takes back a try that was no failure, without forgiving the ones before it. */
export async function releaseTries(db: Kysely<Tables>, subjects: readonly string[]): Promise<void> {
  await sql`
    UPDATE login_guard SET
      failures = greatest(failures - 1, 0),
      locked_until = CASE WHEN failures - 1 >= ${loginLockAtFailure} THEN locked_until END
    WHERE subject IN (SELECT subject FROM login_guard WHERE subject = ANY (${[...subjects]}) ORDER BY subject FOR UPDATE)`.execute(
    db,
  );
}

/** A sign-in that succeeded forgives the name and the codes; what an address did to other names stays. */
export async function forgiveTries(db: Kysely<Tables>, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db
    .deleteFrom('login_guard')
    .where('subject', 'in', [...subjects])
    .execute();
}

/** The failures that stand against a subject now. */
export async function failuresOf(db: Kysely<Tables>, subjects: readonly string[]): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    SELECT coalesce(max(g.failures), 0) AS failures FROM login_guard g
    WHERE g.subject = ANY (${[...subjects]}) AND NOT coalesce(${isForgotten}, false)`.execute(db);
  return rows[0]?.failures ?? 0;
}
