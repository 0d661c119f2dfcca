import { assertPositive, credit, debit, draft, party } from './leg.ts';
import type { JournalDraft, Party } from './leg.ts';

/** J15: an earner moves fee income to his own settleable balance. He needs the full amount. */
export function feeIncomeTransfer(amount: bigint, earner: Exclude<Party, 'customer'>): JournalDraft {
  assertPositive(amount, 'a transfer');
  return draft([debit('L240', party(earner), amount), credit('L200', party(earner), amount)]);
}
