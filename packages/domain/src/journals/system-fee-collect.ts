import { credit, debit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/**
 * The monthly collection of J1b in periodic mode: as much of the receivable as the senior agent's fee income
 * covers; the rest stays receivable. Both amounts in minor units, neither below zero.
 */
export function systemFeeCollect(feeIncome: bigint, receivable: bigint): JournalDraft {
  const least = feeIncome < receivable ? feeIncome : receivable;
  const amount = least > 0n ? least : 0n;
  return draft([debit('L240', party('agent'), amount), credit('A120', party('agent'), amount)]);
}
