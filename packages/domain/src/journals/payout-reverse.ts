import type { PayoutSplit } from '../fees/split-payout.ts';
import type { SystemFeeMode } from './collection-settle.ts';
import { assertPositive, channelAccount, credit, debit, draft, party, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { giveBackMix, totalOf } from './mix.ts';
import type { Mix } from './mix.ts';
import { mixGivenBack } from './payout-release.ts';

export interface PayoutReverseOptions {
  readonly systemFeeMode: SystemFeeMode;
  /** What the provider returned. The senior agent bears what is missing; a surplus waits in A190. */
  readonly returned: bigint;
  /** Of the hold's early money, what has become settled since. */
  readonly come?: bigint;
}

/** J6: the provider returned what was paid. The merchant gets all of his hold; the upstream keeps its cost. */
export function payoutReverse(split: PayoutSplit, hold: Mix, options: PayoutReverseOptions): JournalDraft {
  const { come = 0n, returned, systemFeeMode } = options;
  assertPositive(returned, 'what was returned');
  if (totalOf(hold) !== split.total) throw new Error('the hold is not what the payout took');
  const agent = party('agent');
  const difference = returned - split.amount;
  const shortfall = difference < 0n ? -difference : 0n;
  return draft(
    [
      debit('A100', channelAccount, returned),
      credit('A190', platform, difference > 0n ? difference : 0n),
      debit('L240', party('subAgent'), split.subAgentFee),
      debit('L240', party('middleman'), split.middlemanFee),
      debit('L240', agent, split.agentResidual + split.endpointFee + shortfall),
      ...giveBackMix(mixGivenBack(hold, come), party('customer')),
      debit('R400', platform, split.systemFee),
      credit(systemFeeMode === 'realtime' ? 'L240' : 'A120', agent, split.systemFee),
    ],
    { clawsBack: true },
  );
}
