import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface AdmissionRequest {
  readonly counterId: bigint;
  readonly nonce: string;
  readonly perMinute: number;
}

export type AdmissionVerdict = 'ok' | 'nonce_reused' | 'rate_limited';

/** Burns the nonces and counts the minutes of a batch; answers one verdict a request, in order. */
export async function admitRequests(
  db: Kysely<Tables>,
  requests: readonly AdmissionRequest[],
): Promise<AdmissionVerdict[]> {
  const { rows } = await sql<{ verdict: AdmissionVerdict }>`
    SELECT verdict FROM admit_requests(
      ${requests.map((r) => r.counterId)}::bigint[], ${requests.map((r) => r.nonce)}::text[],
      ${requests.map((r) => r.perMinute)}::int[]) AS verdict`.execute(db);
  return rows.map((row) => row.verdict);
}

/**
 * Removes up to `most` nonces whose requests are refused by their timestamp anyway, and the counters of past
 * minutes; answers how many nonces went.
 */
export async function sweepAdmissions(db: Kysely<Tables>, olderThanS: number, most: number): Promise<number> {
  await sql`DELETE FROM api_usage WHERE minute < now() - interval '1 day'`.execute(db);
  const { numAffectedRows } = await sql`
    DELETE FROM merchant_nonce WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM merchant_nonce WHERE seen_at < now() - ${olderThanS} * interval '1 second' LIMIT ${most}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
