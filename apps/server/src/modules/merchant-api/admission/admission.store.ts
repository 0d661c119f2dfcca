import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Ticket, Verdict } from '../../orders/index.ts';

/** Burns the nonces and counts the minutes of a batch; answers one verdict a request, in order. */
export async function admitRequests(db: Kysely<Tables>, requests: readonly Ticket[]): Promise<Verdict[]> {
  const { rows } = await sql<{ verdict: Verdict }>`
    SELECT verdict FROM admit_requests(
      ${requests.map((r) => r.counterId)}::bigint[], ${requests.map((r) => r.nonce)}::text[],
      ${requests.map((r) => r.perMinute)}::int[]) AS verdict`.execute(db);
  return rows.map((row) => row.verdict);
}

/** Removes up to `most` nonces older than `olderThanS`; answers how many. */
export async function sweepNonces(db: Kysely<Tables>, olderThanS: number, most: number): Promise<bigint> {
  const { numAffectedRows } = await sql`
    DELETE FROM merchant_nonce WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM merchant_nonce
      WHERE seen_at < now() - ${olderThanS} * interval '1 second' LIMIT ${most}))`.execute(db);
  return numAffectedRows ?? 0n;
}

/** Removes the counters of minutes that ended a day ago. */
export async function sweepUsage(db: Kysely<Tables>): Promise<void> {
  await sql`DELETE FROM api_usage WHERE minute < now() - interval '1 day'`.execute(db);
}
