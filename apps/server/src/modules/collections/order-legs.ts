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

interface PayableOrder {
  readonly payAmount: bigint;
  readonly currency: Currency;
  readonly isTest: boolean;
  readonly chain: Chain;
}

/**
 * Computes once, when the way of an order is fixed, what settling will post: the same amounts for both settle
 * modes, on the accounts of each. Settling then reads no configuration.
 */
export async function computeOrderLegs(
  tx: Tx,
  order: PayableOrder,
  channelAccountId: bigint,
  terms: CollectionTerms,
  settings: ChainSettings,
): Promise<OrderLegs> {
  const draft = draftOrderLegs(order, channelAccountId, terms, settings);
  return onAccounts(draft, await openAccounts(tx, draft.refs));
}

/** The legs by the accounts' descriptions: first those of deferred settlement, then those of settlement on the spot. */
export interface OrderLegsDraft extends Pick<OrderLegs, 'split' | 'clawsBack' | 'amounts'> {
  readonly refs: readonly AccountRef[];
}

export function draftOrderLegs(
  order: PayableOrder,
  channelAccountId: bigint,
  terms: CollectionTerms,
  settings: ChainSettings,
): OrderLegsDraft {
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
  return {
    split,
    clawsBack: deferred.clawsBack,
    refs: [...deferred.legs, ...immediate.legs].map(refOf),
    amounts: deferred.legs.map((leg) => leg.amount),
  };
}

/** Puts a draft on its accounts; `ids` answers its `refs` in order. */
export function onAccounts({ split, clawsBack, amounts }: OrderLegsDraft, ids: readonly bigint[]): OrderLegs {
  return {
    split,
    clawsBack,
    accounts: ids.slice(0, amounts.length),
    accountsImmediate: ids.slice(amounts.length),
    amounts,
  };
}

function partyId(chain: Chain, role: 'customer' | 'agent' | 'subAgent' | 'middleman'): bigint {
  const id = {
    customer: chain.customerId,
    agent: chain.agentId,
    subAgent: chain.subAgentId,
    middleman: chain.middlemanId,
  }[role];
  if (id === null) throw new Error(`The order has no ${role} to post to`);
  return id;
}

function assertSameAmounts(deferred: JournalDraft, immediate: JournalDraft): void {
  const same =
    deferred.legs.length === immediate.legs.length &&
    deferred.legs.every((leg, index) => leg.amount === immediate.legs[index]?.amount);
  if (!same) throw new Error('The legs of the two settle modes differ in more than their accounts');
}
