import { Refusal } from '@suanpan/domain/errors';
import type { MerchantErrorName } from '@suanpan/domain/merchant-errors';
import { allocateCollection, routeOf } from '../collections/index.ts';
import type { Collections } from '../collections/index.ts';
import { MerchantFault } from './merchant-fault.ts';

/** Reasons of skipped channels that have a name of their own where all candidates share it. */
const told: Readonly<Record<string, MerchantErrorName>> = {
  channelClosedHours: 'channel_closed_hours',
  amountBelowMinimum: 'amount_out_of_range',
  amountAboveMaximum: 'amount_out_of_range',
  fractionsNotAccepted: 'amount_out_of_range',
  feeAboveAmount: 'amount_out_of_range',
  merchantChannelDisabled: 'method_unavailable',
  agentChannelDisabled: 'method_unavailable',
  channelDisabled: 'method_unavailable',
  channelAccountDisabled: 'method_unavailable',
};

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
    throw new MerchantFault(await sharedReason(collections, order));
  }
}

async function sharedReason(
  collections: Collections,
  order: { readonly id: bigint; readonly method: string | null },
): Promise<MerchantErrorName> {
  const candidates = (await routeOf(collections.db.app, order.id))?.candidates ?? [];
  // A method without a single channel is one the merchant does not have.
  if (candidates.length === 0) return order.method === null ? 'no_channel_available' : 'method_unavailable';
  const names = new Set(candidates.map(({ reason }) => told[reason]));
  const [only] = names;
  return names.size === 1 && only !== undefined ? only : 'no_channel_available';
}
