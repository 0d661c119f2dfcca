import type { CollectionStatus } from '../states/collection.ts';
import type { PayoutStatus } from '../states/payout.ts';

/** What an order counts as in a success rate; null: it is outside, for it is undecided or of a test. */
export type CollectionOutcome = 'succeeded' | 'failed' | null;

const outcomes: Readonly<Record<CollectionStatus, CollectionOutcome>> = {
  pending: null,
  success: 'succeeded',
  refund: 'succeeded',
  expired: 'failed',
  amount_mismatch: 'failed',
  abnormal: 'failed',
  test_supplied: null,
};

export function collectionOutcome(status: CollectionStatus, isTest: boolean): CollectionOutcome {
  return isTest ? null : outcomes[status];
}

const statuses = Object.keys(outcomes) as CollectionStatus[];
export const succeededStatuses = statuses.filter((status) => outcomes[status] === 'succeeded');
export const failedStatuses = statuses.filter((status) => outcomes[status] === 'failed');

/**
 * The one success rate of dashboard, lists and reports: succeeded ÷ (succeeded + failed), in percent with two
 * decimals, cut; null where nothing is decided.
 */
export function successRate(succeeded: bigint, failed: bigint): string | null {
  const decided = succeeded + failed;
  if (decided === 0n) return null;
  const hundredths = (succeeded * 10_000n) / decided;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** The same of payouts: what was paid, also where it came back afterwards; and what ended unpaid. */
export const payoutOutcomes = {
  succeeded: ['paid', 'rejected_reversed'],
  failed: ['rejected', 'verify_failed', 'insufficient_balance'],
} as const satisfies Readonly<Record<'succeeded' | 'failed', readonly PayoutStatus[]>>;
