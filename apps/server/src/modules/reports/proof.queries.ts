import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** Whether the newest proof of the books passed; none yet counts as sound. */
export async function isLatestProofSound(db: Kysely<Tables>): Promise<boolean> {
  const newest = await db
    .selectFrom('proof_run')
    .select('passed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.passed ?? true;
}

/** News that nobody could be told of, and that nobody has seen to yet. */
export async function countFailedJobs(db: Kysely<Tables>): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM outbox_dead WHERE discarded_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0n;
}
