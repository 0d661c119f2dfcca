import type { PayoutSplit } from '../fees/split-payout.ts';
import type { SystemFeeMode } from './collection-settle.ts';
import { channelAccount, credit, debit, draft, party, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/** J5, paid: the hold goes to the payee by the channel's account, and its fee to the chain. */
export function payoutPaid(split: PayoutSplit, systemFeeMode: SystemFeeMode): JournalDraft {
  const agent = party('agent');
  const legs = [
    debit('L230', party('customer'), split.total),
    credit('A100', channelAccount, split.amount),
    credit('L260', channelAccount, split.endpointFee),
    credit('L240', party('subAgent'), split.subAgentFee),
    credit('L240', party('middleman'), split.middlemanFee),
    credit('L240', agent, split.agentResidual),
    debit('A120', agent, split.systemFee),
    credit('R400', platform, split.systemFee),
  ];
  const collected = [debit('L240', agent, split.systemFee), credit('A120', agent, split.systemFee)];
  return draft(systemFeeMode === 'realtime' ? [...legs, ...collected] : legs, { clawsBack: true });
}
