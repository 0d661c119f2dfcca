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
