import { assertPositive, credit, debit, draft, party, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/** J11: a top-up reached the platform's bank. It may pay others but cannot be withdrawn, so it goes to L201. */
export function depositCredit(amount: bigint, fee: bigint): JournalDraft {
  assertPositive(amount, 'a deposit');
  return draft([
    debit('A110', platform, amount),
    credit('L201', party('customer'), amount - fee),
    credit('R410', platform, fee),
  ]);
}
