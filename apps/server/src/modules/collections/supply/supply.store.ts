import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { ApprovalBy } from '../../approvals/index.ts';
import type { Supply } from './supply.queries.ts';

/** What the doors refuse, by its SQLSTATE. */
const refusals: Readonly<Record<string, ErrorName>> = {
  LG402: 'insufficientBalance',
  LG403: 'forbidden',
  LG404: 'notFound',
  LG409: 'ledgerConflict',
  SP001: 'invalidState',
  SP002: 'receiptTooSmall',
  SP003: 'staleEdit',
  SP004: 'feeAboveAmount',
};

/**
 * Settles an order through the door of supplies, once: plan, journal, state, news and audit row together. Answers the
 * journal. `credited` is what its merchant was shown to get; `providerRef` the payment that the provider confirmed.
 */
export function supplyCollection(
  tx: Tx,
  supply: Supply & { readonly providerRef: string | null; readonly credited: bigint },
  act: 'collections.supply' | 'receipts.match',
  by: ApprovalBy,
): Promise<bigint> {
  const { amount, credited, orderId, providerRef, receiptId, source } = supply;
  return told(
    tx,
    sql<{ journal: bigint }>`
      SELECT supply_collection(${orderId}, ${source}, ${receiptId}::bigint, ${amount}::bigint, ${providerRef},
        ${credited}::bigint, ${act}, ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId}) AS journal`,
  );
}

/** What no order takes of a receipt: back to its payer, by the provider's number for that, or to whoever paid for its order. */
export function endReceipt(
  tx: Tx,
  receiptId: bigint,
  kind: 'sendBack' | 'restore',
  providerRef: string | null,
  by: ApprovalBy,
): Promise<bigint> {
  return told(
    tx,
    sql<{ journal: bigint }>`
      SELECT end_receipt(${receiptId}, ${kind}, ${providerRef}, ${by.makerId}, ${by.approvalId}, ${by.reason},
        ${by.requestId}) AS journal`,
  );
}

async function told(tx: Tx, call: RawBuilder<{ journal: bigint }>): Promise<bigint> {
  try {
    const { rows } = await call.execute(tx);
    const [row] = rows;
    if (row === undefined) throw new Error('The door of supplies said nothing');
    afterCommit(tx, wakeRelays);
    return row.journal;
  } catch (error) {
    if (isUniqueViolation(error, 'confirmation_once') || isUniqueViolation(error, 'paid_proof_once'))
      throw new Refusal('alreadyPosted');
    throw doorRefusal(error, refusals);
  }
}
