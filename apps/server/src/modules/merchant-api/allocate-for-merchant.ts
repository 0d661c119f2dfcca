import { Refusal } from '@suanpan/domain/errors';
import type { MerchantErrorName } from '@suanpan/domain/merchant-errors';
import { sharedReason } from '../channels/index.ts';
import { allocateCollection, routeOf } from '../collections/index.ts';
import type { Collections } from '../collections/index.ts';
import { MerchantFault } from './merchant-fault.ts';

const names = {
  amountOutOfRange: 'amount_out_of_range',
  channelClosedHours: 'channel_closed_hours',
  methodUnavailable: 'method_unavailable',
  collectionsPaused: 'method_unavailable',
  payoutsPaused: 'method_unavailable',
} as const;

/**
 * Finds the order a way in. What stopped every channel in the same way is said by its own name, so that the
 * merchant knows whether to change the amount, the method or the hour; all else is `no_channel_available`.
 */
export async function allocateForMerchant(
  collections: Collections,
  order: { readonly id: bigint; readonly method: string | null },
): Promise<void> {
  try {
    await allocateCollection(collections, order.id, { method: order.method, payerName: null });
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'noChannelAvailable') throw error;
    throw new MerchantFault(await reasonOf(collections, order));
  }
}

async function reasonOf(
  collections: Collections,
  order: { readonly id: bigint; readonly method: string | null },
): Promise<MerchantErrorName> {
  const candidates = (await routeOf(collections.db.app, order.id))?.candidates ?? [];
  // A method without a single channel is one the merchant does not have.
  if (candidates.length === 0) return order.method === null ? 'no_channel_available' : 'method_unavailable';
  const shared = sharedReason(candidates);
  return shared === null ? 'no_channel_available' : names[shared];
}
