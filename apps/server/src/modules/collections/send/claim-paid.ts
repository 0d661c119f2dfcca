import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import { lockOrder, markClaimed, scheduleCheck } from '../collections.store.ts';
import type { Collections } from '../service.ts';

/**
 * The payer says that he has paid: this is kept for the operator who matches receipts, and the provider is asked at
 * once. It credits nothing. On an order that has left `pending` it does nothing; `invalidState` before there is a way
 * to pay.
 */
export async function claimPaid(
  collections: Collections,
  orderId: bigint,
  claim: { readonly last5: string | null; readonly requestId: string },
): Promise<void> {
  await transact(
    collections.db.app,
    async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order === undefined) throw new Refusal('notFound');
      if (order.status !== 'pending') return;
      if (order.payment === null) throw new Refusal('invalidState');
      const isNew = claim.last5 !== null && claim.last5 !== order.payer_last5;
      if (order.paid_claimed_at !== null && !isNew) return;
      const isFirst = await markClaimed(tx, order, claim.last5, claim.requestId);
      if (isFirst) await scheduleCheck(tx, orderId, 'payer_claims', 0);
    },
    { attempts: 5 },
  );
}
