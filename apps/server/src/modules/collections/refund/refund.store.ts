import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { foundOrRecalled } from '../../archive/index.ts';
import type { OrderRow } from '../collections.queries.ts';
import { lockOrder } from '../collections.store.ts';

/**
 * An order with what of it can be paid back now, and what its merchant’s own currency would come to where it is not the order’s, in
 * minor units of the order’s.
 */
export type RefundableOrder = OrderRow & { readonly left: bigint; readonly reach: bigint };

/** Locks the order, as every act on it does: what is read stands until the end of the transaction. */
export async function lockRefundable(tx: Tx, orderId: bigint): Promise<RefundableOrder | undefined> {
  await lockOrder(tx, orderId);
  return findRefundable(tx, orderId);
}

/** The same without a lock, to show it; brought back where it is archived. */
export async function findRefundable(db: Kysely<Tables>, orderId: bigint) {
  return foundOrRecalled(db, 'collection', orderId, async () => {
    const { rows } = await sql<RefundableOrder>`
      SELECT o.*, refundable_of(o) AS left, (exchange_reach(o, 'L200')).most AS reach
      FROM collection_order o WHERE o.id = ${orderId}`.execute(db);
    return rows[0];
  });
}

/** Who asks for it, and who agreed. */
export interface AskedBy {
  readonly makerId: bigint;
  readonly approvalId: bigint | null;
  readonly reason: string;
  readonly requestId: string;
}

/** Reserves the money of a refund (J14) through its door; answers the refund. */
export async function refundCollection(
  tx: Tx,
  orderId: bigint,
  amount: bigint,
  by: AskedBy,
): Promise<bigint> {
  return told(
    tx,
    sql<{ done: bigint }>`
      SELECT refund_collection(${orderId}, ${amount}, ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId}) AS done`,
  );
}

/** The provider took the money back (J19), by its own number for that; answers the row of the charge-back. */
export async function chargeBack(tx: Tx, orderId: bigint, providerRef: string, by: AskedBy): Promise<bigint> {
  return told(
    tx,
    sql<{ done: bigint }>`
      SELECT charge_back_collection(${orderId}, ${providerRef}, ${by.makerId}, ${by.approvalId}, ${by.reason},
        ${by.requestId}) AS done`,
  );
}

/** A charge-back under the lock of its order. */
export interface LockedChargeBack {
  readonly order_id: bigint;
  readonly order_no: string;
  readonly customer_id: bigint;
  readonly provider_ref: string | null;
  /** It is one, and the provider has not taken it back. */
  readonly stands: boolean;
  /** What its order is once it was won. */
  readonly after: 'success' | 'refund';
}

/** Locks as the doors of refunds do: the order first; undefined for none. */
export async function lockChargeBack(tx: Tx, refundId: bigint): Promise<LockedChargeBack | undefined> {
  await sql`SELECT FROM collection_order o WHERE o.id = (SELECT r.order_id FROM refund r WHERE r.id = ${refundId})
    FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<LockedChargeBack>`
    SELECT r.order_id, o.order_no, r.customer_id, r.provider_ref, r.kind = 'charge_back' AND r.won_at IS NULL AS stands,
           CASE WHEN EXISTS (SELECT FROM refund x WHERE x.order_id = r.order_id AND x.id <> r.id AND x.status = 'success'
             AND x.won_at IS NULL) THEN 'refund' ELSE 'success' END AS after
    FROM refund r JOIN collection_order o ON o.id = r.order_id WHERE r.id = ${refundId}`.execute(tx);
  return rows[0];
}

/** The dispute was won (J19r), by the provider's number of what he paid again; answers the journal. */
export async function winChargeBack(
  tx: Tx,
  refundId: bigint,
  providerRef: string,
  by: AskedBy,
): Promise<bigint> {
  return told(
    tx,
    sql<{ done: bigint }>`
      SELECT win_charge_back(${refundId}, ${providerRef}, ${by.makerId}, ${by.approvalId}, ${by.reason},
        ${by.requestId}) AS done`,
  );
}

/** Who says what becomes of a refund. */
export interface SaidBy {
  readonly personId: bigint;
  readonly reason: string;
  readonly requestId: string;
}

const door = {
  send: sql.raw('refund_send'),
  fail: sql.raw('refund_fail'),
  retry: sql.raw('refund_retry'),
  close: sql.raw('refund_close'),
} as const;

/** One step of a refund through its door; false where its state does not allow it. Refuses `ownSubmission` who may not say so. */
export async function stepRefund(
  tx: Tx,
  step: keyof typeof door,
  refundId: bigint,
  { personId, reason, requestId }: SaidBy,
): Promise<boolean> {
  return told(
    tx,
    sql<{ done: boolean }>`SELECT ${door[step]}(${refundId}, ${personId}, ${reason}, ${requestId}) AS done`,
    'ownSubmission',
  );
}

/** Has the provider itself pay it back; the attempt is kept, and asked by the work that is due. False as above. */
export async function beginRefund(
  tx: Tx,
  refundId: bigint,
  { personId, reason, requestId }: SaidBy,
): Promise<boolean> {
  const number = await told(
    tx,
    sql<{
      done: string | null;
    }>`SELECT refund_begin(${refundId}, ${personId}, ${reason}, ${requestId}) AS done`,
  );
  return number !== null;
}

/** The provider has paid it back, by its own number for that. */
export async function confirmRefund(
  tx: Tx,
  refundId: bigint,
  providerRef: string,
  { personId, reason, requestId }: SaidBy,
): Promise<boolean> {
  return told(
    tx,
    sql<{ done: boolean }>`
      SELECT refund_confirm(${refundId}, ${providerRef}, ${personId}, ${reason}, ${requestId}) AS done`,
    'ownSubmission',
  );
}

/** What the doors refuse, by its SQLSTATE. */
const refusals: Readonly<Record<string, ErrorName>> = {
  LG402: 'insufficientBalance',
  LG404: 'notFound',
  RF001: 'refundNotPossible',
  RF002: 'refundNotPossible',
};

async function told<T>(tx: Tx, call: RawBuilder<{ done: T }>, notHis: ErrorName = 'forbidden'): Promise<T> {
  try {
    const { rows } = await call.execute(tx);
    const [row] = rows;
    if (row === undefined) throw new Error('The door of refunds said nothing');
    afterCommit(tx, wakeRelays);
    return row.done;
  } catch (error) {
    if (isUniqueViolation(error, 'paid_proof_once')) throw new Refusal('alreadyPosted');
    throw doorRefusal(error, { ...refusals, LG403: notHis });
  }
}
