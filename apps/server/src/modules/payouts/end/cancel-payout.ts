import { Refusal } from '@suanpan/domain/errors';
import type { Payouts } from '../service.ts';
import { rejectPayout } from './end.store.ts';

/**
 * The merchant takes a payout back. Refuses `invalidState` once a provider may have it: the race against sending is decided
 * by the order's lock.
 */
export async function cancelPayout(
  { db }: Payouts,
  orderId: bigint,
  by: { readonly actorId: bigint; readonly requestId: string },
): Promise<void> {
  const isCancelled = await rejectPayout(db.app, orderId, {
    becomes: 'rejected',
    act: 'payout.cancel',
    why: 'payoutCancelled',
    ...by,
  });
  if (!isCancelled) throw new Refusal('invalidState');
}
