import { credit, debit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import type { UnsettledShares } from './unsettled-shares.ts';

export interface ReleaseOptions {
  /**
   * Set when the merchant's leg lies in L202 (payout from unsettled): what stands in L202 less the legs whose day
   * has not come. Only what is left of the leg after payouts moves: max(0, min(leg, spendable)).
   */
  readonly earlySpendable?: bigint;
}

/**
 * J2: the settlement day of an order has come. Whole legs leave L210, the merchant's to L200 and the earners' to
 * their fee income.
 */
export function collectionRelease(shares: UnsettledShares, options: ReleaseOptions = {}): JournalDraft {
  const early = options.earlySpendable;
  const merchant = early === undefined ? shares.customer : smaller(shares.customer, early);
  const from = early === undefined ? 'L210' : 'L202';
  const earners = (['subAgent', 'middleman', 'agent'] as const).flatMap((role) => [
    debit('L210', party(role), shares[role]),
    credit('L240', party(role), shares[role]),
  ]);
  return draft([
    debit(from, party('customer'), merchant),
    credit('L200', party('customer'), merchant),
    ...earners,
  ]);
}

function smaller(leg: bigint, spendable: bigint): bigint {
  const least = spendable < leg ? spendable : leg;
  return least > 0n ? least : 0n;
}
