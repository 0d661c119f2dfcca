import { collectionSettle } from '@suanpan/domain/journals/collection-settle';
import type { Leg } from '@suanpan/domain/journals/leg';
import { splitCollection } from '@suanpan/domain/fees/split';
import type { CollectionSplit, CollectionTerms } from '@suanpan/domain/fees/split';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { ChainSettings } from '../collections.queries.ts';

/**
 * The legs of the settling journal by kind and role, the same amounts for both settle modes; the plans' door finds the
 * accounts from the order's own chain.
 */
export interface PlannedLegs {
  readonly kinds: readonly AccountKind[];
  readonly kindsImmediate: readonly AccountKind[];
  readonly roles: readonly string[];
  /** Minor units, credit positive. */
  readonly amounts: readonly bigint[];
}

/**
 * Computes once, when the way of an order is fixed, what settling will post. Settling then reads no configuration.
 */
export function computeOrderLegs(
  payAmount: bigint,
  terms: CollectionTerms,
  settings: ChainSettings,
): { readonly split: CollectionSplit; readonly legs: PlannedLegs } {
  const split = splitCollection(payAmount, terms);
  const options = {
    systemFeeMode: settings.agent_system_fee_mode,
    payoutFromUnsettled: settings.payout_from_unsettled,
  };
  const deferred = collectionSettle(split, { ...options, settleMode: 'deferred' });
  const immediate = collectionSettle(split, { ...options, settleMode: 'immediate' });
  assertSamePostings(deferred.legs, immediate.legs);
  return {
    split,
    legs: {
      kinds: deferred.legs.map(({ kind }) => kind),
      kindsImmediate: immediate.legs.map(({ kind }) => kind),
      roles: deferred.legs.map(roleOf),
      amounts: deferred.legs.map(({ amount }) => amount),
    },
  };
}

function roleOf({ owner }: Leg): string {
  return owner.type === 'user' ? owner.role : owner.type;
}

function assertSamePostings(deferred: readonly Leg[], immediate: readonly Leg[]): void {
  const same =
    deferred.length === immediate.length &&
    deferred.every((leg, index) => {
      const other = immediate[index];
      return other !== undefined && leg.amount === other.amount && roleOf(leg) === roleOf(other);
    });
  if (!same) throw new Error('The legs of the two settle modes differ in more than their accounts');
}
