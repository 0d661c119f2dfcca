import { credit, debit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/**
 * J19: what a release brings to a merchant repays first what he owes. Both amounts in minor units, neither below zero; beside the
 * journal of the release, which mirrors its settling.
 */
export function receivableRepay(brought: bigint, owed: bigint): JournalDraft {
  const repaid = owed < brought ? owed : brought;
  return draft([debit('L200', party('customer'), repaid), credit('A130', party('customer'), repaid)]);
}
