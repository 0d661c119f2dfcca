import { credit, draft, party, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/** Who pays for a manual change: the house, or the senior agent out of his own balance. */
export const adjustmentFundings = ['goodwill', 'agentBalance'] as const;
export type AdjustmentFunding = (typeof adjustmentFundings)[number];

/**
 * J10: a manual change of a merchant's settleable money, minus for a deduction. An agent never creates money: what
 * he gives leaves his own balance, and what he takes comes to it (J15, an agent funds his merchant, is the same).
 */
export function balanceAdjust(change: bigint, funding: AdjustmentFunding): JournalDraft {
  const counter =
    funding === 'goodwill' ? credit('E510', platform, -change) : credit('L200', party('agent'), -change);
  return draft([counter, credit('L200', party('customer'), change)]);
}
