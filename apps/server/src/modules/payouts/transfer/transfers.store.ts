import type { TransferRefusal } from '@suanpan/domain/payout-networks';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { PayoutAttemptRow } from '../payouts.queries.ts';

/** Puts a payout over a chain into a person's hand; false where its transaction was named meanwhile, or it goes another way. */
export async function handOver(db: Kysely<Tables>, attempt: PayoutAttemptRow): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT payout_hand_over(${attempt.order_id}, ${attempt.n}::smallint) AS done`.execute(db);
  wakeRelays();
  return rows[0]?.done === true;
}

/**
 * Keeps by which transaction a payout was paid, as a person says; false where it is in nobody's hand. The door refuses (LG403)
 * whoever may not say so, and one that is named or used elsewhere violates payout_transfer_once or paid_proof_transaction.
 */
export async function nameTransfer(
  tx: Tx,
  orderId: bigint,
  hash: string,
  by: { readonly actorId: bigint; readonly reason: string; readonly requestId: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT payout_name_transfer(${orderId}, ${hash}, ${by.actorId}, ${by.reason}, ${by.requestId}) AS done`.execute(
    tx,
  );
  return rows[0]?.done === true;
}

/** Strikes out a transaction of which the chain tells something else; false where it is not asked about any more. */
export async function refuseTransfer(
  db: Kysely<Tables>,
  orderId: bigint,
  hash: string,
  { requestId, why }: { readonly why: TransferRefusal; readonly requestId: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT payout_transfer_refused(${orderId}, ${hash}, ${why}, ${requestId}) AS done`.execute(db);
  wakeRelays();
  return rows[0]?.done === true;
}
