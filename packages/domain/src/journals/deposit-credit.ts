import { assertPositive, credit, debit, draft, party, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/**
 * J11: a top-up reached the platform's bank. It may pay others but cannot be withdrawn, so it goes to L201; what its owner owes
 * is repaid first (J19).
 */
export function depositCredit(amount: bigint, fee: bigint, owed = 0n): JournalDraft {
  assertPositive(amount, 'a deposit');
  const rest = amount - fee;
  const repaid = owed < rest ? owed : rest;
  return draft([
    debit('A110', platform, amount),
    credit('L201', party('customer'), rest - repaid),
    credit('A130', party('customer'), repaid),
    credit('R410', platform, fee),
  ]);
}
