import type { AccountKind } from '../accounts.ts';
import type { CollectionSplit } from '../fees/split.ts';
import { channelAccount, credit, debit, draft, party, platform } from './leg.ts';
import type { JournalDraft, Leg, Party } from './leg.ts';

/** Whether the system fee is taken from the senior agent with each order or once a month. */
export type SystemFeeMode = 'realtime' | 'periodic';

export interface SettleOptions {
  /** `immediate` is D0: straight to the spendable buckets. */
  readonly settleMode: 'immediate' | 'deferred';
  readonly systemFeeMode: SystemFeeMode;
  /** The merchant may pay others from money not yet settled: his leg goes to L202 instead of L210. */
  readonly payoutFromUnsettled?: boolean;
}

/**
 * J1 and J1b: a collection is settled and the system fee accrues. The legs of both settle modes are the same
 * amounts in the same order and differ only in the accounts, so both can be stored with the order.
 * A senior agent's net below zero goes to his fee income at once, as a claw-back, and never to L210.
 */
export function collectionSettle(split: CollectionSplit, options: SettleOptions): JournalDraft {
  return settleFrom(debit('A100', channelAccount, split.amount), split, options);
}

/** The credits of J1 with the system fee of J1b, whatever account the money comes from (J3, J16). */
export function settleFrom(source: Leg, split: CollectionSplit, options: SettleOptions): JournalDraft {
  const bucketOf = (role: Party) => settleBucket(role, options);
  const takesNow = options.systemFeeMode === 'realtime';
  const agentNet = takesNow ? split.agentNet : split.agentResidual;
  const clawsBack = agentNet < 0n;
  const agentBucket = clawsBack ? 'L240' : bucketOf('agent');
  const legs = [
    source,
    credit(bucketOf('customer'), party('customer'), split.credited),
    credit('L260', channelAccount, split.endpointFee),
    credit(bucketOf('subAgent'), party('subAgent'), split.subAgentFee),
    credit(bucketOf('middleman'), party('middleman'), split.middlemanFee),
    credit(agentBucket, party('agent'), split.agentResidual),
    debit('A120', party('agent'), split.systemFee),
    credit('R400', platform, split.systemFee),
  ];
  const collected = [
    debit(agentBucket, party('agent'), split.systemFee),
    credit('A120', party('agent'), split.systemFee),
  ];
  return draft(takesNow ? [...legs, ...collected] : legs, { clawsBack });
}

/** Where a party's share of a settled order lies. */
export function settleBucket(role: Party, options: SettleOptions): AccountKind {
  if (options.settleMode === 'immediate') return role === 'customer' ? 'L200' : 'L240';
  return role === 'customer' && options.payoutFromUnsettled === true ? 'L202' : 'L210';
}
