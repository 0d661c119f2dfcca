import { collectionSettle } from '@suanpan/domain/journals/collection-settle';
import type { JournalDraft, Leg } from '@suanpan/domain/journals/leg';
import { splitCollection } from '@suanpan/domain/fees/split';
import type { CollectionSplit, CollectionTerms } from '@suanpan/domain/fees/split';
import type { Currency } from '@suanpan/money/currency';
import type { Tx } from '../../platform/db/transact.ts';
import { openAccounts } from '../ledger/index.ts';
import type { AccountRef, Chain } from '../ledger/index.ts';
import type { ChainSettings } from './collections.queries.ts';

export interface OrderLegs {
  readonly split: CollectionSplit;
  readonly clawsBack: boolean;
  readonly accounts: readonly bigint[];
  readonly accountsImmediate: readonly bigint[];
  readonly amounts: readonly bigint[];
}

/**
 * Computes once, when the way of an order is fixed, what settling will post: the same amounts for both settle
 * modes, on the accounts of each. Settling then reads no configuration.
 */
export async function computeOrderLegs(
  tx: Tx,
  order: { readonly payAmount: bigint; readonly currency: Currency; readonly isTest: boolean; readonly chain: Chain },
  channelAccountId: bigint,
  terms: CollectionTerms,
  settings: ChainSettings,
): Promise<OrderLegs> {
  const split = splitCollection(order.payAmount, terms);
  const options = {
    systemFeeMode: settings.agent_system_fee_mode,
    payoutFromUnsettled: settings.payout_from_unsettled,
  };
  const deferred = collectionSettle(split, { ...options, settleMode: 'deferred' });
  const immediate = collectionSettle(split, { ...options, settleMode: 'immediate' });
  assertSameAmounts(deferred, immediate);

  const refOf = (leg: Leg): AccountRef => ({
    kind: leg.kind,
    ownerId: leg.owner.type === 'user' ? partyId(order.chain, leg.owner.role) : null,
    channelAccountId: leg.owner.type === 'channelAccount' ? channelAccountId : null,
    currency: order.currency,
    book: order.isTest ? 'test' : 'main',
  });
  const ids = await openAccounts(tx, [...deferred.legs, ...immediate.legs].map(refOf));
  return {
    split,
    clawsBack: deferred.clawsBack,
    accounts: ids.slice(0, deferred.legs.length),
    accountsImmediate: ids.slice(deferred.legs.length),
    amounts: deferred.legs.map((leg) => leg.amount),
  };
}

function partyId(chain: Chain, role: 'customer' | 'agent' | 'subAgent' | 'middleman'): bigint {
  const id = { customer: chain.customerId, agent: chain.agentId, subAgent: chain.subAgentId, middleman: chain.middlemanId }[role];
  if (id === null) throw new Error(`The order has no ${role} to post to`);
  return id;
}

function assertSameAmounts(deferred: JournalDraft, immediate: JournalDraft): void {
  const same =
    deferred.legs.length === immediate.legs.length &&
    deferred.legs.every((leg, index) => leg.amount === immediate.legs[index]?.amount);
  if (!same) throw new Error('The legs of the two settle modes differ in more than their accounts');
}
