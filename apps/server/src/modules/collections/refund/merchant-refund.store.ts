import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import type { RefundStatus } from '@suanpan/domain/states/collection';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { afterCommit, transact } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { lockOrder } from '../collections.store.ts';

interface MerchantRefundRequest {
  readonly orderId: bigint;
  /** The merchant's own number of it. */
  readonly refundNo: string;
  /** Minor units. */
  readonly amount: bigint;
  /** Of what makes two requests the same. */
  readonly requestHash: Buffer;
  readonly keyId: bigint;
  readonly reason: string;
  readonly requestId: string;
}

const refusals: Readonly<Record<string, ErrorName>> = {
  LG402: 'insufficientBalance',
  LG403: 'forbidden',
  LG404: 'notFound',
  RF001: 'refundNotPossible',
  RF002: 'amountOutOfRange',
  RF003: 'dailyAmountReached',
};

/**
 * Reserves a refund for the merchant whose key it is (J14), once by his number for it. Refuses `refundNotPossible`,
 * `amountOutOfRange` for more than is left, `dailyAmountReached` for more than the key pays out in a day and
 * `insufficientBalance`; answers `conflict` where another request has the number.
 */
export async function refundByMerchant(
  db: Database,
  wanted: MerchantRefundRequest,
): Promise<{ readonly refundId: bigint; readonly outcome: 'created' | 'replayed' | 'conflict' }> {
  try {
    return await transact(db.app, async (tx) => {
      await lockOrder(tx, wanted.orderId);
      const { rows } = await sql<{ refund_id: bigint; outcome: 'created' | 'replayed' | 'conflict' }>`
        SELECT refund_id, outcome FROM refund_by_merchant(${wanted.orderId}, ${wanted.refundNo}, ${wanted.amount},
          ${wanted.requestHash}, ${wanted.keyId}, ${wanted.reason}, ${wanted.requestId})`.execute(tx);
      const [row] = rows;
      if (row === undefined) throw new Error('The door of refunds said nothing');
      if (row.outcome === 'created') afterCommit(tx, wakeRelays);
      return { refundId: row.refund_id, outcome: row.outcome };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'refund_open')) throw new Refusal('refundNotPossible');
    throw doorRefusal(error, refusals);
  }
}

export interface OwnRefund {
  readonly id: bigint;
  readonly order_id: bigint;
  readonly merchant_order_no: string;
  readonly merchant_refund_no: string | null;
  readonly kind: 'refund' | 'charge_back';
  readonly currency: Currency;
  readonly amount: bigint;
  readonly status: RefundStatus;
  readonly reason: string;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

/** What of a merchant's order went back or is on its way, newest first; one alone by its id or his number for it. */
export async function listOwnRefunds(
  db: Kysely<Tables>,
  customerId: bigint,
  orderId: bigint,
  only: { readonly id?: bigint; readonly refundNo?: string } = {},
): Promise<OwnRefund[]> {
  const { rows } = await sql<OwnRefund>`
    SELECT r.id, r.order_id, o.merchant_order_no, r.merchant_refund_no, r.kind, r.currency, r.amount,
           -- To him one that was won came to nothing: his money is his again.
           CASE WHEN r.won_at IS NULL THEN r.status ELSE 'failed' END AS status, r.reason, r.created_at, r.completed_at
    FROM refund r JOIN collection_order o ON o.id = r.order_id
    WHERE r.order_id = ${orderId} AND r.customer_id = ${customerId}
      AND ${only.id === undefined ? sql`true` : sql`r.id = ${only.id}`}
      AND ${only.refundNo === undefined ? sql`true` : sql`r.merchant_refund_no = ${only.refundNo}`}
    ORDER BY r.id DESC`.execute(db);
  return rows;
}
