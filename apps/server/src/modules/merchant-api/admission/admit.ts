import { MerchantFault } from '../merchant-fault.ts';
import { isConnectionLoss } from '../../../platform/db/database-error.ts';
import { createLane } from '../../../platform/db/lane.ts';
import type { Lane } from '../../../platform/db/lane.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { WallClock } from '../../../platform/clock.ts';
import { admitRequests } from './admission.store.ts';
import type { AdmissionRequest, AdmissionVerdict } from './admission.store.ts';
import type { MerchantCaller } from './key-ring.ts';

/** Requests admitted together at the most. */
const batchLimit = 256;

export type AdmissionLane = Lane<AdmissionRequest, AdmissionVerdict>;

/** Nonces are burnt in batches: whatever arrives while one commits goes into the next. */
export function openAdmissionLane(db: Database): AdmissionLane {
  return createLane({
    name: 'merchant.admit',
    maxBatch: batchLimit,
    mayBisect: (error) => !isConnectionLoss(error),
    run: (requests: readonly AdmissionRequest[]) => admitRequests(db.app, requests),
  });
}

/**
 * The last two questions before a signed request counts, after the signature, so that nobody else can burn a
 * merchant's nonces or use up his minute. A merchant that is not active learns so only now.
 */
export async function admit(
  lane: AdmissionLane,
  clock: WallClock,
  caller: MerchantCaller,
  nonce: string,
): Promise<void> {
  const verdict = await lane.submit({ counterId: caller.counterId, nonce, perMinute: caller.perMinute });
  if (verdict === 'nonce_reused') throw new MerchantFault('nonce_reused');
  if (verdict === 'rate_limited') {
    throw new MerchantFault('rate_limited', { retryAfterS: 60 - clock.now().getUTCSeconds() });
  }
  if (!caller.isActive) throw new MerchantFault('merchant_disabled');
}
