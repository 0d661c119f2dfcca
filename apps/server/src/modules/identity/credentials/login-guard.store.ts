import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { loginLockMinutes } from '@suanpan/domain/limits';
import { keptApart } from '../../../platform/db/kept-apart.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** Something that failures are counted against, and how many of them are looked at before it is locked. */
export interface Counter {
  readonly subject: string;
  readonly lockAt: number;
}

export interface Counted {
  /** This try included. */
  readonly failures: number;
  /** This try came after the last that is looked at. */
  readonly isLocked: boolean;
}

/**
 * Counts one more try for each subject before it is looked at, so that a hundred tries at once are counted as a
 * hundred. The count starts again after half an hour without a try; at its last failure a subject is locked for half
 * an hour from then, and tries during the lock do not extend it.
 */
export async function reserveTries(
  db: Kysely<Tables>,
  counters: readonly Counter[],
): Promise<ReadonlyMap<string, Counted>> {
  const sorted = [...counters].sort((a, b) => (a.subject < b.subject ? -1 : 1));
  const counted = sql<{ subject: string; failures: number; is_locked: boolean }>`
    INSERT INTO login_guard AS g (subject, failures, lock_at, last_failed_at)
    SELECT subject, 1, lock_at, now()
    FROM unnest(${sorted.map(({ subject }) => subject)}::text[], ${sorted.map(({ lockAt }) => lockAt)}::int[])
      AS s (subject, lock_at)
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN ${isForgotten} THEN 1 ELSE g.failures + 1 END,
      lock_at = excluded.lock_at,
      locked_until = CASE
        WHEN ${isForgotten} THEN NULL
        WHEN g.locked_until IS NOT NULL THEN g.locked_until
        WHEN g.failures + 1 >= excluded.lock_at THEN now() + ${lockTime}
      END,
      last_failed_at = now()
    RETURNING subject, failures, failures > lock_at AS is_locked`;
  const { rows } = await keptApart(db, 'door', () => counted.execute(db));
  return new Map(rows.map((row) => [row.subject, { failures: row.failures, isLocked: row.is_locked }]));
}

const lockTime = sql`${loginLockMinutes} * interval '1 minute'`;
const isForgotten = sql`(g.locked_until <= now() OR (g.locked_until IS NULL AND g.last_failed_at < now() - ${lockTime}))`;

/** Takes back a try that was no failure, without forgiving the ones before it. */
export async function releaseTries(db: Kysely<Tables>, counters: readonly Counter[]): Promise<void> {
  const release = sql`
    UPDATE login_guard SET
      failures = greatest(failures - 1, 0),
      locked_until = CASE WHEN failures - 1 >= lock_at THEN locked_until END
    WHERE subject IN (SELECT subject FROM login_guard WHERE subject = ANY (${subjectsOf(counters)}) ORDER BY subject FOR UPDATE)`;
  await keptApart(db, 'door', () => release.execute(db));
}

/** Removes the counted failures of a user who has signed in. */
export async function forgiveTries(db: Kysely<Tables>, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return;
  await db.deleteFrom('login_guard').where('subject', 'in', subjectsOf(counters)).execute();
}

const subjectsOf = (counters: readonly Counter[]): string[] => counters.map(({ subject }) => subject);

/** The most failures that stand against one of them now. */
export async function failuresOf(db: Kysely<Tables>, counters: readonly Counter[]): Promise<number> {
  const found = sql<{ failures: number }>`
    SELECT coalesce(max(g.failures), 0) AS failures FROM login_guard g
    WHERE g.subject = ANY (${subjectsOf(counters)}) AND NOT coalesce(${isForgotten}, false)`;
  const { rows } = await keptApart(db, 'door', () => found.execute(db));
  return rows[0]?.failures ?? 0;
}
