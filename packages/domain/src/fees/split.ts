import { percentOf } from '@suanpan/money/rate';

/** One layer's price: a rate in units of 1e-8 percent and a fixed fee per order in minor units. */
export interface FeeTerms {
  readonly pct: bigint;
  readonly perItem: bigint;
}

/** The prices of an order's chain, as they stood when it was created. */
export interface CollectionTerms {
  readonly merchant: FeeTerms;
  readonly endpoint: FeeTerms;
  readonly subAgent?: FeeTerms;
  readonly middleman?: FeeTerms;
  readonly system: FeeTerms;
}

/** Who gets what of one amount, all in minor units of the channel's currency. */
export interface CollectionSplit {
  readonly amount: bigint;
  readonly merchantFee: bigint;
  readonly endpointFee: bigint;
  readonly subAgentFee: bigint;
  readonly middlemanFee: bigint;
  /** The senior agent's fee: what the others leave of the merchant fee. Below zero when the fees are inverted. */
  readonly agentResidual: bigint;
  /** Charged on the same base and taken from the senior agent. */
  readonly systemFee: bigint;
  /** agentResidual − systemFee. */
  readonly agentNet: bigint;
  /** What the merchant is credited: amount − merchantFee. */
  readonly credited: bigint;
}

export const noFee: FeeTerms = { pct: 0n, perItem: 0n };

/** The fee of one layer: rate on the base, a half rounded up to the ledger scale, plus the fixed part. */
export function feeOf(base: bigint, terms: FeeTerms): bigint {
  return percentOf(base, terms.pct) + terms.perItem;
}

/**
 * Splits a collected amount among the chain (domain §3). Each layer is rounded for itself and the senior agent
 * takes the residual, so that merchantFee = endpoint + subAgent + middleman + agentResidual and
 * amount = credited + merchantFee hold exactly, whatever the rates.
 */
export function splitCollection(amount: bigint, terms: CollectionTerms): CollectionSplit {
  const merchantFee = feeOf(amount, terms.merchant);
  const endpointFee = feeOf(amount, terms.endpoint);
  const subAgentFee = feeOf(amount, terms.subAgent ?? noFee);
  const middlemanFee = feeOf(amount, terms.middleman ?? noFee);
  const agentResidual = merchantFee - endpointFee - subAgentFee - middlemanFee;
  const systemFee = feeOf(amount, terms.system);
  return {
    amount,
    merchantFee,
    endpointFee,
    subAgentFee,
    middlemanFee,
    agentResidual,
    systemFee,
    agentNet: agentResidual - systemFee,
    credited: amount - merchantFee,
  };
}

/**
 * Fee inversion: at the smallest or the largest amount the senior agent would pay to trade, or the merchant would
 * be credited less than nothing, unless the fee stands on top of the amount. The net is linear between the two up to
 * rounding, so the ends decide. `max` 0 means no upper limit: then the rates alone decide beside the lower end.
 */
export function isInverted(terms: CollectionTerms, min: bigint, max: bigint, isFeeOnTop = false): boolean {
  const losesAt = (amount: bigint) => {
    const split = splitCollection(amount, terms);
    return split.agentNet < 0n || (!isFeeOnTop && split.credited < 0n);
  };
  if (losesAt(min)) return true;
  return max === 0n ? slope(terms) < 0n : losesAt(max);
}

/** What the senior agent keeps of each further unit, in units of 1e-8 percent. */
function slope(terms: CollectionTerms): bigint {
  const paidOut =
    terms.endpoint.pct + (terms.subAgent?.pct ?? 0n) + (terms.middleman?.pct ?? 0n) + terms.system.pct;
  return terms.merchant.pct - paidOut;
}
