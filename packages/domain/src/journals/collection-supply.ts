import { noFee, splitCollection } from '../fees/split.ts';
import type { CollectionSplit, CollectionTerms } from '../fees/split.ts';
import { settleFrom } from './collection-settle.ts';
import type { SettleOptions } from './collection-settle.ts';
import { assertPositive, channelAccount, debit, party, platform } from './leg.ts';
import type { JournalDraft, Leg } from './leg.ts';

/**
 * Where the money of a forced supply comes from: a matched receipt (L250), money that the provider's query
 * confirms and nobody has booked (A100), the senior agent's own balance, or the house's goodwill.
 */
export const supplySources = ['receipt', 'provider', 'agent', 'goodwill'] as const;
export type SupplySource = (typeof supplySources)[number];

/**
 * J3, and the claim of J16 with source `receipt`. Without money at the provider there is no end-point cost, so
 * that share stays with the senior agent.
 */
export function collectionSupply(
  amount: bigint,
  terms: CollectionTerms,
  source: SupplySource,
  options: SettleOptions,
): { readonly split: CollectionSplit; readonly journal: JournalDraft } {
  assertPositive(amount, 'a supply');
  const atProvider = source === 'receipt' || source === 'provider';
  const split = splitCollection(amount, atProvider ? terms : { ...terms, endpoint: noFee });
  return { split, journal: settleFrom(fundedBy(source, amount), split, options) };
}

function fundedBy(source: SupplySource, amount: bigint): Leg {
  switch (source) {
    case 'receipt':
      return debit('L250', platform, amount);
    case 'provider':
      return debit('A100', channelAccount, amount);
    case 'agent':
      return debit('L200', party('agent'), amount);
    case 'goodwill':
      return debit('E510', platform, amount);
  }
}
