import type { ApiVersion } from '../callbacks/acknowledgement.ts';
import type { CallbackStatus } from './callback.ts';
import type { CollectionStatus, RefundStatus } from './collection.ts';
import type { PayoutStage, PayoutStatus } from './payout.ts';

/** Statuses of the merchant API v2 (merchant API §2, status map). */
export const merchantCollectionStatuses = [
  'pending',
  'succeeded',
  'expired',
  'amount_mismatch',
  'abnormal',
  'test_supplied',
  'refund_preparing',
  'refunding',
  'refunded',
] as const;
export type MerchantCollectionStatus = (typeof merchantCollectionStatuses)[number];

export const merchantPayoutStatuses = [
  'queued',
  'processing',
  'paid',
  'rejected',
  'rejected_reversed',
  'verification_failed',
  'insufficient_balance',
] as const;
export type MerchantPayoutStatus = (typeof merchantPayoutStatuses)[number];

/** A collection's status as v2 says it. A failed refund is tried again or abandoned, so it is still under way. */
export function merchantCollectionStatus(
  status: CollectionStatus,
  refund: RefundStatus | null,
): MerchantCollectionStatus {
  if (status === 'success') return 'succeeded';
  if (status !== 'refund') return status;
  if (refund === 'success') return 'refunded';
  return refund === 'preparing' || refund === null ? 'refund_preparing' : 'refunding';
}

const v1Collection: Record<MerchantCollectionStatus, string> = {
  pending: '0',
  succeeded: '2',
  expired: '3',
  amount_mismatch: '4',
  abnormal: '5',
  test_supplied: '2',
  refund_preparing: '6',
  refunding: '7',
  refunded: '8',
};

/** The `status` of the v1 form; a test order says 2 with `is_test=1` beside it. */
export function v1CollectionStatus(status: CollectionStatus, refund: RefundStatus | null): string {
  return v1Collection[merchantCollectionStatus(status, refund)];
}

/** A payout's status as v2 says it: until a provider has it, it is queued and can be cancelled. */
export function merchantPayoutStatus(status: PayoutStatus, stage: PayoutStage | null): MerchantPayoutStatus {
  if (status === 'verify_failed') return 'verification_failed';
  if (status !== 'processing') return status;
  return stage === 'accepted' || stage === 'verifying' || stage === 'queued' ? 'queued' : 'processing';
}

const v1Payout: Record<PayoutStatus, string> = {
  processing: '1',
  paid: '2',
  rejected: '3',
  rejected_reversed: '4',
  verify_failed: '5',
  insufficient_balance: '6',
};

export function v1PayoutStatus(status: PayoutStatus): string {
  return v1Payout[status];
}

export const merchantEventTypes = [
  'collection.created',
  'collection.succeeded',
  'collection.expired',
  'collection.amount_mismatch',
  'collection.abnormal',
  'refund.updated',
  'payout.processing',
  'payout.paid',
  'payout.rejected',
  'payout.reversed',
  'payout.failed',
] as const;
export type MerchantEventType = (typeof merchantEventTypes)[number];

/** Events that a merchant gets only when he asks for them. */
export const optInEventTypes: readonly MerchantEventType[] = ['collection.created', 'payout.processing'];

const collectionEventOf: Record<CollectionStatus, MerchantEventType> = {
  pending: 'collection.created',
  success: 'collection.succeeded',
  expired: 'collection.expired',
  amount_mismatch: 'collection.amount_mismatch',
  abnormal: 'collection.abnormal',
  test_supplied: 'collection.succeeded',
  refund: 'refund.updated',
};

/** The event that tells a merchant of a collection's present status. */
export function collectionEventType(status: CollectionStatus): MerchantEventType {
  return collectionEventOf[status];
}

const payoutEventOf: Record<PayoutStatus, MerchantEventType> = {
  processing: 'payout.processing',
  paid: 'payout.paid',
  rejected: 'payout.rejected',
  rejected_reversed: 'payout.reversed',
  verify_failed: 'payout.failed',
  insufficient_balance: 'payout.failed',
};

export function payoutEventType(status: PayoutStatus): MerchantEventType {
  return payoutEventOf[status];
}

/**
 * Whether a form sends an event at all. v1: terminal states of collections, and of payouts the paid one alone;
 * what it leaves out stays `not_sent` with the reason `v1_no_rejection`.
 */
export function isSentBy(version: ApiVersion, type: MerchantEventType): boolean {
  if (version === 'v2') return true;
  // Plugins of shops know nothing but that an order was paid.
  if (version === 'epay') return type === 'collection.succeeded';
  return type === 'payout.paid' || (type.startsWith('collection.') && type !== 'collection.created');
}

/**
 * The label of specification §4 for a collection: success carries the callback with it, a refund its sub-status.
 * Keys of `statuses.collection` in the words.
 */
export type CollectionLabel =
  | Exclude<CollectionStatus, 'success' | 'refund'>
  | 'success_not_returned'
  | 'success_returned'
  | 'refund'
  | `refund_${RefundStatus}`;

export function collectionLabel(
  status: CollectionStatus,
  refund: RefundStatus | null,
  callback: CallbackStatus,
): CollectionLabel {
  if (status === 'success') return callback === 'success' ? 'success_returned' : 'success_not_returned';
  if (status === 'refund') return refund === null ? 'refund' : `refund_${refund}`;
  return status;
}
