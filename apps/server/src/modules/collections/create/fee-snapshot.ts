import type { CollectionSplit, CollectionTerms } from '@suanpan/domain/fees/split';
import { formatRate } from '@suanpan/money/rate';

const parties = ['merchant', 'endpoint', 'subAgent', 'middleman', 'system'] as const;
type PricedParty = (typeof parties)[number];

/** The split of an order and the prices it came from, as kept with the order: amounts in minor units as text. */
export interface FeeSnapshot {
  readonly merchantFee: string;
  readonly endpointFee: string;
  readonly subAgentFee: string;
  readonly middlemanFee: string;
  readonly agentResidual: string;
  readonly systemFee: string;
  readonly credited: string;
  readonly terms: Partial<Record<PricedParty, { readonly pct: string; readonly per_item: string }>>;
}

/** What plan_collections computes once more from the prices it holds, text by text. */
export function makeFeeSnapshot(split: CollectionSplit, terms: CollectionTerms): FeeSnapshot {
  const priced = parties.flatMap((party) => {
    const price = terms[party];
    return price === undefined
      ? []
      : [[party, { pct: formatRate(price.pct), per_item: String(price.perItem) }] as const];
  });
  return {
    merchantFee: String(split.merchantFee),
    endpointFee: String(split.endpointFee),
    subAgentFee: String(split.subAgentFee),
    middlemanFee: String(split.middlemanFee),
    agentResidual: String(split.agentResidual),
    systemFee: String(split.systemFee),
    credited: String(split.credited),
    terms: Object.fromEntries(priced),
  };
}
