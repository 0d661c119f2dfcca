import type { CollectionSplit } from '../fees/split.ts';
import type { SystemFeeMode } from './collection-settle.ts';
import type { Party } from './leg.ts';

/** What of one order lies unreleased, by party, in minor units; the sum kept in `unsettled_due`. */
export type UnsettledShares = Readonly<Record<Party, bigint>>;

/** The shares that settling put into L210 (or L202 for the merchant): J2 releases exactly these. */
export function unsettledShares(split: CollectionSplit, systemFeeMode: SystemFeeMode): UnsettledShares {
  const agentNet = systemFeeMode === 'realtime' ? split.agentNet : split.agentResidual;
  return {
    customer: split.credited,
    subAgent: split.subAgentFee,
    middleman: split.middlemanFee,
    agent: agentNet > 0n ? agentNet : 0n,
  };
}
