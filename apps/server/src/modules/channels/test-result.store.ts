import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** Keeps what the last test call of a contract came to. */
export async function keepTestResult(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  outcome: 'accepted' | 'timeout' | 'domain' | 'refused',
): Promise<void> {
  await sql`
    UPDATE channel_account SET tested_at = business_now(), test_outcome = ${outcome}
    WHERE id = ${channelAccountId}`.execute(db);
}
