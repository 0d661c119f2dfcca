import type { CollectionSplit } from '../fees/split.ts';
import type { SystemFeeMode } from './collection-settle.ts';
import { credit, debit, party, platform } from './leg.ts';
import type { Leg } from './leg.ts';
import { unsettledShares } from './unsettled-shares.ts';

export interface RefundFeeOptions {
  readonly systemFeeMode: SystemFeeMode;
  /** The order's legs have been released: the earners' shares lie in L240. */
  readonly released: boolean;
  /** The system fee of this order has been taken from the senior agent. */
  readonly systemFeeCollected: boolean;
}

/**
 * What the merchant gets back of his fee: all but the end-point cost, which the provider keeps. Where that was more than his fee
 * he gets nothing back and pays no more: the loss stays the senior agent's, who allowed it.
 */
export function returnedFee({ endpointFee, merchantFee }: CollectionSplit): bigint {
  return merchantFee > endpointFee ? merchantFee - endpointFee : 0n;
}

/**
 * The debits by which "return all but endpoint" is paid (J14, J19), with the system fee given back to the senior
 * agent. Before release the parties' own unreleased legs are debited and closed; what they do not cover, and
 * everything after release, is clawed back from fee income. Sum: −returnedFee(split).
 */
export function refundFeeLegs(split: CollectionSplit, options: RefundFeeOptions): readonly Leg[] {
  const held = unsettledShares(split, options.systemFeeMode);
  const bucket = options.released ? 'L240' : 'L210';
  const fromHeld = options.released ? 0n : held.agent;
  const fromIncome = returnedFee(split) - split.subAgentFee - split.middlemanFee - fromHeld;
  const givenBack = options.systemFeeCollected ? split.systemFee : 0n;
  const agentLegs = options.released
    ? [credit('L240', party('agent'), givenBack), debit('L240', party('agent'), fromIncome)]
    : [
        debit('L210', party('agent'), fromHeld),
        // In realtime mode the fee given back is exactly what the unreleased leg is short of, so nothing moves.
        credit('L240', party('agent'), givenBack - fromIncome),
      ];
  return [
    debit('R400', platform, split.systemFee),
    credit('A120', party('agent'), split.systemFee - givenBack),
    ...agentLegs,
    debit(bucket, party('subAgent'), split.subAgentFee),
    debit(bucket, party('middleman'), split.middlemanFee),
  ];
}
