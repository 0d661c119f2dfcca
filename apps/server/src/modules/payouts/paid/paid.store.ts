import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { PaidOutcome, PaidRequest } from './paid-request.ts';

const paidByName = prepared<{ outcome: PaidOutcome }>(
  'payout_paid',
  'SELECT outcome FROM payout_paid($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])',
);

/** In a commit of its own, prepared once a connection; one outcome a request, in order. */
export async function payAtOnce(
  pool: Database['pool'],
  requests: readonly PaidRequest[],
): Promise<PaidOutcome[]> {
  const rows = await paidByName(pool, [
    requests.map((r) => r.orderId),
    requests.map((r) => r.paidAmount),
    requests.map((r) => r.channelAccountId),
    requests.map((r) => r.providerOrderNo),
    requests.map((r) => r.requestId),
  ]);
  return rows.map((row) => row.outcome);
}

/** Of these payouts, those that somebody else holds, with the owners of the held balances. */
export async function heldPayouts(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly bigint[]>> {
  const { rows } = await sql<{ order_id: bigint; owners: bigint[] }>`
    SELECT order_id, owners FROM held_payouts(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row.owners]));
}
