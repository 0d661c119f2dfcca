import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { ApprovalBy } from '../../approvals/index.ts';

/** Where a payout over a chain goes that was never sent: to the queue, where a person lets it go anew, or its hold goes back. */
export type UnsentBecomes = 'queued' | 'rejected';

/**
 * Keeps that two persons say a payout was never sent, and sets it on its way to be asked about; false where it is in nobody's
 * hand. The door refuses (LG403) whoever may not say so.
 */
export async function sayUnsent(
  tx: Tx,
  orderId: bigint,
  becomes: UnsentBecomes,
  by: ApprovalBy,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT payout_say_unsent(${orderId}, ${becomes}, ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId}) AS done`.execute(
    tx,
  );
  afterCommit(tx, wakeRelays);
  return rows[0]?.done === true;
}

/**
 * Keeps what the chain shows of it: a transaction that moved the sum to the payee, or null for none, which ends the sending. False,
 * and nothing changes, where nobody asks that any more, or it was said too lately for none to mean anything.
 */
export async function hearUnsent(
  db: Kysely<Tables>,
  orderId: bigint,
  shown: string | null,
  requestId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT payout_unsent_heard(${orderId}, ${shown}, ${requestId}) AS done`.execute(db);
  wakeRelays();
  return rows[0]?.done === true;
}
