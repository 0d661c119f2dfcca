import type { CollectionSplit } from '../fees/split.ts';
import { channelAccount, credit, debit, draft, party, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { returnedFee } from './refund-fees.ts';

export interface ChargeBackWonOptions {
  /** The charge-back had given the system fee back to the senior agent; else he owed it less. */
  readonly systemFeeCollected: boolean;
  /** What the merchant owes, in minor units. */
  readonly owed: bigint;
}

/**
 * J19r: the dispute was won and the provider paid the money again. It repays first what the merchant owes and is settleable for the
 * rest, and the fees that the charge-back returned are taken again, all of them to fee income.
 */
export function collectionChargeBackWon(split: CollectionSplit, options: ChargeBackWonOptions): JournalDraft {
  const net = split.amount - returnedFee(split);
  const repaid = options.owed < net ? options.owed : net;
  const taken = options.systemFeeCollected ? split.systemFee : 0n;
  return draft(
    [
      debit('A100', channelAccount, split.amount),
      credit('A130', party('customer'), repaid),
      credit('L200', party('customer'), net - repaid),
      credit('R400', platform, split.systemFee),
      debit('A120', party('agent'), split.systemFee - taken),
      credit('L240', party('agent'), split.agentResidual - taken),
      credit('L240', party('subAgent'), split.subAgentFee),
      credit('L240', party('middleman'), split.middlemanFee),
    ],
    { clawsBack: split.agentResidual < taken },
  );
}
