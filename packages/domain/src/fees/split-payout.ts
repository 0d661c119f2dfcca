import { feeOf, noFee } from './split.ts';
import type { CollectionTerms } from './split.ts';

/** Who gets what of one payout, all in minor units. The fee stands on top of what the payee gets. */
export interface PayoutSplit {
  readonly amount: bigint;
  readonly merchantFee: bigint;
  readonly endpointFee: bigint;
  readonly subAgentFee: bigint;
  readonly middlemanFee: bigint;
  /** The senior agent's fee: what the others leave of the merchant fee. */
  readonly agentResidual: bigint;
  /** Charged on the same base and taken from the senior agent. */
  readonly systemFee: bigint;
  /** agentResidual − systemFee. */
  readonly agentNet: bigint;
  /** What is held of the merchant: amount + merchantFee. */
  readonly total: bigint;
}

/**
 * Splits the fee of a payout among the chain (domain §3, J5). Every layer is rounded for itself and the senior agent takes
 * the residual. `merchantFee` is given where it stands already: an order that changes its channel keeps what its merchant
 * was charged.
 */
export function splitPayout(amount: bigint, terms: CollectionTerms, merchantFee?: bigint): PayoutSplit {
  const charged = merchantFee ?? feeOf(amount, terms.merchant);
  const endpointFee = feeOf(amount, terms.endpoint);
  const subAgentFee = feeOf(amount, terms.subAgent ?? noFee);
  const middlemanFee = feeOf(amount, terms.middleman ?? noFee);
  const agentResidual = charged - endpointFee - subAgentFee - middlemanFee;
  const systemFee = feeOf(amount, terms.system);
  return {
    amount,
    merchantFee: charged,
    endpointFee,
    subAgentFee,
    middlemanFee,
    agentResidual,
    systemFee,
    agentNet: agentResidual - systemFee,
    total: amount + charged,
  };
}
