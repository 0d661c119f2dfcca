import { nextState } from './transition.ts';
import type { Transition } from './transition.ts';

/** Wire values of specification §4 "Collection order statuses". */
export const collectionStatuses = [
  'pending',
  'success',
  'expired',
  'amount_mismatch',
  'abnormal',
  'test_supplied',
  'refund',
] as const;
export type CollectionStatus = (typeof collectionStatuses)[number];

/** Where an order hardly ever stands: a few in a thousand. They are kept beside the others, because nobody finds them among those. */
export const rareCollectionStatuses = [
  'amount_mismatch',
  'abnormal',
  'test_supplied',
  'refund',
] as const satisfies readonly CollectionStatus[];

/** Refund sub-statuses of specification §4; `failed` is our addition (domain §4). */
export const refundStatuses = ['preparing', 'refunding', 'success', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const collectionEvents = [
  'paid',
  'expire',
  'paidOtherAmount',
  'paidSuspiciously',
  'paidLate',
  'supply',
  'markAbnormal',
  'testSupply',
  'chargeBack',
  'refund',
  'abandonRefund',
  'winChargeBack',
] as const;
export type CollectionEvent = (typeof collectionEvents)[number];

const unpaid = ['pending', 'expired'] as const;
const supplyable = ['pending', 'expired', 'amount_mismatch', 'abnormal'] as const;

interface CollectionTransition extends Transition<CollectionStatus, CollectionEvent> {
  /** Where the order's refund must stand. */
  readonly refund?: RefundStatus;
}

/** Domain §4, Collection. The refund's own course is `states/refund.ts`; the order stays `refund` meanwhile. */
export const collectionTransitions: readonly CollectionTransition[] = [
  {
    from: 'pending',
    event: 'paid',
    to: 'success',
    actor: 'sys',
  },
  { from: 'pending', event: 'expire', to: 'expired', actor: 'sys' },
  ...unpaid.map(
    (from) =>
      ({
        from,
        event: 'paidOtherAmount',
        to: 'amount_mismatch',
        actor: 'sys',
      }) as const,
  ),
  ...unpaid.map(
    (from) =>
      ({
        from,
        event: 'paidSuspiciously',
        to: 'abnormal',
        actor: 'sys',
      }) as const,
  ),
  {
    from: 'expired',
    event: 'paidLate',
    to: 'success',
    actor: 'sys',
  },
  ...supplyable.map(
    (from) =>
      ({
        from,
        event: 'supply',
        to: 'success',
        actor: 'op',
        permission: 'collections.transactions.supply',
      }) as const,
  ),
  ...unpaid.map(
    (from) =>
      ({
        from,
        event: 'markAbnormal',
        to: 'abnormal',
        actor: 'op',
        permission: 'collections.transactions.abnormal',
      }) as const,
  ),
  // A simulated payment may arrive after the expiry of its test order just as a real one may.
  ...unpaid.map(
    (from) =>
      ({
        from,
        event: 'testSupply',
        to: 'test_supplied',
        actor: 'op',
        permission: 'collections.transactions.testSupply',
      }) as const,
  ),
  { from: 'success', event: 'chargeBack', to: 'refund', actor: 'sys' },
  {
    from: 'success',
    event: 'refund',
    to: 'refund',
    actor: 'op',
    permission: 'collections.transactions.refund',
  },
  {
    from: 'refund',
    event: 'abandonRefund',
    to: 'success',
    actor: 'op',
    permission: 'collections.revert.close',
    refund: 'failed',
  },
  {
    from: 'refund',
    event: 'winChargeBack',
    to: 'success',
    actor: 'op',
    permission: 'collections.revert.winBack',
    refund: 'success',
  },
];

/** The status after an event, or null where domain §4 does not list the transition. */
export function nextCollectionStatus(
  from: CollectionStatus,
  event: CollectionEvent,
): CollectionStatus | null {
  return nextState(collectionTransitions, from, event);
}
